"""Set *normal forms*: gold values that users said in other words: times, dates, numbers, yes and no, plurals.

What is said is real; the normal form is the corpus's own or, for times and dates, read by `readings`. Attributes
that are yes or no, that have a list of values, or that go by other words are declared, as a harness would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.audit.cases import Proposed, case_of
from benchmarks.audit.data import Said, Slot, crosswoz, sgd, sgd_schema
from benchmarks.audit.readings import NUMBER_WORDS, clock, day, words
from benchmarks.audit.slots import YES, verbatim
from memtxn.testkit.cases import WrittenCase

_COUNTED = (
    r"people|persons?|seats?|tickets?|rooms?|bed ?rooms?|beds?|baths?|bathrooms?|stars?|bags?|riders?|passengers?"
    r"|of us|travell?ers?"
)
_WORDS: dict[str, tuple[str, ...]] = {
    "good_for_kids": ("kids", "children", "child", "kid friendly", "child friendly"),
    "free_entry": ("free entry", "free entrance", "free admission", "entrance free"),
    "has_wifi": ("wifi", "wi-fi", "internet"),
    "pets_allowed": ("pets", "pet", "pet friendly", "allow pets"),
    "shared_ride": ("shared ride", "share the ride", "shared", "sharing"),
    "smoking_allowed": ("smoking", "smoke"),
    "has_seating_outdoors": ("outdoor seating", "outdoor seats", "seating outdoors", "outside seating"),
    "has_vegetarian_options": ("vegetarian options", "vegetarian", "vegetarian dishes"),
    "furnished": ("furnished", "furniture"),
}
"""What a harness declares of yes-or-no attributes whose names users do not use."""


def normal_forms(place: Path) -> Iterator[WrittenCase]:
    """All cases, of every family."""
    schema = sgd_schema(place)
    for said in sgd(place):
        for slot in said.slots if said.speaker == "user" else ():
            yield from _english(said, slot, schema.get((slot.service, slot.name), ()))
    for said in crosswoz(place):
        for slot in said.slots if said.speaker == "user" else ():
            yield from _chinese(said, slot)


def _case(said: Said, slot: Slot, value: Any, family: str, declared: dict[str, Any] | None = None) -> WrittenCase:  # noqa: ANN401
    key = (slot.service, said.conversation, slot.name)
    proposed = Proposed(value=value, key=key, family=family, expect="admit", type="goal", declared=declared or {})
    return case_of(said, proposed)


def _english(said: Said, slot: Slot, values: tuple[str, ...]) -> Iterator[WrittenCase]:
    gold = slot.spellings[0]
    if gold in ("True", "False"):
        if _names(slot.name, said.text):
            yield _case(said, slot, gold == "True", "yes_no", {"type": "boolean", "words": _WORDS[slot.name]})
        return
    literal = verbatim(slot.spellings, said)
    if literal is not None:
        yield from _times(said, slot, literal)
    elif gold.isdecimal() and values and _said_as_word(int(gold), said.text):
        yield _case(said, slot, int(gold), "number_word")
    elif values and _inflected(gold, said.text):
        yield _case(said, slot, gold, "inflected", {"enum": values})


def _times(said: Said, slot: Slot, literal: str) -> Iterator[WrittenCase]:
    time, date = clock(literal), day(literal, said.at.date())
    if time is not None and time != literal:
        yield _case(said, slot, time, "clock_time")
    if date is not None:
        yield _case(said, slot, date, "calendar_date")


def _names(slot: str, text: str) -> bool:
    """Whether a turn names a yes-or-no attribute, by its own words or by those declared."""
    plain = " ".join(words(text))
    return any(re.search(rf"\b{re.escape(' '.join(words(one)))}\b", plain) for one in _WORDS.get(slot, ()))


def _said_as_word(number: int, text: str) -> bool:
    word = next((word for word, value in NUMBER_WORDS.items() if value == number), None)
    return word is not None and bool(re.search(rf"\b{word} (?:{_COUNTED})\b", text, re.IGNORECASE))


def _inflected(gold: str, text: str) -> bool:
    plain = f" {' '.join(words(text))} "
    stem = " ".join(words(gold))
    forms = {stem, f"{stem}s", f"{stem}es", re.sub("y$", "ies", stem)}
    return any(f" {form} " in plain for form in forms)


def _chinese(said: Said, slot: Slot) -> Iterator[WrittenCase]:
    gold = slot.spellings[0]
    name = slot.name.rpartition("-")[2]
    if gold == YES and name in said.text:
        yield _case(said, slot, True, "yes_no", {"type": "boolean", "words": [name]})
        return
    found = re.fullmatch(r"(\d+)-(\d+)元", gold)
    if found and gold not in said.text and re.search(rf"(?<!\d){found[1]}元?[到至]{found[2]}元", said.text):
        yield _case(said, slot, gold, "range")
