"""The form ``duration``: an ISO 8601 duration: PT1H30M for "an hour and a half"."""

from __future__ import annotations

import re
from decimal import Decimal

from memtxn.core.admission.forms.form import Context, Match
from memtxn.core.admission.forms.number import NumberForm, Wanted
from memtxn.core.admission.forms.piece import Reading
from memtxn.core.admission.forms.units import units_named
from memtxn.core.admission.patchtest import Excerpt
from memtxn.model.codec import Json

NAME = "duration"

_ISO = re.compile(
    r"(-?)P(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6}(?:\.\d{1,6})?)D)?"
    r"(?:T(?=\d)(?:(\d{1,6}(?:\.\d{1,6})?)H)?(?:(\d{1,9}(?:\.\d{1,6})?)M)?(?:(\d{1,9}(?:\.\d{1,6})?)S)?)?"
)
_LONGEST = 80
_SECONDS = (604800, 86400, 3600, 60, 1)


class DurationForm:
    """A duration against the quantities of time in the excerpt. Months and years are no number of days."""

    name = NAME

    def find(self, value: Json, excerpt: Excerpt, context: Context) -> list[Match]:
        """Where the excerpt says a quantity of time of this length."""
        length = iso_duration(value) if isinstance(value, str) and len(value) < _LONGEST else None
        if length is None:
            return []
        amount, name = length
        units = [unit for unit in units_named((name,)) if unit.name == name]
        wanted = Wanted(tuple(Reading(amount, unit) for unit in units))
        return NumberForm(NAME).find_wanted((wanted,), excerpt, context)


def iso_duration(text: str) -> tuple[Decimal, str] | None:
    """The length of an ISO 8601 duration in seconds, or in months; None for any other text.

    A duration of both kinds (P1M3D) has no length of its own, and none of it is longer than a quantity.
    """
    match = _ISO.fullmatch(text.strip().upper())
    if match is None or not any(match.groups()[1:]):
        return None
    years, months, *rest = (Decimal(part or 0) for part in match.groups()[1:])
    calendar = years * 12 + months
    seconds = sum((part * many for part, many in zip(rest, _SECONDS, strict=True)), Decimal(0))
    if calendar and seconds:
        return None
    sign = -1 if match[1] else 1
    return (calendar * sign, "month") if calendar else (seconds * sign, "second")
