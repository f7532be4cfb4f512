"""Rivals: another one of the entity's kind, by the same noun with another name or number."""

from __future__ import annotations

from memtxn.core.admission.binding.mentions import has_other_name, simple
from memtxn.core.admission.binding.scene import FINE, Bound, Scene
from memtxn.core.admission.entity import name_tokens
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced

_KINDS = frozenset("课班队馆厅厂库店")
"""Letters by which the names of many end that are of one kind (瑜伽课, 普拉提课)."""
_SHORT = 3
_LINKS = frozenset("我们的咱你")
"""Letters of a Chinese name that only say whose it is."""


def rival_of(scene: Scene) -> tuple[int, int] | None:
    """Another of the entity's kind in the clause, before the value.

    The same noun with another number or name: "gate 7" for gate-4, 杭州办公室 for 苏州办公室.
    """
    sentence = scene.sentence
    for name in scene.names:
        parts = name_tokens(name)
        if len(parts) == 1 and parts[0].isdecimal() and not scene.own:
            parts = (scene.case.draft.key.entity_type.casefold(), *parts)  # account 12, for account 13
        if len(parts) < 2:
            continue
        tokens = [one for one in sentence.clauses.tokens(scene.clause) if one < scene.showing.first]
        if not is_unspaced(parts[-1]) and not scene.own:
            for token in tokens:
                at = token - sentence.first
                if alike(sentence.texts[at], parts[-1]) and has_other_name(sentence, at, list(parts)):
                    return token - 1, token + 1
        for token in tokens:
            rival = _differs(sentence, token, parts)
            if rival is not None and not scene.showing.keeps(*rival):
                return rival
    return None


def beside(scene: Scene, here: list[tuple[int, int]]) -> Bound:
    """Of an enumeration the entity's own item counts: 瓷砖四十箱、填缝剂六桶 says forty of the tiles."""
    sentence, first = scene.sentence, scene.sentence.first
    mention = here[0]
    another = _the_other(sentence, mention[1] - first, scene.showing.first - first)
    if another:
        return Bound("spliced", "this part says the same of something else", mention[1], scene.showing.first)
    if mention[0] < scene.showing.last or scene.showing.match is None:
        return FINE
    gaps = sentence.clauses.gaps[scene.showing.last - first : mention[0] - first + 1]
    if any(gap and gap[0] in ",、" for gap in gaps):
        return Bound("spliced", "the entity is another item of the list", *mention)
    return FINE


def _the_other(sentence: Sentence, begin: int, end: int) -> bool:
    """Whether the value stands behind "and the south one", "and the other"."""
    between, grammar = sentence.texts[begin:end], sentence.grammar
    at = next((at for at, word in enumerate(between) if word in grammar.coordinators), None)
    if at is None or at + 1 >= len(between) or between[at + 1] not in grammar.articles:
        return False
    return not _ONE.isdisjoint(between[at + 2 : at + 2 + _NEAR])


_ONE = frozenset(("one", "other", "others", "ones"))
_NEAR = 2


def _differs(sentence: Sentence, token: int, parts: tuple[str, ...]) -> tuple[int, int] | None:
    """Another one at a token before the value: the noun with another number, or its last letters with others."""
    texts, at = simple(sentence), token - sentence.first
    if parts[-1][0].isdecimal() and texts[at] == parts[-2]:
        after = texts[at + 1]
        return (token, token + 2) if after[:1].isdecimal() and after != parts[-1] else None
    if len(parts[-1]) == 1 and parts[-1].isascii() and texts[at] == parts[-2]:
        return _another_letter(sentence, at, parts[-1])
    if not is_unspaced(parts[-1]):
        return None
    name = [part for part in parts if part not in _LINKS]
    found = _differs_before(sentence, at, name[2:]) if len(name) > 2 else _other_side(sentence, at, name)
    if found is None and len(name) > _SHORT and name[-1] in _KINDS and texts[at] == name[-1]:
        found = None if texts[max(0, at - 2) : at] == name[-3:-1] else _differs_before(sentence, at, name[-1:])
    return found


def _other_side(sentence: Sentence, at: int, name: list[str]) -> tuple[int, int] | None:
    """The same noun on another side, at the head of its clause: 东棚 for 西棚."""
    texts, token = simple(sentence), sentence.first + at
    if len(name) != _PAIR or name[0] not in _SIDES or texts[at] not in _SIDES or texts[at] == name[0]:
        return None
    begins = not at or sentence.clauses.of[at - 1] != sentence.clauses.of[at]
    return (token, token + 2) if begins and texts[at + 1 : at + 2] == name[1:] else None


_PAIR = 2
_SIDES = frozenset("东西南北前后左右上下内外大小新旧甲乙丙丁")
"""Letters that tell things of one kind from each other."""


def others_own(scene: Scene) -> tuple[int, int] | None:
    """Somebody else's thing, where the entity is one of ours: 隔壁的焊机 for 我们那台焊机."""
    name, sentence = scene.case.draft.key.entity_id, scene.sentence
    if not name.startswith(_OURS) or "的" not in sentence.vocabulary:
        return None
    noun = list(name.lstrip(_WHOSE))
    start = sentence.clauses.starts[scene.clause] - sentence.first
    texts, end = simple(sentence), scene.showing.first - sentence.first
    if len(noun) < _PAIR or not _MINE.isdisjoint(texts[start:end]):
        return None
    for at in range(start + 2, end - len(noun) + 1):
        if texts[at - 1] == "的" and texts[at : at + len(noun)] == noun:
            return sentence.first + start, sentence.first + at + len(noun)
    return None


_OURS = ("我", "咱", "自己", "自家", "本")
_WHOSE = "我们咱自己家本的那这台部辆个条艘架只头张把间块"
_MINE = frozenset("我咱本自")


def _another_letter(sentence: Sentence, at: int, letter: str) -> tuple[int, int] | None:
    """Another letter behind the noun (Hall B for Hall A, redis-a for redis-b); "a" may be an article."""
    texts, token = simple(sentence), sentence.first + at
    after = texts[at + 1]
    if len(after) != 1 or not after.isascii() or not after.isalnum() or after == letter:
        return None
    told = token + 1 in sentence.capitals or sentence.clauses.gaps[at + 1] == "-" or after.isdecimal()
    return (token, token + 2) if told else None


def _differs_before(sentence: Sentence, at: int, head: list[str]) -> tuple[int, int] | None:
    """The noun at the end of an entity's name with other letters before it (杭州办公室, 单车课)."""
    texts, size = simple(sentence), len(head)
    if texts[at : at + size] != head or at < 2 or sentence.clauses.of[at - 2] != sentence.clauses.of[at]:
        return None
    begins = at == 2 or sentence.clauses.of[at - 3] != sentence.clauses.of[at]
    if size == 1 and not begins:
        return None
    before = texts[at - 2 : at]
    if any(not is_unspaced(one) or one in "这那该的是在本个款条份张台了也都和与" for one in before):
        return None
    return sentence.first + at - 2, sentence.first + at + size
