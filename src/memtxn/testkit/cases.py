"""Cases of admission: one source, one proposal on words of it, and whether it must be admitted.

One JSON object a line, blank lines aside:

.. code-block:: json

    {"id": "c1", "source": {"speaker": "ana", "channel": "user", "at": "2026-11-03T10:15:00+00:00",
                            "text": "I don't eat fish."},
     "quote": "eat fish", "key": ["Person", "ana", "eats"], "value": "fish", "expect": "refuse"}

The optional fields have their meaning at the structs below; unknown ones are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import msgspec

from memtxn.core.rules import Attribute, Rules
from memtxn.errors import InvalidInput
from memtxn.model.belief import belief_type
from memtxn.model.choices import with_choices
from memtxn.model.codec import canonical
from memtxn.model.declaration import declaration_body, said_of, undeclared
from memtxn.model.entitytype import said_of_type, type_body
from memtxn.model.key import Key
from memtxn.model.record import DeclarationBody, TypeBody
from memtxn.testkit.dialogues import Moment, Text, check_moment

Expectation = Literal["admit", "refuse"]
_LONGEST = 32 * 1024 * 1024
"""Bytes that a line may not have: what is read of a file that never ends."""


class BadCases(InvalidInput):
    """the cases cannot be judged"""  # noqa: D415  # a message, as in errors.py

    advice = "Mend that line; docs/how-to/audit.md shows the format"


class NotRead(BadCases):
    """the cases cannot be read"""  # noqa: D415  # a message, as in errors.py

    advice = "The file is not there, or not to be read: check its path"


class Seen(msgspec.Struct, frozen=True):
    """The source: who said what, where and when (with its zone)."""

    speaker: Text
    at: Moment
    text: Text
    channel: Text = "user"


class WrittenCase(msgspec.Struct, frozen=True):
    """One case. ``admit`` is met by ADD, SUPERSEDE or NOOP, ``refuse`` by a refusal or by quarantine.

    ``family`` names what the case is about, ``why`` says why it must be so, ``type`` is the type of belief.
    ``declared`` and ``declared_type`` are what is declared beforehand: the keyword arguments of `Memory.declare`
    for the attribute, and of `Memory.declare_type` for the entity's type.
    """

    id: Text
    source: Seen
    quote: str
    key: tuple[Text, Text, Text]
    value: Any
    expect: Expectation
    lang: str = ""
    family: str = ""
    why: str = ""
    type: str = "fact"
    declared: dict[str, Any] = {}
    declared_type: dict[str, Any] = {}

    @property
    def admits(self) -> bool:
        """Whether it must be admitted."""
        return self.expect == "admit"


def read_cases(path: Path) -> list[WrittenCase]:
    """The cases of a file, checked.

    Raises:
        BadCases: no such file, no case in it, or a line that cannot be used: which, and why.
    """
    cases: dict[str, WrittenCase] = {}
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            case = _checked(_decoder.decode(line))
            if case.id in cases:
                raise InvalidInput(f"there is a case {case.id!r} above already")
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, InvalidInput) as error:
            raise BadCases(f"{path}, line {number}: {_problem(error)}") from error
        cases[case.id] = case
    if not cases:
        raise BadCases(f"{path} holds no case")
    return list(cases.values())


_decoder = msgspec.json.Decoder(WrittenCase)


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, or of a pipe, one at a time."""
    try:
        with path.open("rb") as file:
            first = file.readline(_LONGEST).removeprefix(b"\xef\xbb\xbf")
            for number, line in enumerate(chain((first,), iter(lambda: file.readline(_LONGEST), b"")), start=1):
                if len(line) == _LONGEST:
                    raise BadCases(f"{path}, line {number}: it has {_LONGEST} bytes or more")
                yield line
    except OSError as error:
        raise NotRead(f"{path}: {error.strerror}") from error


def _checked(case: WrittenCase) -> WrittenCase:
    """The case itself, when a proposal can be made of it. Raises InvalidInput: why not."""
    if belief_type(case.type) is None or case.type == "retraction":
        raise InvalidInput(f"type {case.type!r} is no type of belief")
    Key.of(case.key[:2], case.key[2])
    canonical(case.value)
    check_moment(case.source.at, "at")
    rules_of(case)
    return case


def rules_of(case: WrittenCase) -> Rules:
    """The rules of a memory in which nothing but this was declared. Raises InvalidInput."""
    _check_names(case.declared, _OF_ATTRIBUTES, "declared")
    _check_names(case.declared_type, _OF_TYPES, "declared_type")
    entity_type, _, attribute = case.key
    attributes, types = dict[Attribute, DeclarationBody](), dict[str, TypeBody]()
    if case.declared:
        said = said_of(entity_type, attribute, **case.declared)
        attributes[entity_type, attribute] = declaration_body(said, undeclared(entity_type, attribute))
    if case.declared_type:
        types[entity_type] = type_body(said_of_type(entity_type, **case.declared_type), TypeBody(entity_type))
    return Rules(attributes=attributes, types=types)


def _check_names(given: dict[str, Any], known: frozenset[str], what: str) -> None:
    if strange := sorted(given.keys() - known):
        raise InvalidInput(
            f"{what}: there is no {', '.join(map(repr, strange))}; there are {', '.join(sorted(known))}"
        )


_OF_ATTRIBUTES = frozenset(signature(said_of).parameters) - {"entity_type", "attribute", "cardinality"}
_OF_TYPES = frozenset(signature(said_of_type).parameters) - {"entity_type"}


def _problem(error: Exception) -> str:
    return error.detail if isinstance(error, InvalidInput) else with_choices(error, WrittenCase)
