"""Rule 6, polarity: what denies the value in its sentence is kept by the value, or is what the attribute says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from memtxn.core.admission.around import heading_of
from memtxn.core.admission.aversions import asks_for_liking, repelled
from memtxn.core.admission.case import Case
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.forms import yes_no
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.opposed import opposed
from memtxn.core.admission.opposites import Kind
from memtxn.core.admission.over import asks_for_what_was, still_denying
from memtxn.core.admission.reading.crossed import LAYOUT
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.reasons import quarantine, reject
from memtxn.core.admission.showing import Spoken
from memtxn.model.verdict import Finding

NAME = "polarity"
_PASSED = Finding(NAME)


class Polarity:
    """One bit, not a count: the value is denied where the attribute holds of what is not so, and only there.

    The needed bit is (the value is false) xor (the attribute is negative). The bit found is whether any negation
    of the whole sentence, outside the quote too, governs the value and is not part of it.
    """

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``negation_dropped``, or ``negation_added``; a negated negative verb is left to a person."""
        showing = case.spoken
        if showing is None or _is_said_so(showing) or case.draft.retracts:
            return _PASSED
        name = _DECLARED if case.terms.polarity is not None else _named(case.attribute.words)
        negative = (
            case.attribute.negative
            or (bool(name.denied) and _denies_by_prefix(name, showing))
            or (name.averse and _is_averse(showing))
        )
        if case.attribute.sides and opposed(case.attribute, showing, _STATE) is not None:
            negative = not negative  # ``closed_on``, and the clause says when it is open
        needed = (case.draft.value is False) != negative
        denying = ("negation", "ended") if needed else ("negation",)
        marks = [mark for mark in case.cues if mark.cue.family in denying]
        if marks and not needed and asks_for_what_was(case):
            marks = still_denying(case, marks)
        contrary = None if marks or needed else _contrary_of(case, showing, name)
        if contrary is not None:
            problem = f"{showing.text(contrary, contrary + 1)!r} is the contrary of what the attribute asks for"
            return reject(NAME, "negation_dropped", problem, (showing.span(contrary, contrary + 1),))
        if marks and not needed:
            if _cancelled(marks):
                return quarantine(NAME, "negation_dropped", _twice(showing, marks), _spans(showing, marks))
            return reject(NAME, "negation_dropped", _denied(showing, marks[0]), _spans(showing, marks[:1]))
        if needed and not marks:
            why = "the value is false" if case.draft.value is False else "the attribute holds of what is not so"
            return reject(NAME, "negation_added", f"{why}, and nothing in the sentence denies it")
        if needed and _cancelled(marks):
            return quarantine(NAME, "negation_added", _twice(showing, marks), _spans(showing, marks))
        return _PASSED


_STATE: frozenset[Kind] = frozenset(("state",))


def _is_said_so(showing: Spoken) -> bool:
    """Whether the text gives the truth value itself ("vegetarian: no")."""
    return showing.match is not None and showing.match.form == yes_no.STATED


class _Name(msgspec.Struct, frozen=True):
    """What the words of an attribute say by themselves.

    ``contraries`` deny one of them, ``denied`` is what one of them denies; ``averse`` if they name an aversion,
    ``liking`` if they ask what somebody likes.
    """

    contraries: frozenset[str] = frozenset()
    denied: tuple[str, ...] = ()
    averse: bool = False
    liking: bool = False


_DECLARED = _Name()
"""Nothing, where it was declared whether the attribute denies."""


@lru_cache(maxsize=4096)
def _named(words: tuple[str, ...]) -> _Name:
    """What the words of an attribute say."""
    return _Name(_contraries(words), _denied_by(words), _names_aversion(words), asks_for_liking(words))


def _contrary_of(case: Case, showing: Spoken, name: _Name) -> int | None:
    """The word of the clause that says the contrary without a denial."""
    found = None
    if not name.contraries.isdisjoint(showing.sentence.vocabulary):
        found = _contrary(case, showing, name.contraries)
    return repelled(showing) if found is None and name.liking else found


