"""Reading words, numbers, times and dates, plainly: what the benchmark knows of normal forms by itself."""

from __future__ import annotations

import re
from datetime import date, timedelta

NUMBER_WORDS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ADDED = (
    NUMBER_WORDS
    | {word: 13 + number for number, word in enumerate(_TEENS.split())}
    | {word: 20 + 10 * number for number, word in enumerate(_TENS.split())}
)
_HAN_NUMBERS = {character: number for number, character in enumerate("零一二三四五六七八九")} | {"两": 2, "俩": 2}
_MONTHS = "january february march april may june july august september october november december".split()  # noqa: SIM905
_HOURS = "|".join([*NUMBER_WORDS, *(str(hour) for hour in range(24))])
_PART = r"(?: in the| at)? (morning|afternoon|evening|night)"
_CLOCK = re.compile(r"(\d{1,2}):(\d\d) ?([ap])\.?m?\b\.?m?\.?", re.IGNORECASE)
_HOUR = re.compile(rf"\b({_HOURS}) ?([ap])\.?m\b\.?", re.IGNORECASE)
_BEFORE = re.compile(r"\b(morning|afternoon|evening) (\d{1,2}):(\d\d)\b", re.IGNORECASE)
_AFTER = re.compile(rf"\b(\d{{1,2}}):(\d\d){_PART}\b", re.IGNORECASE)
_HALF = re.compile(rf"\b(half past|quarter past|a quarter past|quarter to) ({_HOURS}){_PART}\b", re.IGNORECASE)
_DAY_MONTH = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th) of (\w+)\b", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"\b({'|'.join(_MONTHS)}) (\d{{1,2}})(?:st|nd|rd|th)?\b", re.IGNORECASE)
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()  # noqa: SIM905
_NEAR = 31
"""Days from today that a weekday or a number may mean."""
_RELATIVE = {"today": 0, "tomorrow": 1, "day after tomorrow": 2, "the day after tomorrow": 2}


def words(text: str) -> list[str]:
    """Lower-case words and numbers; each Han character is one."""
    return re.findall(
        r"[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]", text.lower()
    )


def stems(text: str) -> set[str]:
    """The words without their endings, those of two letters and less left out; Han in pairs."""
    plain = {re.sub(r"(ies|es|s|ing|ed|y)$", "", word) for word in words(text) if len(word) > 2}
    han = re.findall(r"[\u3400-\u9fff]+", text)
    return plain | {run[at : at + 2] for run in han for at in range(len(run) - 1)}


def numbers(text: str) -> set[int]:
    """Every number in a text, in digits, words or Han; parts of times and decimals; hours in both ways."""
    found = {int(one) for one in re.findall(r"\d+", text) if len(one) < 10}
    found |= {NUMBER_WORDS[word] for word in words(text) if word in NUMBER_WORDS} | spelled(text)
    found |= {_HAN_NUMBERS[character] for character in text if character in _HAN_NUMBERS}
    if re.search(r"\bhalf\b", text, re.IGNORECASE):
        found.add(30)
    if "quarter" in text.lower():
        found |= {15, 45}
    return found | {number - 12 for number in found if 12 < number < 24}


def spelled(text: str) -> set[int]:
    """Every number that is written in words, as a whole: *one thousand three hundred and ten* is 1310."""
    found, whole, part = set[int](), 0, 0
    for word in [*words(text), "."]:
        if word in _ADDED:
            part += _ADDED[word]
        elif word == "hundred":
            part = (part or 1) * 100
        elif word == "thousand":
            whole, part = (part or 1) * 1000, 0
        elif word != "and":
            found |= {whole + part} - {0}
            whole, part = 0, 0
    return found


def clock(text: str) -> str | None:
    """The time of day that a text says, as ``17:30``; None when it leaves open which half of the day is meant."""
    if found := _CLOCK.fullmatch(text):
        return _time(int(found[1]), int(found[2]), found[3])
    if found := _HOUR.fullmatch(text):
        return _time(_hour(found[1]), 0, found[2])
    if found := _BEFORE.fullmatch(text):
        return _time(int(found[2]), int(found[3]), found[1])
    if found := _AFTER.fullmatch(text):
        return _time(int(found[1]), int(found[2]), found[3])
    if found := _HALF.fullmatch(text):
        minutes = {"half past": 30, "quarter to": -15}.get(found[1].lower(), 15)
        hour = _hour(found[2])
        return _time(hour - (minutes < 0) or 12, minutes % 60, found[3])
    return None


def _hour(text: str) -> int:
    return NUMBER_WORDS[text.lower()] if text.lower() in NUMBER_WORDS else int(text)


def _time(hour: int, minute: int, part: str) -> str | None:
    late = part.lower() in ("p", "afternoon", "evening", "night")
    if not 1 <= hour <= 12 or minute > 59:
        return None
    return f"{hour % 12 + 12 * late:02d}:{minute:02d}"


def day(text: str, today: date) -> str | None:
    """The day that a text says, as ``2019-03-13``; None when it says none, or leaves open which."""
    plain = text.lower().strip()
    if plain in _RELATIVE:
        return (today + timedelta(days=_RELATIVE[plain])).isoformat()
    if found := _DAY_MONTH.fullmatch(
        plain.removeprefix("the ").replace(" this month", f" {_MONTHS[today.month - 1]}")
    ):
        return _date(today, found[2], int(found[1]))
    found = _MONTH_DAY.fullmatch(plain)
    return _date(today, found[1], int(found[2])) if found else None


def days(text: str, today: date) -> set[str]:
    """Every day that a text may mean, in the month or so around; a weekday means all of its name."""
    plain, found = text.lower(), set[str]()
    near = [today + timedelta(days=number) for number in range(_NEAR)]
    for number, weekday in enumerate(_WEEKDAYS):
        if re.search(rf"\b{weekday}", plain):
            found |= {one.isoformat() for one in near if one.weekday() == number}
    for name, ahead in _RELATIVE.items():
        if name in plain:
            found.add((today + timedelta(days=ahead)).isoformat())
    numbers_ = {int(one) for one in re.findall(r"\b(\d{1,2})(?:st|nd|rd|th)\b", plain)}
    numbers_ |= {int(one[1]) for one in _MONTH_DAY.findall(plain)}
    return found | {one.isoformat() for one in near if one.day in numbers_}


def _date(today: date, month: str, number: int) -> str | None:
    if month not in _MONTHS:
        return None
    try:
        return date(today.year, _MONTHS.index(month) + 1, number).isoformat()
    except ValueError:
        return None
