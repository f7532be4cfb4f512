"""Proof: whether a journal says what a proof of an erasure says, and whether what it names is gone.

Nothing secret is needed, and no memtxn: record and link are checked by hash (BLAKE2b), commitments by comparison.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from memtxn.core.proof import link, origin
from memtxn.engine.erase.known import erase_ops
from memtxn.engine.stage import place_of
from memtxn.errors import NewerFormat
from memtxn.model.erasure import ErasureProof
from memtxn.model.receipt import Problem
from memtxn.model.record import Record, decode_record, locate
from memtxn.model.rows import JournalRow, MemoryRow
from memtxn.ports.storage import Reader


def check_proof(reader: Reader, tenant: int, proof: ErasureProof) -> tuple[Problem, ...]:
    """What of a proof does not hold in the memory that it names; nothing when all does."""
    row = next((row for row in reader.every_memory(tenant) if origin(row).hex() == proof.memory), None)
    if row is None:
        return (Problem(invariant="proof", where="memory", detail="no memory of this store begins so"),)
    return tuple(_problems(reader, row, proof))


def _problems(reader: Reader, row: MemoryRow, proof: ErasureProof) -> Iterator[Problem]:
    found = next(iter(reader.journal(row.mem, proof.seq, proof.seq)), None)
    record = None if found is None else _decoded(found)
    if found is None or record is None or found.data.hex() != proof.record:
        yield _problem("chain", proof.seq, "the journal holds another record there, or none")
        return
    if link(bytes.fromhex(proof.previous), found.data).hex() != proof.link or found.link.hex() != proof.link:
        yield _problem("chain", proof.seq, "the record does not have this link")
    if found.tag.hex() != proof.tag:
        yield _problem("tag", proof.seq, "the record does not have this tag")
    spans = [(op.first, op.last) for op in erase_ops(record)]
    if not spans:
        yield _problem("erased", proof.seq, "the record erases nothing")
    for public, commitment in proof.erased:
        where = place_of(public) or 0
        if not any(first <= where <= last for first, last in spans):
            yield _problem("erased", public, "the record does not name it")
        elif _commitment(reader, row.mem, where) != commitment:
            yield _problem("erased", public, "its record commits to something else")
    for seq, ord_, *_ in reader.texts(row.mem):
        where = seq << 20 | ord_
        if any(first <= where <= last for first, last in spans):
            yield _problem("erased", f"{seq}.{ord_}", "it stands there")


def _commitment(reader: Reader, mem: int, where: int) -> str:
    seq, ord_ = locate(where)
    for found in reader.journal(mem, seq, seq):
        record = _decoded(found)
        if record is not None and ord_ < len(record.commitments):
            return record.commitments[ord_].hex()
    return ""


def _decoded(row: JournalRow) -> Record | None:
    try:
        return decode_record(row.data)
    except (msgspec.MsgspecError, NewerFormat):
        return None


def _problem(invariant: str, where: object, detail: str) -> Problem:
    return Problem(invariant=invariant, where=str(where), detail=detail)
