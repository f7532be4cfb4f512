"""Roles: who does it, to whom, from where and where to. The attribute names one role; the clause gives each."""

from __future__ import annotations

from functools import lru_cache

from memtxn.core.admission.binding.deals import other_side
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set

_TO = word_set("to destination recipient target arrival receiver goal")
_FROM = word_set("from origin sender departure source start")
_TOWARDS = word_set("to into towards 到 至 往 向 给 飞 去 抵")
_AWAY = word_set("from 从 由 自")
_LIGHT = word_set("the a an 了 着")
_INSTRUMENT = word_set("in with using via")
_RELATIONS = word_set("by to from of for with than in at")
_HANDED = ("给", "向", "被", "比", "把", "将")


def role_reversed(
    sentence: Sentence,
    clause: int,
    attribute: tuple[str, ...],
    value: tuple[int, int],
    entity: tuple[int, int] | None,
    *,
    states: bool,
) -> bool:
    """Whether the clause gives the value another role than the attribute names.

    ``value`` and ``entity`` are token spans; ``entity`` is None when the clause does not name it. ``states``:
    whether the attribute is of something that lasts, which is over where one has come from.
    """
    if other_side(sentence, clause, attribute, value, entity):
        return True
    before = _before(sentence, clause, value[0])
    if before in _WAYS and _is_other_end(sentence, attribute, value, before, states):
        return True
    return entity is not None and _by_roles(sentence, clause, attribute, value, entity)


def _is_other_end(
    sentence: Sentence, attribute: tuple[str, ...], value: tuple[int, int], before: str, states: bool
) -> bool:
    """Whether the word before the value makes it another end of a way than the attribute names."""
    words = _words_of(attribute)
    if sentence.texts[value[0] - sentence.first][0].isdecimal() or words & _WHEN:
        return False
    if (words & _TO and before in _AWAY) or (words & _FROM and before in _TOWARDS):
        return True
    if words & _WAS and before in _TOWARDS and not _AWAY.isdisjoint(sentence.vocabulary):
        return True
    if attribute and attribute[-1] == "by" and before not in _LEFT:
        return before != "由"  # 由小王触发: by him
    if not states or words & _FROM:
        return False
    if before in _LEFT:
        return value[0] in sentence.capitals  # "I left Paris", not "I left early"
    return before in _AWAY and _goes_on_to(sentence, value[1])


@lru_cache(maxsize=4096)
def _words_of(attribute: tuple[str, ...]) -> frozenset[str]:
    return frozenset(attribute) | _roles_in("".join(attribute))


_LEFT = frozenset(("left", "quit"))
"""Verbs before what somebody is no longer in."""
_WAYS = _TOWARDS | _AWAY | _LEFT
_WAS = word_set("former previous prior")
_WHEN = word_set("time date day hour at")


def _by_roles(
    sentence: Sentence,
    clause: int,
    attribute: tuple[str, ...],
    value: tuple[int, int],
    entity: tuple[int, int],
) -> bool:
    """Whether the place of the value before or after the verb gives it another role than the attribute does."""
    words = frozenset(attribute)
    if is_unspaced(sentence.texts[value[0] - sentence.first]) or is_unspaced(sentence.texts[0]):
        return _reversed_unspaced(sentence, clause, words, value, entity)
    return (
        _reversed_verb(sentence, clause, attribute, value, entity)
        or _agent(sentence, clause, attribute, entity, value)
        or _converse(sentence, clause, attribute, entity, value)
    )


def _roles_in(name: str) -> frozenset[str]:
    """The roles that a Chinese name of an attribute gives (出发地, 目的地)."""
    if name.isascii():
        return frozenset()
    away, there = (
        any(one in name for one in ("出发", "起点", "始发")),
        any(one in name for one in ("目的", "终点", "到达")),
    )
    return frozenset(("from",) * away + ("to",) * there)


def _goes_on_to(sentence: Sentence, token: int) -> bool:
    """Whether a way leads on from there ("from Dropbox to Nextcloud"): what it comes from is over."""
    rest = sentence.texts[token - sentence.first : token - sentence.first + _WAY]
    return any(word in _TOWARDS for word in rest)


_WAY = 4


def _before(sentence: Sentence, clause: int, token: int) -> str:
    at = token - sentence.first - 1
    while at >= 0 and sentence.clauses.of[at] == clause and sentence.texts[at] in _LIGHT:
        at -= 1
    return sentence.texts[at] if at >= 0 and sentence.clauses.of[at] == clause else ""


def _reversed_verb(
    sentence: Sentence, clause: int, attribute: tuple[str, ...], value: tuple[int, int], entity: tuple[int, int]
) -> bool:
    """``acquired_by`` asks who did it: the subject of an active clause, or what follows *by* in a passive."""
    if len(attribute) < 2 or attribute[-1] not in _RELATIONS:
        return _reversed_plain(sentence, clause, attribute, value, entity)
    verb = _verb(sentence, clause, attribute[0], value, entity)
    if verb is None:
        return False
    passive = "by" in sentence.texts[verb - sentence.first : verb - sentence.first + 3]
    if attribute[-1] == "by":
        return (entity[0] < verb < value[0] and not passive) or (value[0] < verb < entity[0] and passive)
    return value[0] < verb < entity[0] and not passive


