"""Operations on a range of keys: `scan`, `at`, `diff`, `blame`."""

from __future__ import annotations

from datetime import datetime

from memtxn.engine.memory import Memory
from memtxn.engine.scopes import Scope
from memtxn.errors import NotFound
from memtxn.interfaces.inputs import At, Blame, Diff, Range
from memtxn.interfaces.operations.operation import Operation, check_exists
from memtxn.interfaces.operations.reading import NoLonger, as_of, utc, view_of
from memtxn.model.belief import Belief
from memtxn.model.difference import Difference
from memtxn.model.shown import Blamed


def _scan(memory: Memory, asked: Range) -> list[Belief]:
    with as_of(memory, asked.seq, asked.recorded):
        view = view_of(memory, asked)
        found = view.scan(asked.prefix, attribute=asked.attribute, hidden=asked.hidden, limit=asked.limit)
        return _found(found, asked.prefix, asked.attribute, asked.valid)


def _at(memory: Memory, asked: At) -> list[Belief]:
    seq = asked.moment if isinstance(asked.moment, int) else None
    recorded = asked.moment if isinstance(asked.moment, datetime) else None
    with as_of(memory, seq, recorded):
        view = memory.at(seq=seq, recorded=recorded, valid=asked.valid)
        found = view.scan(asked.prefix, attribute=asked.attribute)
        return _found(found, asked.prefix, asked.attribute, asked.valid)


def _found(
    beliefs: list[Belief], prefix: str | tuple[str, ...], attribute: str | None, valid: datetime | None
) -> list[Belief]:
    if not beliefs:
        where = prefix if isinstance(prefix, str) else "/".join(prefix)
        named = (f" in {where}" if where else "") + (f" of the attribute {attribute}" if attribute else "")
        if valid is not None:
            raise NoLonger(f"nothing{named} holds at {utc(valid)}")
        raise NotFound(f"nothing{named} is believed")
    return beliefs


def _diff(memory: Memory, asked: Diff) -> list[Difference]:
    check_exists(memory)
    return memory.diff(asked.a, asked.b, asked.prefix)


def _blame(memory: Memory, asked: Blame) -> list[Blamed]:
    about = None if asked.attribute is None else (asked.entity, asked.attribute)
    with as_of(memory, asked.seq, asked.recorded, about):
        found = view_of(memory, asked).blame(asked.entity, asked.attribute)
        if not found:
            entity = asked.entity if isinstance(asked.entity, str) else "/".join(asked.entity)
            named = entity if asked.attribute is None else f"{entity}.{asked.attribute}"
            raise NotFound(f"nothing is believed of {named}")
        return found


SCAN = Operation(
    name="scan",
    summary="Show all that is believed in a range of keys, now or as of a record or a time.",
    scope=Scope.READ,
    read_only=True,
    input=Range,
    output=list[Belief],
    run=_scan,
)
AT = Operation(
    name="at",
    summary="Show the memory as it answered after a record, or at a time.",
    scope=Scope.READ,
    read_only=True,
    input=At,
    output=list[Belief],
    run=_at,
)
DIFF = Operation(
    name="diff",
    summary="Show which keys show something else at one moment than at another, and which record did it.",
    scope=Scope.READ,
    read_only=True,
    input=Diff,
    output=list[Difference],
    run=_diff,
)
BLAME = Operation(
    name="blame",
    summary="Show of each value of an entity who said so, in which words, and which record wrote it.",
    scope=Scope.READ,
    read_only=True,
    input=Blame,
    output=list[Blamed],
    run=_blame,
)
