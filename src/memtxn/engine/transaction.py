"""Transaction τ: an instant fixed at begin, a snapshot, a workspace, a read set. Commits whole or not at all."""

from __future__ import annotations

from datetime import datetime
from types import TracebackType

import msgspec

from memtxn.core.admission import channel_not_allowed, observed_later, target_missing
from memtxn.core.workspace import Scan
from memtxn.engine.commit import answered, commit
from memtxn.engine.conflicts import Session
from memtxn.engine.constraints import Violated
from memtxn.engine.desk import Desk
from memtxn.engine.reads import Snapshot
from memtxn.engine.refusing import refuse, rejected, violated
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.savepoint import Savepoint, described
from memtxn.engine.scopes import Scope
from memtxn.engine.sight import Sight, check_length
from memtxn.engine.sources import KnownSources, Seen, given_out, json_body, source_of, text_body
from memtxn.engine.stage import Given, Stager, Wish, asked, draft_of, version_of
from memtxn.engine.workbench import Bench, Opening, Options
from memtxn.errors import Closed, Conflict, InvalidInput
from memtxn.model.belief import Belief
from memtxn.model.codec import Json, canonical, check_text
from memtxn.model.exact import brief
from memtxn.model.key import Entity, Key, attribute_name, name_prefix, range_prefix
from memtxn.model.opinion import Opinion
from memtxn.model.proposal import Draft, Proposal
from memtxn.model.receipt import Receipt
from memtxn.model.record import SourceBody
from memtxn.model.source import Evidence, Source
from memtxn.model.time import from_micros, in_utc, to_micros
from memtxn.model.verdict import Finding


