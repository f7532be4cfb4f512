"""A quantity: a number of a text, its unit, and the words that say how far it holds."""

from __future__ import annotations

from decimal import Decimal

import msgspec

from memtxn.core.admission.forms.units import Unit
from memtxn.core.admission.forms.vague import Flag

Range = tuple[int, int]
"""Tokens first … last-1."""


class Reading(msgspec.Struct, frozen=True):
    """One way to read a quantity: 5 m are five metres, or five million."""

    value: Decimal
    unit: Unit | None = None


class Quantity(msgspec.Struct, frozen=True, kw_only=True):
    """A maximal quantity on tokens first … last-1, its unit and its sign among them.

    ``number`` are the tokens of the number alone. ``readings``: the likeliest first; none for a number that
    cannot be read as one. ``marks`` are the cues that make it rough or a bound. ``partner``: the number at
    the other end of a range. ``parts``: what a value would be that keeps only part of the number.
    """

    first: int
    last: int
    number: Range
    readings: tuple[Reading, ...] = ()
    flags: frozenset[Flag] = frozenset()
    marks: tuple[Range, ...] = ()
    partner: Range | None = None

    @property
    def value(self) -> Decimal | None:
        """The likeliest value, in ``unit``."""
        return self.readings[0].value if self.readings else None

    @property
    def unit(self) -> Unit | None:
        """The unit of ``value``."""
        return self.readings[0].unit if self.readings else None

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units that it may be in."""
        return tuple(reading.unit for reading in self.readings if reading.unit is not None)


Piece = Quantity
"""A quantity before its neighbours are looked at."""
