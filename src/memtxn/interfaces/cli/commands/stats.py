"""`memtxn stats`: a memory and its store in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from rich.text import Text

from memtxn.engine.memory import Memory
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.place import quoted
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.words import bytes_text, counted, time_text
from memtxn.interfaces.inputs import Stats
from memtxn.interfaces.operations import STATS, is_empty
from memtxn.model.stats import MemoryStats, StoreStats

_FEW = 50
"""Memories that are named on a terminal; all of them with `--json`."""


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """The memory in numbers, unless it is empty; its store; the labels of all."""

    memory: MemoryStats | None
    store: StoreStats
    memories: list[tuple[str, ...]]


def stats(call: Call) -> None:
    """Count what the memory holds and what the store takes, and name all of its memories.

    It reads every record once, so that it takes the longer the more there are.
    """
    with call.opened_store() as store, call.memory_of(store) as memory:
        numbers = Numbers(
            memory=_counted(call, memory, every := store.memories()),
            store=store.stats(),
            memories=every,
        )
    call.say(numbers, lambda told: _shown(call, told))


def _counted(call: Call, memory: Memory, every: list[tuple[str, ...]]) -> MemoryStats | None:
    """Somebody who chose no memory also asks which ones there are; and a new store has none yet."""
    may_be_empty = call.named is None or not every
    return None if may_be_empty and is_empty(memory) else STATS.run(memory, Stats())


def _shown(call: Call, numbers: Numbers) -> Iterator[Text]:
    if numbers.memory is not None:
        yield Text(visible(call.place), "bold")
        yield from map(_line, _of_memory(numbers.memory))
        yield Text()
    elif not numbers.memories:
        yield Text(f"{visible(call.place)} is empty, as is its store", "bold")
        yield Text()
    yield Text(f"store {visible(numbers.store.path or '')}", "bold")
    yield from map(_line, _of_store(numbers.store))
    for number, labels in enumerate(numbers.memories[:_FEW]):
        yield _line(("" if number else "memories", visible(quoted(labels))))
    if len(numbers.memories) > _FEW:
        yield _line(("", f"and {len(numbers.memories) - _FEW:,} more"))


def _of_memory(told: MemoryStats) -> Iterator[tuple[str, str]]:
    yield "records", f"{told.records:,}{_each(told.kinds)}"
    yield "recorded", f"from {time_text(told.first)} to {time_text(told.last)}"
    taken_back = f", and {counted(told.retractions, 'retraction')}" if told.retractions else ""
    yield "beliefs", f"{counted(told.beliefs, 'version')} of {counted(told.keys, 'key')}{taken_back}"
    yield "sources", f"{told.sources:,}"
    yield "declared", counted(told.declarations, "time")
    yield "outcomes", _each(told.outcomes, "none")
    yield "refused", _each(told.refusals, "nothing")
    if told.pending:
        yield "pending", f"{counted(told.pending, 'proposal')} to confirm or deny"


def _of_store(told: StoreStats) -> Iterator[tuple[str, str]]:
    log = f", and {bytes_text(told.log_bytes)} in the log beside it" if told.log_bytes else ""
    yield "size", f"{bytes_text(told.file_bytes)}{log}"
    share = "" if told.bytes_per_belief is None else f", {bytes_text(round(told.bytes_per_belief))} for each"
    yield "beliefs", f"{told.beliefs:,} in {_memories(told.memories)}{share}"
    made_with = ", ".join(f"{name} {version}" for name, version in told.versions.items())
    yield "format", f"{told.format} ({visible(made_with)})"
    if told.read_only is not None:
        yield "read-only", visible(told.read_only)


def _memories(number: int) -> str:
    return "1 memory" if number == 1 else f"{number:,} memories"


def _each(numbers: Mapping[str, int], nothing: str = "") -> str:
    named = ", ".join(f"{number:,} {visible(name)}" for name, number in numbers.items())
    return nothing if not named else named if nothing else f": {named}"


def _line(row: tuple[str, str]) -> Text:
    name, value = row
    return Text.assemble(f"  {name:<10}", value)
