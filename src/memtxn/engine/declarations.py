"""Which declarations hold: of each attribute the last one."""

from __future__ import annotations

from memtxn.engine.runtime import Ledger, Runtime
from memtxn.model.declaration import Declaration
from memtxn.ports.storage import LATEST


def declarations(runtime: Runtime, ledger: Ledger) -> list[Declaration]:
    """What holds of each attribute that was ever declared, in order of type and attribute."""
    with runtime.storage.glance() as reader:
        mem = ledger.mem(reader)
        rows = reader.declarations(mem, LATEST) if mem else []
    last = {(row.entity_type, row.attribute): row for row in rows}
    return [
        Declaration(
            entity_type=row.entity_type,
            attribute=row.attribute,
            cardinality="many" if row.many else "one",
            seq=row.seq,
        )
        for _, row in sorted(last.items())
    ]
