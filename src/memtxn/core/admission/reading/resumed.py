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
    _without_a_pause(cutter)
    clause = 2
    while clause < len(cutter.starts):
        begun = _begun(cutter, clause - 1) if _goes_on(cutter, clause) else 0
        if begun and _is_put_in(cutter, begun):
            _give_back(cutter, clause, begun - 1)
        else:
            clause += 1


def _begun(cutter: Cutter, clause: int) -> int:
    """The first piece of what is put in, of which a clause is the last."""
    while (
        clause > 1 and cutter.joints[clause] in _WITHIN and not cutter.gaps[cutter.starts[clause] - cutter.first]
    ):
        clause -= 1
    return clause


_WITHIN = frozenset(("opener", "and"))
"""Joints of pieces of what is put in, when no pause stands before them."""


def _is_put_in(cutter: Cutter, clause: int) -> bool:
    """Whether a clause between commas says something of the noun before it, which has no verb yet."""
    words = _words(cutter, clause)
    if not words or ":" in cutter.gaps[cutter.starts[clause] - cutter.first]:
        return False
    relative = cutter.joints[clause] == "relative" or words[0] in _RELATIVE
    apposed = cutter.joints[clause] == "comma" and _needs_a_verb(words, cutter.grammar)
    if not relative and not apposed:
        return False
    noun = _words(cutter, clause - 1)
    return _needs_a_verb(noun, cutter.grammar) or _is_name(cutter, clause - 1, noun)


_RELATIVE = frozenset(("who", "which", "whose", "whom", "where"))


def _is_name(cutter: Cutter, clause: int, words: list[str]) -> bool:
    at = cutter.starts[clause] - cutter.first
    return 0 < len(words) <= _NOUN and all(cutter.capital(at + one) for one in range(len(words)))


def _goes_on(cutter: Cutter, clause: int) -> bool:
    """Whether a clause behind a comma begins with a verb."""
    at = cutter.starts[clause] - cutter.first
    if cutter.joints[clause] != "comma" or cutter.gaps[at] != "," or clause not in cutter.of[at + 1 : at + 2]:
        return False
    word, grammar = cutter.texts[at], cutter.grammar
    verb = word not in grammar.function_words and _is_verb(word)
    return verb or word in _FINITE or word in grammar.auxiliaries


def _give_back(cutter: Cutter, clause: int, noun: int) -> None:
    """Make a clause the rest of the one that is the ``noun``; those behind it are numbered anew."""
    for at, of in enumerate(cutter.of):
        if of == clause:
            cutter.of[at] = noun
        elif of > clause:
            cutter.of[at] = of - 1
    del cutter.starts[clause], cutter.joints[clause]
    cutter.fresh = {one - (one > clause) for one in cutter.fresh if one != clause}
    cutter.repeated = {one - (one > clause) for one in cutter.repeated if one != clause}
    cutter.returns = True


def _without_a_pause(cutter: Cutter) -> None:
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
