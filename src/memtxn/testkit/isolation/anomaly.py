"""Anomalies: what a history shows that an isolation level forbids, by name and in words."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec

Isolation: TypeAlias = Literal["serializable", "snapshot"]


class Kind(StrEnum):
    """The names that the literature gives them; see Adya, *Weak Consistency* (1999), and Elle (2020).

    ``G-single`` has one anti-dependency, ``G-nonadjacent`` several of which no two follow one another,
    ``G2-item`` two that do; a ``G2`` needs what a scan missed. With ``-realtime`` the circle closes only because
    one transaction was over before another one began.
    """

    INTERNAL = "internal"
    GARBAGE = "garbage"
    DUPLICATE = "duplicate"
    INCOMPATIBLE_ORDER = "incompatible-order"
    G1A = "G1a"
    DIRTY_UPDATE = "dirty-update"
    G1B = "G1b"
    LOST_UPDATE = "lost-update"
    G0 = "G0"
    G1C = "G1c"
    G_SINGLE = "G-single"
    G_NONADJACENT = "G-nonadjacent"
    G2_ITEM = "G2-item"
    G2 = "G2"
    G0_REALTIME = "G0-realtime"
    G1C_REALTIME = "G1c-realtime"
    G_SINGLE_REALTIME = "G-single-realtime"
    G_NONADJACENT_REALTIME = "G-nonadjacent-realtime"
    G2_ITEM_REALTIME = "G2-item-realtime"
    G2_REALTIME = "G2-realtime"

    @property
    def realtime(self) -> Kind:
        """The same circle, closed by the clock."""
        return Kind(f"{self}-realtime")


ALLOWED: dict[Isolation, frozenset[Kind]] = {
    "serializable": frozenset(),
    "snapshot": frozenset({Kind.G2_ITEM, Kind.G2, Kind.G2_ITEM_REALTIME, Kind.G2_REALTIME}),
}
"""What a level lets happen: snapshot isolation permits write skew, which has adjacent anti-dependencies."""


class Anomaly(msgspec.Struct, frozen=True):
    """One of them: the transactions that show it, by id, and how."""

    kind: Kind
    txns: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


class Findings(msgspec.Struct, frozen=True):
    """What a check found. Of each kind the first few are told, and ``counts`` counts all.

    A circle of transactions is reported once, as the worst that it holds; so counts say how bad, not how often.
    """

    isolation: Isolation
    anomalies: tuple[Anomaly, ...]
    counts: dict[Kind, int]

    @property
    def forbidden(self) -> dict[Kind, int]:
        """The counts of what the isolation level does not allow."""
        allowed = ALLOWED[self.isolation]
        return {kind: count for kind, count in self.counts.items() if kind not in allowed}

    @property
    def ok(self) -> bool:
        """Whether all that was found is allowed."""
        return not self.forbidden

    def __str__(self) -> str:
        if not self.counts:
            return "no anomalies"
        counts = ", ".join(f"{count} × {kind}" for kind, count in self.counts.items())
        return "\n\n".join([counts, *map(str, self.anomalies)])


class Notebook:
    """Collects anomalies: counts all, and keeps the first of each kind."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[Kind] = Counter()
        self._kept: list[Anomaly] = []

    def wants(self, kind: Kind) -> bool:
        """Count one; says whether it is to be told as well."""
        self._counts[kind] += 1
        return self._counts[kind] <= self._most

    def note(self, kind: Kind, txns: tuple[str, ...], text: str) -> None:
        """Count one, and keep it unless there are enough of its kind."""
        if self.wants(kind):
            self.keep(Anomaly(kind, txns, text))

    def keep(self, anomaly: Anomaly) -> None:
        """Keep one that was counted."""
        self._kept.append(anomaly)

    def findings(self, isolation: Isolation) -> Findings:
        """Everything, in the order of kinds."""
        order = list(Kind)
        counts = {kind: self._counts[kind] for kind in order if self._counts[kind]}
        kept = sorted(self._kept, key=lambda anomaly: order.index(anomaly.kind))
        return Findings(isolation, tuple(kept), counts)
