"""Parallels: a clause that says of something else what the one before says of the entity."""

from __future__ import annotations

from memtxn.core.admission.binding.scene import Scene
from memtxn.core.admission.entity import name_tokens
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set

_DIGITS = frozenset("零一二三四五六七八九十百千万两半")
"""Letters of a Chinese number."""


def parallel(scene: Scene, sentence: Sentence, named: tuple[int, int]) -> tuple[int, int] | None:
    """The subject of the clause, if that repeats the verb that follows the entity: 张三在北京，李四在上海."""
    own = sentence.clauses.tokens(sentence.clause(named[0]))
    behind = next((token for token in own if token >= named[1]), None)
    if behind is None:
        return None
    verb = sentence.texts[behind - sentence.first]
    tokens = sentence.clauses.tokens(scene.clause)
    if sentence.texts[tokens[0] - sentence.first] in sentence.grammar.subjects:
        return None  # it, he: the same one
    for token in tokens[1:]:
        if token >= scene.showing.first:
            return None
        if sentence.texts[token - sentence.first] == verb:
            return tokens[0], token
    return None


def counted(scene: Scene, named: tuple[int, int]) -> tuple[int, int] | None:
    """The item of a Chinese list before a number, when the entity has its own (中份三十六，小份二十二)."""
    sentence, first = scene.sentence, scene.sentence.first
    after, before = named[1] - first, scene.sentence.clauses.starts[scene.clause]
    if after >= len(sentence.texts) or not is_unspaced(sentence.texts[0]) or before == scene.showing.first:
        return None
    is_number = sentence.texts[after][0].isdecimal() or sentence.texts[after] in _DIGITS
    value = sentence.texts[scene.showing.first - first]
    if is_number and (value[0].isdecimal() or value in _DIGITS):
        return before, scene.showing.first
    return None


def leads(sentence: Sentence, named: tuple[int, int]) -> bool:
    """Whether the entity is the subject of its clause: only articles and possessives stand before it."""
    tokens = sentence.clauses.tokens(sentence.clause(named[0]))
    before = [sentence.texts[one - sentence.first] for one in tokens if one < named[0]]
    grammar = sentence.grammar
    return all(word in grammar.articles or word in grammar.possessives for word in before)


def gapped(scene: Scene) -> tuple[int, int] | None:
    """The subject of a clause that leaves out its verb: "flyers are 135 gsm, business cards 350 gsm".

    The words before the value, if they are a noun that the attribute does not name.
    """
    sentence, grammar = scene.sentence, scene.sentence.grammar
    elliptic = _elliptic(scene)
    if elliptic is not None:
        return elliptic
    if sentence.clauses.heads[scene.clause] != scene.clause:
        return None
    before = [one for one in sentence.clauses.tokens(scene.clause) if one < scene.showing.first]
    words = [sentence.texts[one - sentence.first] for one in before]
    if (
        not words
        or is_unspaced(words[0])
        or sentence.clauses.joints[scene.clause] not in ("comma", "and", "colon")
    ):
        return None
    whole = sentence.words(scene.clause)
    if any(word in grammar.auxiliaries or word in grammar.subjects for word in whole):
        return None
    if words[0] in _GOING_ON or _has_verb(words, grammar.prepositions):
        return None
    if words[-1].endswith("s") and not name_tokens(scene.names[0])[-1].endswith("s"):
        return None  # "and costs 310": a verb of one
    nouns = [
        word
        for word in words
        if word not in grammar.function_words and word not in grammar.prepositions and word.isalpha()
    ]
    known = scene.case.attribute.words
    if (
        not nouns
        or words[0] in grammar.prepositions
        or any(alike(one, other) for one in nouns for other in known)
    ):
        return None
    return before[0], before[-1] + 1


def _has_verb(words: list[str], prepositions: frozenset[str]) -> bool:
    """Whether the words before a value end in a verb and its preposition: "the crash happens in"."""
    if len(words) < _VERBAL or words[-1] not in prepositions:
        return False
    noun, verb = words[-3], words[-2]
    return verb.endswith("s") and not noun.endswith("s") and noun.isalpha() and verb.isalpha()


_VERBAL = 3
_GOING_ON = word_set("""
    also too then later now still además también luego ahora aussi puis ensuite encore auch dann danach jetzt noch
""")
"""Adverbs at the head of a clause that goes on speaking of the same."""


def _elliptic(scene: Scene) -> tuple[int, int] | None:
    """The subject before a comma in the place of the verb: "hall one holds the cellos; hall two, the organ"."""
    sentence, grammar, before = scene.sentence, scene.sentence.grammar, scene.clause - 1
    if before < 1 or any(sentence.clause(first) == before for first, _ in scene.own):
        return None
    subject, own = sentence.words(before), sentence.words(scene.clause)
    verbless = not any(word in grammar.auxiliaries or word in grammar.subjects for word in (*subject, *own))
    if not verbless or not 0 < len(subject) <= _SUBJECT or sentence.clauses.joints[scene.clause] != "comma":
        return None
    begin = sentence.clauses.starts[before]
    apart = ";" in sentence.clauses.gaps[begin - sentence.first]
    again = any(alike(word, part) for word in subject for part in name_tokens(scene.names[0]) if word.isalpha())
    if subject[0] in grammar.prepositions or not (apart or again):
        return None
    return begin, sentence.clauses.starts[scene.clause]


_SUBJECT = 4
"""Words of a subject that stands for a clause."""
