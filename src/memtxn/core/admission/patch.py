"""Rule 4, patch: one piece of evidence shows the value's tokens in order, T(v) ⪯ T(e), or in a normal form."""

from __future__ import annotations

from memtxn.core.admission.case import Case
from memtxn.core.admission.han_words import splits_word
from memtxn.core.admission.numbers import BY_VALUE
from memtxn.core.admission.patchtest import first_missing
from memtxn.core.admission.places import longer_name
from memtxn.core.admission.pointed import against_path
from memtxn.core.admission.reasons import reject
from memtxn.core.admission.showing import Showing, Spoken, excerpt_of
from memtxn.model.verdict import Decision, Finding

NAME = "patch"

SPANS_LIMIT = 32
"""Spans that a trace keeps of one alignment; a more scattered one is recorded as its whole window."""


class Patch:
    """The published Ordered PatchTest, or a registered normal form. Its spans are where the value stands.

    It accepts whatever only leaves tokens out; the rules after it look at what was left out.
    """

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``not_ordered_subsequence``, what is wrong with the number or date that is read there, or the path."""
        showing = case.showing
        if showing is not None:
            return _shown(case, showing)
        if case.draft.retracts and case.draft.value is None:
            return Finding(NAME, detail="A retraction without a value: there is nothing to align.")
        if all(place.citation is None for place in case.located):
            return Finding(NAME, Decision.REJECT, "not_ordered_subsequence", _unjudged(case))
        return reject(NAME, "not_ordered_subsequence", _problem(case))


def _shown(case: Case, showing: Showing) -> Finding:
    against = against_path(case, showing, NAME)
    if against is not None:
        return against
    told = [f"Evidence {showing.evidence + 1} supports the value."] if len(case.located) > 1 else []
    if not isinstance(showing, Spoken):
        return Finding(NAME, detail=" ".join(told))
    spans, match = _spans(showing), showing.match
    if match is not None and match.code:
        return reject(NAME, match.code, match.reading, spans)
    cut = _cut_word(showing)
    if cut is not None:
        problem = f"the value cuts the word {showing.text(*cut)!r}"
        return reject(NAME, "not_ordered_subsequence", problem, (showing.span(*cut),))
    longer = longer_name(showing)
    if longer is not None:
        problem = f"the value is the first half of {showing.text(*longer)!r}"
        return reject(NAME, "not_ordered_subsequence", problem, (showing.span(*longer),))
    if match is not None:
        told.append(f"{match.form}: {match.reading}")
    return Finding(NAME, detail=" ".join(told), spans=spans)


_PARTICLES = frozenset("对和在给把被跟向从到")
"""Letters before a value that are words by themselves: 对虾过敏 is an allergy to 虾, not to 对虾."""


def _cut_word(showing: Spoken) -> tuple[int, int] | None:
    """The longer Chinese word of which the value is a piece, as tokens."""
    sentence = showing.sentence
    if len(showing.ranges) > 1 or "zh" not in sentence.grammar.languages:
        return None
    if showing.match is not None and showing.match.form != "variant":
        return None
    first, last = showing.first - sentence.first, min(showing.last, sentence.last) - sentence.first
    found = splits_word(sentence.texts, first, last, showing.analysis.tokens.cuts[sentence.first : sentence.last])
    if found is not None and sentence.texts[found[0]] in _PARTICLES and found[0] + 1 == first:
        return None
    return None if found is None else (found[0] + sentence.first, found[1] + sentence.first)


def _spans(showing: Spoken) -> tuple[tuple[int, int], ...]:
    ranges = showing.ranges
    if len(ranges) == 1 or len(ranges) > SPANS_LIMIT:
        return (showing.span(showing.first, showing.last),)
    return tuple([showing.span(first, last) for first, last in ranges])


def _unjudged(case: Case) -> str:
    """Without true evidence there is nothing to align; what is to be done, an earlier rule has said."""
    if not case.located:
        return "not judged: there is no evidence"
    unknown = all(place.code == "source_unknown" for place in case.located)
    return f"not judged: no {'source of the evidence is known' if unknown else 'quote stands in its source'}"


def _problem(case: Case) -> str:
    """What a person should look at: the first word that the (first true) evidence does not show there."""
    excerpt = excerpt_of(next(place for place in case.located if place.citation is not None))
    if excerpt is None:
        return "the value is not the one that the pointer leads to"
    if isinstance(case.draft.value, bool | int | float):
        return f"the evidence does not say {case.draft.canonical.decode()[:60]} of {case.draft.key.attribute!r}"
    missing = "".join(first_missing(case.pattern, excerpt)).removeprefix(BY_VALUE)
    if not missing:
        return "the value holds unseen characters that the evidence does not hold"
    return f"{missing[:60]!r} does not stand in the evidence, or not in this order"
