"""Operations on the journal: `log`, `verify`, `recover` and `stats`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from memtxn.engine.memory import Memory
from memtxn.engine.scopes import Scope
from memtxn.errors import NotFound
from memtxn.interfaces.inputs import Log, Recover, Stats, Verify
from memtxn.interfaces.operations.operation import Operation, check_exists
from memtxn.model.logentry import LogEntry
from memtxn.model.receipt import Report
from memtxn.model.recovery import RecoveryReport
from memtxn.model.stats import MemoryStats
from memtxn.ports.storage import Progress


def _log(memory: Memory, asked: Log) -> Iterator[LogEntry]:
    check_exists(memory)
    entries = memory.log(
        asked.first,
        asked.last,
        limit=asked.limit,
        oldest_first=asked.oldest_first,
        entity=asked.entity,
        attribute=asked.attribute,
        links=asked.links,
    )
    return entries if asked.entity is None or asked.limit == 0 else _some(entries, asked)


def _some(entries: Iterator[LogEntry], asked: Log) -> Iterator[LogEntry]:
    """The entries, of which there must be one: a misspelt name must not look like a success."""
    first = next(entries, None)
    if first is None:
        entity = asked.entity if isinstance(asked.entity, str) else "/".join(asked.entity or ())
        raise NotFound(f"no record about {entity}{'' if asked.attribute is None else f'.{asked.attribute}'}")
    return chain([first], entries)


def verified(
    memory: Memory, asked: Verify, progress: Progress | None = None, *, may_be_empty: bool = False
) -> Report:
    """Check a memory, which must have a record or a problem unless it may be empty. Tells how far it has come."""
    report = memory.verify(asked.check, progress=progress, anchor=asked.anchor)
    if report.ok and report.seq == 0 and not may_be_empty:
        check_exists(memory)
    return report


def recovered(
    memory: Memory, asked: Recover, progress: Progress | None = None, *, may_be_empty: bool = False
) -> RecoveryReport:
    """Repair a memory, which must have a record or a problem unless it may be empty."""
    report = memory.recover(dry_run=asked.dry_run, progress=progress)
    if report.ok and report.seq == 0 and not may_be_empty:
        check_exists(memory)
    return report


def _stats(memory: Memory, _asked: Stats) -> MemoryStats:
    check_exists(memory)
    return memory.stats()


LOG = Operation(
    name="log",
    summary="List the journal's records, newest first.",
    scope=Scope.READ,
    read_only=True,
    input=Log,
    output=Iterator[LogEntry],
    run=_log,
)
VERIFY = Operation(
    name="verify",
    summary="Check that the journal, the beliefs and the proofs agree.",
    scope=Scope.READ,
    read_only=True,
    input=Verify,
    output=Report,
    run=verified,
)
RECOVER = Operation(
    name="recover",
    summary="Bring back what the journal implies, whatever happened to any row beside it.",
    scope=Scope.ADMIN,
    read_only=False,
    input=Recover,
    output=RecoveryReport,
    run=recovered,
)
STATS = Operation(
    name="stats",
    summary="Count what the memory holds: records, beliefs, outcomes, refusals by reason.",
    scope=Scope.READ,
    read_only=True,
    input=Stats,
    output=MemoryStats,
    run=_stats,
)
