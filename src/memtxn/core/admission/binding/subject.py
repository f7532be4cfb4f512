"""Subject: who bears a clause."""

from __future__ import annotations

from itertools import pairwise

from memtxn.core.admission.binding.bearer import Bearer
from memtxn.core.admission.binding.kin import named_by
from memtxn.core.admission.binding.scene import FINE, UNNAMED, Bound, Scene
from memtxn.core.admission.reading.sentence import Sentence

_MINE = "我咱俺"
"""Letters that say of the noun behind them whose it is."""
_NEAR = 2
"""Words between somebody's owner and the noun: my youngest brother."""


def subject_of(scene: Scene, sentence: Sentence, bearers: list[Bearer]) -> Bearer | None:
    """Who bears the clause.

    The first one named, or what belongs to it ("my brother" is the brother), unless the attribute names that
    (wife_name).
    """
    words = named_by(scene.case.attribute.words)
    head = _head_noun(scene, sentence, bearers)
    if head is not None:
        return head
    subject: Bearer | None = None
    for bearer in bearers:
        if bearer.first >= scene.showing.last and (bearer.kind == "third" or subject is not None):
            break
        if subject is None:
            subject = _whose(sentence, bearer, words)
            continue
        if bearer.kind == "third" and subject.owned and bearer.first == subject.last:
            continue  # 小邵她姐
        if not _belongs(subject, bearer):
            break
        if bearer.kind == "kin" and words.intersection(_stems(sentence, bearer)):
            break
        subject = bearer
    return subject


def _whose(sentence: Sentence, bearer: Bearer, asked: frozenset[str]) -> Bearer:
    """The speaker, where a noun says whose it is (我妈叫…) and the attribute asks for that; else the bearer."""
    if sentence.texts[bearer.first - sentence.first] not in _MINE or asked.isdisjoint(_stems(sentence, bearer)):
        return bearer
    return Bearer("first", bearer.first, bearer.first + 1, True)


def antecedent_of(scene: Scene) -> Bound | None:
    """Of whom a clause with *who* speaks: the noun before it ("a woman who has …")."""
    sentence, start = scene.sentence, scene.sentence.clauses.starts[scene.clause]
    if sentence.texts[start - sentence.first] not in ("who", "whose") or start == sentence.first:
        return None
    before = (start - 1, start)
    if sentence.texts[start - sentence.first] == "whose" and not _is_named(scene, sentence, start + 1):
        return Bound("wrong_subject", "the clause speaks of what belongs to it", start, start + 2)
    if any(first <= before[0] < last for first, last in scene.mentions(sentence)):
        return FINE
    if sentence.texts[before[0] - sentence.first] in sentence.grammar.first_person:
        mine = scene.is_speaker or scene.case.draft.key.entity_id.casefold() in UNNAMED
        return FINE if mine else _other(scene, before)
    return _other(scene, before)


def _other(scene: Scene, before: tuple[int, int]) -> Bound:
    text = scene.showing.text(*before)
    return Bound(
        "wrong_subject", f"the clause speaks of {text!r}, not of {scene.case.draft.key.entity_id!r}", *before
    )


def _is_named(scene: Scene, sentence: Sentence, token: int) -> bool:
    """Whether the noun behind a *whose* is none of a person, or what the attribute asks for (brother_city)."""
    noun = sentence.texts[token - sentence.first] if token < sentence.last else ""
    return noun not in sentence.grammar.person_nouns or noun in named_by(scene.case.attribute.words)


def _head_noun(scene: Scene, sentence: Sentence, bearers: list[Bearer]) -> Bearer | None:
    """The noun at the end of a Chinese relative clause: 我教过的一个学生 is the pupil, 陪我爬山的老邱 is 老邱."""
    for earlier, bearer in pairwise(bearers):
        between = sentence.texts[earlier.last - sentence.first : bearer.first - sentence.first]
        if bearer.first >= scene.showing.first or "的" not in between[-3:] or bearer.kind not in ("kin", "name"):
            continue
        if len(between) > 1 and not set(_stems(sentence, bearer)) & named_by(scene.case.attribute.words):
            return bearer
    return None


def _belongs(subject: Bearer, bearer: Bearer) -> bool:
    """Whether a bearer is somebody's: my brother, Bob's boss, 我姐夫; or the name of one: my brother Tim."""
    near = bearer.first <= subject.last + (_NEAR if subject.owned else 0)
    if not near or bearer.kind not in ("kin", "name"):
        return False
    return bearer.kind == "kin" or subject.kind == "kin" or bearer.first == subject.last + 1


def _stems(sentence: Sentence, bearer: Bearer) -> set[str]:
    texts = sentence.texts[bearer.first - sentence.first : bearer.last - sentence.first]
    joined = "".join(texts)
    return {form for word in texts for form in (word, word.removesuffix("s"))} | {joined, joined.lstrip(_MINE)}
