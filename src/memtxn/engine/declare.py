"""Declarations: what the harness says of attributes. Each is a record; the last one counts."""

from __future__ import annotations

from memtxn.core.workspace import Scan, Workspace
from memtxn.engine.commit import commit
from memtxn.engine.declared import many_valued
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import DeclarationInUse
from memtxn.model.exact import exact_choice
from memtxn.model.key import Key, name_prefix
from memtxn.model.record import DEFAULT_PRINCIPAL, ContextBody, DeclarationBody, Kind
from memtxn.ports.storage import LATEST, Reader

_NONE: frozenset[tuple[str, str]] = frozenset()


def declare(
    runtime: Runtime, ledger: Ledger, principal: str, entity_type: str, attribute: str, cardinality: str
) -> None:
    """Record that an attribute is single- or many-valued. Declaring what holds already writes nothing.

    Raises:
        DeclarationInUse: it has beliefs under the other cardinality. InvalidInput. Conflict: retry.
    """
    many = exact_choice(cardinality, ("one", "many"), "cardinality") == "many"
    key = Key.of((entity_type, "*"), attribute)
    seq, declared, known = 0, 0, _NONE
    with runtime.storage.read() as reader:
        mem = ledger.mem(reader)
        if mem:
            head = reader.head(mem)
            seq, declared = head.seq, head.declared
            known = many_valued(reader, mem, LATEST)
            if ((key.entity_type, key.attribute) in known) == many:
                return
            _check_unused(reader, mem, key)
        elif not many:
            return
    body = DeclarationBody(key.entity_type, key.attribute, many)
    workspace = Workspace(
        tx=runtime.ids(16),
        instant=runtime.now(),
        policy=runtime.policy_fingerprint,
        context=None if principal == DEFAULT_PRINCIPAL else runtime.seal(ContextBody(principal)),
        kind=Kind.DECLARE,
        declarations=(runtime.seal(body),),
        since=seq,
        scans=(Scan(name_prefix(key.entity_type, None), key.attribute),),
        declared=declared,
        many=known,
    )
    commit(runtime, ledger, workspace)


def _check_unused(reader: Reader, mem: int, key: Key) -> None:
    for name in reader.names(mem, name_prefix(key.entity_type, None)):
        if Key.from_name(name).attribute == key.attribute:
            raise DeclarationInUse(f"{key.entity_type}.{key.attribute}, for example {Key.from_name(name)}")
