"""Target: what is meant to be undone or revoked, by whatever it is called."""

from __future__ import annotations

import msgspec

from memtxn.engine.erase.known import lost
from memtxn.engine.receipts import applies
from memtxn.engine.repair.graph import Stored
from memtxn.engine.sources import id_of
from memtxn.engine.stage import place_of
from memtxn.errors import InvalidInput, NotFound
from memtxn.model.belief import Belief
from memtxn.model.exact import brief, exact_text, is_a
from memtxn.model.receipt import Receipt
from memtxn.model.record import (
    BeliefOp,
    Kind,
    PendOp,
    Record,
    SettleOp,
    SourceBody,
    StateOp,
    locate,
    public_id,
)
from memtxn.model.source import Source

ID_DIGITS = 32
_CANNOT = {
    Kind.DECLARE: "it declares something: declare it as it was, or drop the constraint",
    Kind.ERASE: "what it erased is gone for good",
    Kind.DECISION: "it refused proposals and applied nothing, so there is nothing to take back",
}


class Target(msgspec.Struct, frozen=True):
    """What is meant: its id, what sort of thing it is, and its place, or the seq of its record."""

    id: str
    sort: str
    where: int


def named(given: object) -> str:
    """The id that is meant. Raises InvalidInput for what has none."""
    if is_a(given, (Source, Belief)):
        given = given.id  # type: ignore[attr-defined]
    elif is_a(given, Receipt):
        given = given.tx_id  # type: ignore[attr-defined]
    text = exact_text(given)
    if not text:
        told = "a source, a belief, or the id of one or of a transaction"
        raise InvalidInput(f"{brief(given)} cannot be revoked: give {told}")
    return text


def transaction_id(given: object) -> str:
    """The id of a transaction. Raises InvalidInput."""
    text = exact_text(given)
    if text is None or not _is_id(text):
        told = "a receipt's tx_id, 32 hexadecimal digits"
        hint = "; a source or a belief is revoked" if is_a(given, (Source, Belief)) else ""
        raise InvalidInput(f"{brief(given)} is no transaction id: give {told}{hint}")
    return text.lower()


def transaction(graph: Stored, tx_id: str) -> Target:
    """The transaction of that id, which must have done something that can be undone.

    Raises:
        NotFound: there is none. InvalidInput: nothing of it can be undone.
    """
    seq = graph.reader.committed(graph.mem, bytes.fromhex(tx_id))
    if seq is None:
        raise NotFound(f"transaction {tx_id}; memory.log() lists those that there are")
    refuse_what_stays(graph.records.record(seq))
    return Target(tx_id, "transaction", seq)


def refuse_what_stays(record: Record) -> None:
    """Raise InvalidInput for a record of a kind that cannot be undone."""
    if record.kind in (Kind.COMMIT, Kind.UNDO, Kind.REVOKE) or (record.kind is Kind.DECISION and applies(record)):
        return
    if record.kind is Kind.GUARD and any(isinstance(op, StateOp | SettleOp | PendOp) for op in record.ops):
        return
    why = _CANNOT.get(record.kind, "a record of this kind stays")
    raise InvalidInput(f"record {record.seq} ({record.kind.name.lower()}) cannot be undone: {why}")


def target(graph: Stored, text: str) -> Target:
    """Whatever is called so.

    Raises:
        InvalidInput: it is no id, or that of something that cannot be revoked. NotFound.
    """
    where = place_of(text)
    if where is not None:
        return _at(graph, where, text)
    if not _is_id(text):
        raise InvalidInput(f"{brief(text)} is no id of a source, a belief (such as '12.0') or a transaction")
    source = graph.reader.source(graph.mem, text.lower())
    if source is not None:
        return Target(text.lower(), "source", source)
    seq = graph.reader.committed(graph.mem, bytes.fromhex(text))
    if seq is None:
        raise NotFound(f"no source and no transaction {text}; memory.log() lists those that there are")
    record = graph.records.record(seq)
    refuse_what_stays(record)
    if record.kind is not Kind.COMMIT:
        raise InvalidInput(f"record {seq} ({record.kind.name.lower()}) holds no beliefs: undo it instead")
    return Target(text.lower(), "transaction", seq)


def _at(graph: Stored, where: int, text: str) -> Target:
    """The belief or the source at a place."""
    seq, _ = locate(where)
    if not 1 <= seq <= graph.reader.head(graph.mem).seq:
        raise NotFound(f"belief {text}; memory.history() lists those of a key")
    op = graph.op(where)
    if op is None:
        raise NotFound(
            f"belief {text}: record {seq} holds none of that id; memory.show({seq}) tells what it holds"
        )
    if isinstance(op, BeliefOp):
        return Target(public_id(where), "belief", where)
    body = graph.records.body(where)
    if not isinstance(body, SourceBody):
        raise lost(graph.reader, graph.mem, where, "source")
    return Target(id_of(body), "source", where)


def _is_id(text: str) -> bool:
    try:
        return len(text) == ID_DIGITS and len(bytes.fromhex(text)) * 2 == ID_DIGITS
    except ValueError:
        return False
