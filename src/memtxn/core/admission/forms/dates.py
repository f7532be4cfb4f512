"""Dates: all expressions of time in a stretch of text, each with all that it can mean."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from itertools import islice

import msgspec

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.forms.calendar import days_on
from memtxn.core.admission.forms.clock_times import CLOCK_RULES, in_part, narrowed
from memtxn.core.admission.forms.day_rules import DAY_RULES
from memtxn.core.admission.forms.figures import HAN_NUMERALS
from memtxn.core.admission.forms.form import Context
from memtxn.core.admission.forms.grammar import Reader, Starts, rule, starts_of
from memtxn.core.admission.forms.moments import Anchor, Kind, Moment, Role, spoken_at, zone_of
from memtxn.core.admission.forms.sentence import Sentences
from memtxn.core.admission.forms.span_rules import SPAN_RULES
from memtxn.core.admission.forms.time_words import Sense, TimeWords, plain, time_words

MARGIN = 12
"""Tokens around the stretch that are read too, so that no expression is read in parts that an excerpt cuts."""

STARTS = 1024
"""Words that may begin an expression and are read, in one stretch; a text of nothing else costs no more."""

_DAY_HEADS = ("Counted", "DateRange", "Day", "Month", "Quarter", "Week", "SpokenYear")
_TIME_HEADS = ("Counted", "TimeRange", "Time")
_TOGETHER = "Datetime"
_HEADS: dict[Kind | None, tuple[str, ...]] = {
    None: (*_DAY_HEADS, *_TIME_HEADS[1:], _TOGETHER),
    "time": (*_TIME_HEADS, _TOGETHER),
    "datetime": ("Counted", _TOGETHER),
}
_NEAR = 7
_FIGURE = re.compile(r"\d")
_FIGURE_START = re.compile(r"\d|q[1-4]$")


_Found = tuple[int, int, tuple[Moment, ...]]


class Reading(msgspec.Struct, frozen=True):
    """An expression on tokens ``first`` … ``last`` - 1, and the moments it can stand for, the likeliest first.

    ``words`` are those of the text. ``said`` is when it was said, where it matters for nobody but a person.
    """

    first: int
    last: int
    moments: tuple[Moment, ...]
    words: str
    said: datetime


def date_readings(
    analysis: Analysis,
    first: int,
    last: int,
    context: Context,
    *,
    kind: Kind | None = None,
    offset: timedelta | None = None,
) -> tuple[Reading, ...]:
    """The expressions wholly inside tokens ``first`` … ``last`` - 1, in the order of the text.

    An expression inside a longer one is none of its own ("Friday" in "next Friday"), except a day and a time in
    the two together. ``kind``: only those that may hold such moments. ``offset`` is that of a value which tells
    one: the zone when none is known. Of a long stretch the first `STARTS` words that may begin an expression are
    read. Deterministic, total, linear in the tokens.
    """
    words = time_words(context.languages)
    now = spoken_at(context, zone_of(context, offset)[0])
    if now is None or not analysis.tokens.texts:
        return ()
    search = _Search(analysis, words, now)
    low, high = max(0, first - MARGIN), min(len(analysis.tokens.texts), last + MARGIN)
    found = [
        one
        for one in search.readings(low, high, _HEADS.get(kind, _DAY_HEADS))
        if first <= one.first and one.last <= last
    ]
    return tuple(found)


def _combined(_anchor: Anchor, day: Sense, part: Sense | None, clock: Sense) -> Sense:
    times = narrowed(clock.moments, part.text) if part is not None else clock.moments
    return Sense(
        moments=tuple(
            Moment("datetime", one.day, at.clock, one.note, at.role or one.role)
            for one in day.moments
            for at in times
            if one.kind == "date" and one.day is not None and at.kind == "time"
        )
    )


def _ranged_on(anchor: Anchor, day: Sense, part: Sense | None, clock: Sense) -> Sense:
    """A range on a day: a part of the day tells its start, and its end comes after that."""
    starts = tuple(one for one in clock.moments if one.role != "end")
    starts = narrowed(starts, part.text) if part is not None else starts
    first = min((one.clock for one in starts if one.clock), default=None)
    ends = tuple(one for one in clock.moments if one.role == "end")
    later = tuple(one for one in ends if one.clock and first and one.clock > first)
    return _combined(anchor, day, None, Sense(moments=(*starts, *(later[:1] if part else later or ends))))


def _part_combined(anchor: Anchor, part: Sense, clock: Sense) -> Sense:
    day = days_on(anchor.today, part.number)
    kept = tuple(one for one in clock.moments if one.clock and in_part(one.clock, part.text))
    return _combined(anchor, Sense(moments=(Moment("date", day),)), None, Sense(moments=kept or clock.moments))


def _turned(anchor: Anchor, clock: Sense, day: Sense) -> Sense:
    return _combined(anchor, day, None, clock)


def _part_turned(anchor: Anchor, clock: Sense, part: Sense) -> Sense:
    return _part_combined(anchor, part, clock)


def _same(_anchor: Anchor, sense: Sense) -> Sense:
    return sense


RULES: Starts = starts_of(
    {
        **DAY_RULES,
        **SPAN_RULES,
        **CLOCK_RULES,
        "Part": (rule("daypart", _same), rule("part_before", _same)),
        "SpokenYear": tuple(one for one in DAY_RULES["Year"] if one.symbols[0].name != "year"),
        "AnyTime": (rule("Time", _same), rule("TimeRange", _same)),
        "Datetime": (
            rule("Date Part? ,_link? ,_link? ,Time", _combined),
            rule("Date Part? ,_link? ,_link? ,TimeRange", _ranged_on),
            rule("part_of_day ,_link? ,_link? ,AnyTime", _part_combined),
            rule("AnyTime _link? _link? Date", _turned),
            rule("AnyTime _link? part_of_day", _part_turned),
        ),
    }
)
"""The whole grammar."""


class _Search:
    """One search through one analysis."""

    def __init__(self, analysis: Analysis, words: TimeWords, now: datetime) -> None:
        self._analysis = analysis
        self._words = words
        self._now = now
        self._sentences = Sentences(analysis, words)
        anchor = partial(_anchor, now, self._sentences, words.hours)  # not of this object: no circle
        self._reader = Reader(analysis, words, RULES, anchor)

    def readings(self, low: int, high: int, heads: tuple[str, ...]) -> Iterator[Reading]:
        """The readings that begin in a range of tokens."""
        simple: list[_Found] = []
        joined: list[_Found] = []
        for at in islice(self._starts(low, high), STARTS):
            for head, parsed in self._reader.begin(heads, at):
                kept = joined if head == _TOGETHER else simple
                kept += [(at, end, self._fitting(at, sense)) for sense, end in parsed]
        together = _longest(joined)
        for first, last, moments in sorted([*_decided(_longest(simple), together), *together], key=_place):
            if moments:
                yield Reading(first, last, moments, self._text(first, last), self._now)

    def _starts(self, low: int, high: int) -> Iterator[int]:
        """The tokens at which an expression can begin, with a word near them that is more than a filler."""
        telling = list(self._places(self._tells, low, high))
        for at in self._places(self._can_start, low, high) if telling else ():
            after = bisect_left(telling, at)
            if after < len(telling) and telling[after] <= at + _NEAR:
                yield at

    def _places(self, wanted: Callable[[str], bool], low: int, high: int) -> Iterator[int]:
        """Where wanted tokens stand: found by a pattern over the vocabulary's codes."""
        codes = self._analysis.vocabulary
        found = [re.escape(code[0]) for name, code in codes.names.items() if code and wanted(name)]
        if found:
            matches = re.compile(f"[{''.join(found)}]").finditer(codes.codes, low, high)
            yield from (match.start() for match in matches)

    def _can_start(self, name: str) -> bool:
        return _is_one(name, self._words.words)

    def _tells(self, name: str) -> bool:
        return _is_one(name, self._words.telling)

    def _fitting(self, at: int, sense: Sense) -> tuple[Moment, ...]:
        """Without the half of the day that the only part of the day in the sentence rules out."""
        moments = sense.moments
        if len(moments) < 2 or any(one.clock is None for one in moments):
            return moments
        part = self._sentences.part(at)
        if not part:
            return moments
        roles = (tuple(one for one in moments if one.role == role) for role in {one.role: 0 for one in moments})
        return tuple(one for same in roles for one in (narrowed(same, part) if len(same) > 1 else same))

    def _text(self, first: int, last: int) -> str:
        start, end = self._analysis.span(first, last)
        return (self._analysis.text or "")[start:end]


