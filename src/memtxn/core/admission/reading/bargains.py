"""Bargains: what somebody will do once the hearer has done something ("bring the key and we will open it")."""

from __future__ import annotations

from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.word_set import word_set

_JOINED = frozenset(("and", "or"))
_WILL = word_set("will can shall would")
"""Words of which a bargain has one."""
_ASKED = word_set("""
    get give bring show find send pay buy sign finish pass win lend let throw say make promise drop beat hand fix
    fetch lose score clean mow wash help teach introduce deliver return cover double lower raise cut add swap
    trade book agree vote prove persuade convince talk guarantee match order spend invite feed walk drive
    cook bake
""")
"""Verbs in the form of a request."""
_POLITE = word_set("please just so ok okay well right now and then")


def bargains(sentence: Sentence) -> tuple[int, ...]:
    """The clauses that are what follows from a request at the head of the sentence."""
    if _WILL.isdisjoint(sentence.vocabulary) or _JOINED.isdisjoint(sentence.vocabulary):
        return ()
    near = range(1, min(_NEAR + 1, len(sentence.clauses.starts)))
    words = sentence.clauses.words
    promised = tuple([one for one in near if words[one] and words[one][0] in _JOINED and _promises(words[one])])
    return promised if promised and _is_request(sentence, sentence.words(0)) else ()


def _is_request(sentence: Sentence, words: list[str]) -> bool:
    """Whether a clause begins with a verb in the form of a request."""
    at = next((at for at, word in enumerate(words) if word not in _POLITE), len(words))
    asked = words[at : at + 2]
    if not asked or not sentence.grammar.subjects.isdisjoint(words[:1]):
        return False
    return asked[0] in _ASKED or asked[0] == "another" or asked == ["one", "more"]


def _promises(words: list[str]) -> bool:
    """Whether a clause begins with "I will"."""
    return not _WILL.isdisjoint(words[:_LEAD])


_NEAR = 2
"""Clauses from the request to what follows from it."""
_LEAD = 5
"""Words of a clause in which it says that it promises."""
