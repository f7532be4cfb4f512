"""Mentions: where a text names the entity of a key, whole, by an alias, or by most of its words."""

from __future__ import annotations

from collections.abc import Iterable

from memtxn.core.admission.entity import name_tokens
from memtxn.core.admission.han import simplified
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set

_GENERIC = word_set("""
    the a an of my our your his her their this that der die das el la los las le les un une default 这
    那 这个 那个 这款 这张 这份
""")
"""Words in a name by which nothing is told from anything else."""


def mentions(sentence: Sentence, names: Iterable[str], owner: str = "") -> list[tuple[int, int]]:
    """Token spans of a sentence that name the entity, in order; ``owner`` is a speaker who may be left out."""
    for name in names:
        parts = list(name_tokens(name))
        if not any(map(is_unspaced, parts)):
            parts = [part for part in parts[:-1] if part not in _GENERIC] + [
                part for part in parts[-1:] if part not in _GENERIC or (len(part) == 1 and len(parts) > 1)
            ]  # the letter at the end tells: hall-a
        mine = _without_owner(parts, owner) if owner else parts
        if any(map(is_unspaced, mine)):
            found = _unspaced(sentence, mine)
        else:
            found = [one for one in _spaced(sentence, mine) if mine == parts or not _is_anothers(sentence, one)]
        if found:
            return found
    return []


def of_the_speaker(sentence: Sentence, names: Iterable[str], speaker: str) -> list[tuple[int, int]]:
    """Where a speaker names somebody of hers by a noun alone: "my sister" for ``alice's sister``, 我妹妹."""
    if _MINE.isdisjoint(sentence.vocabulary):
        return []
    for name in names:
        parts = list(name_tokens(name))
        mine = _without_owner(parts, speaker)
        if mine == parts:
            continue
        spans = _unspaced(sentence, mine) if any(map(is_unspaced, mine)) else _spaced(sentence, mine)
        found = [one for one in spans if _is_mine(sentence, one[0] - sentence.first)]
        if found:
            return found
    return []


_MINE = word_set("我 咱 my our mi mon ma mein meine")
"""Words before a noun by which it is the speaker's."""


def _is_mine(sentence: Sentence, at: int) -> bool:
    before = sentence.texts[max(0, at - 2) : at]
    return before[-1:] != [] and (before[-1] in _MINE or (before[-1] == "的" and before[0] in _MINE))


def _without_owner(parts: list[str], owner: str) -> list[str]:
    """``alice's bike`` is named by "bike" when alice speaks."""
    theirs = list(name_tokens(owner))
    if not theirs or parts[: len(theirs)] != theirs:
        return parts
    rest = parts[len(theirs) :]
    return (rest[1:] if rest[:1] in (["'s"], ["的"], ["の"]) else rest) or parts


def _unspaced(sentence: Sentence, parts: list[str]) -> list[tuple[int, int]]:
    """Contiguous letters; the demonstrative before them may be another one (这款吹风机, 吹风机)."""
    while parts and parts[0] in "这那該该個个款道台张份":
        parts = parts[1:]
    texts, size = simple(sentence), len(parts)
    if not size:
        return []
    return [
        (sentence.first + at, sentence.first + at + size)
        for at in range(len(texts) - size + 1)
        if texts[at] == parts[0] and texts[at : at + size] == parts
    ]


def simple(sentence: Sentence) -> list[str]:
    """The words of a sentence in the letters in which names are compared: Japanese ones are not read so."""
    texts = sentence.texts
    return list(map(simplified, texts)) if sentence.grammar.languages[0] == "ja" else texts


def _is_anothers(sentence: Sentence, span: tuple[int, int]) -> bool:
    """Whether a thing of the speaker's is somebody else's here: "Tom's flight", "his flight"."""
    at = span[0] - sentence.first
    before = sentence.texts[at - 1] if at else ""
    return before == "'s" or (before in sentence.grammar.third_person and before in sentence.grammar.possessives)


def has_other_name(sentence: Sentence, at: int, parts: list[str]) -> bool:
    """Whether the noun of the entity bears another name here: "the Ghent depot" is not antwerp-depot."""
    before = sentence.texts[at - 1] if at else ""
    if before == "'s":
        return at > 1 and sentence.texts[at - 2] not in parts
    grammar = sentence.grammar
    if not before or before in parts or before in grammar.function_words or before in grammar.titles:
        return False
    return before[0].isdecimal() or sentence.first + at - 1 in sentence.capitals


def _spaced(sentence: Sentence, parts: list[str]) -> list[tuple[int, int]]:
    """Most of the words, side by side or nearly so; numbers and single letters always, endings aside."""
    if not parts:
        return []
    if sentence.vocabulary.isdisjoint(parts) and not any(map(str.isalpha, parts)):
        return []  # only words of letters have endings
    texts = sentence.texts
    needed = (len(parts) + 1) // 2
    numbers = [part for part in parts if part[0].isdecimal() or (len(part) == 1 and len(parts) > 1)]
    best: list[tuple[int, int]] = []
    most = 0
    initials = {part[0] for part in parts}
    for at in [at for at, word in enumerate(texts) if word[0] in initials]:
        if not any(alike(texts[at], part) for part in parts):
            continue
        window = texts[at : at + len(parts) + 1]
        hit = [part for part in parts if any(alike(one, part) for one in window)]
        if len(hit) < needed or any(number not in hit for number in numbers):
            continue
        if len(hit) > most:
            best, most = [], len(hit)
        if len(hit) == most:
            span = max(offset for offset, one in enumerate(window) if any(alike(one, part) for part in parts)) + 1
            begin = sentence.first + at
            if len(hit) < len(parts) and has_other_name(sentence, at, parts):
                continue
            if not best or best[-1][1] <= begin:
                best.append((begin, begin + span))
    return best
