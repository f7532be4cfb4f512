"""Rules: what was declared of a memory, as of one of its records."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from memtxn.errors import Unreadable
from memtxn.model.constraint import REFERENCE, UNIQUE
from memtxn.model.key import Key
from memtxn.model.record import ConstraintBody, DeclarationBody, TypeBody

Attribute: TypeAlias = tuple[str, str]
"""(entity type, attribute)."""

TYPE_ITSELF = ""
"""The attribute under which a record declares an entity type: no key has it."""


class Standing(msgspec.Struct, frozen=True):
    """A constraint that stands, and the record that states it."""

    seq: int
    body: ConstraintBody

    @property
    def claims(self) -> bool:
        """Whether it has to find beliefs by their values."""
        return self.body.sort in (UNIQUE, REFERENCE)

    def about(self, key: Key) -> bool:
        """Whether the constraint says something of beliefs under that key, or shows them to a check."""
        body = self.body
        return body.entity_type in ("", key.entity_type) and body.attribute in ("", key.attribute)

    def concerns(self, key: Key) -> bool:
        """Whether a change of that key can break it."""
        return self.about(key) or (self.body.sort == REFERENCE and self.body.target == key.entity_type)


class Rules(msgspec.Struct, frozen=True):
    """The declarations of attributes and of entity types, and the constraints in the order of their records.

    ``damaged`` are attributes (as ``"Type.attribute"``) whose declaration cannot be read, ``lost`` constraints,
    ``lost_types`` entity types: what depends on them cannot be written until they are stated anew, or dropped.
    Each with the record that is to blame.
    """

    attributes: dict[Attribute, DeclarationBody] = {}
    constraints: tuple[Standing, ...] = ()
    damaged: dict[str, int] = {}
    lost: dict[str, int] = {}
    types: dict[str, TypeBody] = {}
    lost_types: dict[str, int] = {}

    def declared(self, name: str) -> DeclarationBody | None:
        """What was declared of the attribute of a key, by the key's name. Raises Unreadable."""
        if not self.attributes and not self.damaged:
            return None
        return self.declared_of(Key.from_name(name))

    def declared_of(self, key: Key) -> DeclarationBody | None:
        """What was declared of the attribute of a key. Raises Unreadable."""
        if self.damaged and (name := f"{key.entity_type}.{key.attribute}") in self.damaged:
            raise Unreadable(f"record {self.damaged[name]} has lost the declaration of {name}; declare it anew")
        return self.attributes.get((key.entity_type, key.attribute))

    def declared_type(self, entity_type: str) -> TypeBody | None:
        """What was declared of an entity type. Raises Unreadable."""
        if entity_type in self.lost_types:
            seq = self.lost_types[entity_type]
            raise Unreadable(f"record {seq} has lost the declaration of {entity_type}; declare it anew")
        return self.types.get(entity_type)

    def known_constraints(self) -> tuple[Standing, ...]:
        """All constraints that stand. Raises Unreadable when one is lost: nobody knows what it is about."""
        for name, seq in self.lost.items():
            raise Unreadable(f"record {seq} has lost the constraint {name}; state it anew, or drop it")
        return self.constraints

    def many(self, name: str) -> bool:
        """Whether the key is many-valued."""
        declared = self.declared(name)
        return declared is not None and declared.many

    def protected(self, name: str) -> bool:
        """Whether authority comes before time for the key."""
        declared = self.declared(name)
        return declared is not None and declared.protected


NO_RULES = Rules()
"""Of a memory in which nothing was declared."""
