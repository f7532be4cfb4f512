"""Act 2 on the screen: the versions of a key as a small graph, and the answers of `at`."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from memtxn.interfaces.cli.demo.screen import (
    DIM,
    GOOD,
    NOTHING,
    ODD,
    Screen,
    mark,
    quoted,
    value_text,
    when,
)
from memtxn.interfaces.cli.demo.versions import Asked, Version, Versions
from memtxn.interfaces.cli.safe import visible

LANES = 4
"""Columns of the graph itself."""
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def show_versions(screen: Screen, shown: Versions) -> None:
    """The graph, the one observed last on top; a late arrival stands on a branch beside it."""
    screen.line(Text(visible(str(shown.key)), "bold"), indent=0)
    width = max(5, *(cell_len(value_text(version.belief.value)) for version in shown.versions))
    screen.line(Text(_columns("", width, "value", "state", "observed", "recorded", "arrived"), DIM))
    for version in shown.versions:
        _version(screen, version, width, last=version.arrived == len(shown.versions))
    screen.line(Text(f"{'·':<{LANES}}{NOTHING} before that", DIM))
    screen.gap()
    screen.table(("asked", "answer", "which is", ""), [_row(asked) for asked in shown.asked], firm=["asked"])


def _version(screen: Screen, version: Version, width: int, *, last: bool) -> None:
    """A line for the version, and its evidence below, along the branch."""
    belief = version.belief
    active = belief.status == "active"
    style = GOOD if active else ODD if version.late else ""
    lane = ("│ " if version.late else "") + ("●" if active else "○")
    arrived = _ORDINALS.get(version.arrived, f"{version.arrived}th") + (", last of all" if last else "")
    state = "late" if version.late else belief.status.value
    times = when(belief.observed_at), when(belief.created_at)
    screen.line(Text(_columns(lane, width, value_text(belief.value), state, *times, arrived), style))
    evidence = Text(f"{quoted(version.quote)} {visible(version.speaker)}", DIM)
    rows = screen.wrapped(evidence, LANES + 4)
    for number, row in enumerate(rows, start=1):
        branch = ("├─╯" if number == len(rows) else "│ │") if version.late else "│"
        screen.line(Text.assemble((f"{branch:<{LANES}}  ", style), row))


def _columns(lane: str, width: int, *cells: str) -> str:
    """The cells under one another, whatever script they are written in."""
    sizes = (width, 10, 12, 12, 18)
    padded = [set_cell_size(cell, max(size, 1)) for cell, size in zip(cells, sizes, strict=True)]
    return f"{lane:<{LANES}}" + "  ".join(padded).rstrip()


def _row(asked: Asked) -> tuple[str, str, str, Text]:
    parts = [] if asked.seq is None else [f"seq={asked.seq}"]
    parts += [] if asked.valid is None else [f"valid={when(asked.valid)}"]
    question = f"at({', '.join(parts)})"
    return question, value_text(asked.found), asked.means, mark(asked.ok, "", f"not {asked.expected}")
