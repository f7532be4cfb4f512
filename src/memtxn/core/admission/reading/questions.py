"""Questions: which clauses of a sentence with a question mark ask, and which state."""

from __future__ import annotations

from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set


def asked_clauses(sentence: Sentence) -> range:
    """The clauses that are asked: from the first that has the form of a question; without one, all.

    "I live in Rome, which branch is closest?" asks only from *which* on; "You live in Rome?" asks all of it.
    """
    count = len(sentence.clauses.starts)
    if not sentence.asks:
        return range(count) if _inverted(sentence) else range(0)
    for clause in range(count):
        if _has_form(sentence, clause):
            return range(clause, count)
    return range(count)


def _inverted(sentence: Sentence) -> bool:
    """Whether an English sentence begins like a question, though nobody wrote the mark: "does the ferry run"."""
    grammar, texts = sentence.grammar, sentence.texts
    if len(texts) < 3 or texts[0] not in _INVERTED or texts[0] not in grammar.question_starts:
        return False
    if texts[1] in grammar.subjects:
        return True
    return texts[0] not in _IMPERATIVE and (texts[1] in grammar.articles or texts[1] in grammar.possessives)


def _has_form(sentence: Sentence, clause: int) -> bool:
    """Whether a clause begins with a question word or an inverted verb, or asks by a particle.

    In Chinese the question word stands anywhere.
    """
    grammar, words = sentence.grammar, sentence.words(clause)
    own = {mark.cue.family for mark in sentence.marks if sentence.clause(mark.first) == clause}
    if "question" in own:
        return True
    while words and (words[0] in _LEADING or words[0] in grammar.polite):
        words = words[1:]
    if not words:
        return False
    if len(words) == 1 and words[0] in grammar.second_person:
        return True  # "and you?"
    if words[0] in grammar.question_words or (words[0] in grammar.question_starts and len(words) > 1):
        return True
    if len(words) > 1 and words[0] in grammar.prepositions and words[1] in grammar.question_words:
        return True
    return is_unspaced(words[0]) and _asks_by_word(words, grammar.question_words)


def _asks_by_word(words: list[str], question_words: frozenset[str]) -> bool:
    joined = "".join(words)
    return any(word in joined for word in question_words if not word.isascii())


_INVERTED = word_set("is are was were does do did has have can could will would")
"""Verbs that stand before their subject in a question."""

_IMPERATIVE = frozenset(("do", "have"))
"""Words that begin a question only before a pronoun: "have a great time" asks nothing."""

_LEADING = word_set("and so but or then also hey hi well ok okay y et und")
"""Words that may stand before the form of a question."""
