"""Set *published*: the evaluation of the paper, rebuilt: 60 originals and 179 negatives made of them.

An original's value is the gold answer of a corpus's question, standing literally in the turn that answers it and
proposed of the speaker (see `given`). None of these turns is in a set that anything was tuned on. The negatives
are three near-equal parts: a negator inserted into the value, two content tokens exchanged, a content token
replaced by one of another conversation. Those that an independent test still finds to be ordered subsequences of
the evidence are dropped, and counted.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Set
from pathlib import Path

from benchmarks.audit.cases import Proposed, case_of, drawn
from benchmarks.audit.given import Given, answers
from benchmarks.corrupt import exchanged, inserted, is_ordered_subsequence, words
from memtxn.testkit.cases import WrittenCase

ORIGINALS = 60
NEGATIVES = (60, 60, 59)
"""Negator inserted, tokens exchanged, token replaced."""
SEED = 20_261_130
_SHORT = 3
"""Letters that make no content word."""
_EXCHANGED = 2
"""Content words that a value needs for two of them to be exchanged."""


def published(place: Path, elsewhere: Set[str] = frozenset()) -> tuple[list[WrittenCase], int]:
    """The cases, and how many negatives were dropped. ``elsewhere``: turns of other sets, to be left to them."""
    originals = _originals(place, elsewhere)
    cases = [_case(one, one.value, "original") for one in originals]
    dropped = 0
    for family, one, value in _negatives(originals):
        if is_ordered_subsequence(value, re.sub(r"n['’]t\b", " not", one.sentence)):
            dropped += 1
        else:
            cases.append(_case(one, value, family))
    return cases, dropped


def _originals(place: Path, elsewhere: Set[str]) -> list[Given]:
    """One of a turn: all that LongMemEval has, the rest drawn from LoCoMo."""
    found: dict[str, Given] = {}
    for one in answers(place):
        if len(set(_content(one.value))) >= _EXCHANGED and one.said.name not in elsewhere:
            found.setdefault(one.said.name, one)
    few = [one for one in found.values() if one.said.corpus == "longmemeval"]
    many = [one for one in found.values() if one.said.corpus != "longmemeval"]
    return few + drawn(many, ORIGINALS - len(few), "published")


def _content(text: str) -> list[str]:
    return [word for word in words(text) if len(word) > _SHORT]


def _negatives(originals: list[Given]) -> Iterator[tuple[str, Given, str]]:
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


def _case(one: Given, value: str, family: str) -> WrittenCase:
    return case_of(
        one.said,
        Proposed(
            value=value,
            key=("Person", one.said.speaker, one.attribute),
            family=family,
            expect="admit" if family == "original" else "refuse",
            quote=one.sentence,
            type=one.type,
        ),
    )
