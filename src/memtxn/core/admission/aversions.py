"""Aversions: what makes somebody ill, or is called vile, is not what an attribute of liking asks for."""

from __future__ import annotations

from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set

_LIKING = word_set("""
    favourite favorite likes like liked loves love loved enjoys enjoy enjoyed prefers preferred preference fond
    favours favors adores keen fan
""")
"""Words of attributes that ask what somebody likes."""
_REPELLED = word_set("""
    itch itches itchy sneeze sneezing gag gags retch nauseous queasy bloated heartburn hives rash wheeze migraine
    migraines headache headaches vomit ill sick unwell awful disgusting vile revolting gross horrible horrid
    ghastly dreadful repulsive inedible undrinkable unbearable intolerable insufferable nasty hideous yuck yucky
    ick bleh
    meh overrated creeps shudder shivers cringe yawn bored boring tedious annoys irritates repels disgusts
    sickens bores
""")
"""Words for what something does to who does not like it, and for what it is to him."""


def asks_for_liking(attribute: tuple[str, ...]) -> bool:
    """Whether the words of an attribute ask what somebody likes."""
    return not _LIKING.isdisjoint(attribute)


def repelled(showing: Spoken) -> int | None:
    """The word of the clause by which it is the contrary of liked."""
    sentence = showing.sentence
    if _REPELLED.isdisjoint(sentence.vocabulary):
        return None
    clause = sentence.clause(showing.first)
    if not _LIKING.isdisjoint(sentence.words(clause)):
        return None
    for token in sentence.clauses.tokens(clause):
        if sentence.texts[token - sentence.first] in _REPELLED and not showing.keeps(token, token + 1):
            return token
    return None
