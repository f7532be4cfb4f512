"""A sentence read: its clauses and the cues in them. Made when it is needed, once per source."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

import msgspec

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.cues.language import languages_of
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.cues.pack import UNDETERMINED, abbreviations
from memtxn.core.admission.han import simplified
from memtxn.core.admission.han_words import is_word, splits_word
from memtxn.core.admission.homoglyphs import unmixed
from memtxn.core.admission.reading.clauses import Clauses, clauses_of
from memtxn.core.admission.reading.crossed import crossed, may_cross
from memtxn.core.admission.reading.frames import framed
from memtxn.core.admission.reading.glued import glued
from memtxn.core.admission.reading.grammar import Grammar, grammar
from memtxn.core.admission.reading.labels import labelled
from memtxn.core.admission.reading.quotatives import VERBS, quotatives
from memtxn.core.admission.reading.sentences import sentence_starts
from memtxn.core.admission.reading.unmarked import LETTERS, unmarked
from memtxn.core.admission.reading.verdicts import WRONG, verdicts
from memtxn.core.admission.scripts import is_unspaced

ONE_LANGUAGE = 400
"""Tokens at the beginning of a source by which its language is guessed for sentences that do not tell theirs."""


class Sentence(msgspec.Struct, frozen=True, dict=True):
    """Tokens ``first`` … ``last`` - 1 of a source. ``texts`` are its words, Chinese ones in simplified letters.

    ``vocabulary`` has each word once. ``asks``: a question mark ends it. ``marks`` are its cues but for
    corrections, which are apart.
    """

    number: int
    first: int
    last: int
    texts: list[str]
    grammar: Grammar
    clauses: Clauses
    marks: list[Mark]
    corrections: list[Mark]
    asks: bool
    vocabulary: frozenset[str]
    analysis: Analysis

    @cached_property
    def capitals(self) -> frozenset[int]:
        """The tokens that begin with a capital letter. Few sentences are asked for them."""
        return frozenset(token for token in range(self.first, self.last) if self.analysis.is_capital(token))

    def clause(self, token: int) -> int:
        """The clause of a token; of one before the sentence its first, of one after it its last."""
        at, of = token - self.first, self.clauses.of
        return of[at] if 0 <= at < len(of) else of[0 if at < 0 else -1]

    def words(self, clause: int) -> list[str]:
        """The words of a clause."""
        return self.clauses.words[clause]


class Reading:
    """The sentences of one source, each read when it is first asked for. Safe to share: a race reads twice."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = msgspec.structs.replace(analysis, notes={})  # the analysis keeps this one: no circle
        self.starts = sentence_starts(analysis.normal, analysis.tokens, abbreviations(analysis.packs))
        self._read: dict[int, Sentence] = {}
        self._worded: dict[int, tuple[list[str], tuple[str, ...]]] = {}
        self.named: dict[object, list[tuple[int, int]]] = {}
        self.bearers: dict[tuple[int, int], object] = {}
        self.telling: dict[int, bool] = {}
        self._languages: tuple[str, ...] | None = None
        self._crossed = may_cross(analysis.normal.text)

    def sentence_at(self, token: int) -> Sentence:
        """The sentence in which a token stands."""
        return self.sentence(bisect_right(self.starts, token) - 1)

    def languages_at(self, token: int) -> tuple[str, ...]:
        """The languages of the sentence in which a token stands."""
        return self._texts(bisect_right(self.starts, token) - 1)[1]

    def sentence(self, number: int) -> Sentence:
        """The n-th sentence, counted from 0."""
        known = self._read.get(number)
        if known is None:
            known = self._read[number] = self._sentence(number)
        return known

    def around(self, number: int, before: int, after: int) -> list[Sentence]:
        """The sentences from ``before`` before a sentence to ``after`` after it, as far as there are."""
        if len(self.starts) == 1:
            return [self.sentence(number)]
        return [
            self.sentence(one)
            for one in range(max(0, number - before), min(len(self.starts), number + after + 1))
        ]

    def _languages_of(self, texts: list[str], runs: bytes) -> tuple[str, ...]:
        """The languages of a sentence. What it does not tell by itself, the beginning of the source does."""
        packs, tokens = self.analysis.packs, self.analysis.tokens
        guess = languages_of(texts, runs, packs)
        if UNDETERMINED not in guess or len(self.starts) == 1:
            return guess
        if self._languages is None:
            self._languages = languages_of(tokens.texts[:ONE_LANGUAGE], tokens.runs[:ONE_LANGUAGE], packs)
        if guess[0] in self._languages:
            return self._languages
        return tuple(dict.fromkeys((*self._languages, *guess)))

    def _texts(self, number: int) -> tuple[list[str], tuple[str, ...]]:
        """The words of a sentence, Chinese ones in simplified letters, and its languages."""
        known = self._worded.get(number)
        if known is None:
            known = self._worded[number] = self._texts_of(number)
        return known

    def _texts_of(self, number: int) -> tuple[list[str], tuple[str, ...]]:
        tokens, first = self.analysis.tokens, self.starts[number]
        last = self.starts[number + 1] if number + 1 < len(self.starts) else len(tokens.texts)
        texts, runs = tokens.texts[first:last], tokens.runs[first:last]
        if not self.analysis.normal.text.isascii():
            texts = list(map(unmixed, texts))
        languages = self._languages_of(texts, runs)
        if 1 in runs and languages[0] != "ja":
            texts = list(map(simplified, texts))
        return texts, languages

    def _sentence(self, number: int) -> Sentence:
        analysis, tokens = self.analysis, self.analysis.tokens
        first = self.starts[number]
        texts, languages = self._texts(number)
        last = first + len(texts)
        known = grammar(languages, analysis.packs)
        vocabulary = frozenset(texts)
        found, corrections = known.lexicon.cues(texts)
        marks = _placed(_sound(analysis, first, texts, known, found), first)
        clauses = clauses_of(analysis, first, last, texts, known, marks)
        ending = analysis.normal.text[
            tokens.ends[last - 1] : tokens.starts[last] if last < len(tokens.starts) else None
        ]
        marks += framed(texts, vocabulary, clauses)
        marks += labelled(texts, clauses)
        if languages[0] == "zh" and not LETTERS.isdisjoint(vocabulary):
            marks += unmarked(texts, vocabulary, clauses, known.person_nouns)
        if not WRONG.isdisjoint(vocabulary):
            marks += verdicts(texts, first)
        if not VERBS.isdisjoint(vocabulary):
            marks += quotatives(analysis, first, texts, clauses, known)
        if analysis.normal.hidden:
            marks += glued(analysis, first, last)
        if self._crossed:
            marks += crossed(analysis, first, last, texts)
        return Sentence(
            number=number,
            first=first,
            last=last,
            texts=texts,
            grammar=known,
            clauses=clauses,
            marks=marks,
            corrections=_placed(corrections, first),
            asks="?" in ending,
            vocabulary=vocabulary,
            analysis=analysis,
        )


