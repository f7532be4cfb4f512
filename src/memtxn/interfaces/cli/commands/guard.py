"""`memtxn guard`: run a command under a guard, and list the guards that are open."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.out import write_text
from memtxn.interfaces.cli.place import GUARD_VARIABLE, open_store
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.words import time_text
from memtxn.interfaces.inputs import Guards
from memtxn.interfaces.operations import GUARDS
from memtxn.model.guard import GuardReport, OpenGuard

NameArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="NAME",
        help="What it is for; kept in the journal.",
        show_default="the name of COMMAND",
    ),
]
CommandArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="COMMAND...", help="What to run, after --, with its arguments.", show_default=False),
]
SharedOption = Annotated[bool, typer.Option("--shared", help="Others go on writing; undo its own writes alone.")]


def guard(
    call: Call, name: NameArgument = None, argv: CommandArgument = None, shared: SharedOption = False
) -> None:
    """Run a command, and take the memory back to where it stood if that fails; or list open guards.

    While it runs nobody else writes to the memory. What it starts finds MEMTXN_GUARD, MEMTXN_URL and
    MEMTXN_MEMORY in its environment: `memtxn` writes under the guard with them, and a program that opens the
    store with that token. If it ends with 0 what was written stays, otherwise nothing of it; `memtxn guard` ends
    as it did. If this process is killed, the next one to open the memory rolls it back.
    """
    if name is None:
        _list(call)
    elif not argv:
        raise InvalidInput("say what to run: memtxn guard [NAME] -- COMMAND")
    else:
        _run(call, name or Path(argv[0]).name, argv, shared=shared)


def _list(call: Call) -> None:
    """Which guards are open. To open a memory is to roll back what was left behind, so that is told too."""
    with open_store(call.db, call.settings | {"read_only": True}) as store:
        before = store.memory(*call.labels, principal=call.principal).guards()
    with call.opened() as memory:
        found = GUARDS.run(memory, Guards())
    still = {one.begin for one in found}
    left = [one for one in before if one.state == "abandoned" and one.begin not in still]
    if call.json:
        write_text(_rolled_back(left), stderr=True)
    call.say(found, partial(_listed, left))


def _run(call: Call, name: str, argv: list[str], *, shared: bool) -> None:
    with call.opened() as memory, memory.guard(name, shared=shared) as held:
        place = {"MEMTXN_URL": str(Path(call.db).absolute()), GUARD_VARIABLE: held.token}
        if len(call.labels) == 1:
            place["MEMTXN_MEMORY"] = call.labels[0]
        code = _code(argv, os.environ | place)
        report = held.rollback() if code else held.release()
    call.say(report, partial(_told, call.place, code))
    if code:
        raise typer.Exit(code)


def _code(argv: list[str], environment: dict[str, str]) -> int:
    """What a command ended with, as a shell tells it. Raises InvalidInput when it cannot be run."""
    try:
        done = subprocess.run(argv, env=environment, check=False)  # it is what the user asked for
    except OSError as error:
        raise InvalidInput(f"{visible(argv[0])} cannot be run: {error.strerror}") from error
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


def _told(place: str, code: int, report: GuardReport) -> Iterator[Text]:
    if not code:
        yield Text(f"guard {visible(report.name)}: released, record {report.recorded} of {visible(place)}")
        return
    yield Text(f"guard {visible(report.name)}: the command ended with {code}; {report.outcome.replace('_', ' ')}")
    for step in report.steps:
        yield Text.assemble(
            f"  {step.name:<11} ", ("ok " if step.ok else "NOT", "" if step.ok else "red"), f"  {step.detail}"
        )


def _rolled_back(left: list[OpenGuard]) -> Iterator[Text]:
    for one in left:
        yield Text(f"rolled back {visible(repr(one.name))}, its holder is gone (see `memtxn log`)")


def _listed(left: list[OpenGuard], found: list[OpenGuard]) -> Iterator[Text]:
    yield from _rolled_back(left)
    if not found:
        yield Text("no guard is open")
    for one in found:
        shared = ", shared" if one.shared else ""
        who = f"{visible(one.principal)}, since record {one.begin} ({time_text(one.since)})"
        yield Text(f"{visible(one.name)}  {one.state} by {who}{shared}")
