"""Set *published*: the evaluation of the paper, rebuilt: 60 originals and 179 negatives made of them.

An original's value is a verbatim span of a real turn. The negatives are three near-equal parts: a negator
inserted into the value, two content tokens exchanged, a content token replaced by one of another conversation.
Those that an independent test still finds to be ordered subsequences of the evidence are dropped, and counted.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchmarks.audit import english
from benchmarks.audit.cases import Proposed, case_of, drawn
from benchmarks.audit.data import Said, locomo, longmemeval
from benchmarks.corrupt import exchanged, inserted, is_ordered_subsequence, words
from memtxn.testkit.cases import WrittenCase

ORIGINALS = 60
NEGATIVES = (60, 60, 59)
"""Negator inserted, tokens exchanged, token replaced."""
SEED = 20_261_130
_SHORT = 3
"""Letters that make no content word."""


class Original(msgspec.Struct, frozen=True):
    """A value, the sentence that shows it, and its turn."""

    said: Said
    sentence: str
    value: str


def published(place: Path) -> tuple[list[WrittenCase], int]:
    """The cases, and how many negatives were dropped."""
    originals = drawn(list(_candidates(place)), ORIGINALS, "published")
    cases = [_case(one, one.value, "original") for one in originals]
    dropped = 0
    for family, one, value in _negatives(originals):
        if is_ordered_subsequence(value, one.sentence):
            dropped += 1
        else:
            cases.append(_case(one, value, family))
    return cases, dropped


def _candidates(place: Path) -> Iterator[Original]:
    for said in (*locomo(place), *longmemeval(place)):
        for sentence, frame in english.statements(said.text):
            value = english.tail(frame.rest)
            if value is not None and len(set(_content(value))) >= 2 and frame.subject in ("I", "We"):
                yield Original(said, sentence, value)


def _content(text: str) -> list[str]:
    return [word for word in words(text) if len(word) > _SHORT]


def _negatives(originals: list[Original]) -> Iterator[tuple[str, Original, str]]:
    chance = random.Random(SEED)
    for one in originals[: NEGATIVES[0]]:
        yield "negator_inserted", one, inserted(one.value, chance)
    for one in originals[: NEGATIVES[1]]:
        yield "tokens_exchanged", one, exchanged(one.value, chance, longer_than=_SHORT)
    for one in originals[: NEGATIVES[2]]:
        others = [other for other in originals if other.said.conversation != one.said.conversation]
        foreign = [word for word in _content(chance.choice(others).value) if word not in words(one.said.text)]
        old = chance.choice(_content(one.value))
        yield "token_replaced", one, _replaced(one.value, old, chance.choice(foreign or ["Reykjavik"]))


def _replaced(value: str, old: str, new: str) -> str:
    at = value.lower().index(old)
    return f"{value[:at]}{new}{value[at + len(old) :]}"


def _case(one: Original, value: str, family: str) -> WrittenCase:
    return case_of(
        one.said,
        Proposed(
            value=value,
            key=("Person", one.said.speaker, "detail"),
            family=family,
            expect="admit" if family == "original" else "refuse",
            quote=one.sentence,
        ),
    )
