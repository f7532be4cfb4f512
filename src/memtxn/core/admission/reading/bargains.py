"""Bargains: what somebody will do once the hearer has done something ("bring the key and we will open it")."""

from __future__ import annotations

from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.word_set import word_set

_JOINED = frozenset(("and", "or"))
_WILL = word_set("will can shall would")
PROMISING = _WILL
"""Words of which a bargain has one."""
_ASKED = word_set("""
    get give bring show find send pay buy sign finish pass win lend let throw say make promise drop beat hand fix
    fetch lose score clean mow wash help teach introduce deliver return cover double lower raise cut add swap
    trade book agree vote prove persuade convince talk guarantee match order spend invite feed walk drive
    cook bake
""")
"""Verbs in the form of a request."""
_POLITE = word_set("please just so ok okay well right now and then")


def is_bargain(sentence: Sentence, first: int) -> bool:
    """Whether the clause of a token is what follows from a request at the head of its sentence."""
    if PROMISING.isdisjoint(sentence.vocabulary) or _JOINED.isdisjoint(sentence.vocabulary):
        return False
    clause = sentence.clause(first)
    if not clause or clause > _NEAR:
        return False
    words, request = sentence.words(clause), sentence.words(0)
    if not words or words[0] not in _JOINED or _WILL.isdisjoint(words[:_LEAD]):
        return False
    at = next((at for at, word in enumerate(request) if word not in _POLITE), len(request))
    asked = request[at : at + 2]
    if not asked or not sentence.grammar.subjects.isdisjoint(request[:1]):
        return False
    return asked[0] in _ASKED or asked[0] == "another" or asked == ["one", "more"]


_NEAR = 2
"""Clauses from the request to what follows from it."""
_LEAD = 5
"""Words of a clause in which it says that it promises."""
