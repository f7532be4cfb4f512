"""Declaring: the part of a memory by which a harness says what its attributes, types and beliefs must be like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from memtxn.engine.constrain import constrain, constraints, drop_constraint
from memtxn.engine.declare import declarations, declare
from memtxn.engine.entitytypes import declare_type, type_declarations
from memtxn.engine.reads import Reads
from memtxn.engine.scopes import Scope
from memtxn.model.codec import Json, check_text
from memtxn.model.constraint import NAME_LIMIT, Constraint
from memtxn.model.declaration import (
    Cardinality,
    Declaration,
    License,
    Nature,
    SpeechAct,
    ValueType,
    said_of,
)
from memtxn.model.entitytype import Binding, Owner, TypeDeclaration, said_of_type
from memtxn.ports.storage import LATEST

Words = Sequence[str]


class Declaring(Reads):
    """What `Memory` has of it."""

    def declare(  # noqa: PLR0913  # all that can be said
        self,
        entity_type: str,
        attribute: str,
        *,
        cardinality: Cardinality | None = None,
        type: ValueType | Literal["any"] | None = None,  # noqa: A002  # the name that users know
        enum: Sequence[Json] | Mapping[str, Words] | None = None,
        protected: bool | None = None,
        speech_act: SpeechAct | Literal["any"] | None = None,
        polarity: Literal[1, -1, 0] | None = None,
        kind: Nature | None = None,
        unit: str | None = None,
        licenses: Sequence[License] | None = None,
        words: Words | Mapping[str, Words] | None = None,
    ) -> None:
        """Declare what an attribute is like: a record of the journal. What is not said stays as it is declared.

        Another cardinality or protection gives the keys that there are the timelines that they would have had
        under it from the beginning; nothing is lost, and declaring it back restores them. What is said for the
        gate holds for what is proposed from then on.

        Args:
            entity_type: of which entities.
            attribute: which attribute of theirs.
            cardinality: ``"one"`` value at a time, which holds of what is not declared, or ``"many"``.
            type: what every value is: ``text, number, integer, boolean, datetime`` (ISO 8601, with its zone),
                ``date, list, object``; ``any`` takes a type away.
            enum: the only values that there are, or a dict of them and other words for each; an empty one takes
                the enumeration away.
            protected: authority comes before time: a source of a lower class (low < 0.5 ≤ normal < 0.9 ≤ high)
                never displaces what one of a higher class said.
            speech_act: ``"request"``: who asks for a value gives it (a slot of a booking); ``"fact"``: only who
                states it. Undeclared, or ``any``: a fact is stated, and a goal may be asked for.
            polarity: -1 for what does not hold (``dislikes``), 1 for what does; 0: as the name says.
            kind: an ``"event"`` that is over has still been; a ``"state"`` that ended holds no longer.
            unit: of its numbers; an empty one takes it away.
            licenses: families of cues that the attribute expresses itself, such as ``ended`` for
                ``former_employer``: ``negation, condition, hedge, question, report, ended, restriction,
                exception, wish, fiction, irony, approximation``.
            words: other words for the attribute; a list, or a dict of languages and lists.

        Raises:
            ConstraintViolated: what is believed from now on is not so. InvalidInput. NotPermitted.
            Conflict: somebody kept writing to the attribute; retryable.
        """
        self._scopes.require(Scope.ADMIN)
        said = said_of(
            entity_type,
            attribute,
            cardinality=cardinality,
            type=type,
            enum=enum,
            protected=protected,
            speech_act=speech_act,
            polarity=polarity,
            kind=kind,
            unit=unit,
            licenses=licenses,
            words=words,
        )
        declare(self._runtime, self._ledger, self._scopes.principal, said)

    def declare_type(
        self,
        entity_type: str,
        *,
        owned_by: Owner | Literal["any"] | None = None,
        person: bool | Literal["any"] | None = None,
        binding: Binding | None = None,
        aliases: Mapping[str, Words] | None = None,
    ) -> None:
        """Declare what the entities of a type are like: a record of the journal. What is not said stays.

        It holds for what is proposed from then on.

        Args:
            entity_type: of which entities.
            owned_by: whose an entity is when a text names none: of the ``"speaker"``, of the ``"session"``
                (whoever takes part), of ``"none"``; ``any`` takes that away.
            person: whether they are persons; ``any``: as the name of the type says.
            binding: ``"named"``: a text must name the entity, as the id or an alias does; ``"lenient"``: it must
                not be about another one.
            aliases: entity id → its other names; no names take those of an entity away.

        Raises:
            InvalidInput. NotPermitted. Conflict: somebody kept declaring it; retryable.
        """
        self._scopes.require(Scope.ADMIN)
        said = said_of_type(entity_type, owned_by=owned_by, person=person, binding=binding, aliases=aliases)
        declare_type(self._runtime, self._ledger, self._scopes.principal, said)

    def declarations(self) -> list[Declaration]:
        """What is declared of attributes, in order of type and attribute. Raises NotPermitted."""
        self._scopes.require(Scope.READ)
        with self._open() as (reader, mem):
            return declarations(reader, mem, LATEST)

    def type_declarations(self) -> list[TypeDeclaration]:
        """What is declared of entity types, in their order. Raises NotPermitted."""
        self._scopes.require(Scope.READ)
        with self._open() as (reader, mem):
            return type_declarations(reader, mem, LATEST)

    def constrain(self, constraint: Constraint) -> None:
        """State a constraint (`Unique, NoOverlap, Immutable, Reference, Check`): a record of the journal.

        It holds for every commit from then on, inside the commit and on what stands at that moment: of the past,
        the present and the future, wherever the commit changes something. What would break it is refused like a
        proposal without support, or raises `ConstraintViolated`, as ``on_reject`` says. One of the same name is
        replaced; stating what stands writes nothing.

        Raises:
            ConstraintViolated: what is believed from now on breaks it already. InvalidInput. NotPermitted.
            Conflict: somebody kept writing to what it is about; retryable.
        """
        self._scopes.require(Scope.ADMIN)
        constrain(self._runtime, self._ledger, self._scopes.principal, constraint)

    def drop_constraint(self, name: str) -> None:
        """Let a constraint stand no longer: a record of the journal. Raises NotFound, NotPermitted."""
        self._scopes.require(Scope.ADMIN)
        told = check_text(name, "constraint name", limit=NAME_LIMIT)
        drop_constraint(self._runtime, self._ledger, self._scopes.principal, told)

    def constraints(self) -> list[Constraint]:
        """The constraints that stand, in the order in which they were stated. Raises NotPermitted.

        A check whose function was not given to this store has one that always fails.
        """
        self._scopes.require(Scope.READ)
        with self._open() as (reader, mem):
            return constraints(reader, self._ledger, mem, LATEST)
