"""The sentences around that of a value: verdicts on it behind, headings before."""

from __future__ import annotations

from collections.abc import Iterator

from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.reading.scope import governs
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.reading.sentences import LONGEST
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set

LINES = 64
"""Lines of a list behind its heading within which the heading counts."""

PARTS = 8
"""Parts of a long sentence that are looked back upon."""

_POINTING = frozenset(("that", "this", "it", "which", "these", "those"))
_SHORT = 4
"""Words that a line may have to be an item without a bullet; and that a verdict of its own may have."""
_BULLETS = frozenset("-*•–—·▪◦‣+")


def cues_around(showing: Spoken, sentence: Sentence) -> Iterator[Mark]:
    """The cues that govern a value from another sentence; ``sentence`` is the last one that the value is in."""
    yield from _verdicts(showing, sentence.number + 1)
    yield from _broken_off(showing)
    yield from _cut_off(showing)
    yield from _heading(showing)


def _verdicts(showing: Spoken, number: int) -> Iterator[Mark]:
    """Cues of the next sentence that pass a verdict on the one before: "That is a rumour.", "Or maybe not."."""
    reading = showing.reading
    if number >= len(reading.starts):
        return
    texts, at = showing.analysis.tokens.texts, reading.starts[number]
    first = texts[at]
    pointed = _pointed(texts, at) if first in _BEFORE_IT or first in _POINTING else -1
    if pointed >= 0:
        marks = reading.sentence(number).marks
        yield from (mark for mark in marks if mark.cue.scope == "whole" and mark.cue.family != "pseudo")
        if texts[pointed + 1 : pointed + 3] in _IS_WHAT:
            yield from (mark for mark in marks if mark.cue.family == "report")
    if first in _GOES_ON or is_unspaced(first) or first in showing.sentence.grammar.first_person:
        yield from _endings(reading.sentence(number))
    elif first in _OR and _size(showing, number) <= _SHORT:
        yield from (mark for mark in reading.sentence(number).marks if mark.cue.family == "hedge")


def _pointed(texts: list[str], at: int) -> int:
    """The word of a sentence that points to the one before, behind "at least", "sadly", "well"; -1 if none."""
    while at < len(texts) and texts[at] in _BEFORE_IT:
        at += 1
    return at if at < len(texts) and texts[at] in _POINTING else -1


_IS_WHAT = (["is", "what"], ["'s", "what"], ["was", "what"])
_BEFORE_IT = word_set("at least well or but and sadly unfortunately alas actually however none of")
"""Words that may stand before the word that points: "at least that's what …", "none of this is true"."""


def _endings(sentence: Sentence) -> Iterator[Mark]:
    """Cues at the head of a sentence by which what was said before it is over ("We sold it")."""
    for mark in sentence.marks:
        if mark.first - sentence.first > _HEAD:
            return
        if mark.cue.family != "ended" or mark.cue.scope != "behind":
            continue
        words = sentence.texts[mark.first - sentence.first : mark.last - sentence.first]
        if is_unspaced(words[0]):
            before = sentence.texts[: mark.first - sentence.first]
            if _ends_its_clause(sentence, mark) and all(one in _DATING or one[0].isdecimal() for one in before):
                yield mark
        elif not _THINGS.isdisjoint(words) and _LONG_AGO.isdisjoint(words):
            yield mark


def _ends_its_clause(sentence: Sentence, mark: Mark) -> bool:
    """Whether nothing follows in the clause: 卖了, and not 换了新墨盒."""
    return sentence.clauses.tokens(sentence.clause(mark.first))[-1] < mark.last


_HEAD = 6
"""Words before such a cue."""
_GOES_ON = frozenset(("it", "they", "he", "she", "then", "later", "last"))
"""Words with which a sentence may go on speaking of what the one before named."""
_THINGS = frozenset(("it", "them", "that", "they"))
_LONG_AGO = frozenset(("ago", "before", "over", "history", "past", "gone"))
"""Words of a cue that date what was so, and do not end it."""
_DATING = frozenset(
    "零一二三四五六七八九十百两年月日号去前后今昨初底天周末上个这就已经又也它我们把来早可惜了不久"
)
"""Letters before a Chinese verb that tell nothing but when."""

_OR = frozenset(("or", "maybe", "perhaps", "possibly", "well"))


def _cut_off(showing: Spoken) -> Iterator[Mark]:
    """All cues of the parts before this one, of a sentence that was too long to be read at once."""
    for number in range(showing.sentence.number, max(0, showing.sentence.number - PARTS), -1):
        if _gap(showing, number) or _size(showing, number - 1) < LONGEST // 2:
            return
        yield from (mark for mark in showing.reading.sentence(number - 1).marks if mark.cue.family != "pseudo")


def _broken_off(showing: Spoken) -> Iterator[Mark]:
    """A doubt that trails off before the sentence: "Maybe... the router is broken"."""
    number = showing.sentence.number - 1
    if number < 0 or _size(showing, number) > _SHORT or not _gap(showing, number + 1).startswith(("..", "…")):
        return
    for mark in showing.reading.sentence(number).marks:
        if mark.cue.family == "hedge" and mark.last - mark.first == _size(showing, number):
            yield mark


def _heading(showing: Spoken) -> Iterator[Mark]:
    """What governs the end of the line with a colon above a list: "We do not sell:" over its items."""
    for number in range(showing.sentence.number - 1, max(-1, showing.sentence.number - 1 - LINES), -1):
        gap = _gap(showing, number + 1)
        if "\n" not in gap:
            return
        titled = not _BULLETS.isdisjoint(gap) and _size(showing, number) <= _SHORT
        if ":" in gap or "：" in gap or (titled and _BULLETS.isdisjoint(_gap(showing, number))):
            yield from _governing_end(showing, showing.reading.sentence(number))
            return
        if _BULLETS.isdisjoint(gap) and _size(showing, number + 1) > _SHORT:
            return


def heading_of(showing: Spoken) -> Sentence | None:
    """The line above the list in which the value stands: the first above it without a bullet, and a short one."""
    number = showing.sentence.number
    for above in range(number - 1, max(-1, number - 1 - LINES), -1):
        gap = _gap(showing, above + 1)
        if "\n" not in gap or (_BULLETS.isdisjoint(gap) and ":" not in gap):
            return None
        if _BULLETS.isdisjoint(_gap(showing, above)):
            return showing.reading.sentence(above) if _size(showing, above) <= _SHORT else None
    return None


def _governing_end(showing: Spoken, heading: Sentence) -> Iterator[Mark]:
    words, grammar = showing.sentence.texts, showing.sentence.grammar
    states = not (grammar.subjects.isdisjoint(words) and grammar.auxiliaries.isdisjoint(words))
    for mark in heading.marks:
        if mark.cue.family == "pseudo" or (states and mark.cue.family in ("negation", "wish")):
            continue  # "I do not get it:" above a statement denies nothing of it
        if governs(mark, heading, heading.last - 1, heading.last):
            yield mark


def _size(showing: Spoken, number: int) -> int:
    starts, tokens = showing.reading.starts, showing.analysis.tokens.texts
    return (starts[number + 1] if number + 1 < len(starts) else len(tokens)) - starts[number]


def _gap(showing: Spoken, number: int) -> str:
    """What stands between a sentence and the one before it."""
    first = showing.reading.starts[number]
    if not first:
        return (showing.analysis.text or "")[: showing.span(0, 1)[0]]
    before, after = showing.span(first - 1, first), showing.span(first, first + 1)
    return (showing.analysis.text or "")[before[1] : after[0]].strip(" ")
