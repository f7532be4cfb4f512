"""Anchoring: the sealed line that says where every memory of a store stands."""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from memtxn.core.proof import HASH_SIZE, anchor_seal, fingerprint, key_fingerprint
from memtxn.engine.runtime import Runtime
from memtxn.model.anchor import Anchor, AnchorEntry
from memtxn.model.rows import Head, MemoryRow


def make_anchor(runtime: Runtime, tenant: int) -> Anchor:
    """Where all memories of a tenant stand in one moment. Raises WrongKey: it cannot be sealed."""
    key, meta = runtime.writing_key(), runtime.storage.meta
    with runtime.storage.read() as reader:
        entries = tuple(_entry(runtime, row, reader.head(row.mem)) for row in reader.every_memory(tenant))
    anchor = Anchor(
        store=meta.store.hex(),
        epoch=meta.epoch.hex(),
        tenant=tenant,
        at=runtime.now(),
        memories=entries,
        key=key_fingerprint(key).hex(),
    )
    return msgspec.structs.replace(anchor, seal=anchor_seal(key, anchor.sealed).hex())


def _entry(runtime: Runtime, row: MemoryRow, head: Head) -> AnchorEntry:
    return AnchorEntry(
        number=row.mem,
        name=name_hash(runtime, row.name),
        seq=head.seq,
        at=head.at,
        link=head.link.hex(),
        digest=short_digest(head.digest),
        tag=head.tag.hex(),
    )


def name_hash(runtime: Runtime, name: str) -> str:
    """By which an anchor knows a memory, without saying its name."""
    return fingerprint(runtime.digest_key, "anchor", name).hex()


def short_digest(digest: bytes) -> str:
    """A digest as an anchor has it."""
    return blake2b(digest, digest_size=HASH_SIZE).hexdigest()
