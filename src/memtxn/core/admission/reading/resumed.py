"""Resumed: a clause that goes on behind a relative one without a pause ("the hut that nobody uses | is cold")."""

from __future__ import annotations

from memtxn.core.admission.reading.cutter import Cutter
from memtxn.core.admission.reading.grammar import Grammar
from memtxn.core.admission.word_set import word_set

_NOUN = 6
"""Words of what a relative clause is about, at most."""
_VERB = 4
"""Letters of a verb that shows by its ending that it is one."""


def resume(cutter: Cutter) -> None:
    """Give the second verb behind a relative pronoun, and what follows, back to the noun: that has none yet."""
    for clause, joint in enumerate(cutter.joints):
        if joint not in ("relative", "opener") or not clause:
            continue
        noun, words = _words(cutter, clause - 1), _words(cutter, clause)
        if joint == "opener" and words[:1] != ["that"]:
            continue
        if cutter.gaps[cutter.starts[clause] - cutter.first] or not _needs_a_verb(noun, cutter.grammar):
            continue
        verb = _second_verb(words, cutter.grammar)
        if verb is not None:
            begin = cutter.starts[clause] - cutter.first
            for at in range(begin + verb, begin + len(words)):
                cutter.of[at] = clause - 1
            cutter.returns = True


def _words(cutter: Cutter, clause: int) -> list[str]:
    return [word for word, of in zip(cutter.texts, cutter.of, strict=True) if of == clause]


def _needs_a_verb(words: list[str], grammar: Grammar) -> bool:
    """Whether words are a noun with its article, or a name, and no more."""
    if not 0 < len(words) <= _NOUN or not grammar.auxiliaries.isdisjoint(words):
        return False
    return words[0] in grammar.articles or words[0] in grammar.possessives


def _second_verb(words: list[str], grammar: Grammar) -> int | None:
    """Where, behind a relative pronoun and its verb, another verb stands."""
    for at in range(2, len(words) - 1):
        word, before = words[at], words[at - 1]
        if word in _FINITE:
            if before not in grammar.subjects and before not in _FINITE and before not in _NOT:
                return at
        elif _is_verb(word) and (_is_verb(before) or words[at - 2] in _NOT):
            return at
    return None


_FINITE = word_set("is are was were has have had do does did will would can could must should may might")
_NOT = frozenset(("not", "never", "no", "nobody", "nothing", "hardly"))


def _is_verb(word: str) -> bool:
    return len(word) >= _VERB and word.endswith(("s", "ed"))
