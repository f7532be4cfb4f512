"""Load: lines that come in, through admission and in batches, each one transaction.

What the memory holds already is recognised line by line and not proposed again. A batch has an idempotency key,
made from what it says, so that two loads of the same lines at one time have one effect. Batches end at the same
lines whatever becomes of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from hashlib import blake2b
from typing import Literal, Protocol

import msgspec

from memtxn.engine.claim import Mark, Said, heard
from memtxn.engine.enter import Entry, enter, entry_of, is_alone
from memtxn.engine.lines import Given, Lines, Parsed, given_lines, parsed
from memtxn.engine.places import Places
from memtxn.engine.problems import OnProblem, Problems
from memtxn.engine.recall import Recall
from memtxn.engine.runtime import Ledger
from memtxn.engine.scopes import Scope, Scopes
from memtxn.engine.stage import place_of
from memtxn.engine.stated import Rules, Takes
from memtxn.engine.transaction import Transaction
from memtxn.errors import Conflict, InvalidInput
from memtxn.model.codec import pack
from memtxn.model.lines import (
    BeliefLine,
    ConstraintLine,
    DeclarationLine,
    Header,
    LoadReport,
    RefusalLine,
    RetractionLine,
    TypeLine,
)
from memtxn.model.policy import Policy
from memtxn.model.proposal import Proposal
from memtxn.model.receipt import ProposalOutcome, Receipt
from memtxn.model.record import Outcome, locate, public_id
from memtxn.ports.storage import Reader

BATCH = 100
"""Lines of a file that share a transaction: those up to each multiple of it."""
BATCH_BYTES = 8 * 1024 * 1024
_OVERHEAD = 2048
"""Bytes that a proposal takes at most beside its own: its trace, its citations."""
RETRIES = 20

Unsourced = Literal["refuse", "import"]


class Target(Takes, Protocol):
    """The memory that lines are loaded into."""

    def transaction(
        self, *, label: str | None = None, on_reject: Literal["abort", "skip"], idempotency_key: str | None = None
    ) -> Transaction:
        """See `Memory.transaction`."""
        ...


class Loading(msgspec.Struct, frozen=True, kw_only=True):
    """How to load, for whom, and into which memory; ``checks`` are those whose function is known."""

    ledger: Ledger
    checks: Collection[str]
    scopes: Scopes
    unsourced: Unsourced = "refuse"
    keep_going: bool = False
    on_problem: OnProblem | None = None

    @property
    def policy(self) -> Policy:
        """The policy of the store."""
        return self.ledger.runtime.policy

    @property
    def line_limit(self) -> int:
        """Bytes of a line. A character of a source may take six of them in JSON."""
        return 8 * (self.policy.source_limit + self.policy.value_limit) + 64 * 1024

    @property
    def batch_lines(self) -> int:
        """Lines of a batch: no more than may be staged in one transaction."""
        return max(1, min(BATCH, self.policy.proposals_limit, self.policy.sources_limit))

    @property
    def batch_bytes(self) -> int:
        """Bytes of a batch, beyond which it ends with the line that it is at."""
        return min(BATCH_BYTES, self.policy.staged_limit // 4)


def load(target: Target, options: Loading, lines: Lines) -> LoadReport:
    """Bring lines in. See `Memory.load`. A store that is closed, or gone, says so before a line is looked at."""
    with options.ledger.runtime.storage.glance() as reader:
        options.ledger.mem(reader)
    return _Loader(target, options).run(lines)


class _Waiting(msgspec.Struct):
    """A line of a batch, what it says, and what the memory has of it.

    ``place`` is where it stands already; ``stored``: its own source is there; ``tries``: how often its key was
    refused something.
    """

    parsed: Parsed
    said: Said
    parents: list[int | None] = []
    place: int | None = None
    marks: list[Mark] = []
    stored: bool = False
    tries: int = 0

    @property
    def given(self) -> Given:
        return self.parsed.given


class _Staged(msgspec.Struct):
    """What became of a line: it has an entry, says what another one says, or was ``refused`` before."""

    line: _Waiting
    entry: Entry | None = None
    refused: Proposal | None = None


class _Batch:
    """Lines that are about to share a transaction, and the beliefs among them by their old places."""

    def __init__(self) -> None:
        self.lines: list[_Waiting] = []
        self.beliefs: set[int] = set()
        self.size = 0

    def add(self, line: _Waiting) -> None:
        self.lines.append(line)
        self.size += len(line.parsed.data) + _OVERHEAD
        if isinstance(line.parsed.line, BeliefLine):
            self.beliefs.add(_old_place(line.parsed.line.id))


class _Loader:
    """One load."""

    def __init__(self, target: Target, options: Loading) -> None:
        self._target, self._options = target, options
        self._batch, self._places = _Batch(), Places()
        self._recall = Recall(options.ledger, options.scopes.principal)
        self._counts: Counter[str] = Counter()
        self._outcomes: Counter[str] = Counter()
        self._problems = Problems(self._counts, options.on_problem, keep_going=options.keep_going)
        self._rules = Rules(target, options.ledger, options.checks, self._counts, self._problems)
        self._seq = self._window = 0

    def run(self, lines: Lines) -> LoadReport:
        for given in given_lines(lines, self._options.line_limit):
            window = (given.number - 1) // self._options.batch_lines
            if window != self._window:
                self._flush()
                self._window = window
            if given.content or given.problem:
                self._counts["lines"] += 1
                self._take(given)
        self._flush()
        self._rules.state()
        self._problems.tell()
        problems = tuple(self._problems.kept)
        report = LoadReport(outcomes=dict(self._outcomes), seq=self._seq, problems=problems)
        return msgspec.structs.replace(report, **self._counts)

    def _take(self, given: Given) -> None:
        try:
            line = parsed(given)
            parents = _parents(line)
            options = self._options
            said = heard(line.line, options.policy, options.scopes, unsourced=options.unsourced)
        except InvalidInput as error:
            self._problems.malformed(given, error)
            return
        if self._batch.beliefs.intersection(parents):  # a belief has its place when it is committed
            self._flush()
        self._put(line, said)

    def _put(self, line: Parsed, said: Said) -> None:
        match line.line:
            case Header():
                self._flush()
                self._places = Places()
                self._counts["ignored"] += 1
            case DeclarationLine() | TypeLine() | ConstraintLine() as rule:
                self._flush()
                self._rules.wait(line.given, rule)
            case RefusalLine():
                self._counts["ignored"] += 1
            case _:
                self._batch.add(_Waiting(line, said))
                if self._batch.size > self._options.batch_bytes:
                    self._flush()

    # -- a batch -----------------------------------------------------------------------------------------

    def _flush(self) -> None:
        """Commit the lines that wait."""
        batch, self._batch = self._batch.lines, _Batch()
        if batch:
            for line in batch:
                line.parents = [self._places.get(parent) for parent in _parents(line.parsed)]
            self._commit(batch)
            self._problems.loaded = batch[-1].given.number
        self._problems.tell(waiting=bool(self._rules))

    def _commit(self, batch: list[_Waiting]) -> None:
        lost: Conflict | None = None
        for left in reversed(range(RETRIES + 1)):
            batch = self._unknown(batch)
            if not batch:
                return
            self._rules.state()
            try:
                self._attempt(batch, lost)
            except Conflict as conflict:
                if not left or not self._options.scopes.allows(Scope.READ):
                    raise
                lost = conflict
            else:
                return

    def _unknown(self, batch: list[_Waiting]) -> list[_Waiting]:
        """The lines of a batch that the memory does not hold; the others are counted."""
        ledger, unknown = self._options.ledger, list[_Waiting]()
        before = 0
        with ledger.runtime.storage.read() as reader:
            mem = ledger.mem(reader)
            self._recall.at(reader, mem)
            for line in batch:
                self._look(reader, mem, line)
                if line.place is None:
                    unknown.append(line)
                    continue
                before = before if unknown else max(before, locate(line.place)[0])
                self._found(line.parsed, line.place)
            if before and self._rules:
                self._rules.drop(reader, mem, before)
        return unknown

    def _look(self, reader: Reader, mem: int, line: _Waiting) -> None:
        """Find out what the memory has of a line."""
        recall, said = self._recall, line.said
        own = None if said.source is None else recall.source(reader, mem, said.source)
        line.stored = said.source is None or own is not None
        if said.claim is None:
            line.place = own
            return
        claim = said.claim.resting_on(self._ids(line)) if line.parents else said.claim
        known = recall.sources(reader, mem, claim)
        line.marks = [] if known is None else recall.marks(claim, known)
        if line.marks:
            places = recall.places(reader, mem, claim.name, line.marks)
            line.place = self._own_place(line.parsed, places)
        if line.place is None and line.stored:
            line.tries = recall.tries(reader, mem, claim.name)

    def _own_place(self, line: Parsed, places: list[int]) -> int | None:
        """Lines of an export stand each for a version of its own; all others that say the same are one."""
        if not isinstance(line.line, BeliefLine | RetractionLine):
            return places[0] if places else None
        before = self._places.get(_old_place(line.line.id)) if isinstance(line.line, BeliefLine) else None
        if before in places:
            return before
        return next((place for place in places if not self._places.is_taken(place)), None)

    def _found(self, line: Parsed, place: int) -> None:
        self._counts["known"] += 1
        self._stands_for(line, place)

    def _stands_for(self, line: Parsed, place: int) -> None:
        if isinstance(line.line, BeliefLine):
            self._places.put(_old_place(line.line.id), place)
        elif isinstance(line.line, RetractionLine):
            self._places.take(place)

    # -- a transaction -----------------------------------------------------------------------------------

    def _attempt(self, batch: list[_Waiting], lost: Conflict | None) -> None:
        staged: list[_Staged] = []
        failures: list[tuple[Given, InvalidInput]] = []
        tx = self._target.transaction(label="import", on_reject="skip", idempotency_key=self._key(batch))
        with tx:
            if lost is not None and lost.attribute:
                tx.get(lost.entity, lost.attribute)
            said: set[bytes] = set()
            for line in batch:
                try:
                    staged.append(self._stage(tx, line, said))
                except InvalidInput as error:
                    self._problems.stop_at(line.given, error)
                    failures.append((line.given, error))
            entered = [one for one in staged if one.entry is not None]
            receipt = tx.commit() if entered else None
            if receipt is None:
                tx.rollback()
        for given, failure in failures:
            self._problems.malformed(given, failure)
        for one in staged:
            if one.entry is None:
                self._again(one)
        if receipt is not None:
            self._settle(entered, receipt, repeated=receipt.tx_id != tx.id)

    def _stage(self, tx: Transaction, line: _Waiting, said: set[bytes]) -> _Staged:
        """Enter a line, unless another one of this batch says the same, or it was refused before."""
        options, mark = self._options, _same(line)
        if mark is not None and mark in said:
            return _Staged(line)
        with tx.savepoint() as savepoint:
            ids = self._ids(line)
            proposal = enter(
                tx, line.parsed.line, ids, options.policy, options.scopes, unsourced=options.unsourced
            )
            if proposal is not None and not proposal.admitted and line.stored and self._recall.refused(proposal):
                tx.rollback_to(savepoint)
                return _Staged(line, refused=proposal)
        if mark is not None:
            said.add(mark)
        return _Staged(line, entry_of(line.parsed.line, unsourced=options.unsourced))

    def _ids(self, line: _Waiting) -> tuple[str, ...]:
        """The parents of a line as this memory knows them."""
        return tuple(_NOWHERE if where is None else public_id(where) for where in line.parents)

    def _again(self, staged: _Staged) -> None:
        """A line that is known, or as good as known."""
        self._counts["known"] += 1
        if staged.refused is not None:
            self._counts["refused_before"] += 1
            self._problems.refused(staged.line.given, staged.refused.verdict)

    def _settle(self, entered: list[_Staged], receipt: Receipt, *, repeated: bool) -> None:
        """Count what became of each line of a batch that stands in the journal."""
        self._seq = max(self._seq, receipt.seq)
        outcomes = iter(receipt.outcomes)
        wrote: list[tuple[str, list[Mark], int | None]] = []
        for one in entered:
            entry = one.entry or Entry()
            outcome = next(outcomes) if entry.proposes else None
            self._count(one.line, entry, outcome, repeated=repeated)
            if outcome is not None and one.line.said.claim is not None and not _is_refusal(outcome):
                place = None if outcome.belief is None else place_of(outcome.belief.id)
                wrote.append((one.line.said.claim.name, one.line.marks, place))
        self._recall.wrote(receipt.seq, wrote)
        self._take_retractions([one.line for one in entered])

    def _count(self, line: _Waiting, entry: Entry, outcome: ProposalOutcome | None, *, repeated: bool) -> None:
        """``repeated``: a load of the same lines at the same time was faster."""
        refused = outcome is not None and _is_refusal(outcome)
        if refused and outcome is not None:
            self._counts["refused_before" if repeated else "refused"] += 1
            self._problems.refused(line.given, outcome.verdict)
        if repeated or not refused:
            self._counts["known" if repeated else "new"] += 1
        if not repeated:
            self._counts["sources"] += line.said.source is not None and not line.stored
            self._counts["unsourced"] += entry.unsourced and not refused
            self._outcomes.update([] if outcome is None else [outcome.outcome.name])
        if outcome is not None and outcome.belief is not None:
            self._stands_for(line.parsed, place_of(outcome.belief.id) or 0)

    def _take_retractions(self, lines: list[_Waiting]) -> None:
        """A receipt does not say where a retraction stands: look it up, for the next one like it is another."""
        retractions = [line for line in lines if isinstance(line.parsed.line, RetractionLine)]
        if not retractions:
            return
        ledger = self._options.ledger
        with ledger.runtime.storage.read() as reader:
            mem = ledger.mem(reader)
            self._recall.at(reader, mem)
            for line in retractions:
                self._look(reader, mem, line)
                if line.place is not None:
                    self._places.take(line.place)

    def _key(self, batch: list[_Waiting]) -> str:
        """The idempotency key of a batch: it is the same whenever the same is asked for.

        What was refused by a constraint may be tried again: how often something was refused is part of it.
        """
        said = blake2b(digest_size=32)
        alone = any(is_alone(line.parsed.line) for line in batch)
        said.update(pack((self._options.ledger.name, alone and self._options.unsourced)))
        for line in batch:
            said.update(pack((line.parsed.data, line.parents, line.tries)))
        return f"import {said.hexdigest()}"


_NOWHERE = "999999999999.0"
"""The id of a belief that no memory holds: for a parent that did not come in, so that its child is refused."""


def _is_refusal(outcome: ProposalOutcome) -> bool:
    return outcome.outcome in (Outcome.REJECT, Outcome.QUARANTINE)


def _same(line: _Waiting) -> bytes | None:
    """Equal for lines of one's own that say exactly the same; lines of an export are each its own."""
    if isinstance(line.parsed.line, BeliefLine | RetractionLine):
        return None
    claim = line.said.claim
    return pack((line.said.source, None if claim is None else claim.said))


def _old_place(belief_id: str) -> int:
    where = place_of(belief_id)
    if where is None:
        raise InvalidInput(f"{belief_id[:80]!r} is no belief's id")
    return where


def _parents(line: Parsed) -> list[int]:
    """The beliefs of its own file that a line is derived from."""
    if not isinstance(line.line, BeliefLine):
        return []
    _old_place(line.line.id)
    return [_old_place(parent) for parent in line.line.derived_from]
