"""The forms of dates and times: "next Friday" said on a Wednesday is 2026-11-06, "half past six" is 18:30."""

from __future__ import annotations

from datetime import datetime, timedelta

from memtxn.core.admission.forms.dates import Reading, date_readings
from memtxn.core.admission.forms.form import Context, Match
from memtxn.core.admission.forms.moments import Moment, zone_of
from memtxn.core.admission.forms.target import Target, spoken_target, target_of
from memtxn.core.admission.patchtest import Excerpt
from memtxn.core.admission.word_set import word_set
from memtxn.model.codec import Json

_STARTS = word_set("start starts begin begins beginning from open opens opening checkin")
_ENDS = frozenset({"end", "ends", "ending", "until", "close", "closes", "closing", "finish", "till", "checkout"})


class MomentForm:
    """A value that is a moment, read off an expression of time."""

    def __init__(self, name: str, kinds: frozenset[str]) -> None:
        self.name = name
        self._kinds = kinds

    def find(self, value: Json, excerpt: Excerpt, context: Context) -> list[Match]:
        """Where the excerpt says this moment, relative to when and where it was said."""
        target = target_of(value) or spoken_target(value, context)
        if target is None or target.kind not in self._kinds:
            return []
        offset = None if target.instant is None else target.instant.utcoffset()
        readings = date_readings(
            excerpt.analysis, excerpt.first, excerpt.last, context, kind=target.kind, offset=offset
        )
        found = [self._match(one, moment, context, offset) for one in readings if (moment := _equal(one, target))]
        return sorted(found, key=lambda one: one.code != "")

    def _match(self, reading: Reading, moment: Moment, context: Context, offset: timedelta | None) -> Match:
        code = "" if _whole(moment, context.attribute) else "number_truncated"
        return Match(
            first=reading.first,
            last=reading.last,
            form=self.name,
            reading=described(reading, moment, zone_of(context, offset)[1]),
            code=code,
        )


DATE = MomentForm("date", frozenset({"date", "datetime", "month", "year", "week", "quarter"}))
"""Days, and days with a time."""
TIME_OF_DAY = MomentForm("time_of_day", frozenset({"time"}))
"""Times of day."""


def described(reading: Reading, moment: Moment, zone: str) -> str:
    """What was read, for a person: the words, when they were said, what they mean and what else they can mean."""
    said = (
        "" if moment.kind == "time" else f" said on {reading.said:%a} {reading.said.date().isoformat()} ({zone})"
    )
    others = [one.iso() for one in reading.moments if one.iso() != moment.iso() and one.role == moment.role]
    notes = [moment.note, f"also {', '.join(dict.fromkeys(others))}" if others else "", _ROLES[moment.role]]
    note = "; ".join(filter(None, notes))
    return f"'{reading.words}'{said} → {moment.iso()}" + (f" ({note})" if note else "")


_ROLES = {"": "", "start": "the start of a range", "end": "the end of a range", "choice": "one of several"}


def _equal(reading: Reading, target: Target) -> Moment | None:
    return next((one for one in reading.moments if one.kind == target.kind and _same(one, reading, target)), None)


def _same(moment: Moment, reading: Reading, target: Target) -> bool:
    if target.instant is None or moment.day is None or moment.clock is None:
        return moment.iso() == target.iso or moment.iso() in target.others
    local = datetime.combine(moment.day, moment.clock, reading.said.tzinfo)
    return local == target.instant


def _whole(moment: Moment, attribute: tuple[str, ...]) -> bool:
    """Whether the attribute asks for just this part of a range."""
    asked = {"start": _STARTS, "end": _ENDS}.get(moment.role)
    return moment.role == "" or (asked is not None and not asked.isdisjoint(attribute))
