"""Histories by hand: ``txn("T1", "x?1,2", "x+3", "x*")`` reads x as [1, 2], appends 3 to x, and scans the group.

Every key is of the group ``g``; a scan names what it found: ``"* x?1 y?2"``. Transactions overlap all of one
another unless ``at`` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable

from memtxn.testkit.isolation import Append, Findings, Isolation, Kind, Op, Read, Scan, Txn, check
from memtxn.testkit.isolation.history import Status, Values

ALWAYS = (0, 1_000)


def txn(
    name: str, *ops: str, status: Status = "ok", at: tuple[int, int | None] = ALWAYS, process: str = "p"
) -> Txn:
    return Txn(name, process, tuple(map(op, ops)), *at, status)


def op(text: str) -> Op:
    if text.startswith("*"):
        return Scan("g", dict(map(listed, text[1:].split())))
    if "+" in text:
        key, _, value = text.partition("+")
        return Append(f"g/{key}", int(value))
    return Read(*listed(text))


def listed(text: str) -> tuple[str, Values]:
    key, _, values = text.partition("?")
    return f"g/{key}", tuple(int(value) for value in values.split(",") if value)


def kinds(history: Iterable[Txn], isolation: Isolation = "serializable", *, realtime: bool = True) -> set[str]:
    """The names of what is found."""
    return {str(kind) for kind in found(history, isolation, realtime=realtime).counts}


def found(history: Iterable[Txn], isolation: Isolation = "serializable", *, realtime: bool = True) -> Findings:
    return check(list(history), isolation, realtime=realtime)


def named(findings: Findings, kind: Kind) -> list[tuple[str, ...]]:
    """The transactions of each anomaly of a kind."""
    return [anomaly.txns for anomaly in findings.anomalies if anomaly.kind is kind]
