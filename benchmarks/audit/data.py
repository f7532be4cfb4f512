"""The corpora that the audit reads: conversations of people, turn by turn. None of them is part of memtxn.

``MEMTXN_DATA`` names the folder that holds them: ``sgd/`` (see `memtxn.testkit.sgd`, with ``dev_schema.json``),
``locomo/locomo10.json``, ``crosswoz/val.json.zip`` and ``longmemeval/longmemeval_oracle_sample.json``.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from memtxn.testkit.sgd import FILE, Conversation

SGD_DAY = datetime(2019, 3, 1, 9, tzinfo=UTC)
"""What *today* is in all of SGD."""
OTHER_DAY = datetime(2026, 1, 5, 9, tzinfo=UTC)
"""For corpora without times."""
NEEDED = (
    FILE,
    Path("sgd", "dev_schema.json"),
    Path("locomo", "locomo10.json"),
    Path("crosswoz", "val.json.zip"),
    Path("longmemeval", "longmemeval_oracle_sample.json"),
)
_LOCOMO_TIME = "%I:%M %p on %d %B, %Y"


class Slot(msgspec.Struct, frozen=True):
    """A gold value that the user has settled by this turn: its name, and the spellings of the value."""

    service: str
    name: str
    spellings: tuple[str, ...]


class Said(msgspec.Struct, frozen=True):
    """One turn: who said what in which conversation, and the gold values that it settles.

    ``mark``: what the corpus itself calls the turn, where it tells which turn shows what.
    """

    corpus: str
    conversation: str
    number: int
    speaker: str
    channel: str
    at: datetime
    text: str
    slots: tuple[Slot, ...] = ()
    mark: str = ""

    @property
    def name(self) -> str:
        """A name of the turn that no other one has."""
        return f"{self.corpus}/{self.conversation}/{self.number}"


def folder() -> Path | None:
    """The folder of data, when all that is needed lies in it."""
    named = os.environ.get("MEMTXN_DATA")
    place = Path(named) if named else None
    return place if place and all((place / file).exists() for file in NEEDED) else None


@cache
def sgd(place: Path) -> tuple[Said, ...]:
    """Schema-Guided Dialogue. A slot stands at the turn that settles it, unless its words were said before.

    What a service takes over from earlier turns was said there of something else: the city of a flight, of a car.
    """
    with gzip.open(place / FILE, "rb") as lines:
        read = [_sgd.decode(line) for line in lines]
    return tuple(said for conversation in read for said in _sgd_turns(conversation))


_sgd = msgspec.json.Decoder(Conversation)


def _sgd_turns(conversation: Conversation) -> Iterator[Said]:
    slots: dict[int, list[Slot]] = {}
    for update in conversation.updates:
        if update.op != "drop" and update.new and update.evidence_turn in (None, update.turn):
            slots.setdefault(update.turn, []).append(Slot(update.service, update.slot, update.new))
    for number, (who, text) in enumerate(conversation.turns):
        role = "user" if who == "U" else "assistant"
        own = tuple(slots.get(number, ()))
        yield Said("sgd", conversation.dialogue_id, number, role, role, SGD_DAY, text, own)


@cache
def sgd_schema(place: Path) -> dict[tuple[str, str], tuple[str, ...]]:
    """The values that a categorical slot may have, by (service, slot); none for a free one."""
    services = json.loads((place / "sgd" / "dev_schema.json").read_bytes())
    return {
        (service["service_name"], slot["name"]): tuple(slot["possible_values"]) if slot["is_categorical"] else ()
        for service in services
        for slot in service["slots"]
    }


@cache
def crosswoz(place: Path) -> tuple[Said, ...]:
    """CrossWOZ: a slot is what an *Inform* of the user's dialogue acts says."""
    with zipfile.ZipFile(place / "crosswoz" / "val.json.zip") as packed:
        read: dict[str, Any] = json.loads(packed.read(packed.namelist()[0]))
    return tuple(said for name, dialogue in read.items() for said in _crosswoz_turns(name, dialogue["messages"]))


def _crosswoz_turns(name: str, messages: list[dict[str, Any]]) -> Iterator[Said]:
    for number, message in enumerate(messages):
        role = "user" if message["role"] == "usr" else "assistant"
        informed = (act for act in message["dialog_act"] if act[0] == "Inform" and act[3] not in ("", "none"))
        slots = tuple(Slot(domain, slot, (value,)) for _, domain, slot, value in informed)
        yield Said("crosswoz", name, number, role, role, OTHER_DAY, message["content"], slots)


@cache
def locomo(place: Path) -> tuple[Said, ...]:
    """LoCoMo: two people who write to each other over months."""
    return tuple(
        said
        for sample in locomo_samples(place)
        for said in _locomo_turns(sample["sample_id"], sample["conversation"])
    )


@cache
def locomo_samples(place: Path) -> tuple[dict[str, Any], ...]:
    """LoCoMo as it lies there: each conversation with its questions and observations."""
    return tuple(json.loads((place / "locomo" / "locomo10.json").read_bytes()))


def _locomo_turns(name: str, sessions: dict[str, Any]) -> Iterator[Said]:
    number = 0
    for session in sorted(
        (key for key in sessions if re.fullmatch(r"session_\d+", key)), key=lambda k: int(k[8:])
    ):
        at = datetime.strptime(f"{sessions[f'{session}_date_time']} +0000", f"{_LOCOMO_TIME} %z")
        for turn in sessions[session]:
            yield Said("locomo", name, number, turn["speaker"], "user", at, turn["text"], (), turn["dia_id"])
            number += 1


@cache
def longmemeval(place: Path) -> tuple[Said, ...]:
    """LongMemEval: what users told their assistant."""
    return tuple(
        Said("longmemeval", sample["id"], number, "user", "user", _day(turn["date"]), turn["content"])
        for sample in longmemeval_samples(place)
        for number, turn in enumerate(sample["conversation"])
        if turn["role"] == "user"
    )


@cache
def longmemeval_samples(place: Path) -> tuple[dict[str, Any], ...]:
    """LongMemEval as it lies there: conversations, each with its questions."""
    read = json.loads((place / "longmemeval" / "longmemeval_oracle_sample.json").read_bytes())
    return tuple(read["data"])


def _day(text: str) -> datetime:
    year, month, day = (int(part) for part in text[:10].split("/"))
    return datetime(year, month, day, 9, tzinfo=UTC)
