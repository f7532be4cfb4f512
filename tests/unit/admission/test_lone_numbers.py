"""A number that is read at once, because nothing beside it belongs to it, is read as with its whole line."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TypeVar

import pytest

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.forms.lexicon import Phrases, line_of
from memtxn.core.admission.forms.lone import lone
from memtxn.core.admission.forms.numerals import Numerals
from memtxn.core.admission.forms.quantities import _read, _starts
from memtxn.core.admission.forms.started import languages_of
from memtxn.core.admission.forms.units import unit_names
from memtxn.core.admission.forms.vague import calendar, cues_of
from memtxn.core.admission.word_set import word_set

T = TypeVar("T")
ROUNDS = 6_000
DIGITS = ("3", "12", "250", "7", "0", "05", "1999", "2026", "8500", "1.5", "½", "5kg", "3rd", "10", "60", "1,500")
FILLERS = sorted(word_set("guests room tables nice of de the and you with sur chairs cats per people in on"))
GAPS = [" "] * 14 + [", ", "-", " - ", "/", ":", ". ", ""]


@pytest.mark.parametrize("languages", [("en",), ("de",), ("fr", "en"), ("es",), ("en", "zh"), ("zh",)], ids=str)
def test_it_is_what_the_whole_line_makes_of_it(languages: tuple[str, ...]) -> None:
    chance, met = Random(str(languages)), 0
    for _ in range(ROUNDS):
        text = "".join(_word(chance, languages) + chance.choice(GAPS) for _ in range(chance.randrange(3, 9)))
        analysis = analyse_text(text)
        size = len(analysis.tokens.texts)
        found, line = _starts(analysis, 0, size, languages), line_of(analysis, 0, size)
        alone = [lone(line, at, languages) for at in found]
        if found and None not in alone:
            met += 1
            assert tuple(alone) == _read(line, found, languages, None), text
    assert met > ROUNDS / 50


def _word(chance: Random, languages: tuple[str, ...]) -> str:
    phrases, numerals = _beside(languages)
    return chance.choice(chance.choice((phrases, numerals, FILLERS, FILLERS, FILLERS, DIGITS, DIGITS)))


@cache
def _beside(languages: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Whatever may belong to a number, and the words that are numbers."""
    units, cues, days, known = unit_names(languages), cues_of(languages), calendar(), languages_of(languages)
    phrases = [*units.single, *units.glued, *days.months, *days.clock_between, *days.hour_before]
    phrases += days.year_before
    phrases += [*cues.opened, *(joint for joints in cues.opened.values() for joint in joints)]
    for ends in (
        *(_ends(days.clock_after), _ends(days.clock_before), _ends(days.clock_start), _ends(days.date_before)),
        *(_ends(days.date_after), _ends(days.year_after), _ends(cues.between), _ends(cues.before)),
        *(_ends(cues.after), _ends(units.before), _ends(units.after)),
    ):
        phrases += ends
    phrases += [word for one in known for word in _small(one)]
    words = [word for one in known for word in (*sorted(one.words)[:60], *one.ordinals)]
    return sorted(phrases), sorted(words) or ["二", "三十"]


def _ends(table: Phrases[T]) -> frozenset[str]:
    return table.firsts() | table.lasts()


def _small(known: Numerals) -> list[str]:
    return [
        *(*known.scales, *known.lone, *known.articles, *known.joints, *known.halves, *known.denominators),
        *(*known.compound, *known.minus, *known.point, *known.pronoun),
    ]
