"""Entity types: what the harness says of all entities of a type. Each is a record; the last one counts."""

from __future__ import annotations

from memtxn.core.rules import TYPE_ITSELF
from memtxn.engine.commit import commit
from memtxn.engine.declare import TRIES, Standpoint
from memtxn.engine.declared import rules_of
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import Conflict
from memtxn.model.entitytype import SaidOfType, TypeDeclaration, type_body, type_declaration_of
from memtxn.model.record import TypeBody
from memtxn.ports.storage import Reader


def declare_type(runtime: Runtime, ledger: Ledger, principal: str, said: SaidOfType) -> None:
    """Record what is said of an entity type over what is declared. Declaring what holds already writes nothing.

    Raises:
        InvalidInput. Conflict: somebody kept declaring it; retry.
    """
    for tries in range(1, TRIES + 1):
        try:
            _declare_type(runtime, ledger, principal, said)
        except Conflict:
            if tries == TRIES:
                raise
        else:
            return


def _declare_type(runtime: Runtime, ledger: Ledger, principal: str, said: SaidOfType) -> None:
    with runtime.storage.read() as reader:
        stand = Standpoint(runtime, ledger, reader)
        before = stand.rules.types.get(said.entity_type, TypeBody(said.entity_type))
        body = type_body(said, before)
        if before == body and said.entity_type not in stand.rules.lost_types:
            return
        workspace = stand.workspace(principal, runtime.seal(body), ())
    commit(runtime, ledger, workspace)


def type_declarations(reader: Reader, mem: int, n: int) -> list[TypeDeclaration]:
    """What is declared of entity types as of a record, in their order."""
    known = rules_of(reader, mem, n).types if mem else {}
    rows = reader.declarations(mem, n) if known else []
    seqs = {row.entity_type: row.seq for row in rows if row.attribute == TYPE_ITSELF}
    return [type_declaration_of(body, seqs[name]) for name, body in sorted(known.items())]
