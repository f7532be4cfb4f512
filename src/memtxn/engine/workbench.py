"""The workbench of one transaction: what it staged and what it relied on, until it commits or is given up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Literal

import msgspec

from memtxn.core.proof import fingerprint, idempotency_mac
from memtxn.core.rules import Rules
from memtxn.core.workspace import Item, Scan, Sealed, StagedSource, Workspace
from memtxn.engine.overlay import Overlay
from memtxn.engine.runtime import Runtime
from memtxn.engine.scopes import Scopes
from memtxn.engine.sources import Known, given_out
from memtxn.errors import TransactionTooLarge
from memtxn.model.codec import pack
from memtxn.model.proposal import Proposal
from memtxn.model.record import DEFAULT_PRINCIPAL, ContextBody, Kind, SourceBody
from memtxn.model.source import Source

ANALYSED_BYTES = 2 * 1024 * 1024
"""Bytes of staged sources whose analyses are kept, each some forty times as large."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How a transaction was asked for, and by whom."""

    scopes: Scopes
    label: str | None
    on_reject: Literal["abort", "skip"]
    risk: str | None
    idempotency_key: str | None
    isolation: Literal["serializable", "snapshot"] = "serializable"

    @property
    def principal(self) -> str:
        """Who asked."""
        return self.scopes.principal


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What a transaction saw when it began: its instant, the last seq, and the declarations of that seq.

    ``under`` is the transaction that began the guard in which it began.
    """

    instant: int
    seq: int
    declared: int
    rules: Rules
    under: bytes | None = None


class Mark(msgspec.Struct, frozen=True):
    """How much was staged at a savepoint; ``size`` in bytes."""

    items: int
    sources: int
    requests: int
    size: int


class Bench:
    """Plain memory: nothing here waits, locks or writes.

    ``reads`` are the keys that it read or relied on, ``relied`` those among them that were named as such.
    """

    def __init__(self, runtime: Runtime, opening: Opening, options: Options, tx: bytes) -> None:
        self._runtime, self._opening, self._options = runtime, opening, options
        self.tx = tx
        self.items: list[Item] = []
        self.proposals: list[Proposal] = []
        self.sources: dict[str, StagedSource] = {}
        self.known: dict[str, Known] = {}
        self.reads: dict[str, int] = {}
        self.relied: dict[str, int] = {}
        self.scans: dict[Scan, None] = {}
        self.overlay = Overlay(tx, opening.seq, opening.rules)
        self._staged: dict[str, list[Item]] = {}
        self._requests: list[bytes] = []
        self._analysed: dict[str, int] = {}
        self._proposed = self._size = 0

    def observe(self, source: Source, body: SourceBody) -> Source:
        """Stage a source and its body. Raises TransactionTooLarge."""
        if source.id not in self.sources:
            self._check_room(len(self.sources), self._runtime.policy.sources_limit, "sources")
            sealed = self._runtime.seal(body)
            self._check_size(sealed)
            self.sources[source.id] = StagedSource(source.id, sealed)
            self.known[source.id] = Known(source, self._runtime.packs)
        return given_out(self.known[source.id].source)

    def cited(self, source_id: str) -> Known | None:
        """A staged source that is about to be judged on. Analyses are large: few are kept at a time."""
        known = self.known.get(source_id)
        if known is not None:
            self._analysed.pop(source_id, None)
            self._analysed[source_id] = known.size
            while sum(self._analysed.values()) > ANALYSED_BYTES and len(self._analysed) > 1:
                oldest = next(iter(self._analysed))
                del self._analysed[oldest]
                if oldest in self.known:
                    self.known[oldest] = Known(self.known[oldest].source, self._runtime.packs)
        return known

    def room(self) -> None:
        """Make sure that one more proposal fits. Raises TransactionTooLarge."""
        self._check_room(len(self.items), self._runtime.policy.proposals_limit, "proposals")

    def next_name(self) -> str:
        """The id of the next proposal that is given none; never the same again, also after a rollback."""
        self._proposed += 1
        return f"{self.tx.hex()}/{self._proposed - 1}"

    def add(self, proposal: Proposal, item: Item) -> Proposal:
        """Stage a judged proposal. Raises TransactionTooLarge."""
        self._check_size(item.sealed)
        self.proposals.append(proposal)
        self.items.append(item)
        if item.admitted:
            self._staged.setdefault(item.name, []).append(item)
        return proposal

    def request(self, *given: object) -> None:
        """Remember a call as it was made, before any default was filled in (P15).

        It is packed now: a caller may change a value before the commit.
        """
        if self._options.idempotency_key is not None:
            self._requests.append(pack(given))

    def read(self, name: str, version: int) -> None:
        """Rely on a version of a key: the oldest one that was seen. Raises TransactionTooLarge."""
        if name not in self.reads:
            self._check_room(len(self.reads), self._runtime.policy.reads_limit, "keys read")
        self.reads[name] = min(version, self.reads.get(name, version))

    def scan(self, scan: Scan) -> None:
        """Rely on a range. Raises TransactionTooLarge."""
        if scan not in self.scans:
            self._check_room(len(self.scans), self._runtime.policy.scans_limit, "scanned ranges")
        self.scans[scan] = None

    def savepoint_room(self, taken: int) -> None:
        """Make sure that one more savepoint fits. Raises TransactionTooLarge."""
        self._check_room(taken, self._runtime.policy.savepoints_limit, "savepoints")

    def rely(self, name: str, version: int) -> None:
        """Rely on a version of a key by name: under every isolation."""
        self.read(name, version)
        self.relied[name] = min(version, self.relied.get(name, version))

    def whole(self) -> Whole:
        """A block for one call: what it has staged is given up when it raises."""
        return Whole(self)

    def mark(self) -> Mark:
        """How much is staged now."""
        return Mark(len(self.items), len(self.sources), len(self._requests), self._size)

    def back_to(self, mark: Mark) -> None:
        """Give up what was staged since. What was read stays read: it may have been acted upon."""
        del self.items[mark.items :], self.proposals[mark.items :], self._requests[mark.requests :]
        self._restage()
        for source_id in list(self.sources)[mark.sources :]:
            del self.sources[source_id]
            self.known.pop(source_id, None)
        self.overlay = Overlay(self.tx, self._opening.seq, self._opening.rules)
        self._size = mark.size

    def refuse(self, number: int, proposal: Proposal, item: Item) -> None:
        """Put a refusal in the place of a proposal that was admitted."""
        self.proposals[number], self.items[number] = proposal, item
        self._restage()

    def _restage(self) -> None:
        self._staged = {}  # made anew: an interrupt may have left it half-way
        for item in self.items:
            if item.admitted:
                self._staged.setdefault(item.name, []).append(item)

    def written(self) -> set[str]:
        """The keys with an admitted proposal."""
        return {name for name, items in self._staged.items() if items}

    def staged(self, name: str) -> Sequence[Item]:
        """The admitted proposals for a key."""
        return self._staged.get(name, ())

    def empty(self) -> bool:
        """Whether there is nothing to commit."""
        return not self.items and not self.sources and self._options.idempotency_key is None

    def refused(self) -> list[tuple[Proposal, Item]]:
        """The proposals that were not admitted."""
        return [pair for pair in zip(self.proposals, self.items, strict=True) if not pair[1].admitted]

    def to_commit(self, reads: Mapping[str, int]) -> Workspace:
        """Everything, to be committed if these versions of keys, and the scans, still stand."""
        return Workspace(
            tx=self.tx,
            instant=self._opening.instant,
            policy=self._runtime.policy_fingerprint,
            context=self._context(),
            idem=self._idem(),
            sources=tuple(self.sources.values()),
            items=tuple(self.items),
            patience=self._runtime.policy.quarantine_expiry,
            reads=tuple(reads.items()),
            since=self._opening.seq,
            scans=tuple(self.scans) if self._options.isolation == "serializable" else (),
            declared=self._opening.declared,
            rules=self._opening.rules,
            under=self._opening.under,
        )

    def to_decide(self) -> Workspace:
        """The refusals alone, with the staged sources that they speak about: a record that changes nothing."""
        refused = self.refused()
        cited = {piece.source.id for proposal, _ in refused for piece in proposal.draft.evidence}
        return Workspace(
            tx=self.tx,
            instant=self._opening.instant,
            policy=self._runtime.policy_fingerprint,
            context=self._context(),
            kind=Kind.DECISION,
            sources=tuple(source for source in self.sources.values() if source.id in cited),
            items=tuple(item for _, item in refused),
            patience=self._runtime.policy.quarantine_expiry,
            since=self._opening.seq,
            declared=self._opening.declared,
            rules=self._opening.rules,
            under=self._opening.under,
        )

    def _check_room(self, taken: int, limit: int, what: str) -> None:
        if taken >= limit:
            raise TransactionTooLarge(f"more than {limit} {what}")

    def _check_size(self, sealed: Sealed) -> None:
        limit = self._runtime.policy.staged_limit
        if self._size + len(sealed.data) > limit:
            raise TransactionTooLarge(f"more than {limit} bytes staged")
        self._size += len(sealed.data)

    def _idem(self) -> bytes | None:
        key = self._options.idempotency_key
        if key is None:
            return None
        return idempotency_mac(self._runtime.writing_key(), self._options.principal, key)

    def _context(self) -> Sealed | None:
        asked = self._options
        plain = asked.principal == DEFAULT_PRINCIPAL and asked.label is None and asked.risk is None
        if plain and asked.idempotency_key is None:
            return None
        request = None
        if asked.idempotency_key is not None:
            request = fingerprint(
                self._runtime.digest_key, asked.label, asked.risk, asked.on_reject, self._requests
            )
        body = ContextBody(asked.principal, asked.label, asked.risk, request)
        return self._runtime.seal(body)


class Whole:
    """See `Bench.whole`."""

    __slots__ = ("_bench", "_mark")

    def __init__(self, bench: Bench) -> None:
        self._bench, self._mark = bench, bench.mark()

    def __enter__(self) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._bench.back_to(self._mark)
