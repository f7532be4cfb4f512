"""Rule 8, quantity: numbers, units and ranges stay whole."""

from __future__ import annotations

import msgspec

from memtxn.core.admission.case import Case
from memtxn.core.admission.forms.cut import cut
from memtxn.core.admission.forms.date import DATE, TIME_OF_DAY
from memtxn.core.admission.forms.expected import expected
from memtxn.core.admission.forms.piece import Piece
from memtxn.core.admission.forms.quantities import may_measure, quantities
from memtxn.core.admission.forms.vague import Flag
from memtxn.core.admission.moment_bounds import bound_beside
from memtxn.core.admission.rates import other_rate
from memtxn.core.admission.reading.changed import is_difference, is_new
from memtxn.core.admission.reading.kinds import NUMERALS
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.reasons import reject
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.wholes import is_other_share
from memtxn.core.admission.word_set import word_set
from memtxn.model.verdict import Finding

NAME = "quantity"
_PASSED = Finding(NAME)


class Quantity:
    """A value that stands word for word in the evidence does not cut a quantity of its sentence in two.

    One that is read by a normal form was held against whole quantities there.
    """

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``number_truncated``, ``unit_dropped`` or ``approximation_dropped``."""
        showing = case.spoken
        if showing is None:
            return _PASSED
        if _is_last_thousand(showing, showing.sentence):
            told = showing.text(showing.first - 1, showing.first + 1)
            told = f"{told!r} may be one number, and the value has its last digits"
            return reject(NAME, "number_truncated", told, (showing.span(showing.first - 1, showing.last),))
        figures = _has_figures(showing)
        if figures and _is_an_end(showing, case.attribute.words):
            told = f"{showing.text(showing.first, showing.last)!r} is only an end of it"
            return reject(NAME, "number_truncated", told, (showing.span(showing.first, showing.last),))
        if (
            figures
            and is_difference(showing.sentence, showing.first)
            and _DIFFERENCE.isdisjoint(case.attribute.words)
        ):
            told = f"{showing.text(showing.first, showing.last)!r} is only by how much it changed"
            return reject(NAME, "number_truncated", told, (showing.span(showing.first, showing.last),))
        rate = other_rate(showing, case.attribute.period) if case.attribute.period else None
        if rate is not None:
            told = f"{_told(showing, *rate)} is not the period of which {case.draft.key.attribute!r} asks"
            return reject(NAME, "unit_dropped", told, (showing.span(*rate),))
        if figures and is_other_share(case, showing):
            told = f"{_told(showing, showing.first, showing.last)} counts the whole, or another part of it"
            return reject(NAME, "number_truncated", told, (showing.span(showing.first, showing.last),))
        if showing.match is not None and showing.match.form not in _MOMENTS:
            return _PASSED
        return self._measured(case, showing)

    def _measured(self, case: Case, showing: Spoken) -> Finding:
        sentence = showing.sentence
        texts = showing.analysis.tokens.texts[max(0, showing.first - 1) : showing.last + 1]
        if not may_measure(texts, sentence.grammar.languages):
            return _PASSED
        if _is_cut_code(showing, sentence):
            told = f"{showing.text(showing.first, showing.last)!r} is a piece of a longer code"
            return reject(NAME, "number_truncated", told, (showing.span(showing.first, showing.last),))
        found = _apart(showing, _quantities(showing, sentence))
        bound = bound_beside(case, showing, found)
        if bound is not None:
            told = f"{_told(showing, *bound)} is no moment but the end of a stretch of time"
            return reject(NAME, "approximation_dropped", told, (showing.span(*bound),))
        if showing.match is not None:
            return _PASSED
        problem = cut(found, showing.ranges, expected(case.attribute.words, case.terms)) if found else None
        if problem is None:
            return _PASSED
        code, why, (first, last) = problem
        return reject(
            NAME, code, f"{_told(showing, first, last)}: the value is {why}", (showing.span(first, last),)
        )


def _is_last_thousand(showing: Spoken, sentence: Sentence) -> bool:
    """Whether a value begins with the last three digits of a number with a space in it: 500 of 1 500."""
    at, texts = showing.first - sentence.first, sentence.texts
    if at < 1 or len(texts[at]) != _GROUP or not texts[at].isdecimal() or sentence.clauses.gaps[at]:
        return False
    apart = at < 2 or texts[at - 2] not in _NUMBERED
    return texts[at - 1].isdecimal() and len(texts[at - 1]) <= _GROUP and apart


def _has_figures(showing: Spoken) -> bool:
    """Whether the value stands in the text with a number, or with something else than letters."""
    sentence = showing.sentence
    for word in sentence.texts[showing.first - sentence.first : showing.last - sentence.first]:
        if word in NUMERALS or not word.isalpha():
            return True
    return False


def _is_an_end(showing: Spoken, attribute: tuple[str, ...]) -> bool:
    """Whether digits are the first or the last ones of what is asked for ("the card ends in 0412")."""
    texts, at = showing.sentence.texts, showing.first - showing.sentence.first
    if not texts[at].isdecimal() or at < 2 or texts[at - 1] not in _ENDS or not _PART.isdisjoint(attribute):
        return False
    before = texts[at - 2]
    return (before in _ENDING or before == "digits") and not _LABELLED.isdisjoint((*texts[:at], *attribute))


_DIFFERENCE = word_set("""
    change changes changed increase increased decrease decreased drop dropped rise rose fall growth gain gained
    loss lost difference delta reduction reduced raise raised discount by up down more less
    涨 降 升 跌 减 增 差 幅 变 多 少
