"""Others: declared names of other entities, where they bear a clause or own what it speaks of."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from memtxn.core.admission.binding.bearer import Bearer
from memtxn.core.admission.binding.han_names import heads_clause
from memtxn.core.admission.entity import name_tokens
from memtxn.core.admission.reading.sentence import Sentence

_OF = frozenset(("的", "の", "'s"))
"""Words behind whoever owns what follows."""


def others_in(sentence: Sentence, clause: int, names: frozenset[str]) -> list[Bearer]:
    """Where a clause begins with the declared name of another, or has it as an owner."""
    known = _by_first_word(names)
    if known.keys().isdisjoint(sentence.vocabulary):
        return []
    found: list[Bearer] = []
    texts, first = sentence.texts, sentence.first
    for token in sentence.clauses.tokens(clause):
        for name in known.get(texts[token - first], ()):
            last = token - first + len(name)
            owned = last < len(texts) and texts[last] in _OF
            if tuple(texts[token - first : last]) == name and (owned or heads_clause(sentence, token)):
                found.append(Bearer("name", token, token + len(name), owned))
                break
    return found


def with_others(found: list[Bearer], others: list[Bearer]) -> list[Bearer]:
    """All bearers from left to right; one that was found without a declaration counts."""
    added = [
        one for one in others if not any(one.first < other.last and other.first < one.last for other in found)
    ]
    return sorted([*found, *added], key=lambda one: one.first)


@lru_cache(maxsize=16)
def _by_first_word(names: frozenset[str]) -> dict[str, list[tuple[str, ...]]]:
    """The words of names by the first of them, the longest name first."""
    words: Iterable[tuple[str, ...]] = sorted(map(name_tokens, names), key=len, reverse=True)
    found: dict[str, list[tuple[str, ...]]] = {}
    for one in words:
        if one:
            found.setdefault(one[0], []).append(one)
    return found
