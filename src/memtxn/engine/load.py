"""Load: lines that come in, through admission and in batches, each one transaction under a key of its own.

The key is made from what the batch says, so that the same lines again, all of them or the rest after a crash,
are answered from the journal. Batches end at the same lines whatever becomes of them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Literal, Protocol

import msgspec

from memtxn.engine.enter import Entry, enter, entry_of, is_alone
from memtxn.engine.lines import Given, Lines, Parsed, given_lines, parsed
from memtxn.engine.scopes import Scope, Scopes
from memtxn.engine.stage import place_of
from memtxn.engine.transaction import Transaction
from memtxn.errors import CheckUnknown, Conflict, ConstraintViolated, InvalidInput, InvalidLine, NotFound
from memtxn.model.codec import Json, pack
from memtxn.model.constraint import Constraint, constraint_of
from memtxn.model.declaration import Cardinality, ValueType
from memtxn.model.lines import (
    BeliefLine,
    ConstraintLine,
    DeclarationLine,
    Header,
    Line,
    LineProblem,
    LoadReport,
    RefusalLine,
)
from memtxn.model.policy import Policy
from memtxn.model.receipt import ProposalOutcome, Receipt
from memtxn.model.record import ConstraintBody, public_id

BATCH = 100
"""Lines of a file that share a transaction: those up to each multiple of it."""
BATCH_BYTES = 8 * 1024 * 1024
_OVERHEAD = 2048
"""Bytes that a proposal takes at most beside its own: its trace, its citations."""
KEPT = 100
"""Problems that a report lists; all of them are told as they come."""
RETRIES = 20

Unsourced = Literal["refuse", "import"]
OnProblem = Callable[[LineProblem], object]


class Target(Protocol):
    """The memory that lines are loaded into."""

    def transaction(
        self, *, label: str | None = None, on_reject: Literal["abort", "skip"], idempotency_key: str | None = None
    ) -> Transaction:
        """See `Memory.transaction`."""
        ...

    def declare(
        self,
        entity_type: str,
        attribute: str,
        *,
        cardinality: Cardinality,
        type: ValueType | None,  # noqa: A002
        enum: Sequence[Json] | None,
        protected: bool,
    ) -> object:
        """See `Memory.declare`."""
        ...

    def constrain(self, constraint: Constraint) -> object:
        """See `Memory.constrain`."""
        ...

    def drop_constraint(self, name: str) -> object:
        """See `Memory.drop_constraint`."""
        ...


class Loading(msgspec.Struct, frozen=True, kw_only=True):
    """How to load, and for whom. ``name`` is that of the memory.

    ``answered`` gives the receipt of an idempotency key that the principal has used; ``checks`` are those whose
    function is known.
    """

    name: str
    answered: Callable[[str], Receipt | None]
    checks: Collection[str]
    policy: Policy
    scopes: Scopes
    unsourced: Unsourced = "refuse"
    keep_going: bool = False
    on_problem: OnProblem | None = None

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
    """Bring lines in. See `Memory.load`."""
    return _Loader(target, options).run(lines)


class Places:
    """Where the beliefs of a file stand here, by where they stood there: sixteen bytes for each."""

    def __init__(self) -> None:
        self._old, self._new = array("q"), array("q")

    def put(self, old: int, new: int) -> None:
        """Note one; what was noted of the same place before no longer counts."""
        at = bisect_left(self._old, old)
        if at < len(self._old) and self._old[at] == old:
            self._new[at] = new
        else:
            self._old.insert(at, old)
            self._new.insert(at, new)

    def get(self, old: int) -> int | None:
        """Where it stands here; None when it did not come in."""
        at = bisect_left(self._old, old)
        return self._new[at] if at < len(self._old) and self._old[at] == old else None


class _Batch:
    """Lines that are about to share a transaction, and the beliefs among them by their old places."""

    def __init__(self) -> None:
        self.lines: list[Parsed] = []
        self.beliefs: set[int] = set()
        self.size = 0

    def add(self, line: Parsed) -> None:
        self.lines.append(line)
        self.size += len(line.data) + _OVERHEAD
        if isinstance(line.line, BeliefLine):
            self.beliefs.add(_old_place(line.line.id))


class _Loader:
    """One load."""

    def __init__(self, target: Target, options: Loading) -> None:
        self._target, self._options = target, options
        self._batch, self._places = _Batch(), Places()
        self._rules: dict[tuple[str, ...], Parsed] = {}
        self._counts: Counter[str] = Counter()
        self._outcomes: Counter[str] = Counter()
        self._problems: list[LineProblem] = []
        self._seq = self._done = self._window = 0

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
        self._ruled()
        report = LoadReport(outcomes=dict(self._outcomes), seq=self._seq, problems=tuple(self._problems))
        return msgspec.structs.replace(report, **self._counts)

    def _take(self, given: Given) -> None:
        try:
            line = parsed(given)
            parents = _parents(line)
        except InvalidInput as error:
            self._malformed(given, error)
            return
        if self._batch.beliefs.intersection(parents):  # a belief has its place when it is committed
            self._flush()
        self._put(line)

    def _put(self, line: Parsed) -> None:
        match line.line:
            case Header():
                self._flush()
                self._places = Places()
            case DeclarationLine() | ConstraintLine():
                self._flush()
                self._rules.pop(_about(line.line), None)
                self._rules[_about(line.line)] = line
                self._counts["rules"] += 1
            case RefusalLine():
                self._counts["ignored"] += 1
            case _:
                self._batch.add(line)
                if self._batch.size > self._options.batch_bytes:
                    self._flush()

    # -- what holds for all ------------------------------------------------------------------------------

    def _ruled(self) -> None:
        """State the declarations and constraints that wait: of each thing the last, for nothing came between."""
        waiting, self._rules = self._rules, {}
        for line in waiting.values():
            try:
                self._rule(line.line)
            except (ConstraintViolated, CheckUnknown) as error:
                self._refused(line.given, (error.code,), error.detail)
            except InvalidInput as error:
                self._malformed(line.given, error)

    def _rule(self, said: Line) -> None:
        if isinstance(said, DeclarationLine):
            self._target.declare(
                said.entity_type,
                said.attribute,
                cardinality=said.cardinality,
                type=said.type,
                enum=said.enum,
                protected=said.protected,
            )
        elif isinstance(said, ConstraintLine) and said.dropped:
            with suppress(NotFound):
                self._target.drop_constraint(said.name)
        elif isinstance(said, ConstraintLine) and said.sort not in ("", "check"):
            body = ConstraintBody(said.name, said.sort, said.entity_type, said.attribute, said.target)
            self._target.constrain(constraint_of(body, None))
        elif isinstance(said, ConstraintLine) and said.name not in self._options.checks:
            raise CheckUnknown(f"{said.name!r} comes without its function: state it with memory.constrain")

    # -- a batch -----------------------------------------------------------------------------------------

    def _flush(self) -> None:
        """Commit the lines that wait."""
        batch, self._batch = self._batch.lines, _Batch()
        if batch:
            self._commit(batch)
            self._done = batch[-1].number

    def _commit(self, batch: list[Parsed]) -> None:
        parents = [[self._places.get(parent) for parent in _parents(line)] for line in batch]
        key = self._key(batch, parents)
        receipt = self._options.answered(key)
        if receipt is not None:
            self._rules = {}  # they were stated before it, and what was stated after it counts
            if self._repeated(batch, receipt):
                return None
        self._ruled()
        lost: Conflict | None = None
        for left in reversed(range(RETRIES + 1)):
            try:
                return self._attempt(batch, parents, key, lost)
            except Conflict as conflict:
                if not left or not self._options.scopes.allows(Scope.READ):
                    raise
                lost = conflict
        return None

    def _repeated(self, batch: list[Parsed], receipt: Receipt) -> bool:
        """Answer a batch from the journal; not if a line of it could not be used, which staging finds out."""
        unsourced = self._options.unsourced
        entries = [(line, entry_of(line.line, unsourced=unsourced)) for line in batch]
        if sum(entry.proposes for _, entry in entries) != len(receipt.outcomes):
            return False
        self._settle(entries, receipt, repeated=True)
        return True

    def _attempt(
        self, batch: list[Parsed], parents: list[list[int | None]], key: str, lost: Conflict | None
    ) -> None:
        entries: list[tuple[Parsed, Entry]] = []
        failures: list[tuple[Parsed, InvalidInput]] = []
        tx = self._target.transaction(label="import", on_reject="skip", idempotency_key=key)
        with tx:
            if lost is not None and lost.attribute:
                tx.get(lost.entity, lost.attribute)
            for line, places in zip(batch, parents, strict=True):
                try:
                    with tx.savepoint():
                        self._enter(tx, line, places)
                        entries.append((line, entry_of(line.line, unsourced=self._options.unsourced)))
                except InvalidInput as error:
                    self._stop_at(line.given, error)
                    failures.append((line, error))
            receipt = tx.commit() if entries else None
        for line, failure in failures:
            self._malformed(line.given, failure)
        if receipt is not None:
            self._settle(entries, receipt, repeated=receipt.tx_id != tx.id)

    def _enter(self, tx: Transaction, line: Parsed, places: list[int | None]) -> None:
        options = self._options
        derived = tuple(_NOWHERE if where is None else public_id(where) for where in places)
        enter(tx, line.line, derived, options.policy, options.scopes, unsourced=options.unsourced)

    def _settle(self, entries: list[tuple[Parsed, Entry]], receipt: Receipt, *, repeated: bool) -> None:
        """Count what became of each line of a batch that stands in the journal."""
        self._seq = max(self._seq, receipt.seq)
        outcomes = iter(receipt.outcomes)
        for line, entry in entries:
            self._counts["sources"] += entry.observes
            self._counts["unsourced"] += entry.unsourced
            self._counts["repeated"] += repeated
            if entry.proposes:
                self._outcome(line, next(outcomes))

    def _outcome(self, line: Parsed, outcome: ProposalOutcome) -> None:
        self._outcomes[outcome.outcome.name] += 1
        if outcome.outcome.name in ("REJECT", "QUARANTINE"):
            against = [finding for finding in outcome.verdict.trace if finding.counts]
            self._refused(line.given, outcome.reasons, " ".join(finding.detail for finding in against))
        if isinstance(line.line, BeliefLine) and outcome.belief is not None:
            self._places.put(_old_place(line.line.id), place_of(outcome.belief.id) or 0)

    def _key(self, batch: list[Parsed], parents: list[list[int | None]]) -> str:
        """The idempotency key of a batch: it is the same whenever the same is asked for."""
        said = blake2b(digest_size=32)
        alone = any(is_alone(line.line) for line in batch)
        said.update(pack((self._options.name, alone and self._options.unsourced, parents)))
        for line in batch:
            said.update(pack(line.data))
        return f"import {said.hexdigest()}"

    # -- problems ----------------------------------------------------------------------------------------

    def _refused(self, given: Given, reasons: tuple[str, ...], detail: str) -> None:
        self._counts["refused"] += 1
        self._tell(LineProblem(line=given.number, reasons=reasons, detail=detail, text=given.text))

    def _malformed(self, given: Given, error: InvalidInput) -> None:
        self._stop_at(given, error)
        self._counts["malformed"] += 1
        text = "" if given.problem else given.text
        self._tell(LineProblem(line=given.number, detail=error.detail, text=text))

    def _stop_at(self, given: Given, error: InvalidInput) -> None:
        """Unless it is to go on, that is the end."""
        if isinstance(error, InvalidLine):
            raise error
        if not self._options.keep_going:
            raise InvalidLine(error.detail, line=given.number, loaded=self._done) from error

    def _tell(self, problem: LineProblem) -> None:
        if len(self._problems) < KEPT:
            self._problems.append(problem)
        if self._options.on_problem is not None:
            self._options.on_problem(problem)


_NOWHERE = "999999999999.0"
"""The id of a belief that no memory holds: for a parent that did not come in, so that its child is refused."""


def _about(said: Line) -> tuple[str, ...]:
    """What a rule is about: another one about the same takes its place."""
    if isinstance(said, DeclarationLine):
        return (said.entity_type, said.attribute)
    return (said.name,) if isinstance(said, ConstraintLine) else ()


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