def _is_one(name: str, words: Container[str]) -> bool:
    """Whether a token is one of some time words, or has to do with a number."""
    word = plain(name)
    return word in words or word in HAN_NUMERALS or _FIGURE_START.match(name) is not None


def may_be_one(texts: Iterable[str], languages: tuple[str, ...]) -> bool:
    """Whether nothing but words of time and figures stands there, as in an expression of time."""
    known = time_words(languages).tokens
    return all(_is_one(text, known) or _FIGURE.search(text) for text in texts)


def _anchor(now: datetime, sentences: Sentences, hours: int, at: int) -> Anchor:
    """What a reading goes by at a token."""
    return Anchor(now, sentences.tense(at), hours)


def _place(found: _Found) -> tuple[int, int]:
    return found[0], found[1]


def _longest(found: list[_Found]) -> list[_Found]:
    """Those that lie in no longer one; those on the same tokens are one."""
    merged: dict[tuple[int, int], dict[tuple[str, str, Role], Moment]] = {}
    for first, last, moments in found:
        place = merged.setdefault((first, last), {})
        for one in moments:
            place.setdefault((one.kind, one.iso(), one.role), one)
    kept, reach = [], -1
    for first, last in sorted(merged, key=lambda place: (place[0], -place[1])):
        if last > reach:
            kept.append((first, last, tuple(merged[first, last].values())))
            reach = last
    return kept


def _decided(simple: list[_Found], joined: list[_Found]) -> Iterator[_Found]:
    """The single days and times; a time that is told with a day and a part of it is one of that part."""
    place = 0
    for first, last, moments in simple:
        while place < len(joined) and joined[place][1] < last:
            place += 1
        kept = moments
        if place < len(joined) and joined[place][0] <= first:
            clocks = {one.clock for one in joined[place][2]}
            kept = tuple(one for one in moments if one.kind != "time" or one.clock in clocks) or moments
        yield first, last, kept
