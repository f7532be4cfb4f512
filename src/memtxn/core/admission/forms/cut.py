"""Cuts: a value that keeps only part of a quantity of its source says another one."""

from __future__ import annotations

from collections.abc import Iterable

from memtxn.core.admission.forms.expected import NOTHING, Expected
from memtxn.core.admission.forms.piece import Quantity, Range
from memtxn.core.admission.forms.vague import Flag

Cut = tuple[str, str, Range]
"""The reason code, what is wrong, and the tokens that the value would have to keep."""

TRUNCATED = "number_truncated"
UNIT = "unit_dropped"
ROUGH = "approximation_dropped"
_BOUNDS = frozenset((Flag.ABOUT, Flag.UPPER, Flag.LOWER))


def cut(found: Iterable[Quantity], ranges: tuple[Range, ...], expected: Expected = NOTHING) -> Cut | None:
    """What a value that stands on these tokens cuts off of a quantity, or None.

    ``found`` are the quantities of the source, ``ranges`` the value's tokens in it, in order. What the
    attribute says itself (``weight_kg``, ``max_guests``) the value need not say. The worst cut comes first.
    """
    begin, end = ranges[0][0], ranges[-1][1]
    near = [quantity for quantity in found if quantity.first < end and begin < quantity.last]
    cuts = [one for quantity in near for one in _cuts(quantity, ranges, expected)]
    if not cuts:
        return None
    order = (TRUNCATED, UNIT, ROUGH)
    return min(cuts, key=lambda one: order.index(one[0]))


def _cuts(quantity: Quantity, ranges: tuple[Range, ...], expected: Expected) -> list[Cut]:
    whole = (quantity.first, quantity.last)
    kept = _covered(whole, ranges)
    if not kept:
        return []
    number = _covered(quantity.number, ranges)
    size = quantity.number[1] - quantity.number[0]
    if not number:
        return _without_number(quantity, ranges, kept)
    if number < size:
        return [(TRUNCATED, "only part of a number", whole)]
    cuts = []
    if kept < quantity.last - quantity.first:
        cuts += _outside_number(quantity, ranges, expected)
    return cuts + _around(quantity, ranges, expected)


def _without_number(quantity: Quantity, ranges: tuple[Range, ...], kept: int) -> list[Cut]:
    """A unit without its number: 斤牛肉 of 半斤牛肉. The bare unit is a word like another."""
    if kept == sum(last - first for first, last in ranges) or Flag.ARTICLE in quantity.flags:
        return []
    if quantity.flags & {Flag.DATE, Flag.CLOCK}:
        return []
    if not _covered((quantity.number[1], quantity.last), ranges):
        return []
    return [(TRUNCATED, "a unit without its number", (quantity.first, quantity.last))]


def _outside_number(quantity: Quantity, ranges: tuple[Range, ...], expected: Expected) -> list[Cut]:
    """The number is whole; its unit, sign or currency is not."""
    whole = (quantity.first, quantity.last)
    if Flag.ORDINAL in quantity.flags:
        return [] if Flag.ORDINAL in expected.flags else [(TRUNCATED, "an ordinal without its sign", whole)]
    if quantity.flags & {Flag.DATE, Flag.CLOCK}:
        told = bool(quantity.flags & expected.flags)
        return [] if told else [(TRUNCATED, "part of a date or of a time of day", whole)]
    if (
        quantity.value is not None
        and quantity.value < 0
        and not _covered((quantity.first, quantity.first + 1), ranges)
    ):
        return [(TRUNCATED, "a number without its sign", whole)]
    if any(expected.takes(unit) for unit in quantity.units):
        return []
    if quantity.partner is not None and _covered(quantity.partner, ranges):
        return []  # the unit stands at the other end of the range, or is missing there
    return [(UNIT, "a number without its unit", whole)]


def _around(quantity: Quantity, ranges: tuple[Range, ...], expected: Expected) -> list[Cut]:
    cuts: list[Cut] = []
    partner = quantity.partner if not _dated(quantity) else None
    if (
        partner is not None
        and _covered(partner, ranges) < partner[1] - partner[0]
        and not _bound(quantity, expected)
    ):
        whole = (min(quantity.first, partner[0]), max(quantity.last, partner[1]))
        cuts.append((TRUNCATED, "one end of a range", whole))
    if quantity.flags & _BOUNDS <= expected.flags:
        return cuts
    for first, last in quantity.marks:
        if _covered((first, last), ranges) < last - first:
            cuts.append(
                (
                    ROUGH,
                    "a number without what makes it a rough one or a bound",
                    (min(first, quantity.first), max(last, quantity.last)),
                )
            )
    return cuts


def _dated(quantity: Quantity) -> bool:
    """Either end of a stretch of time is a date by itself; ten past four is one time."""
    return Flag.RANGE in quantity.flags and bool(quantity.flags & {Flag.DATE, Flag.CLOCK})


def _bound(quantity: Quantity, expected: Expected) -> bool:
    """Whether the attribute asks for this end of the range."""
    upper = quantity.partner is not None and quantity.partner[0] < quantity.first
    return (Flag.UPPER if upper else Flag.LOWER) in expected.flags


def _covered(place: Range, ranges: tuple[Range, ...]) -> int:
    begin, end = place
    return sum([min(last, end) - max(first, begin) for first, last in ranges if first < end and begin < last])
