"""Excepted: the entity is the one of whom the clause does not hold ("everyone except Otto", 除三班外)."""

from __future__ import annotations

from memtxn.core.admission.binding.scene import Bound, Scene
from memtxn.core.admission.han_words import is_word
from memtxn.core.admission.word_set import word_set

_BEFORE = word_set("""
    except excepting excluding but unlike besides for from than sauf excepté hormis menos excepto salvo außer
    ausser     除了 除 除去 除开 与 跟 和
""")
"""Last words of what stands before the one that is left out."""
_BEHIND = ("以外", "之外", "不同", "除外", "を除く", "を除き", "を除いて")


def excepted(scene: Scene) -> Bound | None:
    """Whether the clause holds of all but the entity."""
    if not scene.own or scene.case.draft.value is False:
        return None
    sentence = scene.sentence
    contrasted = None if "not" not in sentence.vocabulary else _contrasted(scene)
    if contrasted is not None:
        return Bound("wrong_subject", "it is named as the one of whom it does not hold", *contrasted)
    marks = [
        mark for mark in sentence.marks if mark.cue.family == "exception" and mark.first < scene.showing.last
    ]
    texts, start = sentence.texts, sentence.first
    for first, last in scene.own:
        behind = "".join(texts[last - start : last - start + 4])
        if behind.startswith(_BEHIND) and (marks or behind.startswith("不同")):
            return Bound("wrong_subject", "it is left out of those of whom the clause speaks", first, last)
        for mark in marks:
            at = mark.first - start
            if at and is_word(texts[at - 1] + texts[at]):
                continue  # 排除了
            led = mark.last <= first <= mark.last + 1 and texts[mark.last - 1 - start] in _BEFORE
            if led and sentence.clause(mark.first) == sentence.clause(first) and first < scene.showing.first:
                return Bound("wrong_subject", "it is left out of those of whom the clause speaks", first, last)
    return None


def _contrasted(scene: Scene) -> tuple[int, int] | None:
    """Where the entity stands by itself behind a *not* between commas: "the van, not the car, is …"."""
    sentence = scene.sentence
    light = sentence.grammar.articles | sentence.grammar.possessives
    for first, last in scene.own:
        clause = sentence.clause(first)
        if clause == scene.clause:
            continue
        words = [
            sentence.texts[token - sentence.first]
            for token in sentence.clauses.tokens(clause)
            if not first <= token < last
        ]
        if words[:1] == ["not"] and light.issuperset(words[1:]):
            return first, last
    return None
