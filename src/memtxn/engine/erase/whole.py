"""Whole: the record by which all of a memory is erased, its name too. Nothing of it is planned: nothing stays."""

from __future__ import annotations

from memtxn.core.proof import Element
from memtxn.core.workspace import CommitPlan, Sealed
from memtxn.engine.runtime import Runtime
from memtxn.engine.sealing import sealed_entry
from memtxn.model.erase_record import EraseBody, EraseOp
from memtxn.model.record import DEFAULT_PRINCIPAL, FORMAT, ContextBody, Kind, Record, place
from memtxn.model.rows import BodyRow, Entry
from memtxn.ports.storage import Reader


def whole_plan(
    runtime: Runtime, reader: Reader, mem: int, tx: bytes, principal: str, reason: str
) -> tuple[Entry, int]:
    """The last record of a memory, and how many texts it takes. Its own go as well."""
    head = reader.head(mem)
    seq, texts = head.seq + 1, sum(1 for _ in reader.texts(mem))
    sealed: list[Sealed] = []
    if principal != DEFAULT_PRINCIPAL:
        sealed.append(runtime.seal(ContextBody(principal)))
    sealed.append(runtime.seal(EraseBody("memory", "", reason)))
    record = Record(
        fmt=FORMAT,
        kind=Kind.ERASE,
        seq=seq,
        at=max(runtime.now(), head.at + 1),
        tx=tx,
        policy=runtime.policy_fingerprint,
        context=0 if len(sealed) > 1 else -1,
        idem=None,
        commitments=tuple(one.commitment for one in sealed),
        ops=(EraseOp(0, place(seq + 1, 0) - 1),),
    )
    nothing: tuple[Element, ...] = ()
    plan = CommitPlan(
        record=record,
        bodies=tuple(BodyRow(ord_, one.salt, one.data) for ord_, one in enumerate(sealed)),
        decoded={ord_: one.body for ord_, one in enumerate(sealed)},
        outcomes=(),
        gone=nothing,
        come=nothing,
        keys=head.keys,
    )
    return sealed_entry(runtime, head, plan), texts
