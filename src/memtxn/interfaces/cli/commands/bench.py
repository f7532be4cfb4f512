"""`memtxn bench`: how fast this machine and this disk are with memtxn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.bench.measured import Measured, Timing
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.safe import visible

FolderOption = Annotated[
    str | None,
    typer.Option(
        "--folder", metavar="PATH", help="Where to make the throw-away store.", show_default="that of the store"
    ),
]
RoundsOption = Annotated[
    int, typer.Option("--rounds", metavar="N", min=1, max=100_000, help="How many commits of each kind.")
]
ThreadsOption = Annotated[
    int, typer.Option("--threads", metavar="N", min=1, max=256, help="How many threads commit at once.")
]

_WHAT_IT_IS = (
    "Each commit is one belief on a fresh key with the source that says so, flushed to the disk. Bare SQLite",
    "writes the same rows, as durably. It is no comparison with other products, and says nothing of a large",
    "store or of another machine. Times vary with what else runs: run it again.",
)


def bench(
    call: Call, folder: FolderOption = None, rounds: RoundsOption = 300, threads: ThreadsOption = 8
) -> None:
    """Measure commits, reads and flushes here, beside the same rows in bare SQLite. Touches no store of yours."""
    from memtxn.interfaces.cli.bench.measure import measure

    if folder is None and ("://" in call.db or call.db == ":memory:"):
        raise InvalidInput("say with --folder where the disk is that is to be measured")
    place = Path(folder) if folder is not None else Path(call.db).parent
    measured = measure(place, rounds, threads, allow_network=bool(call.config.allow_network))
    call.say(measured, _shown)


def _shown(measured: Measured) -> Iterator[Text]:
    machine = ", ".join(f"{name} {value}" for name, value in measured.machine.items())
    yield Text(f"in {visible(measured.folder)}: {visible(machine)}", "dim")
    yield Text(f"{'':<24}{'p50':>12}{'p99':>12}{'in a second':>14}{'rounds':>9}", "bold")
    yield from map(_line, measured.timings)
    yield Text()
    yield Text(f"one writer takes {measured.one_writer_time:.2f} × the time of bare SQLite (p50)")
    yield Text(f"the threads commit {measured.threads_commits:.2f} × as often as bare SQLite's one writer")
    yield from (Text(line, "dim") for line in _WHAT_IT_IS)


def _line(timing: Timing) -> Text:
    numbers = f"{timing.p50:>9,.0f} µs{timing.p99:>9,.0f} µs{timing.per_second:>14,.0f}{timing.rounds:>9,}"
    return Text(f"{timing.name:<24}{numbers}")