def _contrary(case: Case, showing: Spoken, contraries: frozenset[str]) -> int | None:
    """The word of the clause that denies the attribute's by a prefix: *incompatible*, ``compatible_with``."""
    sentence = showing.sentence
    for token in sentence.clauses.tokens(sentence.clause(showing.first)):
        word = sentence.texts[token - sentence.first]
        if word not in contraries:
            continue
        if word == "non" and _denies_next(case, sentence, token - sentence.first + 1):
            return token
        if len(word) > _STEM and not showing.keeps(token, token + 1):
            return token
    return None


def _contraries(words: tuple[str, ...]) -> frozenset[str]:
    """The words that deny one of these by a prefix, and *non*, which stands before it."""
    denied = (prefix + word for word in words if len(word) > _STEM for prefix in _CONTRARY)
    return frozenset(("non", *denied))


def _denies_next(case: Case, sentence: Sentence, at: int) -> bool:
    """Whether the word behind a *non-* is one of the attribute's ("a non-smoker")."""
    return at < len(sentence.texts) and any(alike(word, sentence.texts[at]) for word in case.attribute.words)


_STEM = 3
"""Letters that a word must have more of behind a prefix that denies it."""


def _is_averse(showing: Spoken) -> bool:
    """Whether the sentence does not name the aversion of the attribute: "cannot have sesame" says an allergy."""
    if _names_aversion(showing.sentence.texts):
        return False
    heading = heading_of(showing)
    return heading is None or not _names_aversion(heading.texts)


def _names_aversion(words: Sequence[str]) -> bool:
    joined = "".join(words)
    return any(word.startswith(_AVERSE) for word in words) or "过敏" in joined or "アレルギー" in joined


_AVERSE = ("allerg", "alerg", "alérg", "intoler", "intolér", "avers", "unvertr")
"""How words for an aversion begin."""


def _denies_by_prefix(name: _Name, showing: Spoken) -> bool:
    """Whether the attribute is the contrary of a word of the sentence: ``unsuitable_for`` of *suitable*."""
    return any(alike(one, text) for one in name.denied for text in showing.sentence.texts)


def _denied_by(words: tuple[str, ...]) -> tuple[str, ...]:
    """What stands behind the prefixes that deny it in some of these words."""
    rests = (word.removeprefix(prefix) for word in words for prefix in _CONTRARY if word.startswith(prefix))
    return tuple(rest for rest in rests if len(rest) > _STEM)


_CONTRARY = ("un", "non", "dis", "in", "im", "ir", "il")
"""Prefixes that deny the rest of a word."""


def _cancelled(marks: list[Mark]) -> bool:
    """Whether a negator stands with a verb that negates by itself ("doesn't refuse")."""
    denying = [mark for mark in marks if mark.cue.family == "negation"]
    verbs = [mark for mark in denying if mark.cue.lexical]
    return any(
        one.last <= verb.first or verb.last <= one.first  # two cues on the same words deny it once
        for verb in verbs
        for one in denying
        if not one.cue.lexical
    )


def _denied(showing: Spoken, mark: Mark) -> str:
    if mark.cue.phrase in LAYOUT:
        return f"{showing.text(mark.first, mark.last)[:60]!r} is {mark.cue.phrase}"
    return f"{showing.text(mark.first, mark.last)!r} denies it in its sentence, and the value does not keep that"


def _twice(showing: Spoken, marks: list[Mark]) -> str:
    words = ", ".join(repr(showing.text(mark.first, mark.last)) for mark in marks[:4])
    return f"several words deny it ({words}), and whether they cancel out no rule can tell"


def _spans(showing: Spoken, marks: list[Mark]) -> tuple[tuple[int, int], ...]:
    return tuple(showing.span(mark.first, mark.last) for mark in marks)