def _reversed_plain(
    sentence: Sentence, clause: int, attribute: tuple[str, ...], value: tuple[int, int], entity: tuple[int, int]
) -> bool:
    """``coaches`` asks whom the entity coaches: not who does it to the entity ("is coached by")."""
    if len(attribute) != 1 or not attribute[0].endswith("s"):
        return False
    verb = _verb(sentence, clause, attribute[0], value, entity)
    if verb is None:
        return False
    passive = "by" in sentence.texts[verb - sentence.first : verb - sentence.first + 3]
    if entity[0] < verb < value[0]:
        return passive
    return value[0] < verb < entity[0] and not passive and not sentence.clauses.gaps[verb - sentence.first]


def _agent(
    sentence: Sentence, clause: int, attribute: tuple[str, ...], entity: tuple[int, int], value: tuple[int, int]
) -> bool:
    """A ``babysitter`` is who babysits; of the one who does it, the value is not the babysitter."""
    noun = attribute[-1]
    if not noun.endswith(("er", "or")) or len(noun) < _AGENT:
        return False
    verb = _verb(sentence, clause, noun, value, entity)
    if verb is None or not sentence.texts[verb - sentence.first].endswith(("s", "ed")):
        return False
    if value[0] < verb < entity[0]:
        return _by_whom(sentence, verb, entity[0])
    return entity[0] < verb < value[0] and not _by_whom(sentence, verb, value[0])


def _by_whom(sentence: Sentence, verb: int, token: int) -> bool:
    """Whether a token stands behind the *by* of a verb in the passive, and behind no other preposition."""
    between = sentence.texts[verb + 1 - sentence.first : token - sentence.first]
    if "by" not in between:
        return False
    at = len(between) - 1 - between[::-1].index("by")
    return sentence.grammar.prepositions.isdisjoint(between[at + 1 :]) and (
        sentence.grammar.coordinators.isdisjoint(between[:at])
    )


_AGENT = 5
"""Letters of a noun that ends in -er or -or from which on it names one who does something."""


def _converse(
    sentence: Sentence, clause: int, attribute: tuple[str, ...], entity: tuple[int, int], value: tuple[int, int]
) -> bool:
    """Whether the verb is the other side of the attribute's: who lent something owes nothing for it."""
    other_side = CONVERSES.get(attribute[0], frozenset())
    passive = any(word in ("by", "from") for word in sentence.words(clause))
    between = sentence.texts[entity[1] - sentence.first : value[0] - sentence.first]
    return not passive and any(word in other_side for word in between)


CONVERSES = {
    side: word_set(other)
    for side, other in (
        ("owes", "lend lends lent loaned"),
        ("borrows", "lend lends lent loaned"),
        ("borrowed", "lend lends lent loaned"),
        ("lends", "borrow borrows borrowed owes owe owed"),
        ("lent", "borrow borrows borrowed owes owe owed"),
        ("buys", "sell sells sold"),
        ("bought", "sell sells sold"),
        ("sells", "buy buys bought"),
        ("sold", "buy buys bought"),
        ("teaches", "learn learns learned learnt"),
        ("learns", "teach teaches taught"),
        ("gave", "receive receives received"),
        ("received", "give gives gave"),
    )
}
"""Verbs that tell of one deal from its two sides, by the one that an attribute names."""


def _verb(
    sentence: Sentence, clause: int, sought: str, value: tuple[int, int], entity: tuple[int, int]
) -> int | None:
    """The clause's word that is like the attribute's, but neither part of value or entity nor a noun."""
    for token in sentence.clauses.tokens(clause):
        inside = value[0] <= token < value[1] or entity[0] <= token < entity[1]
        at = token - sentence.first
        if inside or not alike(sentence.texts[at], sought):
            continue
        before = sentence.texts[at - 1] if at else ""
        grammar = sentence.grammar
        if before in grammar.articles or before in grammar.possessives or before in ("'s", "of"):
            continue
        return token
    return None


def _reversed_unspaced(
    sentence: Sentence, clause: int, words: frozenset[str], value: tuple[int, int], entity: tuple[int, int]
) -> bool:
    texts = sentence.words(clause)
    if words & _INSTRUMENT and "用" in texts and entity[0] > value[0]:
        return _before(sentence, clause, value[0]) != "用"
    if value[0] < entity[0] and _before(sentence, clause, entity[0]) in ("把", "将"):
        return "by" not in words and any(word.endswith("ed") for word in words)  # 阿宽把小琪推荐给…
    if "for" in words and value[0] < entity[0] and _before(sentence, clause, entity[0]) in ("替", "帮", "代"):
        return True
    handed = any(word in texts for word in _HANDED)
    return bool(words & _RELATIONS - _INSTRUMENT) and handed and value[0] < entity[0]
