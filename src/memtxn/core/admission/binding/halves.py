"""Halves: two verbs of one sentence, each with a time of its own ("opens at seven and closes at ten")."""

from __future__ import annotations

from memtxn.core.admission.binding.scene import Bound, Scene
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.word_set import word_set

_RELATIONS = word_set("at in on from to by until for with")
_TIMES = ("时间", "时刻", "日期")
_VERB = 4
"""Letters of a verb that shows by its ending that it is one."""
_LIGHT = word_set("the a an about around")


def other_half(scene: Scene) -> Bound | None:
    """Whether the attribute's verb stands in the other half of the sentence than the value."""
    words = scene.case.attribute.words
    elsewhere = _named_elsewhere(scene, words) if len(words) > 1 else None
    if elsewhere is not None:
        return elsewhere
    if len(words) > 1 and words[-1] in _RELATIONS:
        return _spaced(scene, words[0])
    name = "".join(words)
    if not name.isascii() and name.endswith(_TIMES) and len(name) == 2 * len(_TIMES[0]):
        return _unspaced(scene, name[:2])
    return None


def _named_elsewhere(scene: Scene, words: tuple[str, ...]) -> Bound | None:
    """Another clause with the attribute's name and a number of its own ("check-in from 2, check-out by 10")."""
    sentence = scene.sentence
    if len(sentence.clauses.starts) < 2:
        return None
    value = sentence.texts[scene.showing.first - sentence.first : scene.showing.last - sentence.first]
    if not any(word[0].isdecimal() for word in value):
        return None
    for clause in range(len(sentence.clauses.starts)):
        said = sentence.words(clause)
        if clause == scene.clause or not any(word[0].isdecimal() for word in said):
            continue
        named, one = _within(said, list(words)), _within(said, [words[0], "one"])
        own = sentence.words(scene.clause)
        if (named and not _within(own, list(words))) or (one and words[0] not in own):
            start = sentence.clauses.starts[clause]
            return Bound("spliced", "another clause gives the attribute its value", start, start + len(said))
    return None


def _within(words: list[str], sought: list[str]) -> bool:
    """Whether some words stand side by side, or with dashes between them."""
    if "-".join(sought) in words:
        return True
    return any(words[at : at + len(sought)] == sought for at in range(len(words) - len(sought) + 1))


def _spaced(scene: Scene, sought: str) -> Bound | None:
    sentence = scene.sentence
    texts, first, last = sentence.texts, scene.showing.first - sentence.first, scene.showing.last - sentence.first
    verb = next((at for at, word in enumerate(texts) if alike(word, sought) and not first <= at < last), None)
    if verb is None:
        return None
    begin, end = (verb + 1, first) if verb < first else (last, verb)
    cuts = [at for at in range(begin, end) if texts[at] in sentence.grammar.coordinators]
    at = first - 1
    while at >= 0 and texts[at] in _LIGHT:
        at -= 1
    if not cuts or at < 0 or texts[at] not in _RELATIONS:
        return None
    cut = cuts[-1]
    mine, theirs = ((cut + 1, first), (verb + 1, cut)) if verb < first else ((0, first), (verb + 1, len(texts)))
    if texts[at] not in texts[theirs[0] : theirs[1]] or not _has_verb(sentence, *mine, sought):
        return None
    return Bound("spliced", "another verb stands in this half", sentence.first + verb, sentence.first + verb + 1)


def _has_verb(sentence: Sentence, begin: int, end: int, sought: str) -> bool:
    """Whether another verb than the sought one stands between two tokens."""
    texts, grammar = sentence.texts, sentence.grammar
    for at in range(begin, end):
        word, before = texts[at], texts[at - 1] if at else ""
        if before in grammar.articles or before in grammar.possessives or before in grammar.prepositions:
            continue
        formed = len(word) >= _VERB and word.endswith(("s", "ed")) and word not in grammar.function_words
        if (formed or word in grammar.auxiliaries) and not alike(word, sought) and at > 0:
            return True
    return False


def _unspaced(scene: Scene, verb: str) -> Bound | None:
    """泳池七点开门，十点关门: ten is not when it opens."""
    sentence, clauses = scene.sentence, scene.sentence.clauses
    if len(clauses.starts) < 2:
        return None
    own = "".join(sentence.words(scene.clause))
    end = clauses.tokens(scene.clause)[-1] + 1
    if verb in own or end - scene.showing.last < len(verb):
        return None
    for clause in range(len(clauses.starts)):
        if clause != scene.clause and verb in "".join(sentence.words(clause)):
            return Bound("spliced", f"{verb} stands in another clause", clauses.starts[clause], end)
    return None
