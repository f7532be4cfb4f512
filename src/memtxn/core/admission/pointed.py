"""Pointed: what the names on the way to a value say of it: /no_wifi, /excluded/0, /old/room, /weight_lb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from memtxn.core.admission.attribute import attribute_words
from memtxn.core.admission.case import Case
from memtxn.core.admission.cues.lexicon import lexicon
from memtxn.core.admission.forms.expected import expected
from memtxn.core.admission.forms.units import units_named
from memtxn.core.admission.pointer import names_of
from memtxn.core.admission.reasons import quarantine
from memtxn.core.admission.showing import Showing
from memtxn.model.codec import Json
from memtxn.model.verdict import Finding

_ENDED_WORDS = """
old older previous previously prior former formerly ex deprecated obsolete outdated legacy expired superseded
archived retired discontinued removed deleted revoked historical
anterior anteriores antiguo antigua previo previa ancien ancienne précédent précédente
ehemalig ehemalige ehemaliger vorherig vorherige vorheriger früher frühere früherer
旧 曾 以前 之前 前任 过去 原来 作废 废弃 废止 已故 過去 元の
"""
_ENDED = frozenset(_ENDED_WORDS.split())
"""Words of what is not so any more; fewer than an attribute's name may have, for "last" is one of last_name."""

_DENYING_WORDS = "disallow disallows disallowed except excepting unwanted invalid isnt doesnt dont"
_DENYING = frozenset(_DENYING_WORDS.split())
_CONTRARY = ("un", "non", "dis", "in", "im", "ir", "il")
_STEM = 3
_SHORT = 3
_HARMLESS = ("不锈", "不动产", "无线", "无人机", "非常", "非洲", "未来", "未來", "戒指", "無線", "無料")
"""Words of Han that begin as a denial does, and are none."""


def against_path(case: Case, showing: Showing, name: str) -> Finding | None:
    """What stands against a value at a pointer: a name on the way denies it, ends it, or is of another unit.

    What the attribute says itself stands against nothing: ``dislikes`` at /excluded/0, ``former_room`` at
    /old/room. It is left to a person (``negation_dropped``, ``ended_state``, ``unit_dropped``).
    """
    citation = case.located[showing.evidence].citation
    if citation is None or not citation.pointer or case.draft.retracts or case.draft.stated:
        return None
    names = [one for one in names_of(citation.pointer) if not one.isdecimal()]
    own = frozenset(
        (*case.attribute.words, *(part for word in case.terms.words for part in attribute_words(word)))
    )
    where = repr(citation.pointer[:80])
    for one in names:
        words = attribute_words(one)
        denied = None if case.attribute.negative else _denial(one, words, own)
        if denied is not None:
            return quarantine(
                name, "negation_dropped", f"{denied!r} in the path {where} denies what stands there"
            )
        ended = _said(one, words, own, _ENDED)
        if ended is not None and "ended" not in case.attribute.licenses and case.draft.valid_to is None:
            return quarantine(name, "ended_state", f"{ended!r} in the path {where} tells of what was")
    if names and _measures(case.draft.value):
        found = units_named(attribute_words(names[-1]))
        wanted = expected(case.attribute.words, case.terms)
        if found and wanted.units and not any(map(wanted.takes, found)):
            problem = f"the path {where} is in {found[0].name}, and the attribute in {wanted.units[0].name}"
            return quarantine(name, "unit_dropped", problem)
    return None


def _denial(name: str, words: tuple[str, ...], own: frozenset[str]) -> str | None:
    """The word by which a name denies what stands below it."""
    found = _said(name, _counted_out(words), own, _negative())
    return found or next(_contraries(words, own), None)


def _counted_out(words: tuple[str, ...]) -> tuple[str, ...]:
    """Without a *no* that stands for a number: ``order_no``, ``no_of_guests``."""
    return tuple(
        word
        for at, word in enumerate(words)
        if word != "no" or not (words[at + 1 : at + 2] == ("of",) or (at and at == len(words) - 1))
    )


def _contraries(words: Sequence[str], own: frozenset[str]) -> Iterator[str]:
    """Words that deny one of the attribute's by a prefix: *unverified*, of ``verified``."""
    for word in words:
        for prefix in _CONTRARY:
            rest = word.removeprefix(prefix)
            if _STEM < len(rest) < len(word) and rest in own and word not in own:
                yield word


def _said(name: str, words: tuple[str, ...], own: frozenset[str], sought: frozenset[str]) -> str | None:
    """The sought word that is in a name and not in the attribute's: a word of it, two, or letters of Han."""
    pairs = (f"{one}_{other}" for one, other in pairwise(words))
    for word in (*words, *pairs):
        if word.isascii() and word in sought and not own.issuperset(word.split("_")):
            return word.replace("_", " ")
    if name.isascii():
        return None
    plain, joined = name.casefold(), "".join(sorted(own))
    for harmless in _HARMLESS:
        plain = plain.replace(harmless, " ")
    latin = next((word for word in words if word in sought and word not in own), None)
    if latin is not None and latin in plain:
        return latin
    return next(
        (one for one in sorted(sought) if _is_han(one) and one in plain and not all(a in joined for a in one)),
        None,
    )


def _is_han(word: str) -> bool:
    return word[0] >= "\u2e80"


@lru_cache(maxsize=1)
def _negative() -> frozenset[str]:
    """The words by which names deny. Those of another language that are short are words of English too."""
    english = lexicon(("en",)).attribute("negative") - {"un"}
    others = lexicon(("es", "fr", "de")).attribute("negative")
    han = lexicon(("zh", "ja")).attribute("negative")
    return english | _DENYING | frozenset(word for word in others if len(word) > _SHORT) | han


def _measures(value: Json) -> bool:
    return isinstance(value, int | float | str | list) and not isinstance(value, bool)
