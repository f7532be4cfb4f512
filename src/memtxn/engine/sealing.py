"""Sealing: a plan with its proofs, ready to be appended."""

from __future__ import annotations

from memtxn.core.fold import rows_of
from memtxn.core.guards import guards_after
from memtxn.core.proof import link, moved, tag
from memtxn.core.workspace import CommitPlan
from memtxn.engine.runtime import Runtime
from memtxn.model.record import ORD_BITS, Kind
from memtxn.model.rows import Entry, Head, JournalRow

BODIES_LIMIT = 1 << ORD_BITS
"""Texts of one record: those of a constraint or a declaration that concerns very many beliefs too."""


def sealed_entry(runtime: Runtime, head: Head, plan: CommitPlan) -> Entry:
    """A plan with its proofs: the next link, the moved digest, and the tag that binds them."""
    record = plan.record
    data = record.encode()
    next_link = link(head.link, data)
    digest = moved(head.digest, runtime.digest_key, plan.gone, plan.come)
    next_tag = tag(runtime.writing_key(), next_link, digest)
    return Entry(
        journal=JournalRow(record.seq, record.at, record.tx, record.idem, data, next_link, next_tag),
        record=record,
        bodies=plan.bodies,
        fold=rows_of(record, plan.decoded, runtime.digest_key),
        head=Head(
            seq=record.seq,
            at=record.at,
            digest=digest,
            keys=plan.keys,
            link=next_link,
            tag=next_tag,
            declared=record.seq if record.kind is Kind.DECLARE else head.declared,
            guards=guards_after(head.guards, record),
        ),
    )
