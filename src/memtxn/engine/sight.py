"""What a transaction sees of its memory, and what it thereby relies on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memtxn.core.workspace import Scan
from memtxn.engine.conflicts import Session
from memtxn.engine.mistakes import no_beliefs
from memtxn.engine.overlay import shown as laid_over
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.sources import check_count
from memtxn.engine.workbench import Bench, Opening, Options
from memtxn.errors import InvalidInput, TransactionTooLarge
from memtxn.model.belief import Belief
from memtxn.model.codec import canonical, check_text
from memtxn.model.exact import exact_items
from memtxn.model.key import Key
from memtxn.model.proposal import Draft
from memtxn.model.time import FOREVER, from_micros, to_micros


class Sight:
    """The snapshot with the transaction's own proposals laid over it; every look joins the read set."""

    def __init__(
        self, runtime: Runtime, ledger: Ledger, session: Session, opening: Opening, options: Options, bench: Bench
    ) -> None:
        self._runtime, self._ledger, self._session = runtime, ledger, session
        self._opening, self._options, self._bench = opening, options, bench

    def to_validate(self) -> dict[str, int]:
        """The versions of keys that must still stand at the commit.

        Under snapshot isolation those of the keys that it writes, instead of those that it only read. Under
        both: what was named, and what a conflict before it was about.
        """
        bench, written = self._bench, self._bench.written()
        reads = bench.reads
        if self._options.isolation == "snapshot":
            with self._runtime.storage.glance() as reader:
                versions = bench.overlay.versions(reader, self._ledger.mem(reader), written)
            reads = versions | bench.relied
        named = self._named()
        inherited = self._session.inherited(written).items()
        return {name: version for name, version in inherited if name not in named} | reads

    def check_fresh(self, key: Key, named: int | None = None) -> None:
        """Make sure that a key is not proposed for blindly after a conflict on it. Raises StaleRead.

        Whoever has read it in this transaction, or names a version of it that is new enough, does not do so
        blindly: the commit finds out whether that version stands.
        """
        if key.name not in self._bench.reads:
            self._session.check(key.name, named)

    def settled(self, seq: int) -> None:
        """All that it relied on stood in record ``seq``, so it counts as read."""
        for name in self._bench.reads.keys() | self._named():
            self._session.read(name, seq)

    def _named(self) -> set[str]:
        """The keys whose version a proposal names."""
        return {item.name for item in self._bench.items if item.admitted and item.expected_version is not None}

    def scanned(self, scan: Scan, found: list[Belief]) -> list[Belief]:
        """What a range shows: what was found in the snapshot, with the transaction's own laid over it."""
        self._bench.scan(scan)
        self._session.scanned(scan, self._opening.seq)
        staged = {name for name in self._bench.written() if scan.covers(name)}
        beliefs = [belief for belief in found if belief.key.name not in staged]
        for name in staged:
            beliefs += self.shown(Key.from_name(name), self._opening.instant)
        return sorted(beliefs, key=lambda belief: belief.key.name.encode())

    def target(self, draft: Draft) -> Belief | None:
        """The belief that a retraction takes back: shown at its time, or else scheduled for later."""
        if self.is_many(draft.key) and draft.value is None:
            raise InvalidInput(f"{draft.key} is many-valued: say which value is retracted (value=...)")
        since = draft.valid_from or draft.observed_at
        moment = self._opening.instant if since is None else to_micros(since)
        now, scheduled = self.shown(draft.key, moment), self.shown(draft.key, FOREVER - 1)
        for belief in [*now, *scheduled]:
            if draft.value is None or canonical(belief.value) == draft.canonical:
                return belief
        return None

    def state_time(self, key: Key) -> datetime:
        """The present, or just after what this transaction has read or stated of the key."""
        now = self._opening.instant
        stated = [item.nu + 1 for item in self._bench.staged(key.name)]
        read = self.shown(key, now) if key.name in self._bench.reads else []
        seen = [to_micros(belief.observed_at) + 1 for belief in read]
        return from_micros(max([now, *stated, *seen]))

    def shown(self, key: Key, t: int) -> list[Belief]:
        """What a key shows at an instant; it joins the read set. Raises TransactionTooLarge."""
        with self._runtime.storage.glance() as reader:
            version, beliefs = laid_over(reader, self._ledger, self._bench, key, self._opening.seq, t)
        self._bench.read(key.name, version)
        self._session.read(key.name, self._opening.seq)
        return beliefs

    def rely_on(self, given: object, limit: int) -> list[tuple[str, int]]:
        """Rely on the versions of these beliefs, ``limit`` at most; their ids and versions.

        Raises:
            InvalidInput: not a list of beliefs. TransactionTooLarge.
        """
        items = exact_items(given)
        if items is None:
            raise InvalidInput(no_beliefs(given, "based_on"))
        beliefs = [one for one in items if type(one) is Belief]
        if len(beliefs) < len(items):
            other = next(one for one in items if type(one) is not Belief)
            raise InvalidInput(no_beliefs(other, "based_on"))
        check_length("based_on", beliefs, limit)
        ids = [check_text(one.id, "based_on: the id of a belief", limit=64) for one in beliefs]
        keys = [Key.of(one.key.entity, one.attribute) for one in beliefs]
        versions = [check_count(one.version, "based_on: the version of a belief") for one in beliefs]
        for key, version in zip(keys, versions, strict=True):
            self._bench.rely(key.name, version)
        return list(zip(ids, versions, strict=True))

    def is_many(self, key: Key) -> bool:
        """Whether the key's attribute is many-valued, as the transaction knows it."""
        return self._opening.rules.many(key.name)


def check_length(what: str, given: Sequence[object], limit: int) -> None:
    """Refuse a list of too many beliefs. Raises TransactionTooLarge."""
    if len(given) > limit:
        raise TransactionTooLarge(f"{what} names {len(given)} beliefs, more than {limit}")
