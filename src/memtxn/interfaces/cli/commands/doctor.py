"""`memtxn doctor`: look at everything around a store, and say what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.exits import ExitCode
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.words import counted
from memtxn.model.checkup import Check, State

FullOption = Annotated[
    bool, typer.Option("--full", help="Verify every record of every memory, not the newest alone.")
]
PatienceOption = Annotated[
    float,
    typer.Option(
        "--patience", metavar="SECONDS", min=0, max=3600, help="For how long others may hold the locks."
    ),
]
_COLOURS = {State.OK: "green", State.WARNING: "yellow", State.PROBLEM: "bold red"}


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """All checks. ``ok`` if and only if there is no problem; a warning is none."""

    ok: bool
    checks: list[Check]


def doctor(call: Call, full: FullOption = False, patience: PatienceOption = 2.0) -> None:
    """Look at settings, files, disk, locks, key and memories, and say what to do. Changes no record."""
    from memtxn.interfaces.cli.doctor.look import look

    checks = list(look(call, "full" if full else "tail", patience))
    found = Found(ok=all(check.state is not State.PROBLEM for check in checks), checks=checks)
    call.say(found, _shown)
    if not found.ok:
        raise typer.Exit(ExitCode.PROBLEMS)


def _shown(found: Found) -> Iterator[Text]:
    for check in found.checks:
        yield Text.assemble(
            (f"{check.state:<8} ", _COLOURS[check.state]), f"{check.name:<12} {visible(check.found)}"
        )
        if check.advice:
            yield Text(f"{'':21} → {visible(check.advice)}")
    states = Counter(check.state for check in found.checks)
    bad = [counted(states[state], state) for state in (State.PROBLEM, State.WARNING) if states[state]]
    yield Text(", ".join(bad) or "all is well", "bold")
