"""The one error tree of memtxn.

The first line of a class's docstring is its message, ``advice`` says what to do next, and the data that
belongs to the failure are attributes. What may succeed when simply tried again is a :class:`Retryable`:
retryable is a type, not a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol


class MemtxnError(Exception):
    """memtxn could not do what was asked"""

    advice: ClassVar[str] = ""
    retryable: ClassVar[bool] = False

    def __init__(self, detail: str = "") -> None:
        self.detail = detail
        super().__init__(detail)

    @property
    def code(self) -> str:
        """The stable name of the error, as interfaces print it: the class name."""
        return type(self).__name__

    def __str__(self) -> str:
        message = (type(self).__doc__ or "").strip().splitlines()[0]
        parts = [message + (f": {self.detail}" if self.detail else "")]
        if self.advice:
            parts.append(self.advice)
        return ". ".join(parts)


class Retryable(MemtxnError):
    """the operation may succeed when it is tried again"""

    retryable: ClassVar[bool] = True


# -- what the caller gave ------------------------------------------------------------------------------


class InvalidInput(MemtxnError):
    """an argument cannot be used"""

    advice = "Correct the argument; nothing was written"


class NaiveDatetime(InvalidInput):
    """a datetime without a time zone was given"""

    advice = "Give an aware datetime, for example datetime.now(timezone.utc)"


class TransactionTooLarge(InvalidInput):
    """the transaction is over a documented limit"""

    advice = "That call staged nothing: commit without it, or split the transaction"


class InvalidLine(InvalidInput):
    """a line cannot be loaded

    ``line`` is its number, from 1; the lines up to ``loaded`` are in already, what was refused excepted.
    """

    advice = "Mend the line and load all of them again: what is in already is recognised"

    def __init__(self, detail: str = "", *, line: int = 0, loaded: int = 0) -> None:
        super().__init__(f"line {line}: {detail}")
        self.line = line
        self.loaded = loaded


class QuotaExceeded(MemtxnError):
    """there is no room for more under a quota of the policy"""

    advice = "Raise the quota in the policy, or write to another memory; nothing was written"

    def __init__(self, detail: str = "", *, quota: str = "", limit: int = 0, count: int = 0) -> None:
        super().__init__(detail or f"{quota} is {limit}, and there are {count}")
        self.quota = quota
        self.limit = limit
        self.count = count


class NotPermitted(MemtxnError):
    """the principal lacks the scope that this operation needs"""

    advice = "Use a memory that its owner opened with that scope; nothing was read or written"

    def __init__(self, detail: str = "", *, principal: str = "", scope: str = "") -> None:
        super().__init__(detail or f"{principal} may not do what needs the scope {scope!r}")
        self.principal = principal
        self.scope = scope


class OwnProposal(NotPermitted):
    """nobody confirms or denies what they proposed themselves"""

    advice = "Let somebody else do it: store.memory(…, principal='…'), or --principal on the command line"

    def __init__(self, detail: str = "", *, principal: str = "") -> None:
        super().__init__(detail or f"{principal} proposed it", principal=principal, scope="confirm")


class NotFound(MemtxnError):
    """there is nothing of that name"""

    advice = "Check the name; memtxn reports a missing thing rather than inventing it"


class Closed(MemtxnError):
    """the store or the transaction is finished and cannot be used again"""

    advice = "Open the store again, or begin a new transaction"


# -- what the rules said -------------------------------------------------------------------------------


class Refused(Protocol):
    """Whatever carries reason codes: the outcome of one proposal."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """Reason codes, in order."""


class Rejected(MemtxnError):
    """the transaction was refused by admission and nothing of it was applied

    ``said`` is the sentence of the rule that refused the first of the proposals.
    """

    advice = "Read the reason codes (memory.why_not shows why), mend the proposals, or use on_reject='skip'"

    def __init__(
        self, detail: str = "", *, said: str = "", tx_id: str = "", outcomes: Sequence[Refused] = ()
    ) -> None:
        super().__init__(detail + (f": {said}" if said else ""))
        self.said = said
        self.tx_id = tx_id
        self.outcomes = tuple(outcomes)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reason codes of all refused proposals, in order and without repetition."""
        codes = [code for outcome in self.outcomes for code in outcome.reasons]
        return tuple(dict.fromkeys(codes))


