"""Stated: declarations and constraints that come in, and those that the memory was given already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Literal, Protocol

import msgspec

from memtxn.core.rules import TYPE_ITSELF
from memtxn.engine.export import constraint_line, declaration_line, type_line
from memtxn.engine.lines import Given
from memtxn.engine.problems import Problems
from memtxn.engine.receipts import Records
from memtxn.engine.runtime import Ledger
from memtxn.errors import CheckUnknown, ConstraintViolated, InvalidInput, NotFound
from memtxn.model.codec import Json
from memtxn.model.constraint import Constraint, constraint_of
from memtxn.model.declaration import Cardinality, License, Nature, SpeechAct, ValueType
from memtxn.model.entitytype import Binding, Owner, TypeDeclaration
from memtxn.model.lines import ConstraintLine, DeclarationLine, TypeLine
from memtxn.model.record import ConstrainOp, ConstraintBody, DeclarationBody, DeclareOp, Op, TypeBody, place
from memtxn.ports.storage import LATEST, Reader

Rule = DeclarationLine | TypeLine | ConstraintLine

_encode = msgspec.json.Encoder(order="deterministic").encode


class Takes(Protocol):
    """The memory that is told what holds for all."""

    def declare(  # noqa: PLR0913  # all that can be said
        self,
        entity_type: str,
        attribute: str,
        *,
        cardinality: Cardinality,
        type: ValueType | Literal["any"],  # noqa: A002
        enum: Sequence[Json] | Mapping[str, Sequence[str]],
        protected: bool,
        speech_act: SpeechAct | Literal["any"],
        polarity: Literal[1, -1, 0],
        kind: Nature,
        unit: str,
        licenses: Sequence[License],
        words: Sequence[str],
    ) -> object:
        """See `Memory.declare`."""
        ...

    def declare_type(
        self,
        entity_type: str,
        *,
        owned_by: Owner | Literal["any"],
        person: bool | Literal["any"],
        binding: Binding,
        aliases: Mapping[str, Sequence[str]],
    ) -> object:
        """See `Memory.declare_type`."""
        ...

    def type_declarations(self) -> list[TypeDeclaration]:
        """See `Memory.type_declarations`."""
        ...

    def constrain(self, constraint: Constraint) -> object:
        """See `Memory.constrain`."""
        ...

    def drop_constraint(self, name: str) -> object:
        """See `Memory.drop_constraint`."""
        ...


class Rules:
    """Those that wait for the next line that is new: of each thing the last, for nothing comes between."""

    def __init__(
        self,
        target: Takes,
        ledger: Ledger,
        checks: Collection[str],
        counts: Counter[str],
        problems: Problems,
    ) -> None:
        self._target, self._ledger, self._checks = target, ledger, checks
        self._counts, self._problems = counts, problems
        self._waiting: dict[tuple[str, ...], tuple[Given, Rule]] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def wait(self, given: Given, rule: Rule) -> None:
        """One more."""
        if self._waiting.pop(about(rule), None) is not None:
            self._counts["ignored"] += 1
        self._waiting[about(rule)] = given, rule

    def drop(self, reader: Reader, mem: int, before: int) -> None:
        """Pass over those that were stated before that record, which holds what follows them in the file.

        What was stated since counts.
        """
        for key, (_, rule) in list(self._waiting.items()):
            if any(same and seq < before for seq, same in stated(reader, mem, rule)):
                del self._waiting[key]
                self._counts["known"] += 1

    def state(self) -> None:
        """State those that wait."""
        waiting, self._waiting = self._waiting, {}
        for given, rule in waiting.values():
            try:
                stood = self._stands(rule)
                self._state(rule)
            except (ConstraintViolated, CheckUnknown) as error:
                self._counts["refused"] += 1
                self._problems.add(given, (error.code,), error.detail)
            except InvalidInput as error:
                self._problems.malformed(given, error)
            else:
                self._counts["known" if stood else "new"] += 1
                self._counts["rules"] += not stood

    def _stands(self, rule: Rule) -> bool:
        """Whether the memory has it already."""
        if isinstance(rule, ConstraintLine) and rule.sort == "check":
            return rule.name in self._checks
        with self._ledger.runtime.storage.read() as reader:
            history = stated(reader, self._ledger.mem(reader), rule)
        return history[-1][1] if history else _says_nothing(rule)

    def _state(self, said: Rule) -> None:
        if isinstance(said, DeclarationLine):
            self._declare(said)
        elif isinstance(said, TypeLine):
            self._declare_type(said)
        elif said.dropped:
            with suppress(NotFound):
                self._target.drop_constraint(said.name)
        elif said.sort not in ("", "check"):
            body = ConstraintBody(said.name, said.sort, said.entity_type, said.attribute, said.target)
            self._target.constrain(constraint_of(body, None))
        elif said.name not in self._checks:
            raise CheckUnknown(f"{said.name!r} comes without its function: state it with memory.constrain")

    def _declare(self, said: DeclarationLine) -> None:
        """All of it is stated: what is not said would stay."""
        self._target.declare(
            said.entity_type,
            said.attribute,
            cardinality=said.cardinality,
            type=said.type or "any",
            enum=_enum(said),
            protected=said.protected,
            speech_act=said.speech_act or "any",
            polarity=said.polarity or 0,
            kind="event" if said.event else "state",
            unit=said.unit or "",
            licenses=said.licenses,
            words=said.words,
        )

    def _declare_type(self, said: TypeLine) -> None:
        before = [one for one in self._target.type_declarations() if one.entity_type == said.entity_type]
        gone: dict[str, tuple[str, ...]] = {entity: () for one in before for entity in one.aliases}
        self._target.declare_type(
            said.entity_type,
            owned_by=said.owned_by or "any",
            person="any" if said.person is None else said.person,
            binding=said.binding,
            aliases=gone | said.aliases,
        )


def _enum(said: DeclarationLine) -> Sequence[Json] | Mapping[str, Sequence[str]]:
    """The values, with the other words for them. Raises InvalidInput when these belong to none."""
    values = () if said.enum is None else said.enum
    if not said.synonyms:
        return values
    named = [value for value in values if isinstance(value, str)]
    if not len(set(named)) == len(values) == len(said.synonyms):
        raise InvalidInput("synonyms are lists of words, one for each value of an enum of different texts")
    return dict(zip(named, said.synonyms, strict=True))


# -- what was stated -------------------------------------------------------------------------------------


def about(rule: Rule) -> tuple[str, ...]:
    """What a rule is about: another one about the same takes its place."""
    if isinstance(rule, TypeLine):
        return (rule.entity_type, TYPE_ITSELF)
    return (rule.entity_type, rule.attribute) if isinstance(rule, DeclarationLine) else (rule.name,)


def stated(reader: Reader, mem: int, rule: Rule) -> list[tuple[int, bool]]:
    """What was stated of the same thing: the record of each, and whether it says the same as the line."""
    if not mem:
        return []
    records, wanted = Records(reader, mem), _bare(rule)
    return [
        (seq, _bare(said) == wanted)
        for seq in _seqs(reader, mem, rule)
        for op in records.record(seq).ops
        if (said := _line(records, seq, op)) is not None and about(said) == about(rule)
    ]


def _seqs(reader: Reader, mem: int, rule: Rule) -> list[int]:
    if isinstance(rule, DeclarationLine | TypeLine):
        rows = reader.declarations(mem, LATEST)
        return [row.seq for row in rows if (row.entity_type, row.attribute) == about(rule)]
    return [row.seq for row in reader.constraints(mem, LATEST) if row.name == rule.name]


def _line(records: Records, seq: int, op: Op) -> Rule | None:
    body = records.body(place(seq, op.ord)) if isinstance(op, DeclareOp | ConstrainOp) else None
    if isinstance(body, DeclarationBody):
        return declaration_line(body)
    if isinstance(body, TypeBody):
        return type_line(body)
    return constraint_line(body) if isinstance(body, ConstraintBody) else None


def _says_nothing(rule: Rule) -> bool:
    """Whether it is so without having been said."""
    if isinstance(rule, ConstraintLine):
        return rule.dropped
    if isinstance(rule, TypeLine):
        return _bare(rule) == _bare(TypeLine(entity_type=rule.entity_type))
    return _bare(rule) == _bare(DeclarationLine(entity_type=rule.entity_type, attribute=rule.attribute))


def _bare(rule: Rule) -> bytes:
    """What it says, without the record that it comes from."""
    return _encode(msgspec.structs.replace(rule, seq=0, recorded_at=None))
