"""Three kinds of proof, never confused.

*link* is a hash chain over the records, without a key: whoever holds a copy can follow it. The *digest* D
is a bucketed sum of keyed hashes of the open steps: it finds and locates accidents in the folds, and a commit
moves it by its own differences alone. *tag* = MAC(K, link ‖ D) binds both to a key that an attacker lacks.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeAlias

from memtxn.model.codec import pack
from memtxn.model.rows import BUCKETS, MemoryRow

SALT_SIZE = 16
HASH_SIZE = 16
LINK_SIZE = 32
_WIDTH = 16
_MASK = (1 << 8 * _WIDTH) - 1

EMPTY_DIGEST = bytes(BUCKETS * _WIDTH)
"""The digest of a memory that shows nothing."""


def commitment(salt: bytes, data: bytes) -> bytes:
    """The 16-byte commitment to a body row; without the salt it tells nothing about the data.

    Empty, which matches none, for a damaged salt that is too long to be one.
    """
    if len(salt) > blake2b.MAX_KEY_SIZE:
        return b""
    return blake2b(data, digest_size=HASH_SIZE, key=salt).digest()


def genesis(salt: bytes, name: str) -> bytes:
    """The link before the first record: it commits to the memory's name, so journals cannot be swapped."""
    key = salt[: blake2b.MAX_KEY_SIZE]
    return blake2b(name.encode(), digest_size=LINK_SIZE, key=key, person=b"memtxn-genesis").digest()


def origin(row: MemoryRow) -> bytes:
    """The link before the first record of a memory, also of one whose name was erased."""
    return row.salt if row.erased else genesis(row.salt, row.name)


def link(previous: bytes, record: bytes) -> bytes:
    """The next link of the chain: H(previous ‖ record)."""
    return blake2b(previous + record, digest_size=LINK_SIZE, person=b"memtxn-link").digest()


def tag(key: bytes, link_: bytes, digest: bytes) -> bytes:
    """MAC(K, link ‖ D)."""
    return blake2b(link_ + digest, digest_size=HASH_SIZE, key=key, person=b"memtxn-tag").digest()


def key_fingerprint(key: bytes) -> bytes:
    """Eight bytes by which a tag key is recognised; they do not reveal it."""
    return blake2b(key=key, digest_size=8, person=b"memtxn-key").digest()


def value_hash(digest_key: bytes, canonical: bytes) -> bytes:
    """The keyed hash under which the beliefs of one value of a many-valued attribute meet."""
    return blake2b(canonical, digest_size=HASH_SIZE, key=digest_key, person=b"memtxn-value").digest()


def idempotency_mac(key: bytes, principal: str, idempotency_key: str) -> bytes:
    """MAC(K, principal ‖ key): what the journal keeps of an idempotency key (P15)."""
    message = pack((principal, idempotency_key))
    return blake2b(message, digest_size=HASH_SIZE, key=key, person=b"memtxn-idem").digest()


def fingerprint(digest_key: bytes, *parts: object) -> bytes:
    """A keyed hash by which identical refusals, or identical requests, are recognised."""
    return blake2b(pack(parts), digest_size=HASH_SIZE, key=digest_key, person=b"memtxn-same").digest()


def opinion_mac(digest_key: bytes, *parts: object) -> bytes:
    """MAC(D, opinion): by which a store recognises the opinions that it had made."""
    return blake2b(pack(parts), digest_size=HASH_SIZE, key=digest_key, person=b"memtxn-opinion").digest()


def seals_hash() -> blake2b:
    """A hash to be fed with the tags that were made with one key (`model.record.RekeyOp`)."""
    return blake2b(digest_size=HASH_SIZE, person=b"memtxn-seals")


def anchor_seal(key: bytes, sealed: object) -> bytes:
    """MAC(K, anchor): the seal of a checkpoint that is kept elsewhere."""
    return blake2b(pack(sealed), digest_size=HASH_SIZE, key=key, person=b"memtxn-anchor").digest()


Element: TypeAlias = tuple[int, int, int, int, bytes]
"""An open step as the digest sees it: (kid, slot, vf, bid, commitment of the belief)."""


def moved(digest: bytes, digest_key: bytes, gone: Iterable[Element], come: Iterable[Element]) -> bytes:
    """The digest after some open steps went and others came.

    Source: additive multiset hashing (Clarke et al., 2003), keyed, one sum modulo 2^128 per bucket.
    """
    sums: dict[int, int] = {}
    for sign, elements in ((-1, gone), (1, come)):
        for element in elements:
            bucket = element[0] % BUCKETS
            sums[bucket] = sums.get(bucket, 0) + sign * _hash(digest_key, element)
    moved_ = bytearray(digest)
    for bucket, delta in sums.items():
        part = slice(bucket * _WIDTH, (bucket + 1) * _WIDTH)
        total = (int.from_bytes(moved_[part], "little") + delta) & _MASK
        moved_[part] = total.to_bytes(_WIDTH, "little")
    return bytes(moved_)


def _hash(digest_key: bytes, element: Element) -> int:
    hashed = blake2b(pack(element), digest_size=_WIDTH, key=digest_key, person=b"memtxn-step")
    return int.from_bytes(hashed.digest(), "little")
