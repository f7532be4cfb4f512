"""Quantities beside each other: one of two units, the ends of a range, and the cues around them."""

from __future__ import annotations

import msgspec

from memtxn.core.admission.forms.lexicon import Line
from memtxn.core.admission.forms.numerals import numerals_of
from memtxn.core.admission.forms.piece import Piece, Quantity, Reading
from memtxn.core.admission.forms.units import unit_names
from memtxn.core.admission.forms.vague import Cues, Flag, calendar, cues_of

_CLOSE = frozenset(("", " ", "-"))
_AMBIGUOUS = frozenset(("min", "odd", "plus", "ish", "来", "來", "多", "余", "餘", "起", "几", "幾"))
_INSIDE = frozenset("来來几幾")
_PER = frozenset(("per", "pro", "par", "por", "each", "apiece", "nightly", "hourly", "daily", "monthly", "每"))
_PER_ONE = frozenset(("a", "an", "the", "la", "die", "im", "am", "al", "一"))
_RATE_LANGUAGES = ("en", "zh", "es", "fr", "de")
_APART = 50
_MARKS = 3
_RANGE_GAPS = frozenset(("-", " - ", " -", "- ", "/", "--", "〜", " 〜 "))
_COUNTERS = frozenset(
    "个個位名人条條只隻本张張件台臺辆輛家次种種杯瓶盒包份页頁层層楼樓块塊匹头頭口间間根支枚枝颗顆粒册部套双雙对對桌场場"
)


def joined(line: Line, pieces: list[Piece], languages: tuple[str, ...]) -> tuple[Quantity, ...]:
    """The quantities that these pieces make."""
    cues = cues_of(languages)
    pieces = _clocks(line, pieces)
    whole = _ranges(line, _spelled(line, _compounds(line, pieces, languages)), cues)
    marked = []
    floor = line.first
    for at, piece in enumerate(whole):
        ceiling = whole[at + 1].first if at + 1 < len(whole) else line.last
        one = _marked(line, piece, cues, floor, ceiling)
        marked.append(one)
        floor = max([piece.last, *(end for _, end in one.marks)])
    return tuple(_shared(marked))


# --- compounds -----------------------------------------------------------------------------------


def _compounds(line: Line, pieces: list[Piece], languages: tuple[str, ...]) -> list[Piece]:
    numerals = [known for known in map(numerals_of, languages) if known is not None]
    joints = {word for known in numerals for word in known.compound}
    out: list[Piece] = []
    for piece in pieces:
        made = _compound(line, out[-1], piece, joints) if out else None
        if made is not None:
            out[-1] = made
        else:
            out.append(piece)
    return out


def _compound(line: Line, left: Piece, right: Piece, joints: set[str]) -> Piece | None:
    """1 h 20 min, 1小时20分钟, an hour and twenty minutes, 5 feet 11."""
    between = right.first - left.last
    gap = line.gap(left.last)
    timely = all(one.unit is not None and one.unit.dimension == "time" for one in (left, right))
    near = between == 0 and (gap in ("", " ") or (gap == ", " and timely and Flag.ARTICLE not in right.flags))
    near = near or (between == 0 and gap == ". " and len(line.word(left.last - 1)) < 4)
    near = near or (between == 1 and line.word(left.last) in joints and gap == " ")
    if not near or not left.readings or not right.readings or Flag.ORDINAL in left.flags | right.flags:
        return None
    reading = _sum(left, right, bare=between == 0 and gap in ("", " ") and right.last - right.first == 1)
    if reading is None:
        return None
    flags = (left.flags | right.flags) - {Flag.ARTICLE}
    return msgspec.structs.replace(
        left,
        last=right.last,
        number=(left.number[0], right.last),
        readings=(reading,),
        flags=flags,
        marks=left.marks + right.marks,
    )