class StillPending(Rejected):
    """the proposal cannot be admitted as it is, and keeps waiting

    ``reasons`` are the codes that stand against it besides those that the confirmation waived.
    """

    advice = "Deny it, or let it be proposed again on better evidence; nothing was written"


class NotWaiting(MemtxnError):
    """the proposal does not wait to be confirmed or denied any more

    ``state`` is ``confirmed``, ``denied`` or ``expired``; who decided it, and by which record, is told by
    ``principal``, ``seq`` and ``tx_id``. ``proposal`` is its place.
    """

    advice = "See memory.pending() for what waits; what has expired may be proposed again"

    def __init__(
        self,
        detail: str = "",
        *,
        proposal: str = "",
        state: str = "",
        principal: str = "",
        seq: int = 0,
        tx_id: str = "",
    ) -> None:
        super().__init__(detail)
        self.proposal = proposal
        self.state = state
        self.principal = principal
        self.seq = seq
        self.tx_id = tx_id


class Held(Protocol):
    """Whatever a key shows: a belief."""

    @property
    def id(self) -> str:
        """Its id."""


class Conflict(Retryable):
    """somebody else changed what this transaction relied on

    ``entity`` and ``attribute`` name the key (empty: its attribute was declared anew), ``expected`` and
    ``actual`` its version then and now, ``relied_on`` and ``current`` the beliefs that it showed then and shows
    now, if any. ``seq`` is the last record that the commit saw.
    """

    advice = "Read again and retry in a new transaction, or let memory.run do so"

    def __init__(
        self,
        detail: str = "",
        *,
        entity: tuple[str, str] = ("", ""),
        attribute: str = "",
        expected: int = 0,
        actual: int = 0,
        seq: int = 0,
    ) -> None:
        super().__init__(detail)
        self.entity = entity
        self.attribute = attribute
        self.expected = expected
        self.actual = actual
        self.seq = seq
        self.relied_on: tuple[Held, ...] = ()
        self.current: tuple[Held, ...] = ()


class MemoryGuarded(Retryable):
    """somebody holds a guard on this memory, and nobody else may write to it

    ``name`` is that of the guard, ``principal`` who holds it, ``seq`` the record with which it began.
    """

    advice = "Try again when it has ended; a guard whose holder is gone is rolled back by the next writer"

    def __init__(self, detail: str = "", *, name: str = "", principal: str = "", seq: int = 0) -> None:
        super().__init__(detail or f"guard {name!r} of {principal}, since record {seq}")
        self.name = name
        self.principal = principal
        self.seq = seq


class GuardLost(MemtxnError):
    """the guard is over, and nothing is written under it any more

    ``seq`` is the record with which it began.
    """

    advice = "See memory.log() for how it ended; what it had written was taken back unless it was released"

    def __init__(self, detail: str = "", *, seq: int = 0) -> None:
        super().__init__(detail or f"the one that began with record {seq}")
        self.seq = seq


class NotUnderGuard(MemtxnError):
    """this cannot be done while a guard is held, which could not take it back"""

    advice = "Do it before the guard begins, or after it has ended; nothing was written"


class StaleRead(MemtxnError):
    """a key that was lost to somebody else's change is proposed for again without having been read"""

    advice = "Read the key (tx.get, memory.get), or name its version (expected_version), and decide anew"

    def __init__(self, detail: str = "", *, entity: tuple[str, str] = ("", ""), attribute: str = "") -> None:
        super().__init__(detail)
        self.entity = entity
        self.attribute = attribute


class IdempotencyMismatch(MemtxnError):
    """the idempotency key was used before with another request

    ``seq`` is the record of the commit that the key belongs to.
    """

    advice = "That commit stands; use a fresh key only for what is really another request"

    def __init__(self, detail: str = "", *, seq: int = 0) -> None:
        super().__init__(detail)
        self.seq = seq


