"""Showing: one way in which the evidence shows the value, with what stands around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec

from memtxn.core.admission.analysis import Analysis, analyse_text
from memtxn.core.admission.attribute import attribute_words
from memtxn.core.admission.forms import yes_no
from memtxn.core.admission.forms.form import Context, Match
from memtxn.core.admission.forms.registry import FORMS
from memtxn.core.admission.locate import Located
from memtxn.core.admission.normal import unseen
from memtxn.core.admission.patchtest import Excerpt, Range, alignments
from memtxn.core.admission.pattern import Pattern
from memtxn.core.admission.reading.sentence import Reading, Sentence, reading_of
from memtxn.core.admission.terms import Terms
from memtxn.model.codec import Json, canonical
from memtxn.model.proposal import Draft
from memtxn.model.time import to_micros

PLACES = 64
"""Clauses of one piece of evidence in which a value is judged. The first that lets it pass counts."""


class Showing(msgspec.Struct, frozen=True):
    """A piece of evidence (counted from 0) that shows the value: a pointer to the very value, or words."""

    evidence: int


class Spoken(Showing, frozen=True):
    """Words that show the value: the token ``ranges`` of an excerpt, the first of them in a sentence.

    ``first`` is the first token of the value, ``last`` the one after its last. ``match`` is the normal form by
    which it is read there, None when it stands there word for word. ``reading`` is that of the whole text.
    """

    excerpt: Excerpt
    ranges: tuple[Range, ...]
    first: int
    last: int
    match: Match | None
    sentence: Sentence
    reading: Reading

    @property
    def analysis(self) -> Analysis:
        """The analysis in which the tokens are counted."""
        return self.excerpt.analysis

    def keeps(self, first: int, last: int) -> bool:
        """Whether the value keeps the words of a cue. A truth value keeps none."""
        if self.match is not None and self.match.form == yes_no.NAME:
            return False
        return any(begin <= first and last <= end for begin, end in self.ranges)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """The span of the original text of some tokens."""
        return self.analysis.span(first, last)

    def text(self, first: int, last: int) -> str:
        """The original text of some tokens."""
        start, end = self.span(first, last)
        return (self.analysis.text or "")[start:end]


def showings(draft: Draft, located: Sequence[Located], pattern: Pattern, terms: Terms) -> Iterator[Showing]:
    """All ways in which the evidence shows the value, one for each clause.

    Those that change least come first: word for word, then by a normal form.
    """
    places = enumerate(located if pattern.units else ())
    return chain.from_iterable([_shown_by(draft, number, place, pattern, terms) for number, place in places])


def _shown_by(draft: Draft, number: int, place: Located, pattern: Pattern, terms: Terms) -> Iterator[Showing]:
    """Those of one piece of evidence."""
    if place.citation is None:
        return
    if place.excerpt is None and canonical(place.pointed) == draft.canonical:
        yield Showing(number)
        return
    excerpt = excerpt_of(place)
    if excerpt is None or excerpt.first >= excerpt.last:
        return
    seen: set[tuple[int, int]] = set()
    for ranges in _aligned(draft, place, excerpt, pattern):
        showing = _word_for_word(number, excerpt, ranges, seen)
        if showing is not None:
            yield showing
    yield from _in_other_form(draft, number, excerpt, terms, seen)


def _in_other_form(
    draft: Draft, number: int, excerpt: Excerpt, terms: Terms, seen: set[tuple[int, int]]
) -> Iterator[Showing]:
    """Those of one excerpt in a normal form."""
    reading = reading_of(excerpt.analysis)
    coded: list[Spoken] = []
    context: Context | None = None
    for form in FORMS:
        context = context or _context(draft, excerpt, reading, terms)
        for match in form.find(draft.value, excerpt, context):
            sentence = reading.sentence_at(match.first)
            first, last = match.first, match.last
            showing = Spoken(number, excerpt, ((first, last),), first, last, match, sentence, reading)
            if match.code:
                coded.append(showing)
            elif len(seen) < 2 * PLACES:
                seen.add((len(seen), -1))
                yield showing
    yield from coded[:PLACES]


def verbatim(draft: Draft, located: Sequence[Located], pattern: Pattern) -> Iterator[Spoken]:
    """The ways in which the evidence shows the value word for word, one for each clause."""
    for number, place in enumerate(located if pattern.units else ()):
        excerpt = excerpt_of(place) if place.citation is not None else None
        if excerpt is not None and excerpt.first < excerpt.last:
            seen: set[tuple[int, int]] = set()
            shown = (
                _word_for_word(number, excerpt, one, seen) for one in _aligned(draft, place, excerpt, pattern)
            )
            yield from filter(None, shown)


def _aligned(draft: Draft, place: Located, excerpt: Excerpt, pattern: Pattern) -> Sequence[tuple[Range, ...]]:
    """Where the value stands word for word in one excerpt."""
    if not _verbatim(draft.value) or not _nothing_unseen(pattern, place):
        return ()
    return alignments(pattern, excerpt)


def _word_for_word(
    number: int, excerpt: Excerpt, ranges: tuple[Range, ...], seen: set[tuple[int, int]]
) -> Spoken | None:
    """The value at one place, unless it stands in one of the clauses that were ``seen``, by sentence."""
    reading = reading_of(excerpt.analysis)
    first, last = ranges[0][0], ranges[-1][1]
    sentence = reading.sentence_at(first)
    clause = (sentence.number, sentence.clause(first))
    if clause in seen or len(seen) >= PLACES:
        return None
    seen.add(clause)
    return Spoken(number, excerpt, ranges, first, last, None, sentence, reading)


def _verbatim(value: Json) -> bool:
    """Whether a value may be looked for as it is written. A bare number or truth value says too little."""
    return not isinstance(value, _BARE)


_BARE = (bool, int, float)


def _context(draft: Draft, excerpt: Excerpt, reading: Reading, terms: Terms) -> Context:
    source = excerpt.analysis.source
    return Context(
        languages=reading.languages_at(excerpt.first),
        at=to_micros(source.at if source else draft.evidence[0].source.at),
        zone=terms.zone,
        attribute=attribute_words(draft.key.attribute),
        speaker=source.speaker if source else "",
        terms=terms,
        offset=source.offset if source else None,
    )


def excerpt_of(place: Located) -> Excerpt | None:
    """The tokens that a true piece of evidence quotes; of a pointer, those of the text it points to."""
    if place.excerpt is None and isinstance(place.pointed, str):
        analysis = analyse_text(place.pointed, source=place.source, packs=place.packs)
        return Excerpt(analysis, 0, len(analysis.tokens.texts))
    return place.excerpt


def _nothing_unseen(pattern: Pattern, place: Located) -> bool:
    """Whether each unseen character of the value stands in the evidence too, in this order.

    They are no tokens; without this test a value could smuggle a hidden text (tags, variation selectors).
    """
    return not pattern.unseen or _is_subsequence(pattern.unseen, unseen_in(place))


def unseen_in(place: Located) -> str:
    """The unseen characters of a true piece of evidence."""
    if place.excerpt is not None and place.citation is not None:
        return place.excerpt.analysis.unseen(place.citation.start, place.citation.end)
    return unseen(place.pointed) if isinstance(place.pointed, str) else ""


def _is_subsequence(sought: str, text: str) -> bool:
    rest = iter(text)
    return all(character in rest for character in sought)
