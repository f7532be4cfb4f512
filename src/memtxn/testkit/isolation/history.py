"""Histories: what transactions did on lists that only grow, as their clients saw it.

A key ``group/name`` holds a list of whole numbers, and nobody appends the same number to a key twice; so a list
that was read tells which appends were there, and in which order. Absent and empty are one.

A history is kept as lines of JSON. A transaction has one line when it is about to commit, its outcome unknown,
and another one when the answer is there: a process that is killed in between has said all that must be known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

import msgspec

Thing = TypeVar("Thing")
Values: TypeAlias = tuple[int, ...]
Status: TypeAlias = Literal["ok", "fail", "info"]
"""Committed; certainly not committed; unknown."""

UNDONE = "undone"
"""The error of what stands for a part of a transaction that a savepoint took back: it never happened."""


class Read(msgspec.Struct, tag="r", array_like=True, frozen=True, gc=False):
    """A key was read."""

    key: str
    values: Values

    def __str__(self) -> str:
        return f"read {self.key} {list(self.values)}"


class Append(msgspec.Struct, tag="a", array_like=True, frozen=True, gc=False):
    """A value was appended, without looking: what looks first is a `Read` before it."""

    key: str
    value: int

    def __str__(self) -> str:
        return f"append {self.value} to {self.key}"


class Scan(msgspec.Struct, tag="s", array_like=True, frozen=True, gc=False):
    """All keys of a group were read: those that are not among ``found`` had nothing."""

    group: str
    found: dict[str, Values]

    def __str__(self) -> str:
        found = ", ".join(f"{key} {list(values)}" for key, values in self.found.items())
        return f"scan {self.group} {{{found}}}"


Op: TypeAlias = Read | Append | Scan


class Txn(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One transaction: its operations in order, and the instants between which it happened.

    Instants are nanoseconds of a clock that all processes share. ``began`` was taken before it began, ``ended``
    after its outcome was known; None: nobody was told. ``error`` names what its client was told instead, ``tx``
    is the id that the memory knows it by.
    """

    id: str
    process: str
    ops: tuple[Op, ...]
    began: int
    ended: int | None = None
    status: Status = "info"
    error: str = ""
    tx: str = ""

    @property
    def size(self) -> int:
        """How many operations it has; an append and the read that it rests on are one."""
        size, before = 0, ""
        for op in self.ops:
            rests = isinstance(op, Append) and op.key == before
            size += not rests
            before = op.key if isinstance(op, Read) else ""
        return size

    def __str__(self) -> str:
        ops = "; ".join(map(str, self.ops))
        return f"{self.id} ({self.process}, {self.status}): {ops}"


class End(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a transaction that was begun."""

    id: str
    ended: int | None
    status: Status
    error: str = ""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a history's file: a transaction that is about to commit, or an answer."""

    txn: Txn | None = None
    end: End | None = None


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Line)


class Log:
    """Writes a history's file. What was told to it survives the death of its process, not of its machine."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab", buffering=0)

    def begun(self, txn: Txn) -> None:
        """It is about to commit."""
        self._file.write(_encoder.encode(Line(txn=txn)) + b"\n")

    def ended(self, end: End) -> None:
        """It has been answered."""
        self._file.write(_encoder.encode(Line(end=end)) + b"\n")

    def close(self) -> None:
        """Nothing comes any more."""
        self._file.close()


def load(paths: Iterable[Path]) -> list[Txn]:
    """The history that these files hold together, in order of beginning. Half a line at the end counts nothing.

    Equal keys and lists are one object each, so that a long history fits into memory.
    """
    history: dict[str, Txn] = {}
    known: dict[object, object] = {}
    for path in paths:
        with path.open("rb") as file:
            for data in file:
                if not data.endswith(b"\n"):
                    break
                _take(history, _decoder.decode(data), known)
    return sorted(history.values(), key=lambda txn: txn.began)


def _take(history: dict[str, Txn], line: Line, known: dict[object, object]) -> None:
    if line.txn is not None:
        ops = tuple(_shared(op, known) for op in line.txn.ops)
        history[line.txn.id] = msgspec.structs.replace(line.txn, ops=ops)
    if line.end is not None:
        history[line.end.id] = answered(history[line.end.id], line.end)


def _shared(op: Op, known: dict[object, object]) -> Op:
    """The operation, made of objects that were seen before."""
    match op:
        case Read(key, values):
            return Read(_one(key, known), _one(values, known))
        case Append(key, value):
            return Append(_one(key, known), value)
        case Scan(group, found):
            shared = {_one(key, known): _one(values, known) for key, values in found.items()}
            return Scan(_one(group, known), shared)


def _one(thing: Thing, known: dict[object, object]) -> Thing:
    return known.setdefault(thing, thing)  # type: ignore[return-value]


def answered(txn: Txn, end: End) -> Txn:
    """The transaction with its answer."""
    return msgspec.structs.replace(txn, ended=end.ended, status=end.status, error=end.error)


def group_of(key: str) -> str:
    """The group that a key belongs to."""
    return key.partition("/")[0]


def groups_of(history: Iterable[Txn]) -> Mapping[str, tuple[str, ...]]:
    """All keys of each group that the history ever mentions."""
    keys = dict.fromkeys(key for txn in history for op in txn.ops for key in _mentioned(op))
    groups: dict[str, list[str]] = {}
    for key in keys:
        groups.setdefault(group_of(key), []).append(key)
    return {group: tuple(members) for group, members in groups.items()}


def _mentioned(op: Op) -> Iterable[str]:
    return op.found if isinstance(op, Scan) else (op.key,)


def counted(history: Iterable[Txn]) -> dict[str, int]:
    """Transactions by status, their operations, and the errors that clients were told.

    What was `UNDONE` inside of a transaction counts by itself.
    """
    counts: Counter[str] = Counter(transactions=0, operations=0, ok=0, fail=0, info=0)
    for txn in history:
        if txn.error == UNDONE:
            counts[UNDONE] += 1
            continue
        counts.update(["transactions", txn.status])
        counts["operations"] += txn.size
        if txn.error:
            counts[txn.error] += 1
    return dict(counts)