def _sum(left: Piece, right: Piece, bare: bool) -> Reading | None:
    for one in left.readings[:1]:
        for other in right.readings:
            if one.unit is None or one.unit.offset or not 0 <= other.value < 1000:
                continue
            if other.unit is None and bare and one.unit.name == "foot" and other.value < 12:
                return Reading(one.value + other.value / 12, one.unit)
            if other.unit is None or other.unit.dimension != one.unit.dimension or one.unit.dimension == "ratio":
                continue
            if other.unit.factor < one.unit.factor and other.value * other.unit.factor < one.unit.factor:
                return Reading(one.value + other.value * other.unit.factor / one.unit.factor, one.unit)
    return None


def _spelled(line: Line, pieces: list[Piece]) -> list[Piece]:
    """Five five one two is a code, digit by digit; twenty twenty-six is a year; five six are five or six."""
    out: list[Piece] = []
    at = 0
    while at < len(pieces):
        end = at + 1
        while end < len(pieces) and _in_row(line, pieces[end - 1], pieces[end]):
            end += 1
        if end - at == 1:
            out.append(pieces[at])
        elif end - at == 2 and (year := _year(pieces[at], pieces[at + 1])) is not None:
            out.append(year)
        else:
            first, last = pieces[at].first, pieces[end - 1].last
            flag = Flag.CODE if end - at > 2 else Flag.RANGE
            out.append(Piece(first=first, last=last, number=(first, last), flags=frozenset((flag,))))
        at = end
    return out


def _in_row(line: Line, left: Piece, right: Piece) -> bool:
    spelled = all(line.word(one.first).isalpha() and not line.run(one.first) for one in (left, right))
    plain = not left.flags and not right.flags and left.unit is None and right.number[0] == right.first
    return spelled and plain and left.last == right.first and line.gap(right.first) in (" ", "-")


def _year(left: Piece, right: Piece) -> Piece | None:
    if left.value is None or right.value is None or right.unit is not None:
        return None
    if not (10 < left.value <= 20 and 10 <= right.value < 100) or left.value % 1 or right.value % 1:
        return None
    reading = Reading(left.value * 100 + right.value)
    return Piece(
        first=left.first,
        last=right.last,
        number=(left.first, right.last),
        readings=(reading,),
        flags=frozenset((Flag.DATE,)),
    )


def _clocks(line: Line, pieces: list[Piece]) -> list[Piece]:
    """Ten past four."""
    between, out = calendar().clock_between, list(pieces)
    for at in range(1, len(out)):
        left, right = out[at - 1], out[at]
        if right.first == left.last + 1 and line.word(left.last) in between and not left.unit and not right.unit:
            out[at - 1] = msgspec.structs.replace(left, flags=left.flags | {Flag.CLOCK}, partner=right.number)
            out[at] = msgspec.structs.replace(right, flags=right.flags | {Flag.CLOCK}, partner=left.number)
    return out


# --- ranges --------------------------------------------------------------------------------------


def _ranges(line: Line, pieces: list[Piece], cues: Cues) -> list[Piece]:
    out = list(pieces)
    for at in range(1, len(out)):
        left, right = out[at - 1], out[at]
        if _is_range(line, left, right, cues):
            dated = Flag.DATE in left.flags | right.flags
            out[at - 1] = _partnered(left, right, dated)
            out[at] = _partnered(right, left, dated)
    return out


def _partnered(piece: Piece, other: Piece, dated: bool) -> Piece:
    """From the 4th to the 7th of March: the first is a date for the other is."""
    flags = piece.flags | {Flag.RANGE}
    if dated and Flag.ORDINAL in flags:
        flags |= {Flag.DATE}
    return msgspec.structs.replace(piece, flags=flags, partner=piece.partner or other.number)


def _is_range(line: Line, left: Piece, right: Piece, cues: Cues) -> bool:
    if Flag.ARTICLE in right.flags or Flag.CODE in left.flags & right.flags:
        return False
    if not _comparable(left, right):
        return False
    at = _past_counter(line, left.last)
    if right.first == at:
        return line.gap(at) in _RANGE_GAPS
    found = cues.between.at(line, at)
    if found is not None and found[0] == right.first and line.gap(at) in _CLOSE and line.gap(found[0]) in _CLOSE:
        return True
    opener = line.word(left.first - 1) if left.first > line.first else ""
    joint = line.word(at) if at < line.last else ""
    return right.first == at + 1 and joint in cues.opened.get(opener, ())


