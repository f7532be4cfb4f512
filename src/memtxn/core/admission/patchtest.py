"""Ordered PatchTest: are a value's tokens an ordered subsequence of the evidence's tokens, T(v) ⪯ T(e)?

Every search below is `str.find` over one character per token, which is linear (two-way) for long needles. The
work is linear in the evidence and in the value, also when nothing matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from memtxn.core.admission.analysis import Analysis
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
    """Codes to search in, where contiguous runs are cut, and from where to where."""

    codes: str
    cuts: bytes
    first: int
    last: int

    def mirrored(self) -> _Track:
        """The same stretch read backwards."""
        codes, cuts = self.codes[self.first : self.last], self.cuts[self.first : self.last]
        return _Track(codes[::-1], b"\0" + cuts[:0:-1], 0, len(codes))


def align(pattern: Pattern, excerpt: Excerpt) -> tuple[Range, ...] | None:
    """Where the value's tokens stand in the excerpt, as ranges of the analysis's tokens; None: they do not.

    Of several alignments the one within the fewest tokens is taken, the first of equals (exactly: of a
    verbatim one and the first ``WINDOWS``). A pattern without tokens aligns with nothing.
    """
    units, track = _encoded(pattern, excerpt)
    if not units or "" in units:
        return None
    found = _verbatim(track, units) or _tightest(track, units)
    return None if found is None else _merged(found)


def alignments(pattern: Pattern, excerpt: Excerpt) -> list[tuple[Range, ...]]:
    """Where the value's tokens stand in the excerpt, each place once, the likeliest first.

    As it stands, word for word, up to ``PLACES`` times; only if nowhere, the first ``WINDOWS`` scattered ones,
    the tightest first.
    """
    units, track = _encoded(pattern, excerpt)
    if not units or "" in units:
        return []
    whole = "".join(units)
    found: list[tuple[Range, ...]] = []
    size, at = len(whole), _find(track, whole, track.first)
    while at >= 0 and len(found) < PLACES:
        found.append(((at, at + size),))
        at = _find(track, whole, at + size)
    if found:
        return found
    windows = sorted(_windows(track, units), key=lambda window: window[-1][1] - window[0][0])
    return list(map(_merged, windows))


def first_missing(pattern: Pattern, excerpt: Excerpt) -> Unit:
    """The first unit of the value that the excerpt does not show after those before it.

    For messages: it names what a person should look at. Empty when all stand there.
    """
    units, track = _encoded(pattern, excerpt)
    known = units.index("") if "" in units else len(units)
    shown = len(_walk(track, units[:known], track.first))
    return pattern.units[shown] if shown < len(units) else ()


def _encoded(pattern: Pattern, excerpt: Excerpt) -> tuple[list[str], _Track]:
    """The units in codes ("": one with a token that is nowhere in the text), and the codes to search in.

    Where a number has several spellings in the text, they are made one.
    """
    vocabulary = excerpt.analysis.vocabulary
    known, codes = vocabulary.names, vocabulary.codes
    track = _Track(codes, excerpt.analysis.tokens.cuts, excerpt.first, excerpt.last)
    if pattern.words:
        return [known.get(word, "") for word in pattern.words], track
    names = [[known.get(token, "") for token in unit] for unit in pattern.units]
    units = ["".join(name[0] for name in unit) if all(unit) else "" for unit in names]
    same = {ord(code): name[0] for unit in names for name in unit if len(name) > 1 for code in name}
    if not same:
        return units, track
    translated = msgspec.structs.replace(track, codes=codes.translate(same))
    return [unit.translate(same) for unit in units], translated


def _verbatim(track: _Track, units: Sequence[str]) -> list[Range] | None:
    """The value as it stands, word for word: nothing can be tighter."""
    whole = "".join(units)
    at = _find(track, whole, track.first)
    return None if at < 0 else [(at, at + len(whole))]


def _tightest(track: _Track, units: Sequence[str]) -> list[Range] | None:
    """The shortest of the first windows."""
    return min(_windows(track, units), key=lambda window: window[-1][1] - window[0][0], default=None)


def _windows(track: _Track, units: Sequence[str]) -> Iterator[list[Range]]:
    """The first windows. Each is found forwards by its end, then backwards by its start."""
    mirror, backwards = track.mirrored(), [unit[::-1] for unit in reversed(units)]
    place, end = track.first, track.last
    for _ in range(WINDOWS):
        forth = _walk(track, units, place)
        if len(forth) < len(units):
            break
        back = _walk(mirror, backwards, end - forth[-1][1])
        window = [(end - stop, end - start) for start, stop in reversed(back)]
        yield window
        place = window[0][0] + 1


def _walk(track: _Track, units: Sequence[str], place: int) -> list[Range]:
    """Each unit at its earliest place after the one before, as far as they go.

    If any alignment of all units exists, this is one: an earlier place never takes room from a later unit.
    """
    found: list[Range] = []
    for unit in units:
        at = _find(track, unit, place)
        if at < 0:
            break
        place = at + len(unit)
        found.append((at, place))
    return found


def _find(track: _Track, unit: str, place: int) -> int:
    """The first place of a contiguous run, from ``place`` on; -1: nowhere.

    Searched stretch by stretch between the cuts, and only in those that are long enough: linear.
    """
    codes, cuts, last, size = track.codes, track.cuts, track.last, len(unit)
    if size == 1:
        return codes.find(unit, place, last)
    while last - place >= size:
        stop = cuts.find(1, place + 1, last)
        stop = last if stop < 0 else stop
        if stop - place >= size:
            at = codes.find(unit, place, stop)
            if at >= 0:
                return at
        place = stop
    return -1


def _merged(found: list[Range]) -> tuple[Range, ...]:
    """Ranges that touch are one."""
    merged: list[Range] = []
    for first, last in found:
        if merged and merged[-1][1] == first:
            merged[-1] = (merged[-1][0], last)
        else:
            merged.append((first, last))
    return tuple(merged)
