"""The gate asked again: whether a belief would be let in on a part of its evidence."""

from __future__ import annotations

from memtxn.core.rules import Rules
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.sources import Known, stored_source
from memtxn.engine.stage import Stager, evidence_of
from memtxn.errors import Unreadable
from memtxn.model.belief import TYPE_NAMES, BeliefType
from memtxn.model.codec import parse
from memtxn.model.key import Key
from memtxn.model.proposal import Draft
from memtxn.model.record import BeliefBody, BeliefOp
from memtxn.model.time import end_from_micros, from_micros
from memtxn.model.verdict import Decision, waived
from memtxn.ports.storage import Reader


class Gate:
    """Remembers its answers, so that what was planned without the write lock is planned again quickly in it."""

    def __init__(self, runtime: Runtime, ledger: Ledger, principal: str) -> None:
        self._runtime, self._ledger, self._principal = runtime, ledger, principal
        self._answers: dict[tuple[int, frozenset[str]], bool] = {}
        self._known: dict[str, Known] = {}

    def passes(
        self,
        reader: Reader,
        mem: int,
        rules: Rules,
        belief: tuple[int, BeliefOp, BeliefBody],
        ids: frozenset[str],
    ) -> bool:
        """Whether today's gate admits it on these of its sources; what was overruled then is overruled now."""
        bid, op, body = belief
        if (bid, ids) not in self._answers:
            self._answers[bid, ids] = self._asked(reader, mem, rules, op, body, ids)
        return self._answers[bid, ids]

    def _asked(
        self, reader: Reader, mem: int, rules: Rules, op: BeliefOp, body: BeliefBody, ids: frozenset[str]
    ) -> bool:
        try:
            known = {one: self._source(reader, mem, one) for one in ids}
        except Unreadable:
            return False
        evidence = tuple(
            evidence_of(known[one.source_id].source, one) for one in body.citations if one.source_id in ids
        )
        draft = Draft(
            key=Key.from_name(body.name),
            value=parse(body.value),
            canonical=body.value,
            evidence=evidence,
            observed_at=from_micros(op.nu),
            valid_from=from_micros(op.vf) if op.vf_after else None,
            valid_to=end_from_micros(op.vt),
            confidence=body.confidence,
            type=TYPE_NAMES[BeliefType.FACT if op.type is BeliefType.RETRACTION else op.type],
            id=body.proposal,
            retracts=op.type is BeliefType.RETRACTION,
        )
        stager = Stager(self._runtime, self._ledger, self._principal, rules=rules)
        proposal, _ = stager.judge(draft, known, "", ())
        overruled = {finding.code for finding in body.verdict.trace if finding.waived}
        verdict = waived(proposal.verdict, overruled, by=self._principal)
        return verdict.decision is Decision.ADMIT

    def _source(self, reader: Reader, mem: int, source_id: str) -> Known:
        if source_id not in self._known:
            source = stored_source(reader, mem, source_id)
            if source is None:
                raise Unreadable(f"source {source_id} is missing")
            self._known[source_id] = Known(source, self._runtime.packs)
        return self._known[source_id]