def _comparable(left: Piece, right: Piece) -> bool:
    """A table for two to 240 Castro Street: bare numbers so far apart are no range."""
    if left.unit or right.unit or left.value is None or right.value is None:
        return True
    one, other = abs(left.value) + 1, abs(right.value) + 1
    return one <= other * _APART and other <= one * _APART


def _past_counter(line: Line, at: int) -> int:
    if at < line.last and line.run(at) and line.word(at) in _COUNTERS and not line.gap(at):
        return at + 1
    return at


def _shared(pieces: list[Piece]) -> list[Piece]:
    """The ends of a range have the unit in common (3 to 5 kg), and the cues (about 3 to 5)."""
    for at in range(1, len(pieces)):
        left, right = pieces[at - 1], pieces[at]
        if left.partner is None or left.partner != right.number:
            continue
        if not left.units and right.units and left.value is not None:
            pieces[at - 1] = msgspec.structs.replace(
                left, readings=tuple(Reading(left.value, unit) for unit in right.units)
            )
        elif not right.units and left.units and left.first < left.number[0] and right.value is not None:
            pieces[at] = msgspec.structs.replace(
                right, readings=tuple(Reading(right.value, unit) for unit in left.units)
            )
    return pieces


# --- cues ----------------------------------------------------------------------------------------


def _marked(line: Line, piece: Piece, cues: Cues, floor: int, ceiling: int) -> Quantity:
    """With the cues before and behind it, as far as nothing else stands between."""
    marks, flags = list(piece.marks), set(piece.flags)
    first = piece.first
    for _ in range(0 if piece.partner and piece.partner[0] < piece.first else _MARKS):
        found = cues.before.before(line, first) if line.gap(first) in _CLOSE else None
        if found is None or found[0] < floor or found[1] is None:
            break
        marks.append((found[0], first))
        flags.add(found[1])
        first = found[0]
    last, end = piece.last, _past_counter(line, piece.last)
    for _ in range(_MARKS):
        behind = _behind(line, cues, last, end)
        if behind is None or behind[1] > ceiling or behind[2] is None:
            break
        marks.append(behind[:2])
        flags.add(behind[2])
        last = end = behind[1]
    if _is_rate(line, piece):
        flags.add(Flag.RATE)
    return msgspec.structs.replace(piece, marks=tuple(sorted(set(marks))), flags=frozenset(flags))


def _is_rate(line: Line, piece: Piece) -> bool:
    """45 pounds per night, $20/hour, 100元一晚, 每晚100元: not the whole of it."""
    if not any(unit.money for unit in piece.units):
        return False
    after, gap = line.word(piece.last), line.gap(piece.last)
    if after in _PER or (gap == "/" and after != ""):
        return True
    if after in _PER_ONE and gap in ("", " "):
        found = unit_names(_RATE_LANGUAGES).after.at(line, piece.last + 1)
        return found is not None and any(unit.dimension in ("time", "calendar") for unit in found[1])
    return "每" in line.words(piece.first - 3, piece.first)


def _behind(line: Line, cues: Cues, last: int, end: int) -> tuple[int, int, Flag | None] | None:
    """A cue right behind the quantity, behind its counter, or behind the one word that it counts."""
    places = [last] if end == last else [last, end]
    if last < line.last and not line.run(last) and line.word(last).isalpha():
        places.append(last + 1)
    if end < line.last and line.run(end) and not line.gap(end):
        places.append(end + 1)
    if last < line.last and line.word(last) in _INSIDE:
        return None
    for place in places:
        found = cues.after.at(line, place) if line.gap(place) in _CLOSE else None
        if found is not None:
            longer = place == last or line.word(place) not in _AMBIGUOUS or found[0] - place > 1
            return (place, *found) if longer else None
    return None
