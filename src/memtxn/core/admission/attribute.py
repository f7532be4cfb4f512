"""Attribute: what the name of an attribute, and what was declared of it, say about the cues around a value."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from memtxn.core.admission.cues.lexicon import Lexicon
from memtxn.core.admission.cues.names import FAMILIES
from memtxn.core.admission.cues.pack import Pack
from memtxn.core.admission.normal import normalise
from memtxn.core.admission.opposites import Side, sides_of
from memtxn.core.admission.periods import period_of
from memtxn.core.admission.reading.grammar import grammar
from memtxn.core.admission.terms import Terms
from memtxn.core.admission.tokens import tokenise

_PARTS = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\W]+")
_LATIN, _OTHER = ("en",), ("zh", "ja", "en")
"""Languages in which an attribute may be named, by the script of its name."""


class Attribute(msgspec.Struct, frozen=True):
    """``words`` of the name, ``negative`` if it holds of what is not so, ``licenses``: families it expresses.

    ``sides`` are those of opposites for which it asks, ``period`` that of which it asks for the amount.
    """

    words: tuple[str, ...]
    negative: bool
    licenses: frozenset[str]
    sides: tuple[Side, ...] = ()
    period: str = ""


@lru_cache(maxsize=4096)
def attribute_of(
    name: str, terms: Terms, languages: tuple[str, ...] = (), packs: tuple[Pack, ...] = ()
) -> Attribute:
    """What is known of an attribute: what was declared, and for the rest what its name says.

    ``languages`` are those of the text: an attribute is named in one of them, or in English. ``packs`` are the
    user's.
    """
    words = attribute_words(name)
    scripts = _LATIN if name.isascii() else _OTHER
    known = grammar((*scripts, *(one for one in languages if one not in scripts)), packs).lexicon
    said = {family for family in FAMILIES if _says(words, name, known.attribute(f"licenses.{family}"))}
    negative = (
        terms.polarity == -1
        if terms.polarity is not None
        else _says(*_without_homonyms(_without_number(words), name, known), known.attribute("negative"))
    )
    sides = sides_of(words) if terms.polarity is None else ()
    return Attribute(words, negative, frozenset(said | set(terms.licenses)), sides, period_of(words))


def _without_number(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words without a *no* that stands for a number: ``tracking_no``, ``no_of_people``."""
    if len(words) > 1 and words[-1] == "no":
        return words[:-1]
    return words[2:] if words[:2] == ("no", "of") else words


def _without_homonyms(words: tuple[str, ...], name: str, known: Lexicon) -> tuple[tuple[str, ...], str]:
    """Words and name without what only looks like a negator: 无线网密码, 未婚妻."""
    if name.isascii():
        return words, name
    pseudo = (mark for mark in known.marks(words, 0, len(words)) if mark.cue.family == "pseudo")
    inside = {at for mark in pseudo for at in range(mark.first, mark.last)}
    kept = tuple(word for at, word in enumerate(words) if at not in inside)
    return kept, "".join(kept)


@lru_cache(maxsize=4096)
def attribute_words(name: str) -> tuple[str, ...]:
    """The words of an attribute's name: ``maxPrice_eur`` is max, price, eur. Each letter of Han is a word."""
    spaced = _PARTS.sub(" ", name)
    normal = normalise(spaced)
    return tuple(tokenise(normal.text, normal.stops).texts)


def _says(words: tuple[str, ...], name: str, sought: frozenset[str]) -> bool:
    """Whether a sought word is in the name: a word of it, a part in letters of Han, or two words."""
    if not sought.isdisjoint(words):
        return True
    joined = "_".join(words)
    return any(
        (one in joined if "_" in one else not one.isascii() and one in name)
        for one in sought
        if len(one) > 1 or not one.isascii()
    )
