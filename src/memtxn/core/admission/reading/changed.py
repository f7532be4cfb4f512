"""Changed: a time, a day or a number that a clause says another has taken the place of ("from 3 to 4")."""

from __future__ import annotations

from collections.abc import Iterator

from memtxn.core.admission.reading.kinds import CLOCK, DAY, NUMBER, kind_at, kinds
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.word_set import word_set

_AMOUNTS = word_set("""
    increased increases rose risen rising fell fallen falling dropped drops grew grown shrank shrunk climbed
    jumped lowered reduced cut halved doubled tripled went gone up down
""")
"""Verbs by which a number becomes another, with nothing behind *from* but the old one."""
CHANGING = _AMOUNTS | word_set("""
    moved move moves moving changed change changes changing rescheduled reschedule rescheduling postponed postpone
    shifted shift shifts pushed push bumped bump brought bring delayed delay slipped slips deferred raised raise
    raises raising increase lower reduce rise rises grows extended shortened switched switch updated update
    amended adjusted revised corrected altered rebooked adjourned advanced downgraded upgraded off
""")
"""Verbs by which one time, day or number takes the place of another."""
_TO = word_set("to until till into")
_ANEW = word_set("rescheduled reschedule rescheduling rebooked rebook postponed adjourned")
"""Verbs with which *for* leads to what is new, too."""
_LIGHT = word_set("""
    the a an at on in about around roughly approximately only just last next this that its our of and am pm
    euro euros dollar dollars pound pounds per percent % $ € £ day days week weeks people person
""")
"""Words that may stand between *from* and the old value."""
_HELD = word_set("""
    open opens opened closed close closes sold sells served serves available valid lasts lasted staffed held runs
    daily hours
""")
"""Words behind a verb of change from which on a clause tells of what lasts from one moment to another."""
_IS = word_set("is are 's costs cost now at on")
_WAS = word_set("was were")
_ON = word_set("at on for of")
_HAVE = word_set("has have had was were been being be is are got gets will 's")
_REACH = 8
"""Words between *from* and the value, and behind a verb to what is new."""
_NOUN = 3
"""Words of a noun with its article."""


def is_changed(sentence: Sentence, first: int, last: int) -> bool:
    """Whether another of its kind has taken the place of the value on tokens ``first`` … ``last`` - 1.

    "Open from 9 to 5" changes nothing.
    """
    changes = not CHANGING.isdisjoint(sentence.vocabulary)
    if not changes and "now" not in sentence.vocabulary:
        return False
    texts, begin, end = sentence.texts, first - sentence.first, last - sentence.first
    kind = kinds(texts, begin, end)
    if not kind or begin < 0:
        return False
    if changes and texts[begin] == "from":  # read as a range from one to the other
        return _verb_before(sentence, begin) is not None
    if changes and "from" in sentence.vocabulary and _is_from(sentence, begin, end, kind):
        return True
    if changes and _is_named_by(sentence, begin, end) and _is_moved(texts, begin, end, kind):
        return True
    return "now" in sentence.vocabulary and _is_other_now(sentence, begin, end, kind)


def is_difference(sentence: Sentence, first: int) -> bool:
    """Whether what begins at a token is only by how much something changed: "dropped by 4 metres", 涨了五块."""
    texts, at = sentence.texts, first - sentence.first
    if at < 1:
        return False
    if texts[at - 1] == "by":
        return not CHANGING.isdisjoint(texts[max(0, at - _NOUN - 1) : at - 1])
    return at > 1 and texts[at - 1] == "了" and texts[at - 2] in _BY_SO_MUCH


_BY_SO_MUCH = frozenset("涨降升跌减增少多")


def is_new(sentence: Sentence, first: int) -> bool:
    """Whether what begins at a token is what something has changed to: "rose from 40 euros *to* 60"."""
    if CHANGING.isdisjoint(sentence.vocabulary):
        return False
    texts, at = sentence.texts, first - sentence.first - 1
    while at >= 0 and texts[at] in _LIGHT:
        at -= 1
    if at < 1 or texts[at] != "to":
        return False
    away = next((one for one in range(at - 1, max(-1, at - _REACH), -1) if texts[one] == "from"), None)
    return away is not None and _verb_before(sentence, away) is not None


def _is_from(sentence: Sentence, begin: int, end: int, kind: frozenset[str]) -> bool:
    """Whether the value stands behind a *from* that a verb of change has."""
    texts = sentence.texts
    away = _from_before(texts, begin)
    if away is None:
        return False
    if away and texts[away - 1] == "to":
        return False  # "changed to from 9 to 5"
    verb = _verb_before(sentence, away)
    if verb is None:
        return any(_has_new(texts, at, kind) for at in _verbs(texts, end, end + _REACH))
    if _has_new(texts, verb, kind, skip=(begin, end)):
        return True
    return texts[verb] in _AMOUNTS or (NUMBER not in kind and not kind.isdisjoint((DAY, CLOCK)))


