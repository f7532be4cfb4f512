"""Debts: who owes whom in a Chinese clause (郝明欠我四十块, 我借给郝明四十块)."""

from __future__ import annotations

from memtxn.core.admission.binding.scene import Bound, Scene
from memtxn.core.admission.word_set import word_set

_OWES = word_set("owes owe debt debts debtor borrowed borrows liability 欠")
_TURNED = word_set("to_me me by from lent lends 被 我")
_MINE = frozenset("我咱俺")


def owed_by_another(scene: Scene) -> Bound | None:
    """Whether it is the speaker to whom somebody owes what the attribute says that the speaker does."""
    sentence, asked = scene.sentence, scene.case.attribute.words
    if _VERBS.isdisjoint(sentence.vocabulary) or not scene.is_speaker:
        return None
    if _OWES.isdisjoint(asked) or not _TURNED.isdisjoint(asked):
        return None
    tokens = [token - sentence.first for token in sentence.clauses.tokens(scene.clause)]
    texts = sentence.texts[tokens[0] : tokens[-1] + 1]
    for at, word in enumerate(texts):
        behind = texts[at + 1 : at + 3]
        mine_before = not _MINE.isdisjoint(texts[:at])
        to_me = bool(_MINE.intersection(behind)) and behind[:1] != ["给"]
        lends = word == "借" and (behind[:1] == ["给"] or behind == ["了", "给"])
        if (word == "欠" and to_me and not mine_before) or (lends and mine_before):
            token = sentence.first + tokens[0] + at
            return Bound("wrong_subject", "it is owed to the speaker", token, token + 1)
    return None


_VERBS = frozenset("欠借")
