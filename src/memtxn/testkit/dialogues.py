"""Dialogues: what was said turn by turn, what was proposed of it, and what must be believed in the end.

One JSON object a line, blank lines aside:

.. code-block:: json

    {"id": "d1", "title": "A table for six",
     "turns": [{"speaker": "ana", "channel": "user", "at": "2026-11-03T10:15:00+00:00",
                "text": "A table for six, please."}],
     "proposals": [{"turn": 0, "quote": "for six", "key": ["Booking", "b1", "seats"], "value": "six"},
                   {"turn": 0, "quote": "for six", "key": ["Booking", "b1", "seats"], "value": "sixteen",
                    "kind": "corrupt", "how": "number_damaged", "published_gate": "refuse"}],
     "final": {"Booking/b1/seats": "six"}}

The optional fields have their meaning at the structs below; unknown ones are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from memtxn.errors import InvalidInput
from memtxn.model.belief import belief_type
from memtxn.model.codec import Json, canonical
from memtxn.model.key import Key
from memtxn.model.time import to_micros

Moment: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]
Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]
Kind: TypeAlias = Literal["honest", "corrupt", "unquoted"]
State: TypeAlias = "dict[str, Json]"
"""What is believed, by ``Type/id/attribute``; the values of a many-valued attribute are a sorted list."""


AFTER = timedelta(seconds=1)
"""How long after what was said its proposals are made."""


class BadDialogues(InvalidInput):
    """the dialogues cannot be replayed"""  # noqa: D415  # a message, as in errors.py

    advice = "Mend that line; `memtxn demo --help` shows the format"


class NotRead(BadDialogues):
    """the dialogues cannot be read"""  # noqa: D415  # a message, as in errors.py

    advice = "The file is not there, or not to be read: check its path"


class Turn(msgspec.Struct, frozen=True):
    """One thing that was said. Times have a zone and never go back; ``i``, if given, is the turn's place."""

    speaker: Text
    at: Moment
    text: Text
    channel: Text = "user"
    i: int | None = None


class Offer(msgspec.Struct, frozen=True):
    """One scripted proposal, made right after its turn, or a later one (``after``), on words of its turn.

    ``honest`` ones must be admitted. ``corrupt`` ones should be refused: ``how`` names what was done to
    them, ``published_gate`` what the plain ordered-subsequence test says of them (None: not known).
    ``unquoted`` ones are true, but not in their turn's own words: counted, and nothing is demanded of them.
    ``observed_at`` is given when the turn reports something older; ``op`` "retract" takes the value back.
    """

    turn: int
    quote: str
    key: tuple[Text, Text, Text]
    value: Any
    kind: Kind = "honest"
    type: str = "fact"
    op: Literal["propose", "retract"] = "propose"
    observed_at: Moment | None = None
    how: str = "corrupt"
    published_gate: Literal["accept", "refuse"] | None = None
    after: int | None = None
    note: str = ""

    @property
    def name(self) -> str:
        """The key as ``Type/id/attribute``."""
        return "/".join(self.key)

    @property
    def made(self) -> int:
        """The turn after which it is made."""
        return self.turn if self.after is None else self.after


class Attribute(msgspec.Struct, frozen=True):
    """What is declared of an attribute before the first turn."""

    cardinality: Literal["one", "many"] = "one"


class Dialogue(msgspec.Struct, frozen=True):
    """A whole conversation.

    ``schema`` is by ``Type/attribute``, ``final`` and ``final_many`` by ``Type/id/attribute`` (null: nothing
    any more); without both no final state is demanded.
    """

    id: Text
    turns: Annotated[tuple[Turn, ...], msgspec.Meta(min_length=1)]
    proposals: tuple[Offer, ...]
    title: str = ""
    schema: dict[str, Attribute] = {}
    final: dict[str, Any] | None = None
    final_many: dict[str, list[Any]] | None = None

    @property
    def many(self) -> frozenset[tuple[str, str]]:
        """The many-valued attributes, as (entity type, attribute)."""
        many = [name for name, attribute in self.schema.items() if attribute.cardinality == "many"]
        return frozenset(_type_and_attribute(name) for name in many)

    @property
    def expected(self) -> State | None:
        """What must be believed after the honest proposals alone; None when the file does not say."""
        if self.final is None and self.final_many is None:
            return None
        one = {name: value for name, value in (self.final or {}).items() if value is not None}
        return one | {name: ordered(values) for name, values in (self.final_many or {}).items() if values}

    def offers(self, turn: int) -> Iterator[Offer]:
        """The proposals made after a turn, in the file's order."""
        return (offer for offer in self.proposals if offer.made == turn)


