"""What was declared of a memory: its attributes and its constraints."""

from __future__ import annotations

from threading import Lock

import msgspec

from memtxn.core.rules import NO_RULES, TYPE_ITSELF, Attribute, Rules, Standing
from memtxn.engine.receipts import Records
from memtxn.errors import Unreadable
from memtxn.model.record import Body, ConstraintBody, DeclarationBody, Kind, TypeBody, decode_record
from memtxn.model.rows import Head, JournalRow
from memtxn.ports.storage import Reader


class Declarations:
    """The rules of a memory; read again when something is declared."""

    def __init__(self) -> None:
        self._known: tuple[int, Rules] = (-1, NO_RULES)  # also that there are none is made sure of once
        self._lock = Lock()

    def rules(self, reader: Reader, mem: int, head: Head) -> Rules:
        """The rules as of the last declaration that a head names. Raises Unreadable when it is not the last."""
        with self._lock:
            if self._known[0] != head.declared:
                check_declared(reader, mem, head)
                self._known = (head.declared, rules_of(reader, mem, head.declared))
            return self._known[1]


def check_declared(reader: Reader, mem: int, head: Head) -> None:
    """Make sure that the last declaration by then is the one that a head names. Raises Unreadable.

    The row of one whose text is lost is not there; then its record says that it declares something.
    """
    declared, seqs = head.declared, [row.seq for row in reader.declarations(mem, head.seq)]
    newest = max(seqs + [row.seq for row in reader.constraints(mem, head.seq)], default=0)
    if declared == newest:
        return
    if declared < newest or not any(_declares(row) for row in reader.journal(mem, declared, declared)):
        raise Unreadable(
            f"the head of the memory is damaged (it says that record {declared} was the last that declared),"
            " so nothing can follow it; memory.recover() puts it right"
        )


def _declares(row: JournalRow) -> bool:
    try:
        return decode_record(row.data).kind is Kind.DECLARE
    except msgspec.MsgspecError:
        return False


def many_valued(reader: Reader, mem: int, n: int) -> frozenset[Attribute]:
    """The attributes that are many-valued as of a record."""
    last = {(row.entity_type, row.attribute): row.many for row in reader.declarations(mem, n)}
    return frozenset(attribute for attribute, many in last.items() if many)


def rules_of(reader: Reader, mem: int, n: int) -> Rules:
    """All rules as of a record. What is damaged of them is named where it is needed (`Rules`)."""
    records, damaged, lost = Records(reader, mem), dict[str, int](), dict[str, int]()
    attributes: dict[Attribute, DeclarationBody] = {}
    types, lost_types = dict[str, TypeBody](), dict[str, int]()
    for attribute, seq in _declared(reader, mem, n).items():
        body = _stated(records, seq, attribute)
        if isinstance(body, DeclarationBody):
            attributes[attribute] = body
        elif isinstance(body, TypeBody):
            types[body.entity_type] = body
        elif attribute[1] == TYPE_ITSELF:
            lost_types[attribute[0]] = seq
        else:
            damaged[".".join(attribute)] = seq
    constraints: list[Standing] = []
    for name, seq in _constrained(reader, mem, n).items():
        body = _stated(records, seq, name)
        if isinstance(body, ConstraintBody):
            constraints.append(Standing(seq, body))
        else:
            lost[name] = seq
    return Rules(attributes, tuple(constraints), damaged, lost, types, lost_types)


def _declared(reader: Reader, mem: int, n: int) -> dict[Attribute, int]:
    return {(row.entity_type, row.attribute): row.seq for row in reader.declarations(mem, n)}


def _constrained(reader: Reader, mem: int, n: int) -> dict[str, int]:
    """The constraints that stand, each with its record, in the order of these."""
    last = {row.name: row for row in reader.constraints(mem, n)}
    standing = sorted((row.seq, row.name) for row in last.values() if not row.dropped)
    return {name: seq for seq, name in standing}


def _stated(records: Records, seq: int, what: Attribute | str) -> Body | None:
    """The body by which a record declares an attribute or a type, or states a constraint; None: it is lost."""
    try:
        bodies = records.bodies(seq).values()
    except Unreadable:
        return None
    for body in bodies:
        if isinstance(body, DeclarationBody) and (body.entity_type, body.attribute) == what:
            return body
        if isinstance(body, TypeBody) and (body.entity_type, TYPE_ITSELF) == what:
            return body
        if isinstance(body, ConstraintBody) and body.name == what:
            return body
    return None
