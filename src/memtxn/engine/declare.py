"""Declarations: what the harness says of attributes. Each is a record; the last one counts."""

from __future__ import annotations

from threading import Lock

from memtxn.core.workspace import Workspace
from memtxn.engine.commit import commit
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import DeclarationInUse, InvalidInput
from memtxn.model.codec import brief
from memtxn.model.key import Key, name_prefix
from memtxn.model.record import DEFAULT_PRINCIPAL, ContextBody, DeclarationBody, Kind
from memtxn.ports.storage import LATEST, Reader

_NONE: frozenset[tuple[str, str]] = frozenset()


class Declarations:
    """The many-valued attributes of a memory, as (entity type, attribute); read again when they change."""

    def __init__(self) -> None:
        self._known: tuple[int, frozenset[tuple[str, str]]] = (0, _NONE)
        self._lock = Lock()

    def many(self, reader: Reader, mem: int, declared: int) -> frozenset[tuple[str, str]]:
        """The many-valued attributes as of the declaration of seq ``declared`` (0: there is none)."""
        with self._lock:
            if self._known[0] != declared:
                self._known = (declared, many_valued(reader, mem, declared))
            return self._known[1]


def many_valued(reader: Reader, mem: int, n: int) -> frozenset[tuple[str, str]]:
    """The attributes that are many-valued as of a record."""
    last = {(row.entity_type, row.attribute): row.many for row in reader.declarations(mem, n)}
    return frozenset(attribute for attribute, many in last.items() if many)


def declare(
    runtime: Runtime, ledger: Ledger, principal: str, entity_type: str, attribute: str, cardinality: str
) -> None:
    """Record that an attribute is single- or many-valued. Declaring what holds already writes nothing.

    Raises:
        DeclarationInUse: it has beliefs under the other cardinality. InvalidInput. Conflict: retry.
    """
    if cardinality not in ("one", "many"):
        raise InvalidInput(f"cardinality must be 'one' or 'many', not {brief(cardinality)}")
    key, many = Key.of((entity_type, "*"), attribute), cardinality == "many"
    seq = declared = 0
    with runtime.storage.read() as reader:
        mem = ledger.mem(reader)
        if mem:
            head = reader.head(mem)
            seq, declared = head.seq, head.declared
            if ((key.entity_type, key.attribute) in many_valued(reader, mem, LATEST)) == many:
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
        scanned=seq,
        declared=declared,
    )
    commit(runtime, ledger, workspace)


def _check_unused(reader: Reader, mem: int, key: Key) -> None:
    for name in reader.names(mem, name_prefix(key.entity_type, None)):
        if Key.from_name(name).attribute == key.attribute:
            raise DeclarationInUse(f"{key.entity_type}.{key.attribute}, for example {Key.from_name(name)}")