def ordered(values: list[Json]) -> list[Json]:
    """Values in the order of their canonical bytes, which any two lists of the same values share."""
    return sorted(values, key=canonical)


def read_dialogues(path: Path) -> list[Dialogue]:
    """The dialogues of a file, checked.

    Raises:
        BadDialogues: no such file, no dialogue in it, or a line that cannot be used: which, and why.
    """
    dialogues: dict[str, Dialogue] = {}
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            dialogue = checked(_decoder.decode(line))
            if dialogue.id in dialogues:
                raise InvalidInput(f"there is a dialogue {dialogue.id!r} above already")
        except (msgspec.MsgspecError, InvalidInput) as error:
            raise BadDialogues(f"{path}, line {number}: {_problem(error)}") from error
        dialogues[dialogue.id] = dialogue
    if not dialogues:
        raise BadDialogues(f"{path} holds no dialogue")
    return list(dialogues.values())


def checked(dialogue: Dialogue) -> Dialogue:
    """The dialogue itself, when its parts fit one another. Raises InvalidInput: what does not."""
    for place, turn in enumerate(dialogue.turns):
        _check_turn(dialogue, place, turn)
    for place, offer in enumerate(dialogue.proposals):
        _check_offer(dialogue, f"proposals[{place}]", offer)
    for name in dialogue.schema:
        _type_and_attribute(name)
    for name in (*(dialogue.final or ()), *(dialogue.final_many or ())):
        if name.count("/") < 2:
            raise InvalidInput(f"final state: {name!r} is not 'Type/id/attribute'")
    return dialogue


_decoder = msgspec.json.Decoder(Dialogue)


def _lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().split(b"\n")
    except OSError as error:
        raise NotRead(f"{path}: {error.strerror}") from error


def _problem(error: msgspec.MsgspecError | InvalidInput) -> str:
    return error.detail if isinstance(error, InvalidInput) else str(error)


def _check_turn(dialogue: Dialogue, place: int, turn: Turn) -> None:
    check_moment(turn.at, f"turns[{place}].at")
    if turn.i not in (None, place):
        raise InvalidInput(f"turns[{place}].i is {turn.i}; turns are numbered from 0 in their order")
    if place and turn.at < dialogue.turns[place - 1].at:
        raise InvalidInput(f"turns[{place}].at lies before the turn above it")


def _check_offer(dialogue: Dialogue, where: str, offer: Offer) -> None:
    if not 0 <= offer.turn < len(dialogue.turns):
        raise InvalidInput(f"{where}.turn is {offer.turn}; the turns are 0 to {len(dialogue.turns) - 1}")
    if not offer.turn <= offer.made < len(dialogue.turns):
        raise InvalidInput(f"{where}.after is {offer.after}; give a turn that is not before its own")
    if belief_type(offer.type) is None:
        raise InvalidInput(f"{where}.type {offer.type!r} is no type of belief")
    try:
        Key.of(offer.key[:2], offer.key[2])
        canonical(offer.value)
    except InvalidInput as error:
        raise InvalidInput(f"{where}: {error.detail}") from error


def check_moment(at: datetime, what: str) -> None:
    """There must be a moment just after it, at which proposals are made. Raises InvalidInput."""
    to_micros(at, what)
    try:
        to_micros(at + AFTER, what)
    except (OverflowError, InvalidInput):
        raise InvalidInput(f"{what} is {at.isoformat()}, after which the calendar has no second left") from None


def _type_and_attribute(name: str) -> tuple[str, str]:
    entity_type, slash, attribute = name.partition("/")
    if not (entity_type and slash and attribute):
        raise InvalidInput(f"schema: {name!r} is not 'Type/attribute'")
    return entity_type, attribute