def _from_before(texts: list[str], begin: int) -> int | None:
    for at in range(begin - 1, max(-1, begin - _REACH), -1):
        if texts[at] == "from":
            return at
        if texts[at] not in _LIGHT and not kind_at(texts, at):
            return None
    return None


def _verb_before(sentence: Sentence, away: int) -> int | None:
    """The verb of change to which a *from* belongs: no other verb stands between them."""
    texts, clause = sentence.texts, sentence.clauses.of[away]
    for at in range(away - 1, -1, -1):
        if texts[at] in CHANGING and _is_change(sentence, at):
            return at
        apart = sentence.clauses.of[at] != clause
        held = texts[at] in _HELD or texts[at] in sentence.grammar.auxiliaries
        if apart or (held and not kind_at(texts, at)):  # "may" is a month too
            return None
    return None


def _is_change(sentence: Sentence, at: int) -> bool:
    """Whether a word tells of a change here: ", up from 300", "put off from", and not "sign up from"."""
    if sentence.texts[at] not in _PARTICLES:
        return True
    before = sentence.texts[at - 1] if at else ""
    return "," in sentence.clauses.gaps[at] or before in CHANGING or "put" in sentence.texts[max(0, at - 3) : at]


_PARTICLES = frozenset(("up", "down", "off"))
_MOVING = CHANGING - _PARTICLES


def _verbs(texts: list[str], first: int, last: int) -> Iterator[int]:
    return (at for at in range(max(0, first), min(last, len(texts))) if texts[at] in _MOVING)


def _has_new(texts: list[str], verb: int, kind: frozenset[str], skip: tuple[int, int] = (0, 0)) -> bool:
    """Whether a *to* behind a verb of change leads to another of the kind, outside of the tokens ``skip``."""
    for at in range(verb + 1, min(verb + 2 * _REACH, len(texts) - 1)):
        if texts[at] not in _TO and not (texts[at] == "for" and texts[verb] in _ANEW):
            continue
        new = at + 1
        while new < len(texts) and new < at + _REACH and texts[new] in _LIGHT:
            new += 1
        if new < len(texts) and not skip[0] <= new < skip[1] and _alike(kind, kinds(texts, new, new + 4)):
            return True
    return False


def _alike(kind: frozenset[str], other: frozenset[str]) -> bool:
    """Whether both may be of one kind; a bare number may be a time of day."""
    if not kind.isdisjoint(other):
        return True
    return {NUMBER, CLOCK} <= kind | other


def _is_named_by(sentence: Sentence, begin: int, end: int) -> bool:
    """Whether the value says which one of a noun it is: "the 3 pm call", "the class on Friday"."""
    texts, grammar = sentence.texts, sentence.grammar
    before, after = texts[begin - 1] if begin else "", texts[end] if end < len(texts) else ""
    if after == "'s":
        return True
    if after in _TO and "," in sentence.clauses.gaps[begin]:
        return True  # "the time, 3 pm, to …"
    determined = before in grammar.articles or before in grammar.possessives
    if determined:
        return after not in _TO and after not in grammar.auxiliaries and after != ""
    at = begin - 1
    if at < 2 or before not in _ON:
        return False
    noun = texts[max(0, at - _NOUN) : at - 1]
    return any(word in grammar.articles or word in grammar.possessives for word in noun)


def _is_moved(texts: list[str], begin: int, end: int, kind: frozenset[str]) -> bool:
    """Whether the noun that the value names is what a verb of change moves to another."""
    for verb in _verbs(texts, 0, len(texts)):
        if begin < verb <= end + _REACH and _has_new(texts, verb, kind):
            return True
        if 0 <= begin - verb <= _REACH and _has_new(texts, verb, kind, (0, end)):
            return True
    return False


def _is_other_now(sentence: Sentence, begin: int, end: int, kind: frozenset[str]) -> bool:
    """Whether it is another now: "the 3 pm call is now at 4 pm", "it was 20 and is now 25"."""
    texts = sentence.texts
    now = next((at for at in range(end, min(end + 2 * _REACH, len(texts))) if texts[at] == "now"), None)
    if now is None:
        return False
    light = begin - 1
    while light >= 0 and texts[light] in _LIGHT:
        light -= 1
    was = light >= 0 and texts[light] in _WAS
    if not was and (NUMBER in kind or not _is_named_by(sentence, begin, end)):
        return False
    for at in range(max(end, now - 4), min(now + 4, len(texts))):
        other = kind_at(texts, at)
        if other and texts[at - 1] in _IS and _alike(kind, other):
            return True
    return False