class Transaction:
    """Obtained from `Memory.transaction`.

    As a context manager it commits at the end of its block, and is given up when the block raises. Use it in
    one thread.
    """

    def __init__(
        self,
        runtime: Runtime,
        ledger: Ledger,
        known: KnownSources,
        session: Session,
        opening: Opening,
        options: Options,
    ) -> None:
        self._runtime, self._ledger, self._known = runtime, ledger, known
        self._session, self._opening, self._options = session, opening, options
        self._stager = Stager(runtime, ledger, options.principal, rules=opening.rules, risk=options.risk)
        self._begin(runtime.ids(16))
        self._snapshot = Snapshot(runtime, ledger, options.scopes, opening.seq, opening.instant)
        self._open = True
        self._savepoints: list[Savepoint] = []
        self._receipt: Receipt | None = None

    @property
    def id(self) -> str:
        """The transaction's id, by which `Memory.outcome` answers."""
        return self._bench.tx.hex()

    @property
    def receipt(self) -> Receipt | None:
        """What became of it; None until it has committed."""
        return self._receipt

    __repr__ = described
    # -- writing -------------------------------------------------------------------------------------

    def observe(
        self,
        text: str,
        *,
        speaker: str,
        at: datetime,
        channel: str = "user",
        authority: float | None = None,
        ref: str | None = None,
        ordinal: int = 0,
    ) -> Source:
        """Stage a text source: it is observed if and when the transaction commits. See `Memory.observe`."""
        self._check_open()
        seen = Seen(speaker=speaker, at=at, channel=channel, authority=authority, ref=ref, ordinal=ordinal)
        with self._bench.whole():
            return self._observed(text_body(text, seen, self._runtime.policy))

    def observe_json(
        self,
        value: Json,
        *,
        speaker: str,
        at: datetime,
        channel: str = "tool",
        authority: float | None = None,
        ref: str | None = None,
        ordinal: int = 0,
    ) -> Source:
        """Stage a JSON source. See `observe`."""
        self._check_open()
        seen = Seen(speaker=speaker, at=at, channel=channel, authority=authority, ref=ref, ordinal=ordinal)
        with self._bench.whole():
            return self._observed(json_body(value, seen, self._runtime.policy))

    def propose(
        self,
        entity: Entity,
        attribute: str,
        value: Json,
        *,
        evidence: Evidence | list[Evidence] | tuple[Evidence, ...] | None = None,
        observed_at: datetime | None = None,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
        confidence: float = 1.0,
        type: str = "fact",
        derived_from: list[Given] | tuple[Given, ...] = (),
        based_on: list[Belief] | tuple[Belief, ...] = (),
        expected_version: int | None = None,
        opinions: list[Opinion] | tuple[Opinion, ...] = (),
        id: str | None = None,
    ) -> Proposal:
        """Propose a belief. The text rules judge it now; `.verdict` says how.

        ``observed_at`` (ν) defaults to the time of the first evidence's source, validity to [ν, ∞).
        ``based_on`` are beliefs that the proposal relies on: if one has changed, the commit conflicts.
        ``expected_version`` compares with `Belief.version` (0: the key must not exist). ``opinions`` are what
        a verifier said of it, by `Store.opinion`. A refusal does not raise here.

        Raises:
            InvalidInput: misuse: not JSON, a naive datetime, an unknown type, no such key. Closed.
            StaleRead: the key made a transaction of this session conflict and was not read since.
            TransactionTooLarge.
        """
        self._check_open()
        wish = Wish(
            key=Key.of(entity, attribute),
            value=value,
            evidence=evidence,
            observed_at=(observed_at := in_utc(observed_at, "observed_at")),
            valid_from=in_utc(valid_from, "valid_from"),
            valid_to=in_utc(valid_to, "valid_to"),
            confidence=confidence,
            type=type,
            derived_from=derived_from,
            expected_version=(expected_version := version_of(expected_version)),
            opinions=self._stager.opinions(opinions),
            id=id,
        )
        draft = self._dated(draft_of(wish), observed_at)
        check_length("derived_from", draft.derived_from, self._runtime.policy.derived_from_limit)
        relied = self._sight.rely_on(based_on, self._runtime.policy.based_on_limit)
        self._sight.check_fresh(draft.key, expected_version)
        with self._bench.whole():
            self._bench.request("propose", *asked(wish, draft), relied)
            return self._stage(draft, expected_version, draft.canonical, ())

    def set_state(
        self,
        entity: Entity,
        attribute: str,
        value: Json,
        *,
        channel: str = "operator",
        at: datetime | None = None,
    ) -> Proposal:
        """State what a program knows of itself: a structured source and its evidence in one call.

        Only on the channels that policy names. On a key that this transaction has read, ``at`` defaults to
        an instant after what was read, so that a read-modify-write is never silently shadowed.
        """
        self._check_open()
        at = in_utc(at, "at")
        channel = check_text(channel, "channel", limit=self._runtime.policy.label_limit)
        wish = Wish(key=Key.of(entity, attribute), value=value, evidence=None, observed_at=at)
        self._sight.check_fresh(wish.key)
        with self._bench.whole():
            self._bench.request("set_state", *asked(wish, draft_of(wish)), brief(channel))
            moment = self._sight.state_time(wish.key) if at is None else at
            return self._state(wish, "value", value, channel, moment)

    def retract(
        self,
        entity: Entity,
        attribute: str,
        *,
        at: datetime | None = None,
        observed_at: datetime | None = None,
        evidence: Evidence | list[Evidence] | tuple[Evidence, ...] | None = None,
        value: Json = None,
    ) -> Proposal:
        """Say that what a key shows is no longer so, from ``at`` on (default: the evidence's time, or now).

        It counts as observed at ``at``; when that is still to come, as observed when the evidence was, or now,
        and what the key shows ends by itself then. Without evidence it is a statement on the channel
        ``operator``; with evidence, that must hold the words of the value that is taken back. A many-valued
        attribute needs ``value``: which one that is. With evidence, ``observed_at`` says when else it was
        observed.
        """
        self._check_open()
        if value is None:
            self._options.scopes.require(Scope.READ)  # for it tells what was shown
        at, key = in_utc(at, "at"), Key.of(entity, attribute)
        wish = Wish(key=key, value=value, evidence=evidence, observed_at=at, retracts=True)
        if observed_at is None:
            draft = self._ending(draft_of(wish), at)
        elif evidence is None:
            raise InvalidInput("observed_at belongs to evidence")
        else:
            wish = msgspec.structs.replace(wish, observed_at=observed_at, valid_from=at)
            draft = draft_of(wish)
        self._sight.check_fresh(key)
        with self._bench.whole():
            return self._retracted(wish, draft, at)

    # -- reading -------------------------------------------------------------------------------------

    def get(self, entity: Entity, attribute: str) -> Belief | list[Belief] | None:
        """What the key shows in this transaction, its own proposals included. It joins the read set."""
        self._check_readable()
        key = Key.of(entity, attribute)
        beliefs = self._sight.shown(key, self._opening.instant)
        return beliefs if self._sight.is_many(key) else beliefs[0] if beliefs else None

    def find(
        self, entity_type: str | None = None, entity_id: str | None = None, attribute: str | None = None
    ) -> list[Belief]:
        """Like `Memory.find`, its own proposals included. The range joins the read set: see `scan`."""
        self._check_readable()
        wanted = None if attribute is None else attribute_name(attribute)
        scan = Scan(name_prefix(entity_type, entity_id), wanted)
        return self._sight.scanned(scan, self._snapshot.find(entity_type, entity_id, attribute))

    def scan(self, prefix: str | tuple[str, ...] = ()) -> list[Belief]:
        """All that is shown in a range of keys, in order of key, its own proposals included.

        ``prefix`` is ``"Type"`` or ``("Type",)``, ``"Type/id"`` or ``("Type", "id")``, a whole key as
        ``("Type", "id", "attribute")``, or ``()`` for the memory. The range joins the read set: the commit
        conflicts if any key of it has changed or come into being. A transaction without scans does not
        conflict with what comes into being.

        Raises:
            InvalidInput: no such range. TransactionTooLarge: too many ranges.
        """
        self._check_readable()
        return self._sight.scanned(Scan(range_prefix(prefix)), self._snapshot.scan(prefix))

    def savepoint(self) -> Savepoint:
        """A point to come back to. As a context manager it rolls back when its block raises. They nest."""
        self._check_open()
        self._bench.savepoint_room(len(self._savepoints))
        self._savepoints.append(Savepoint(self, self._bench.mark()))
        return self._savepoints[-1]

    def rollback_to(self, savepoint: Savepoint) -> None:
        """Give up what was proposed and observed since a savepoint, and the savepoints since.

        What was read since stays in the read set. The savepoint itself can be used again.

        Raises:
            Closed: the savepoint was released or given up, or the transaction is over.
        """
        self._drop_after(savepoint)
        self._bench.back_to(savepoint.mark)

    def release(self, savepoint: Savepoint) -> None:
        """Forget a savepoint and those since; what was proposed stays. Raises Closed, as `rollback_to`."""
        self._drop_after(savepoint)
        self._savepoints.pop()

    def holds(self, savepoint: Savepoint) -> bool:
        """Whether one can still go back to a savepoint."""
        return self._open and type(savepoint) is Savepoint and savepoint in self._savepoints

    # -- ending --------------------------------------------------------------------------------------

    def commit(self) -> Receipt:
        """Make everything durable, or nothing.

        A transaction that proposes and observes nothing leaves no record and never conflicts, for it read one
        snapshot: its receipt has the seq that it read at, and `Memory.outcome` knows nothing of it.

        Raises:
            Rejected: a proposal was refused and ``on_reject`` is ``"abort"``; the decision is recorded.
            ConstraintViolated: likewise, for a constraint. CheckUnknown. Conflict: what was relied on has
            changed; retryable. StorageError. OutcomeUnknown. Closed.
        """
        self._check_open()
        try:
            self._receipt = self._committed()
            self._sight.settled(self._receipt.seq)
        except Conflict as conflict:
            self._session.lost(conflict, self._bench.written())
            if not self._options.scopes.allows(Scope.READ):
                conflict.relied_on = conflict.current = ()
            raise
        finally:
            self._end()
        return self._receipt

    def rollback(self) -> None:
        """Give everything up. Harmless when it is over already."""
        if self._open:
            self._end()

    def __enter__(self) -> Transaction:
        self._check_open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.rollback()
        elif self._open:
            self.commit()

    # -- inside --------------------------------------------------------------------------------------

    def _committed(self) -> Receipt:
        refused = self._bench.refused()
        if refused and self._options.on_reject == "abort":
            receipt = answered(self._runtime, self._ledger, self._bench.to_commit(self._sight.to_validate()))
            if receipt is not None:
                return receipt
            commit(self._runtime, self._ledger, self._bench.to_decide())
            raise rejected(self.id, self._bench)
        if self._bench.empty():
            return Receipt(tx_id=self.id, seq=self._opening.seq)
        return self._constrained()

    def _constrained(self) -> Receipt:
        """Commit; without the proposals that would break a constraint, if the rest may stand without them."""
        while True:
            try:
                return commit(self._runtime, self._ledger, self._bench.to_commit(self._sight.to_validate()))
            except Violated as faults:
                may_read = self._options.scopes.allows(Scope.READ)
                rest_stands = self._options.on_reject == "skip"
                refuse(self._bench, self._stager, faults, may_read=may_read, rest_stands=rest_stands)
                if not rest_stands:
                    commit(self._runtime, self._ledger, self._bench.to_decide())
                    raise violated(self.id, self._bench, faults, may_read=may_read) from None

    def _end(self) -> None:
        """It is over: what it staged is let go."""
        self._open = False
        self._savepoints = []
        self._begin(self._bench.tx)

    def _begin(self, tx: bytes) -> None:
        """With nothing staged and nothing read."""
        self._bench = Bench(self._runtime, self._opening, self._options, tx)
        runtime, ledger, opening, bench = self._runtime, self._ledger, self._opening, self._bench
        self._sight = Sight(runtime, ledger, self._session, opening, self._options, bench)
        self._desk = Desk(runtime, ledger, self._known, opening, self._stager, self._sight, bench)

    def _check_readable(self) -> None:
        self._check_open()
        self._options.scopes.require(Scope.READ)

    def _drop_after(self, savepoint: Savepoint) -> None:
        """Drop the savepoints that came after this one."""
        self._check_open()
        if type(savepoint) is not Savepoint:
            raise InvalidInput(f"savepoint comes from tx.savepoint(), not {brief(savepoint)}")
        if savepoint not in self._savepoints:
            raise Closed("the savepoint was released, or given up with an earlier one")
        del self._savepoints[self._savepoints.index(savepoint) + 1 :]

    def _observed(self, body: SourceBody) -> Source:
        """Stage a source, unless the memory has it: then that one counts, with its authority and ordinal."""
        source = source_of(body)
        self._bench.request("observe", source.id)
        known = self._known.get(source.id)
        return self._bench.observe(source, body) if known is None else given_out(known.source)

    def _stage(
        self, draft: Draft, expected_version: int | None, value: bytes, extra: tuple[Finding, ...]
    ) -> Proposal:
        self._bench.room()
        proposal, judgement = self._desk.judged(draft, self._bench.next_name(), extra)
        return self._bench.add(proposal, self._desk.item(proposal, judgement, expected_version, value))

    def _retracted(self, wish: Wish, draft: Draft, at: datetime | None) -> Proposal:
        self._bench.request("retract", *asked(wish, draft))
        target = self._sight.target(draft)
        if target is None:
            return self._stage(draft, None, draft.canonical, (target_missing(draft.key),))
        early = draft.observed_at is not None and draft.observed_at < target.observed_at
        extra = (observed_later(draft.key),) if early else ()
        if wish.evidence is None:
            now = from_micros(max(self._opening.instant, to_micros(target.observed_at)))
            moment = now if at is None else min(at, now)
            ending = msgspec.structs.replace(wish, valid_from=at)
            return self._state(ending, "retracted", target.value, "operator", moment, extra)
        taken_back = canonical(target.value)
        judged = msgspec.structs.replace(draft, value=target.value, canonical=taken_back)
        return self._stage(judged, None, taken_back, extra)

    def _state(
        self, wish: Wish, field: str, value: Json, channel: str, at: datetime, extra: tuple[Finding, ...] = ()
    ) -> Proposal:
        """Stage a structured source that says it, and propose it on that evidence.

        Without a time of its own it holds from the transaction's instant on, even when it had to be observed
        a little after what it follows.
        """
        key = wish.key
        statement: dict[str, Json] = {"entity": [*key.entity], "attribute": key.attribute, field: value}
        speaker = self._options.principal
        seen = Seen(speaker=speaker, at=at, channel=channel, authority=None, ref=None, ordinal=0)
        if not self._runtime.policy.may_state(channel):
            extra += (channel_not_allowed(channel),)
        body = json_body(statement, seen, self._runtime.policy)
        source = self._bench.observe(source_of(body), body)
        evidence = source.pointer(f"/{field}")
        begin = from_micros(self._opening.instant) if wish.observed_at is None else wish.valid_from
        said = Wish(
            key=key, value=value, evidence=evidence, valid_from=begin, retracts=wish.retracts, stated=True
        )
        draft = draft_of(said)
        return self._stage(draft, None, draft.canonical, extra)

    def _dated(self, draft: Draft, given: datetime | None) -> Draft:
        """The draft with the time of its first source, as that is stored, when no other time was given."""
        if given is not None or not draft.evidence:
            return draft
        known = self._desk.known_sources(draft).get(draft.evidence[0].source.id)
        return draft if known is None else msgspec.structs.replace(draft, observed_at=known.source.at)

    def _ending(self, draft: Draft, at: datetime | None) -> Draft:
        """The draft of a retraction: nobody has observed the end that is still to come."""
        if at is None or to_micros(at) <= self._opening.instant or not draft.evidence:
            return self._dated(draft, at)
        said = self._dated(draft, None).observed_at
        return msgspec.structs.replace(draft, observed_at=said and min(at, said), valid_from=at)

    def _check_open(self) -> None:
        if not self._open:
            raise Closed(f"transaction {self.id} is over")
