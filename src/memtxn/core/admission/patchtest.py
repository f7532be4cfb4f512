"""Ordered PatchTest: are a value's tokens an ordered subsequence of the evidence's tokens, T(v) ⪯ T(e)?

Every search below is `str.find` over one character per token, which is linear (two-way) for long needles. The
work is linear in the evidence and in the value, also when nothing matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from memtxn.core.admission.analysis import Analysis, Vocabulary
from memtxn.core.admission.pattern import Pattern, Unit

WINDOWS = 16
"""Alignments that are compared for the tightest one; each costs one linear pass."""

PLACES = 256
"""Places of a value in one piece of evidence that are judged; the work stays linear when all are refused."""

Range = tuple[int, int]
"""Tokens first … last-1."""


class Excerpt(msgspec.Struct, frozen=True):
    """The tokens of an analysis that a piece of evidence quotes, as a half-open range."""

    analysis: Analysis
    first: int
    last: int


class _Track(msgspec.Struct, frozen=True):
    """Codes to search in, and where contiguous runs are cut."""

    codes: str
    cuts: bytes

    def mirrored(self) -> _Track:
        return _Track(self.codes[::-1], b"\0" + self.cuts[:0:-1])


def align(pattern: Pattern, excerpt: Excerpt) -> tuple[Range, ...] | None:
    """Where the value's tokens stand in the excerpt, as ranges of the analysis's tokens; None: they do not.

    Of several alignments the one within the fewest tokens is taken, the first of equals (exactly: of a
    verbatim one and the first ``WINDOWS``). A pattern without tokens aligns with nothing.
    """
    units, vocabulary = _encoded(pattern, excerpt.analysis.vocabulary)
    if not units or "" in units:
        return None
    track = _track(vocabulary, excerpt)
    found = _verbatim(track, units) or _tightest(track, units)
    return None if found is None else _merged(found, excerpt.first)


def alignments(pattern: Pattern, excerpt: Excerpt) -> Iterator[tuple[Range, ...]]:
    """Where the value's tokens stand in the excerpt, each place once, the likeliest first.

    As it stands, word for word, up to ``PLACES`` times; only if nowhere, the first ``WINDOWS`` scattered ones,
    the tightest first.
    """
    units, vocabulary = _encoded(pattern, excerpt.analysis.vocabulary)
    if not units or "" in units:
        return
    track, whole, place, count = _track(vocabulary, excerpt), "".join(units), 0, 0
    single = len(whole) == 1
    while count < PLACES:
        at = track.codes.find(whole, place) if single else _find(track, whole, place)
        if at < 0:
            break
        yield ((at + excerpt.first, at + len(whole) + excerpt.first),)
        place, count = at + len(whole), count + 1
    if count:
        return
    found = list(_windows(track, units))
    found.sort(key=lambda window: window[-1][1] - window[0][0])
    for window in found:
        yield _merged(window, excerpt.first)


def first_missing(pattern: Pattern, excerpt: Excerpt) -> Unit:
    """The first unit of the value that the excerpt does not show after those before it.

    For messages: it names what a person should look at. Empty when all stand there.
    """
    units, vocabulary = _encoded(pattern, excerpt.analysis.vocabulary)
    known = units.index("") if "" in units else len(units)
    shown = len(_walk(_track(vocabulary, excerpt), units[:known], 0))
    return pattern.units[shown] if shown < len(units) else ()


def _track(vocabulary: Vocabulary, excerpt: Excerpt) -> _Track:
    first, last = excerpt.first, excerpt.last
    return _Track(vocabulary.codes[first:last], excerpt.analysis.tokens.cuts[first:last])


def _encoded(pattern: Pattern, vocabulary: Vocabulary) -> tuple[list[str], Vocabulary]:
    """The units in codes ("": one with a token that is nowhere in the text), and the codes to search in.

    Where a number has several spellings in the text, they are made one.
    """
    if pattern.words:
        known = vocabulary.names
        return [known.get(word, "") for word in pattern.words], vocabulary
    names = [[vocabulary.names.get(token, "") for token in unit] for unit in pattern.units]
    units = ["".join(name[0] for name in unit) if all(unit) else "" for unit in names]
    same = {ord(code): name[0] for unit in names for name in unit if len(name) > 1 for code in name}
    if not same:
        return units, vocabulary
    return [unit.translate(same) for unit in units], Vocabulary(vocabulary.codes.translate(same), {})


def _verbatim(track: _Track, units: Sequence[str]) -> list[Range] | None:
    """The value as it stands, word for word: nothing can be tighter."""
    whole = "".join(units)
    at = _find(track, whole, 0) if len(whole) > 1 else track.codes.find(whole)
    return None if at < 0 else [(at, at + len(whole))]


def _tightest(track: _Track, units: Sequence[str]) -> list[Range] | None:
    """The shortest of the first windows."""
    return min(_windows(track, units), key=lambda window: window[-1][1] - window[0][0], default=None)


def _windows(track: _Track, units: Sequence[str]) -> Iterator[list[Range]]:
    """The first windows. Each is found forwards by its end, then backwards by its start."""
    mirror, backwards, size = track.mirrored(), [unit[::-1] for unit in reversed(units)], len(track.codes)
    place = 0
    for _ in range(WINDOWS):
        forth = _walk(track, units, place)
        if len(forth) < len(units):
            break
        back = _walk(mirror, backwards, size - forth[-1][1])
        window = [(size - end, size - start) for start, end in reversed(back)]
        yield window
        place = window[0][0] + 1


def _walk(track: _Track, units: Sequence[str], place: int) -> list[Range]:
    """Each unit at its earliest place after the one before, as far as they go.

    If any alignment of all units exists, this is one: an earlier place never takes room from a later unit.
    """
    found: list[Range] = []
    for unit in units:
        at = track.codes.find(unit, place) if len(unit) == 1 else _find(track, unit, place)
        if at < 0:
            break
        place = at + len(unit)
        found.append((at, place))
    return found


def _find(track: _Track, unit: str, place: int) -> int:
    """The first place of a contiguous run, from ``place`` on; -1: nowhere.

    Searched stretch by stretch between the cuts, and only in those that are long enough: linear.
    """
    size = len(track.codes)
    while size - place >= len(unit):
        stop = track.cuts.find(1, place + 1)
        stop = size if stop < 0 else stop
        if stop - place >= len(unit):
            at = track.codes.find(unit, place, stop)
            if at >= 0:
                return at
        place = stop
    return -1


def _merged(found: list[Range], offset: int) -> tuple[Range, ...]:
    """Ranges that touch are one; counted from the start of the analysis."""
    merged: list[Range] = []
    for first, last in found:
        if merged and merged[-1][1] == first + offset:
            merged[-1] = (merged[-1][0], last + offset)
        else:
            merged.append((first + offset, last + offset))
    return tuple(merged)
