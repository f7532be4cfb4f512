"""Key κ = (entity type, entity id, attribute): what a belief is about. And the name of a memory.

Identity is exact: NFC, trimmed, case-sensitive. Likeness is never decided here.
"""

from __future__ import annotations

import unicodedata
from typing import TypeAlias

import msgspec

from memtxn.errors import InvalidInput, Unreadable
from memtxn.model.codec import canonical_texts, check_text
from memtxn.model.exact import brief, exact_items, exact_text, is_a

Entity: TypeAlias = "str | tuple[str, str]"

PART_LIMIT = 16 * 1024
"""Bytes that each part of a key, and each label of a memory, may have."""

_PARTS = ("entity type", "entity id", "attribute")

_labels = msgspec.json.Decoder(tuple[str, ...])
_names = msgspec.json.Decoder(tuple[str, str, str])


class Key(msgspec.Struct, frozen=True, order=True):
    """What a belief is about."""

    entity_type: str
    entity_id: str
    attribute: str

    @property
    def entity(self) -> tuple[str, str]:
        """The entity as the pair that every method accepts."""
        return (self.entity_type, self.entity_id)

    @property
    def name(self) -> str:
        """The injective text form, a JSON array: all keys of a type, or of an entity, share a prefix."""
        return canonical_texts(self.entity_type, self.entity_id, self.attribute)

    def __str__(self) -> str:
        return f"{self.entity_type}/{self.entity_id}.{self.attribute}"

    @staticmethod
    def of(entity: Entity, attribute: str) -> Key:
        """The key of ``"Type/id"`` or ``("Type", "id")`` and an attribute.

        Raises:
            InvalidInput: a part is missing, empty, not text, or over :data:`PART_LIMIT`.
        """
        entity_type, entity_id = _split(entity)
        return Key(
            _part(entity_type, "entity type"), _part(entity_id, "entity id"), _part(attribute, "attribute")
        )

    @staticmethod
    def from_name(name: str) -> Key:
        """The key of an injective text form. Raises Unreadable when a damaged row holds another text."""
        try:
            return Key(*_names.decode(name))
        except (msgspec.MsgspecError, UnicodeEncodeError) as error:
            raise Unreadable(f"{brief(name)} is no name of a key") from error


def name_prefix(entity_type: str | None, entity_id: str | None) -> str:
    """The text that the names of all keys of a type, or of one entity, begin with.

    Raises:
        InvalidInput: an entity id without its type.
    """
    if entity_type is None:
        if entity_id is not None:
            raise InvalidInput("an entity id needs its entity type")
        return range_prefix(())
    return range_prefix((entity_type,) if entity_id is None else (entity_type, entity_id))


def range_prefix(prefix: str | tuple[str, ...]) -> str:
    """The text that the names of all keys of a range begin with.

    A range is ``"Type"``, ``"Type/id"``, or a tuple of the first parts of a key: none, some or all of them.

    Raises:
        InvalidInput: it is no range.
    """
    text = exact_text(prefix)
    given = (exact_items(prefix) if is_a(prefix, tuple) else None) if text is None else text.split("/", 1)
    if given is None or len(given) > len(_PARTS):
        raise InvalidInput("a range is 'Type', 'Type/id' or a tuple of up to three parts of a key")
    parts = [_part(part, what) for part, what in zip(given, _PARTS, strict=False)]
    if not parts:
        return "["
    name = canonical_texts(*parts)
    return name if len(parts) == len(_PARTS) else name[:-1] + ","


def attribute_name(attribute: str) -> str:
    """An attribute as keys have it. Raises InvalidInput: see `Key.of`."""
    return _part(attribute, "attribute")


def memory_name(labels: tuple[str, ...]) -> str:
    """The injective text form of a memory's labels, which are taken exactly as they are given.

    Raises:
        InvalidInput: no label, an empty one, not text, or over :data:`PART_LIMIT`.
    """
    if not labels:
        raise InvalidInput("a memory needs at least one label")
    checked = [check_text(label, "label", limit=PART_LIMIT) for label in labels]
    if not all(checked):
        raise InvalidInput("a label must not be empty")
    return canonical_texts(*checked)


def labels_of(name: str) -> tuple[str, ...]:
    """The labels of a memory by its name. Raises Unreadable when a damaged row holds another text."""
    try:
        return _labels.decode(name)
    except (msgspec.MsgspecError, UnicodeEncodeError) as error:
        raise Unreadable(f"{brief(name)} is no name of a memory") from error


def _split(entity: Entity) -> tuple[object, object]:
    text = exact_text(entity)
    if text is not None:
        entity_type, slash, entity_id = text.partition("/")
        if not slash:
            raise InvalidInput(f"entity {brief(text)} has no id: give 'Type/id' or ('Type', 'id')")
        return entity_type, entity_id
    parts = exact_items(entity) if is_a(entity, tuple) else None
    if parts is None or len(parts) != 2:
        few = f"a tuple of {len(parts)}" if parts is not None else brief(entity)
        raise InvalidInput(f"entity must be 'Type/id' or ('Type', 'id'), not {few}")
    return parts[0], parts[1]


def _part(text: object, what: str) -> str:
    checked = check_text(text, what, limit=PART_LIMIT)
    part = checked.strip() if checked.isascii() else unicodedata.normalize("NFC", checked).strip()
    if not part:
        raise InvalidInput(f"{what} must not be empty")
    return part
