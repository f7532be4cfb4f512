"""What an attribute's name, and what is declared of it, say about its numbers."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from memtxn.core.admission.forms.lexicon import folded, load
from memtxn.core.admission.forms.units import Unit, Units, units_named
from memtxn.core.admission.forms.vague import Flag
from memtxn.core.admission.terms import NO_TERMS, Terms

_LICENSES = frozenset(("approx", "approximation", "about", "bound"))


class Expected(msgspec.Struct, frozen=True):
    """``units``: those it names. ``implied``: kinds of units it means. ``flags``: what it says itself."""

    units: Units = ()
    implied: frozenset[str] = frozenset()
    flags: frozenset[Flag] = frozenset()

    def takes(self, unit: Unit) -> bool:
        """Whether a bare number of this attribute is one in this unit, with nothing to convert."""
        if self.units:
            return unit in self.units or any(_equal(unit, one) for one in self.units)
        if unit.name == "yuan" and "count" in self.implied:
            return True  # 三百块: three hundred pieces
        if unit.money:
            return "money" in self.implied
        kinds = {"year": "age", "percent": "percent", "celsius": "temperature", "fahrenheit": "temperature"}
        kinds |= {"day": "stay", "night": "stay", "point": "score"}
        return kinds.get(unit.name, "") in self.implied


def _equal(one: Unit, other: Unit) -> bool:
    same = one.dimension == other.dimension
    return same and one.factor == other.factor and one.offset == other.offset


NOTHING = Expected()
"""An attribute that says nothing of its numbers."""


@lru_cache(maxsize=4096)
def expected(attribute: tuple[str, ...], terms: Terms = NO_TERMS) -> Expected:
    """What is expected of the numbers of an attribute with these words."""
    found = _expected(attribute, terms.unit, terms.words, terms.licenses)
    if terms.speech_act == "request":  # who asks for a table at about seven wants one at seven
        return msgspec.structs.replace(found, flags=found.flags | {Flag.ABOUT})
    return found


@lru_cache(maxsize=1)
def _words() -> tuple[dict[str, frozenset[str]], dict[Flag, frozenset[str]]]:
    data = load("attributes")
    implied = {kind: frozenset(map(folded, words)) for kind, words in data["implies"].items()}
    says = {
        Flag.ABOUT: data["says"]["about"],
        Flag.UPPER: data["says"]["upper"],
        Flag.LOWER: data["says"]["lower"],
        Flag.ORDINAL: data["says"]["ordinal"],
        Flag.DATE: data["says"]["date"],
        Flag.CLOCK: data["says"]["clock"],
        Flag.CODE: data["says"]["identifier"],
    }
    return implied, {flag: frozenset(map(folded, words)) for flag, words in says.items()}


def _expected(
    attribute: tuple[str, ...], unit: str | None, words: tuple[str, ...], licenses: tuple[str, ...]
) -> Expected:
    implied, says = _words()
    known = {*attribute, *(part for word in words for part in folded(word).split())}
    units = units_named(tuple(folded(unit).split())) if unit else units_named(attribute)
    flags = {flag for flag, some in says.items() if not known.isdisjoint(some)}
    if not _LICENSES.isdisjoint(licenses):
        flags |= {Flag.ABOUT, Flag.UPPER, Flag.LOWER}
    kinds = frozenset(kind for kind, some in implied.items() if not known.isdisjoint(some))
    return Expected(units, kinds, frozenset(flags))
