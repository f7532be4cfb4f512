"""The report of a repair: what is told of a plan, whether it was written or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from memtxn.core.constraints.state import State as Planned
from memtxn.core.repair import Bond
from memtxn.core.replan import value_of
from memtxn.core.timeline import Step, shown_at
from memtxn.core.workspace import CommitPlan
from memtxn.engine.explain_record import committed
from memtxn.engine.repair.intent import Intent
from memtxn.engine.repair.mend import Mending
from memtxn.engine.sources import id_of
from memtxn.model.belief import BeliefType, State
from memtxn.model.codec import Json, parse
from memtxn.model.key import Key
from memtxn.model.record import BeliefOp, SourceBody, public_id
from memtxn.model.repair import Affected, ReadBy, RepairReport, Shows


class Telling:
    """Tells of one plan."""

    def __init__(self, mending: Mending, intent: Intent, report: RepairReport) -> None:
        self._mending, self._intent, self._report = mending, intent, report
        self._graph = mending.graph

    def of(self, plan: CommitPlan, now: int) -> RepairReport:
        """The report, with all that the plan changes."""
        intent = self._intent
        changes = [
            (change.state, self._affected(change.bond, change.state.name.lower(), change.because, change.cause))
            for change in intent.changes.values()
            if self._graph.state(change.bond.kid, change.bond.bid) is not change.state
        ]
        marked = (
            self._affected(
                bond, "suspect" if mark else "clear", self._doubt(bond, cause) if mark else "restored", cause
            )
            for bond, mark, cause in intent.marks.values()
        )
        return msgspec.structs.replace(
            self._report,
            fell=tuple(one for state, one in changes if state is State.REVOKED),
            waits=tuple(one for state, one in changes if state is State.QUARANTINED),
            restored=tuple(one for state, one in changes if state in (State.ADMITTED, State.RETRACTED)),
            withheld=self.withheld(),
            suspects=tuple(one for one in marked if one.becomes == "suspect"),
            readers=tuple(self._readers()),
            shows=tuple(self._shows(plan, now)),
            broken=self._mending.broken,
        )

    def erased(self) -> tuple[Affected, ...]:
        """What goes for good."""
        changes = (one for one in self._intent.changes.values() if one.state is State.ERASED)
        return tuple(self._affected(one.bond, "erased", one.because, one.cause) for one in changes)

    def withheld(self) -> tuple[Affected, ...]:
        """What does not stand again, for what it rests on is gone."""
        return tuple(
            self._affected(bond, bond.state.name.lower(), "support", cause)
            for bond, cause in self._intent.withheld.values()
        )

    def _doubt(self, bond: Bond, cause: int) -> str:
        return "support" if cause in bond.parents or cause in bond.sources else "read"

    def _affected(self, bond: Bond, becomes: str, because: str, cause: int) -> Affected:
        return Affected(
            id=public_id(bond.bid),
            key=Key.from_name(bond.name),
            value=parse(self._graph.body(bond.bid).value),
            becomes=becomes,
            because=because,
            rests_on=self._named(cause) if cause else None,
            retracts=bond.type is BeliefType.RETRACTION,
        )

    def _named(self, cause: int) -> str:
        """The id of a belief or a source."""
        if isinstance(self._graph.op(cause), BeliefOp):
            return public_id(cause)
        body = self._graph.records.body(cause)
        return id_of(body) if isinstance(body, SourceBody) else public_id(cause)

    def _readers(self) -> Iterator[ReadBy]:
        for seq, read in sorted(self._intent.readers.items()):
            by = committed(self._graph.records, seq)
            yield ReadBy(
                tx_id=by.tx_id,
                seq=seq,
                recorded_at=by.recorded_at,
                principal=by.principal,
                read=tuple(map(public_id, read)),
                wrote=tuple(map(public_id, self._graph.beliefs_of(seq))),
            )

    def _shows(self, plan: CommitPlan, now: int) -> Iterator[Shows]:
        """The keys that show something else at an instant."""
        planned = Planned(self._mending.look, plan)
        for one in plan.replans:
            before, after = (
                _values(lines.values(), now) for lines in (planned.before(one.name), planned.after(one.name))
            )
            if before != after:
                yield Shows(key=Key.from_name(one.name), before=before, after=after)


def _values(lines: Iterable[Sequence[Step]], now: int) -> tuple[Json, ...]:
    shown = (shown_at(steps, now) for steps in lines)
    return tuple(parse(value) for value in sorted(value_of(one) for one in shown if one is not None))
