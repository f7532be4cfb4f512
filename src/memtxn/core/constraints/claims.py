"""The hashes by which unique values and references are found, without a look at every belief."""

from __future__ import annotations

from hashlib import blake2b

from memtxn.core.proof import HASH_SIZE
from memtxn.core.rules import Standing
from memtxn.errors import InvalidInput
from memtxn.model.codec import Json, pack, parse
from memtxn.model.constraint import UNIQUE
from memtxn.model.key import Key


def may_claim(one: Standing, key: Key) -> bool:
    """Whether a constraint has to find the beliefs of that key by their values."""
    return one.claims and one.about(key)


def hash_of(one: Standing, digest_key: bytes, value: bytes) -> bytes:
    """The keyed hash by which a constraint finds a belief of that canonical value."""
    if one.body.sort == UNIQUE:
        return _hash(digest_key, value)
    return entity_hash(digest_key, one.body.target, target_id(one, parse(value)) or "")


def entity_hash(digest_key: bytes, entity_type: str, entity_id: str) -> bytes:
    """The keyed hash by which references to an entity are found."""
    return _hash(digest_key, pack((entity_type, entity_id)))


def target_id(one: Standing, value: Json) -> str | None:
    """The id of the entity that a reference names, as ``"Type/id"`` or by its bare id; None for no name."""
    if not isinstance(value, str):
        return None
    try:
        return Key.of((one.body.target, value.removeprefix(f"{one.body.target}/")), "*").entity_id
    except InvalidInput:  # empty, or longer than any id
        return None


def _hash(digest_key: bytes, data: bytes) -> bytes:
    return blake2b(data, digest_size=HASH_SIZE, key=digest_key, person=b"memtxn-claim").digest()