class Broken(Protocol):
    """A constraint that would not hold any more, and what stands against what."""

    @property
    def constraint(self) -> str:
        """Its name."""

    @property
    def detail(self) -> str:
        """What is wrong, in words."""


class ConstraintViolated(Rejected):
    """a constraint would not hold, and nothing was applied

    ``violations`` name each constraint, the keys and the beliefs concerned.
    """

    advice = "Mend the proposals as the violations say, end what stands in the way first, or drop the constraint"

    def __init__(
        self,
        detail: str = "",
        *,
        tx_id: str = "",
        outcomes: Sequence[Refused] = (),
        violations: Sequence[Broken] = (),
    ) -> None:
        first = f"{violations[0].constraint}: {violations[0].detail}" if violations else ""
        more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
        super().__init__(detail or first + more, tx_id=tx_id, outcomes=outcomes)
        self.violations = tuple(violations)


class CheckUnknown(MemtxnError):
    """a check concerns this, and its function is not known to this store"""

    advice = "Give it with memory.constrain(Check(...)), or drop the constraint; nothing was written"


# -- what a verifier said ------------------------------------------------------------------------------


class VerifierFailed(MemtxnError):
    """the verifier gave no opinion that can be used"""

    advice = "Propose without an opinion, which then counts neither way, or ask another verifier"


class VerifierUnavailable(VerifierFailed, Retryable):
    """the verifier was not reached, was too slow, or is too busy"""

    advice = "Ask again later, or propose without an opinion, which then counts neither way"


# -- what the storage said -----------------------------------------------------------------------------


class StorageError(MemtxnError):
    """the storage could not do its part"""

    advice = "Nothing was committed; look at the detail, mend the cause and try again"


class StorageBusy(StorageError, Retryable):
    """another writer held the database for longer than the busy timeout"""

    advice = "Try again; raise busy_timeout if long writers are expected"


class StorageFull(StorageError):
    """the disk or the database is full"""

    advice = "Free space and try again; nothing was committed"


class NotADatabase(StorageError):
    """the file is not a memtxn database"""

    advice = "Check the path; the file was not touched"


class ReadOnly(StorageError):
    """the store can be read but not written"""

    advice = "See the detail for the cause"


class NewerFormat(ReadOnly):
    """the database was written by a newer memtxn"""

    advice = "Upgrade memtxn to write to it; reading goes on"


class WrongKey(ReadOnly):
    """the given key is not the one that this database is sealed with"""

    advice = "Open it with the right key to write; reading goes on"


class UnsafeSQLite(StorageError):
    """this SQLite library has the WAL-reset corruption bug"""

    advice = "Install the current apsw wheel, which carries a fixed SQLite"


class UnsafeFileSystem(StorageError):
    """the file is on a network file system, where SQLite's locks do not hold"""

    advice = (
        "Keep it on a local disk and share a backup; or open it with read_only=True while nobody writes it;"
        " or, if no other machine ever opens it, with allow_network=True"
    )


class OutcomeUnknown(StorageError):
    """the commit was sent, and neither it nor the look-up was answered"""

    advice = "Ask memory.outcome(tx_id) when the storage answers again; do not resend under another id"

    def __init__(self, detail: str = "", *, tx_id: str = "") -> None:
        super().__init__(detail)
        self.tx_id = tx_id


class FileDamaged(StorageError):
    """a part of the file is damaged, so that it cannot be read at all"""

    advice = "Copy the file, see memory.verify() for what else is damaged, and open a backup"


class BackupDamaged(StorageError):
    """the backup is not whole, and was not put in its place"""

    advice = "Nothing was changed: take another backup, or open this one beside it and compare"


class JournalDamaged(StorageError):
    """the journal itself is damaged, and nothing is rebuilt from it"""

    advice = "Nothing was changed: copy the file, see memory.verify() for each damage, and open a backup"


class Unreadable(StorageError):
    """a stored object does not match its commitment and is not shown"""

    advice = "Run memory.verify() to see what is damaged; the rest of the memory still reads"


class Erased(Unreadable):
    """it was erased for good"""

    advice = "Nobody can bring it back; memory.log() tells which record erased it"
