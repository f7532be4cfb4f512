"""Grammar: the closed classes of words by which a sentence is taken apart, made ready for quick look-up."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from memtxn.core.admission.cues.lexicon import Lexicon, lexicon
from memtxn.core.admission.cues.pack import Pack
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set

Joint = Literal["start", "comma", "colon", "bracket", "dash", "and", "but", "opener", "relative"]
"""What begins a clause."""

_CLASSES: tuple[tuple[str, Joint], ...] = (
    ("coordinators", "and"),
    ("relatives", "relative"),
    ("openers", "opener"),
    ("adversatives", "but"),
)


class Grammar(msgspec.Struct, frozen=True):
    """The words of some languages.

    ``joints`` are the words that may begin a clause, ``pairs`` those that are written in two letters of a script
    without spaces, by their first letter; ``breaks`` are both, by all that begins them, ``coordinators`` those
    that join as *and* does. ``persons`` are all words for persons, pronouns and nouns.
    """

    languages: tuple[str, ...]
    lexicon: Lexicon
    joints: dict[str, Joint]
    pairs: dict[str, dict[str, Joint]]
    breaks: frozenset[str]
    coordinators: frozenset[str]
    persons: frozenset[str]
    subjects: frozenset[str]
    first_person: frozenset[str]
    second_person: frozenset[str]
    third_person: frozenset[str]
    possessives: frozenset[str]
    articles: frozenset[str]
    auxiliaries: frozenset[str]
    prepositions: frozenset[str]
    question_words: frozenset[str]
    question_starts: frozenset[str]
    person_nouns: frozenset[str]
    titles: frozenset[str]
    given_names: frozenset[str]
    surnames: frozenset[str]
    name_prefixes: frozenset[str]
    polite: frozenset[str]
    function_words: frozenset[str]


_PERSONS = ("first_person", "second_person", "third_person")
_LISTS = tuple(
    field.name
    for field in msgspec.structs.fields(Grammar)
    if field.name not in ("languages", "lexicon", "joints", "pairs", "breaks", "coordinators", "persons")
)


@lru_cache(maxsize=64)
def grammar(languages: tuple[str, ...], extra: tuple[Pack, ...] = ()) -> Grammar:
    """The grammar of these languages, the likeliest first."""
    known = lexicon(languages, extra)
    never = _NEVER | known.words("articles")
    if languages[:1] != ("en",):
        never |= known.words("prepositions")
    joints: dict[str, Joint] = {}
    pairs: dict[str, dict[str, Joint]] = {}
    if "zh" in languages:
        pairs["反"] = {"反正": "but"}
    for name, joint in _CLASSES:
        for word in known.words(name) - never:
            if is_unspaced(word):
                if len(word) == 2:
                    pairs.setdefault(word[0], {})[word] = joint
            else:
                joints[word] = joint
    breaks = frozenset((*joints, *pairs))
    coordinators = frozenset(word for word, joint in joints.items() if joint == "and")
    nouns = known.words("person_nouns")
    persons = nouns.union((noun + "s" for noun in nouns), *map(known.words, _PERSONS))
    return Grammar(
        languages, known, joints, pairs, breaks, coordinators, persons, *(known.words(name) for name in _LISTS)
    )


_NEVER = frozenset(("only", "except", "instead", "otherwise", "once", "as", "lest")) | word_set("""
    当 等 同时 现在 目前 今天 明天 昨天 今年 去年 明年 之后 之前 以后 以前 首先 其次 最后 说明 结果 后来
    随后 只有 比如 例如 no como wie que &
""")
"""Words that restrict a clause, compare or date it more often than they begin one."""
