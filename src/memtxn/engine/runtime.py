"""What every part of an open store works with, gathered once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from threading import Event, local
from typing import TypeAlias, TypeVar

import msgspec

from memtxn.core.admission import RULES, Rule
from memtxn.core.admission.cues.pack import Pack
from memtxn.core.proof import EMPTY_DIGEST, SALT_SIZE, commitment, key_fingerprint, origin, tag
from memtxn.core.workspace import Sealed
from memtxn.engine.committer import Committer
from memtxn.errors import InvalidInput, QuotaExceeded, WrongKey
from memtxn.model.codec import pack
from memtxn.model.constraint import Predicate
from memtxn.model.policy import Policy
from memtxn.model.record import Body, ConstraintBody
from memtxn.model.rows import TENANT_BITS, Head, MemoryRow
from memtxn.model.time import from_micros, to_micros
from memtxn.ports.clock import Clock
from memtxn.ports.ids import Ids
from memtxn.ports.storage import Reader, Storage, Writer

Done = TypeVar("Done")

Checks: TypeAlias = dict[str, dict[ConstraintBody, Predicate]]
"""Functions of checks by the name of the constraint, and what the journal says of it: one that was stated anew,
with another scope, needs its function anew."""

_LATEST_CLOCK = to_micros(datetime(2200, 1, 1, tzinfo=UTC))


class Runtime(msgspec.Struct, frozen=True, kw_only=True):
    """The ports, the policy, and the tag key (None: it is not known, and nothing can be written).

    ``place`` names the file for people. ``pause`` waits a number of seconds before a retry. ``packs`` are the
    user's cues, with which the gate reads every text.
    ``policy_fingerprint`` and, unless one is given, the ``committer`` are made here, once.
    """

    storage: Storage
    clock: Clock
    ids: Ids
    policy: Policy
    tag_key: bytes | None
    place: str = "memory"
    rules: tuple[Rule, ...] = RULES
    packs: tuple[Pack, ...] = ()
    pause: Callable[[float], object] = msgspec.field(default_factory=lambda: Event().wait)
    policy_fingerprint: bytes = b""
    committer: Committer | None = None
    guard: bytes | None = None
    """The transaction that began a guard which somebody else holds and shares with this store."""
    checks: dict[tuple[int, str], Checks] = msgspec.field(default_factory=dict)
    """The functions of checks, by memory (its tenant and name)."""

    def __post_init__(self) -> None:
        """Work out what every record says of the policy that it was planned with, and make the one queue."""
        rules, cues = tuple(rule.name for rule in self.rules), tuple(pack.digest for pack in self.packs)
        seen = self.policy.fingerprint(rules, cues)
        msgspec.structs.force_setattr(self, "policy_fingerprint", seen)
        if self.committer is None:
            msgspec.structs.force_setattr(self, "committer", Committer(self.storage))

    def durably(self, run: Callable[[Writer], Done]) -> Done:
        """Run what writes, in its turn. See `Committer.submit`."""
        assert self.committer is not None
        return self.committer.submit(run)

    @property
    def digest_key(self) -> bytes:
        """The database's own key of digests and value hashes."""
        return self.storage.meta.digest_key

    def now(self) -> int:
        """The present in microseconds.

        Raises:
            InvalidInput: the clock is far beyond any plausible time. Recorded time never steps back, so that
                one such reading would bind a memory for ever.
        """
        now = to_micros(self.clock(), "clock")
        if now > _LATEST_CLOCK:
            raise InvalidInput(f"the clock says {from_micros(now)}; correct it")
        return now

    def seal(self, body: Body) -> Sealed:
        """Salt, pack and commit to a body, before any lock is taken."""
        salt, data = self.ids(SALT_SIZE), pack(body)
        return Sealed(salt, data, commitment(salt, data), body)

    def writing_key(self) -> bytes:
        """The tag key. Raises WrongKey when it is not known: a wrong or missing key never writes."""
        if self.tag_key is None:
            raise WrongKey(f"the store is sealed with key {self.storage.meta.tag_key_id.hex()}")
        return self.tag_key


def known_tag_key(storage: Storage, given: bytes | None) -> bytes | None:
    """The tag key of a store: its own, or the given one if that is the right one."""
    meta = storage.meta
    if meta.tag_key is not None:
        return meta.tag_key if given is None or given == meta.tag_key else None
    return given if given is not None and key_fingerprint(given) == meta.tag_key_id else None


class Ledger:
    """One memory of the storage by its name; it comes into being with its first record.

    Whatever reads or writes through it keeps the store alive (``keeper``). ``under`` is a guard that holds for
    every thread. Its present never steps back, whatever the clock does: it is at least the last recorded time
    that was seen.
    """

    def __init__(
        self, runtime: Runtime, tenant: int, name: str, keeper: object = None, under: bytes | None = None
    ) -> None:
        self.runtime, self.tenant, self.name = runtime, tenant, name
        self.keeper = keeper
        self._under, self._held = under or runtime.guard, local()
        self._row: MemoryRow | None = None
        self._latest = 0

    def find(self, reader: Reader) -> MemoryRow | None:
        """The memory's row, once it exists."""
        if self._row is None:
            self._row = reader.memory(self.tenant, self.name)
            if self._row is not None:
                self.passed(reader.head(self._row.mem).at)
        return self._row

    @property
    def under(self) -> bytes | None:
        """The transaction that began the guard under which this thread writes here, if any."""
        return getattr(self._held, "tx", None) or self._under

    def hold(self, tx: bytes | None) -> None:
        """From now on this thread writes under that guard."""
        self._held.tx = tx

    def forget(self) -> None:
        """Look for the row again."""
        self._row = None

    @property
    def checks(self) -> Checks:
        """The functions of its checks that were given to this store."""
        return self.runtime.checks.setdefault((self.tenant, self.name), {})

    @property
    def seen(self) -> bool:
        """Whether the memory was found in the storage before."""
        return self._row is not None

    def now(self) -> int:
        """The present of this memory in microseconds."""
        return max(self.runtime.now(), self._latest)

    def passed(self, at: int) -> None:
        """A record of that time was seen."""
        self._latest = max(self._latest, at)

    def mem(self, reader: Reader) -> int:
        """The memory's number; 0, which no memory has, before its first record."""
        row = self.find(reader)
        return row.mem if row else 0

    def create(self, writer: Writer) -> int:
        """The memory's number, making it if need be.

        What is made is not remembered, for the block may be undone: the next read finds it.
        """
        row = self._row or writer.memory(self.tenant, self.name)
        if row is None:
            row = self._new(writer)
            writer.create(row, first_head(self.runtime.writing_key(), row))
        return row.mem

    def _new(self, writer: Writer) -> MemoryRow:
        count, quota = writer.memories(self.tenant), self.runtime.policy.memories_quota
        if count >= quota:
            raise QuotaExceeded(quota="memories_quota", limit=quota, count=count)
        number = self.tenant << TENANT_BITS | count + 1
        return MemoryRow(number, self.runtime.ids(SALT_SIZE), self.name, self.runtime.now())


def first_head(tag_key: bytes, row: MemoryRow) -> Head:
    """The head of a memory without records."""
    start = origin(row)
    return Head(
        seq=0,
        at=0,
        digest=EMPTY_DIGEST,
        keys=0,
        link=start,
        tag=tag(tag_key, start, EMPTY_DIGEST),
        declared=0,
    )
