"""Desk: where one proposal is judged on its sources and on what the memory holds, and made an item."""

from __future__ import annotations

from memtxn.core.admission import (
    Judgement,
    not_as_declared,
    parent_gone,
    parent_unknown,
    source_revoked,
)
from memtxn.core.workspace import Item
from memtxn.engine.gone import gone_beliefs, gone_sources
from memtxn.engine.receipts import body_at
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.sight import Sight
from memtxn.engine.sources import Known, KnownSources
from memtxn.engine.stage import Stager, place_of
from memtxn.engine.workbench import Bench, Opening
from memtxn.errors import Closed
from memtxn.model.proposal import Draft, Proposal
from memtxn.model.record import BeliefBody, locate
from memtxn.model.verdict import Finding


class Desk:
    """Of one transaction, for as long as its workbench."""

    def __init__(
        self,
        runtime: Runtime,
        ledger: Ledger,
        known: KnownSources,
        opening: Opening,
        stager: Stager,
        sight: Sight,
        bench: Bench,
    ) -> None:
        self._runtime, self._ledger, self._known, self._opening = runtime, ledger, known, opening
        self._stager, self._sight, self._bench = stager, sight, bench

    def known_sources(self, draft: Draft) -> dict[str, Known]:
        """The cited sources that are staged or stored, by id: what callers hand in is not believed."""
        found: dict[str, Known] = {}
        for piece in draft.evidence:
            source_id = piece.source.id
            known = self._bench.cited(source_id) or self._known.get(source_id)
            if known is not None:
                found[source_id] = known
        return found

    def judged(self, draft: Draft, name: str, extra: tuple[Finding, ...]) -> tuple[Proposal, Judgement]:
        """Run the gate: on the sources, and on what the memory holds and was declared.

        ``extra`` are findings of whoever made the draft, ``name`` its id unless it was given one.
        """
        extra += self._revoked(draft) + self._derivation(draft) + self._undeclared(draft)
        return self._stager.judge(draft, self.known_sources(draft), name, extra)

    def item(self, proposal: Proposal, judgement: Judgement, expected_version: int | None, value: bytes) -> Item:
        """A judged proposal as it is committed: a belief, or a refusal that explains it."""
        if not proposal.admitted:
            return self._stager.refused(proposal, judgement, expected_version)
        draft, known = proposal.draft, self.known_sources(proposal.draft)
        return self._stager.admitted(
            proposal,
            judgement,
            known[draft.evidence[0].source.id].source,
            authority=min(one.source.authority for one in known.values()),
            many=self._sight.is_many(draft.key),
            expected_version=expected_version,
            value=value,
        )

    def _derivation(self, draft: Draft) -> tuple[Finding, ...]:
        """A finding against ids of beliefs that the memory did not hold when the transaction began.

        A belief of the transaction itself has no id before it commits.
        """
        if not draft.derived_from:
            return ()
        with self._runtime.storage.glance() as reader:
            mem = self._ledger.mem(reader)
            for parent in draft.derived_from:
                where = place_of(parent) or 0
                known = locate(where)[0] <= self._opening.seq and body_at(reader, mem, where)
                if not isinstance(known, BeliefBody):
                    return (parent_unknown(parent),)
                if gone_beliefs(reader, mem, [where]):
                    return (parent_gone(parent),)
        return ()

    def _revoked(self, draft: Draft) -> tuple[Finding, ...]:
        """A finding against a source of which nothing is believed any more."""
        try:
            return self._revoked_now(draft)
        except Closed:  # nothing is committed any more, and what is staged is said to be so then
            return ()

    def _revoked_now(self, draft: Draft) -> tuple[Finding, ...]:
        with self._runtime.storage.glance() as reader:
            mem = self._ledger.mem(reader)
            cited = dict.fromkeys(piece.source.id for piece in draft.evidence) if mem else {}
            places = {where: one for one in cited if (where := reader.source(mem, one)) is not None}
            lost = gone_sources(reader, mem, places) if places else ()
            return tuple(source_revoked(places[where]) for where in sorted(lost))

    def _undeclared(self, draft: Draft) -> tuple[Finding, ...]:
        """A finding against a value that its attribute was declared not to have."""
        declared = None if draft.retracts else self._opening.rules.declared(draft.key.name)
        return not_as_declared(draft.key, declared, draft.value)
