"""Bars: the versions of a key on the axis of valid time, one on a line.

The axis is not to scale: each instant at which something begins or ends has its place, in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from rich.text import Text

from memtxn.interfaces.cli.pieces import held, named, since, word
from memtxn.interfaces.cli.words import time_text
from memtxn.model.belief import Belief, Status

LEGEND = "===> shown    ---| superseded    ...> scheduled    ---) expired    ---x retracted    : at no time"
"""What the bars mean."""
_FILLS = {Status.ACTIVE: "=", Status.SCHEDULED: "."}
_ENDS = {Status.EXPIRED: ")", Status.RETRACTED: "x"}


def bars(versions: list[Belief], now: datetime | None, width: int, room: int | None = None) -> Iterator[Text]:
    """The key, the axis with its first and its last instant and ``now`` (if it is known), then every version.

    ``width`` is that of the axis. What of a version is too long for the ``room`` stands on lines of its own.
    """
    axis = _Axis(versions, now, width)
    yield Text(named(versions[0].key), "bold")
    yield Text(f"  {time_text(axis.first)} to {time_text(axis.last)}", "dim")
    ids = max(len(belief.id) for belief in versions)
    if now is not None:
        yield Text.assemble(" " * (ids + 4 + axis.at(now)), ("v", "green"), (" now", "dim"))
    for belief in versions:
        bar, status = f"{axis.bar(belief):<{width}}", word(belief.status, 10)
        drawn = Text.assemble(f"  {belief.id:<{ids}}  ", (bar, status[1]), "  ", status)
        yield from _in_room(room, ids + 4, drawn, Text(held(belief, shortly=True)), Text(since(belief), "dim"))
    yield from _in_room(room, 2, Text("", "dim"), *(Text(sign, "dim") for sign in LEGEND.split("    ")), gap=4)


def _in_room(room: int | None, indent: int, *parts: Text, gap: int = 2) -> Iterator[Text]:
    """Parts of a line side by side, as many as there is room for; the rest on lines that are indented."""
    line, between = parts[0].copy() or Text(" " * indent), "" if not parts[0] else " " * gap
    for part in parts[1:]:
        if room is not None and line.plain.strip() and line.cell_len + len(between) + part.cell_len > room:
            yield line
            line, between = Text(" " * indent), ""
        line.append(between).append_text(part)
        between = " " * gap
    yield line


class _Axis:
    """Where each instant has its place."""

    def __init__(self, versions: list[Belief], now: datetime | None, width: int) -> None:
        ends = [belief.valid_to for belief in versions if belief.valid_to is not None]
        instants = sorted({*(belief.valid_from for belief in versions), *ends, *([now] if now else [])})
        self.first, self.last, self._width = instants[0], instants[-1], width
        step = (width - 2) / max(1, len(instants) - 1)
        self._places = {instant: round(number * step) for number, instant in enumerate(instants)}

    def at(self, instant: datetime) -> int:
        """The place of an instant, from 0."""
        return self._places[instant]

    def bar(self, belief: Belief) -> str:
        """From where to where a version is shown."""
        begin, fill = self._places[belief.valid_from], _FILLS.get(belief.status, "-")
        if belief.valid_to is None:
            return f"{' ' * begin}{fill * (self._width - 1 - begin)}>"
        if belief.valid_to <= belief.valid_from:
            return f"{' ' * begin}:"
        end = self._places[belief.valid_to]
        return f"{' ' * begin}{fill * max(1, end - begin)}{_ENDS.get(belief.status, '|')}"