def _sound(analysis: Analysis, first: int, texts: list[str], known: Grammar, found: list[Mark]) -> list[Mark]:
    """The cues of a sentence: none goes over a pause, and a Chinese one that looks like none is a word."""
    sound: list[Mark] = []
    for mark in found:
        whole = mark.last - mark.first == 1 or not _pauses(analysis, first, mark)
        if whole and not (mark.cue.family == "pseudo" and _cuts(texts, mark)):
            sound.append(mark)
        else:
            sound += known.lexicon.marks(texts, mark.first, mark.last - 1)
        if _begins_inside(texts, mark):  # 间或 in 时间或许 hides 或许
            sound += known.lexicon.marks(texts, mark.first + 1, min(mark.last + 2, len(texts)))
    return sound


def _begins_inside(texts: list[str], mark: Mark) -> bool:
    """Whether the first letter of a Chinese cue of several is the last one of a word."""
    if mark.last - mark.first == 1 or not mark.first or not is_unspaced(texts[mark.first]):
        return False
    return is_word(texts[mark.first - 1] + texts[mark.first])


def _pauses(analysis: Analysis, first: int, mark: Mark) -> bool:
    """Whether a pause stands between two words of a cue ("before I forget: the …")."""
    inner = analysis.tokens.gaps[first + mark.first + 1 : first + mark.last]
    return any(gap.strip(" -/.'\"") for gap in inner)


def _cuts(texts: list[str], mark: Mark) -> bool:
    """Whether a Chinese phrase with a negator in it is a piece of other words: 没收 in 没收到."""
    run = texts[mark.first : mark.last]
    return not _NEGATORS.isdisjoint(run) and splits_word(texts, mark.first, mark.last) is not None


_NEGATORS = frozenset("不没无非未")
"""Letters that deny, also inside a longer Chinese phrase."""


def reading_of(analysis: Analysis) -> Reading:
    """The reading of a source, made once."""
    known = analysis.notes.get(Reading.__name__)
    if not isinstance(known, Reading):
        known = analysis.notes[Reading.__name__] = Reading(analysis)
    return known


def _placed(marks: list[Mark], first: int) -> list[Mark]:
    return [Mark(mark.cue, mark.first + first, mark.last + first) for mark in marks] if first else marks
