"""Suffered: what one does to another is not so of the one who does it ("the judge fined the courier £300")."""

from __future__ import annotations

from memtxn.core.admission.binding.scene import Bound, Scene
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.word_set import word_set

_IMPOSED = {
    verb: word_set(nouns)
    for verbs, nouns in (
        ("fined fines penalised penalized", "fine fines fined penalty"),
        ("sentenced sentences", "sentence sentenced penalty"),
        ("diagnosed diagnoses", "diagnosis diagnosed condition illness disease"),
        ("prescribed prescribes", "medication medicine drug takes"),
        ("prescribed prescribes", "prescription prescribed medication medicine drug takes"),
        ("awarded awards", "award awards prize medal grant received won"),
        ("banned bans suspended suspends", "ban suspension banned suspended"),
        ("appointed appoints elected elects promoted promotes", "role position title job rank appointed elected"),
        ("paid pays", "received income"),
    )
    for verb in verbs.split()
}
"""What verbs lay on their object, by the nouns that attributes ask for it with."""
_BE = word_set("is are was were be been being got gets get")
_ARTICLES = frozenset(("the", "a", "an"))


def suffered(scene: Scene, entity: tuple[int, int]) -> Bound | None:
    """Whether the entity does to somebody what the attribute asks for; ``entity`` is where it is named."""
    sentence = scene.sentence
    if not _GIVING.isdisjoint(sentence.vocabulary) and _is_given(scene, entity):
        return Bound("wrong_subject", "it is done to the entity", *entity)
    if _IMPOSED.keys().isdisjoint(sentence.vocabulary):
        return _punished(scene, entity) if "罚" in sentence.vocabulary else None
    asked, texts = scene.case.attribute.words, sentence.texts
    value = scene.showing.first - sentence.first
    for at in range(entity[1] - sentence.first, value):
        nouns = _IMPOSED.get(texts[at])
        if nouns is None or nouns.isdisjoint(asked) or not _BE.isdisjoint(texts[max(0, at - 2) : at]):
            continue
        between = texts[at + 1 : value]
        if between and not (len(between) == 1 and between[0] in _ARTICLES):
            token = sentence.first + at
            return Bound("wrong_subject", "it is done to somebody else", token, token + 1)
    return None


def gives(scene: Scene, entity: tuple[int, int]) -> bool:
    """Whether the entity stands right before a verb of giving that the attribute names: "Otto paid Lin 300"."""
    at, texts = entity[1] - scene.sentence.first, scene.sentence.texts
    verb = texts[at] if at < len(texts) else ""
    return verb in _GIVING and alike(verb, scene.case.attribute.words[0])


def receives(scene: Scene, entity: tuple[int, int]) -> bool:
    """Whether the value goes to the entity, as the attribute asks: "the teacher awarded a prize to Rita"."""
    texts, first = scene.sentence.texts, scene.sentence.first
    at, value = entity[0] - first, scene.showing.first - first
    if at < 1 or texts[at - 1] != "to" or not 0 < value < at:
        return False
    asked = scene.case.attribute.words
    verbs = (word for word in texts[max(0, value - _NEAR) : value] if word in _IMPOSED or word in _GIVING)
    return any(not (_IMPOSED.get(verb, _GOT) | _GOT).isdisjoint(asked) for verb in verbs)


_GOT = word_set("received receives got gets given recipient owns has gift")
"""Words of attributes that ask what somebody was given."""
_NEAR = 3
"""Words between a verb of giving and what is given."""


def _is_given(scene: Scene, entity: tuple[int, int]) -> bool:
    """Whether the entity stands right behind such a verb, in the active, and the attribute names the verb."""
    at, texts, words = entity[0] - scene.sentence.first, scene.sentence.texts, scene.case.attribute.words
    if len(words) != 1 or at < 2 or texts[at - 1] not in _GIVING or scene.showing.first < entity[1]:
        return False
    return alike(texts[at - 1], words[0]) and texts[at - 2] not in _BE


_GIVING = word_set("paid pays gave gives lent lends sent sends sold sells owes owed offered offers handed hands")
"""Verbs with two objects, of which the first is who gets it."""


def _punished(scene: Scene, entity: tuple[int, int]) -> Bound | None:
    """法官罚了老冯三百元: the judge is not fined."""
    sentence = scene.sentence
    texts, value = sentence.texts, scene.showing.first - sentence.first
    if "罚" not in "".join(scene.case.attribute.words):
        return None
    before = texts[entity[1] - sentence.first : value]
    if "罚" not in before or "被" in before:
        return None
    behind = [word for word in before[before.index("罚") + 1 :] if word not in "了款过"]
    if len(behind) < 2:
        return None
    return Bound("wrong_subject", "it is done to somebody else", *entity)
