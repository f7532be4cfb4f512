"""Sentences, as far as times need them: does one speak of the past, and which part of the day does it name?"""

from __future__ import annotations

import msgspec

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.forms.moments import Tense
from memtxn.core.admission.forms.time_words import TimeWords, plain

_STOPS = frozenset(".!?。!?\n;")
_BACK, _AHEAD = 40, 80
_ABBREVIATION = 4


class _Sentence(msgspec.Struct, frozen=True):
    first: int
    last: int
    tense: Tense
    part: str


class Sentences:
    """The sentences around the tokens that are asked for. Cheap when asked in the order of the text."""

    def __init__(self, analysis: Analysis, words: TimeWords) -> None:
        self._analysis = analysis
        self._words = words
        self._last = _Sentence(0, 0, "open", "")

    def tense(self, at: int) -> Tense:
        """What the sentence of this token speaks of."""
        return self._around(at).tense

    def part(self, at: int) -> str:
        """The only part of the day that the sentence of this token names, or nothing."""
        return self._around(at).part

    def _around(self, at: int) -> _Sentence:
        if not self._last.first <= at < self._last.last:
            first, last = at, at + 1
            while first > max(0, at - _BACK) and not self._ends_before(first):
                first -= 1
            size = len(self._analysis.tokens.texts)
            while last < min(size, at + _AHEAD) and not self._ends_before(last):
                last += 1
            self._last = _Sentence(first, last, self._tense(first, last), self._part(first, last))
        return self._last

    def _ends_before(self, at: int) -> bool:
        tokens = self._analysis.tokens
        gap = tokens.gaps[at]
        if _STOPS.isdisjoint(gap):
            return False
        return gap.rstrip() != "." or not self._takes_a_dot(tokens.texts[at - 1])

    def _takes_a_dot(self, word: str) -> bool:
        """Whether the dot after this word may end no sentence: 3. Mai, Nov. 5, 4 p.m. on Friday."""
        short = len(word) <= _ABBREVIATION and word in self._words.words
        return word.isdecimal() or "." in word or short

    def _tense(self, first: int, last: int) -> Tense:
        texts = {plain(text) for text in self._analysis.tokens.texts[first:last]}
        if not texts.isdisjoint(self._words.past):
            return "past"  # with words of both kinds too: only then are both directions read
        return "open" if texts.isdisjoint(self._words.future) else "future"

    def _part(self, first: int, last: int) -> str:
        texts = self._analysis.tokens.texts
        parts = set()
        for at in range(first, last):
            for word in self._words.words.get(plain(texts[at]), ()):
                if word.kind in {"daypart", "part_before", "part_of_day"} and self._says(word.tokens, at):
                    parts.add(word.sense.text)
        return parts.pop() if len(parts) == 1 else ""

    def _says(self, phrase: tuple[str, ...], at: int) -> bool:
        """Whether the phrase stands there. One Han letter is no evidence: 早 is early in many a word."""
        texts = self._analysis.tokens.texts[at : at + len(phrase)]
        lone = len(phrase) == 1 and len(phrase[0]) == 1
        return not lone and tuple(map(plain, texts)) == phrase
