"""Rekey: another key seals the journals of a store from a record on, which every memory gets.

History is not sealed anew. The record of another key follows all earlier ones by hash, and holds a hash over
their tags: what was sealed with a key that is lost is covered by the first seal of the next one, as it was then.
"""

from __future__ import annotations

import msgspec

from memtxn.core.proof import key_fingerprint, seals_hash
from memtxn.core.workspace import CommitPlan
from memtxn.engine.runtime import Runtime
from memtxn.engine.sealing import sealed_entry
from memtxn.engine.verify.check import Check
from memtxn.engine.verify.full import Full
from memtxn.errors import JournalDamaged, WrongKey
from memtxn.model.key import labels_of
from memtxn.model.keyop import RekeyOp
from memtxn.model.record import FORMAT, Kind, Record, decode_record
from memtxn.model.rows import MemoryRow
from memtxn.ports.storage import LATEST, Progress, Writer

_STANDS_FOR = {"chain", "sequence", "tag", "head", "digest"}
"""What must hold before a new seal vouches for it; the rest, `recover` may mend later."""

KEY_SIZE = 32


class Rekeyed(msgspec.Struct, frozen=True, kw_only=True):
    """What was done: the fingerprints of both keys, whether the new one lies in the store, and how many memories.

    ``checked`` says whether the old seals were checked, for which the old key must be known.
    """

    old: str
    new: str
    inside: bool
    checked: bool
    memories: int


def rekey(runtime: Runtime, key: bytes | None, *, lost: bool, progress: Progress | None) -> Rekeyed:
    """Give a store another key: one from outside, or one of its own.

    Raises:
        WrongKey: the old key is not known, and was not said to be lost. JournalDamaged: something does not hold
            that a new seal would vouch for; nothing was changed. StorageError.
    """
    if runtime.tag_key is None:
        runtime = _without_key(runtime, lost=lost)
    new = runtime.ids(KEY_SIZE) if key is None else key
    old_id, new_id = runtime.storage.meta.tag_key_id, key_fingerprint(new)
    with runtime.storage.rekey(new, inside=key is None) as writer:
        every = list(writer.all_memories())
        for row in every:
            _check(Check(runtime, writer, progress), row)
            seals = _seals(writer, row.mem)
            _record(msgspec.structs.replace(runtime, tag_key=new), writer, row, RekeyOp(old_id, new_id, seals))
    return Rekeyed(
        old=old_id.hex(),
        new=new_id.hex(),
        inside=key is None,
        checked=runtime.tag_key is not None,
        memories=len(every),
    )


def _without_key(runtime: Runtime, *, lost: bool) -> Runtime:
    if not lost:
        known = runtime.storage.meta.tag_key_id.hex()
        raise WrongKey(
            f"the store is sealed with key {known}; if it is lost, say so, and nobody checks its seals"
        )
    return runtime


def _check(check: Check, row: MemoryRow) -> None:
    """All that a seal stands for, in the very moment in which it is made."""
    Full(check, row).run()
    unknown = check.runtime.tag_key is None
    wrong = [
        one
        for one in check.problems
        if one.invariant in _STANDS_FOR and not (unknown and "unverifiable" in one.detail)
    ]
    if wrong:
        named, first = "/".join(labels_of(row.name)), wrong[0]
        raise JournalDamaged(f"memory {named!r}: {first.invariant} {first.where}: {first.detail}")


def _seals(writer: Writer, mem: int) -> bytes:
    """The hash over all tags since the last record of another key."""
    seals = seals_hash()
    for row in writer.journal(mem, 1, LATEST):
        if decode_record(row.data).kind is Kind.REKEY:
            seals = seals_hash()
        seals.update(row.tag)
    return seals.digest()


def _record(runtime: Runtime, writer: Writer, row: MemoryRow, op: RekeyOp) -> None:
    head = writer.head(row.mem)
    record = Record(
        fmt=FORMAT,
        kind=Kind.REKEY,
        seq=head.seq + 1,
        at=max(runtime.now(), head.at + 1),
        tx=runtime.ids(16),
        policy=runtime.policy_fingerprint,
        context=-1,
        idem=None,
        commitments=(),
        ops=(op,),
    )
    plan = CommitPlan(record=record, bodies=(), decoded={}, outcomes=(), gone=(), come=(), keys=head.keys)
    writer.append(row.mem, sealed_entry(runtime, head, plan))
