"""Moment bounds: what is to be after six is not at six. Of the rule `quantity`."""

from __future__ import annotations

from collections.abc import Sequence

from memtxn.core.admission.case import Case
from memtxn.core.admission.forms.piece import Piece, Quantity
from memtxn.core.admission.forms.vague import Flag
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set

_MOMENTS = frozenset((Flag.DATE, Flag.CLOCK))
_BEFORE = word_set("after before between past antes después avant après vor nach entre zwischen")
"""Words before a moment that make it the end of a stretch of time."""
_BEHIND = ("以后", "之后", "以前", "之前", "以後", "之後", "后", "前", "過ぎ", "以降", "までに")
"""The same behind it, in scripts without spaces."""
_PARTS = word_set("of the de la las le les dem den der")
_SAYS = word_set("""
    after before between window range earliest latest from since start starts starting begin begins until till end
    ends by due deadline expiry expires valid open opens opening close closes closing limit cutoff min max earlier
    later past hours schedule period slot available availability 前 后 後 起 止 始 终 终止 截 限 段
""")
"""Words of an attribute that asks for such an end."""
_AND = word_set("and y et und 和")
_REACH = 5


def bound_beside(case: Case, showing: Spoken, pieces: Sequence[Piece]) -> tuple[int, int] | None:
    """The tokens of a moment with the word that makes it a bound, when the value leaves that word out."""
    if case.asks or not _SAYS.isdisjoint(case.attribute.words) or "approximation" in case.attribute.licenses:
        return None
    if not any(_is_moment(piece, showing) for piece in pieces):
        return None
    texts, first, last = showing.analysis.tokens.texts, showing.first, showing.last
    start = showing.sentence.first
    at = first - 1
    while at > start and texts[at] in _PARTS:
        at -= 1
    if at >= start and texts[at] in _BEFORE:
        return at, last
    if at >= start and texts[at] in _AND and "between" in texts[max(start, at - _REACH) : at]:
        return at, last
    behind = "".join(texts[last : min(last + 2, showing.sentence.last)])
    found = next((word for word in _BEHIND if behind.startswith(word)), None)
    return None if found is None else (first, last + len(found))


def _is_moment(piece: Piece, showing: Spoken) -> bool:
    """Whether a number of the value is part of a date or of a time of day."""
    if not isinstance(piece, Quantity) or not (piece.flags & _MOMENTS):
        return False
    return piece.first < showing.last and showing.first < piece.last