""")
"""Words of attributes that ask by how much something changed."""
_ENDS = frozenset(("in", "with", "are"))
_ENDING = word_set("ends ending end starts starting begins beginning start begin")
_LABELLED = word_set("number phone card account iban code serial digits plate id mobile")
_PART = word_set("last end ends ending suffix digits prefix first start")
"""Words of attributes that ask for a part of a number."""
_MOMENTS = frozenset((DATE.name, TIME_OF_DAY.name))
_GROUP = 3
_NUMBERED = word_set(
    "room flat gate platform line route bus house number no page chapter section item type model"
)
"""Words before a number that is a name and no first half of another."""


def _is_cut_code(showing: Spoken, sentence: Sentence) -> bool:
    """Whether a code with digits goes on behind the value without a space: 4471 of 4471-B."""
    last, texts = showing.last - sentence.first, sentence.texts
    if not 0 < last < len(texts) or sentence.clauses.gaps[last] not in ("-", "/", "_"):
        return False
    text, tokens = showing.analysis.normal.text, showing.analysis.tokens
    touches = (
        tokens.starts[showing.last] - tokens.ends[showing.last - 1] == 1
        and text[tokens.ends[showing.last - 1]] != " "
    )
    after = texts[last]
    return touches and texts[last - 1][-1].isdecimal() and (after[0].isdecimal() or len(after) <= _CODE)


_CODE = 2
"""Letters of the piece of a code; a longer word behind a dash is a word (24-hour)."""


def _quantities(showing: Spoken, sentence: Sentence) -> tuple[Piece, ...]:
    """The quantities of the sentence, read once per source."""
    known, about = showing.analysis.notes, f"quantities of {sentence.number}"
    found = known.get(about)
    if not isinstance(found, tuple):
        languages = sentence.grammar.languages
        found = known[about] = quantities(showing.analysis, sentence.first, sentence.last, languages)
    return found


def _apart(showing: Spoken, found: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The quantities, what something has changed to by itself: "up from 20 to 25" is no range."""
    if not is_new(showing.sentence, showing.first):
        return found
    return tuple(
        msgspec.structs.replace(one, partner=None, flags=one.flags - {Flag.RANGE})
        if one.first >= showing.first
        else one
        for one in found
    )


def _told(showing: Spoken, first: int, last: int) -> str:
    return repr(showing.text(first, last)[:60])
