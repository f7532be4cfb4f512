"""Over: an attribute that asks for what was is told it by words that deny that it still is ("no longer")."""

from __future__ import annotations

from collections.abc import Sequence

from memtxn.core.admission.case import Case
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.reading.changed import CHANGING
from memtxn.core.admission.reading.past import REPLACING
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set

_WAS = word_set("former formerly previous previously past ex old once earlier prior quit left stopped")
_WAS_HAN = ("以前", "前任", "曾", "原来", "过去", "旧")
"""What the names of attributes have that ask for what was."""
_NO_MORE = frozenset(
    ("no longer", "not any more", "not anymore", "anymore", "any more", "no more", "不再", "再也不", "不 再")
)
"""Cues that say of what was that it is over."""
_DENYING = frozenset(("not", "no", "不", "没", "没有", "no longer", "no more", "not any more", "not anymore"))
_ENDING = (
    "stop", "quit", "ceas", "abandon", "give up", "gave up", "given up", "giving up", "drop", "swor", "swear",
    "resign", "retire", "cancel", "unsubscrib", "lose", "lost", "losing", "divorce", "broke up", "break up",
    "split", "which quit", "which stopped", "不再", "再也不",
    "已经不", "早已不", "早不", "早就不", "已不", "现在不", "如今不",
    "戒", "停", "辞", "取消", "退",
)  # fmt: skip
"""How cues begin by which somebody ends what was so."""


def asks_for_what_was(case: Case) -> bool:
    """Whether the attribute asks for what is over: by its name, or because ``ended`` was declared of it."""
    if "ended" not in case.attribute.licenses:
        return False
    if "ended" in case.terms.licenses or not _WAS.isdisjoint(case.attribute.words):
        return True
    name = case.draft.key.attribute
    return not name.isascii() and any(word in name for word in _WAS_HAN)


def is_what_came(showing: Spoken) -> bool:
    """Whether the value came in the place of what was: "replaced the hob with an induction one"."""
    sentence = showing.sentence
    at = showing.first - sentence.first
    words = sentence.texts[max(0, at - _REACH) : at]
    while words and words[-1] in sentence.grammar.articles:
        words.pop()
    if not words:
        return False
    if words[-1] in _IN_PLACE:
        before = sentence.texts[: at - 1]
        return not (REPLACING | CHANGING).isdisjoint(before)
    joined = "".join(words).removesuffix("了")
    return joined.endswith(_BECOME)


_REACH = 4
_IN_PLACE = frozenset(("with", "to", "into", "by", "for"))
_BECOME = tuple(one + other for one in "换改变" for other in ("成", "为", "到"))
"""Chinese verbs before what something became."""


def still_denying(case: Case, marks: Sequence[Mark]) -> list[Mark]:
    """Of the cues that deny a value those that do not only say that it is over."""
    more = any(mark.cue.phrase in _NO_MORE for mark in case.cues)
    return [
        mark
        for mark in marks
        if not mark.cue.phrase.startswith(_ENDING) and not (more and mark.cue.phrase in _DENYING | _NO_MORE)
    ]
