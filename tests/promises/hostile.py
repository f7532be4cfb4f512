"""Objects that a caller should not give, by name; each use makes them anew.

Used by the tables of bad input and by the machine that calls everything with anything.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from decimal import Decimal
from fractions import Fraction
from typing import Any
from unittest.mock import ANY, MagicMock

from memtxn.model.belief import Belief
from memtxn.model.source import Evidence, Source
from memtxn.testkit.fakes import START

Made = Callable[[], object]

SURROGATE, HUGE = "\ud800", 10**5000


def deep(levels: int, leaf: object = 1) -> object:
    """Lists in lists."""
    for _ in range(levels):
        leaf = [leaf]
    return leaf


def deep_object(levels: int) -> object:
    """Objects in objects."""
    value: object = 1
    for _ in range(levels):
        value = {"a": value}
    return value


def endless_list() -> object:
    """A list that holds itself."""
    value: list[object] = []
    value.append(value)
    return value


def endless_object() -> object:
    """An object that holds itself."""
    value: dict[str, object] = {}
    value["a"] = value
    return value


def doubled(times: int, leaf: object = "x") -> object:
    """A small object that is an endless text: each list holds the one before it twice."""
    for _ in range(times):
        leaf = [leaf, leaf]
    return leaf


# -- objects that lie ----------------------------------------------------------------------------------


class Broken(Exception):
    """What the caller's own objects raise."""


def _break(*_: object, **__: object) -> Any:  # noqa: ANN401
    raise Broken


class Raising:
    """Whatever one asks of it, it raises."""

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = __len__ = _break
    __str__ = __repr__ = __format__ = __iter__ = __int__ = __float__ = __index__ = _break
    __getattr__ = __getitem__ = __contains__ = __call__ = __fspath__ = _break


class RaisingText(str):
    """A text whose every method raises."""

    __slots__ = ()
    __eq__ = __ne__ = __hash__ = __len__ = __iter__ = __contains__ = __getitem__ = _break
    __str__ = __repr__ = __format__ = isascii = encode = partition = split = strip = upper = lower = _break
    __bool__ = _break
    islower = isdecimal = startswith = _break


class LyingText(str):
    """A text that says that it is short and plain, whatever it holds."""

    __slots__ = ()

    def isascii(self) -> bool:
        return True

    def __len__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__

    def encode(self, *_: object, **__: object) -> bytes:
        return b"a"

    def partition(self, _: object) -> tuple[str, str, str]:
        return ("A", "/", "1")


class RaisingList(list[object]):
    """A list whose every method raises."""

    __iter__ = __len__ = __getitem__ = __contains__ = __bool__ = copy = __eq__ = __repr__ = _break


class EndlessList(list[object]):
    """A list that never comes to its end."""

    def __iter__(self) -> Iterator[object]:
        while True:
            yield "x"


class RaisingTuple(tuple[object, ...]):
    """A tuple whose every method raises."""

    __slots__ = ()
    __iter__ = __len__ = __getitem__ = __contains__ = __bool__ = __eq__ = __hash__ = __repr__ = _break


class RaisingDict(dict[object, object]):
    """An object whose every method raises."""

    __iter__ = __len__ = __getitem__ = __contains__ = __bool__ = copy = items = keys = values = __eq__ = _break
    __repr__ = _break


class RaisingInt(int):
    """A whole number whose every method raises."""

    __int__ = __index__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __hash__ = _break
    __bool__ = __str__ = __repr__ = __format__ = __add__ = __sub__ = __rsub__ = bit_length = _break


class RaisingFloat(float):
    """A number whose every method raises."""

    __int__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __hash__ = _break
    __bool__ = __str__ = __repr__ = __format__ = __add__ = _break


class RaisingTime(datetime):
    """A datetime whose every method raises."""

    utcoffset = astimezone = replace = isoformat = timestamp = __sub__ = __rsub__ = __add__ = _break
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __hash__ = __bool__ = __repr__ = __str__ = _break


class Whole(enum.IntEnum):
    """A whole number by name."""

    ONE = 1


class Text(enum.StrEnum):
    """A text by name."""

    A = "A/1"


class Scalar:
    """As numpy's are: it counts as a number, and compares item by item."""

    def __init__(self, *items: object) -> None:
        self.items = items

    def __eq__(self, other: object) -> Any:  # noqa: ANN401
        return Scalar(*(item == other for item in self.items))

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise ValueError("the truth value of an array with more than one element is ambiguous")

    def __float__(self) -> float:
        return 1.0

    def __index__(self) -> int:
        return 1

    def __array__(self) -> object:
        return self.items


class Claims:
    """It says that it is of another class."""

    def __init__(self, kind: type) -> None:
        self._kind = kind

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # noqa: ANN401
        return self._kind


class ClassRaises:
    """It cannot even say of which class it is."""

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # noqa: ANN401
        raise Broken


LONG_NAME = type("x" * 1_000_000, (), {})
"""A class whose name is as long as a book."""


# -- time zones ----------------------------------------------------------------------------------------


class Zone(tzinfo):
    """A time zone that answers what it was told to, in turn; an exception is raised."""

    def __init__(self, *answers: object) -> None:
        self._answers, self._asked = answers, 0

    def utcoffset(self, _: datetime | None) -> Any:  # noqa: ANN401
        answer = self._answers[min(self._asked, len(self._answers) - 1)]
        self._asked += 1
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def dst(self, _: datetime | None) -> timedelta | None:
        raise Broken

    def tzname(self, _: datetime | None) -> str | None:
        raise Broken

    def __repr__(self) -> str:
        raise Broken


def at_zone(*answers: object) -> Made:
    return lambda: datetime(2026, 1, 1, tzinfo=Zone(*answers))


WEST, EAST = timezone(-timedelta(hours=5)), timezone(timedelta(hours=5))
TIMES: dict[str, Made] = {
    "naive": lambda: datetime(2026, 1, 1),  # noqa: DTZ001
    "bare tzinfo": lambda: datetime(2026, 1, 1, tzinfo=tzinfo()),  # type: ignore[abstract]
    "zone without offset": at_zone(None),
    "zone that raises": at_zone(Broken()),
    "zone that raises KeyError": at_zone(KeyError("x")),
    "zone of text": at_zone("+01:00"),
    "zone of a day": at_zone(timedelta(days=1)),
    "zone of a year": at_zone(timedelta(days=-365)),
    "zone that forgets": at_zone(timedelta(0), None),
    "zone that raises later": at_zone(timedelta(0), Broken()),
    "time without methods": lambda: RaisingTime(2026, 1, 1),
    "after the year 9999": lambda: datetime.max.replace(tzinfo=WEST),
    "before the year 1": lambda: datetime.min.replace(tzinfo=EAST),
    "date": lambda: date(2026, 1, 1),
    "time of day": lambda: datetime(2026, 1, 1, tzinfo=UTC).timetz(),
    "seconds": lambda: 1.7e9,
    "delta": lambda: timedelta(hours=1),
    "time as text": lambda: "2026-01-01T00:00:00Z",
    "claimed time": lambda: MagicMock(spec=datetime),
}
"""No moments. Of a zone that changes its mind, what it said first counts."""


# -- everything else -----------------------------------------------------------------------------------

PLAIN: dict[str, Made] = {
    "None": lambda: None,
    "True": lambda: True,
    "0": lambda: 0,
    "-1": lambda: -1,
    "int of 32 bits": lambda: 2**31,
    "int of 64 bits": lambda: 2**63,
    "int of 1024 bits": lambda: 2**1024 - 1,
    "int of 1025 bits": lambda: 2**1024,
    "huge int": lambda: HUGE,
    "float": lambda: 1.5,
    "-0.0": lambda: -0.0,
    "least float": lambda: 5e-324,
    "greatest float": lambda: 1.7976931348623157e308,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "-inf": lambda: float("-inf"),
    "complex": lambda: 1j,
    "Decimal": lambda: Decimal("0.5"),
    "Decimal nan": lambda: Decimal("nan"),
    "Fraction": lambda: Fraction(1, 2),
    "empty text": lambda: "",
    "space": lambda: " ",
    "unseen": lambda: "\u200b",
    "surrogate": lambda: SURROGATE,
    "surrogate inside": lambda: "é" + SURROGATE + "x",
    "two halves": lambda: "\ud83d\ude00",
    "NUL": lambda: "\x00",
    "BOM": lambda: "\ufeff",
    "bidi": lambda: "\u202etea\u202c",
    "marks": lambda: "e" + "\u0301" * 3000,
    "unassigned": lambda: "\u0378\U000e0fff",
    "no character": lambda: "\ufffe\U0010ffff",
    "Chinese": lambda: "客户会议/下午四点",
    "family": lambda: "👩‍👩‍👧‍👦/🙂",
    "flag": lambda: "🏴\U000e0067\U000e0062\U000e007f",
    "long text": lambda: "x" * 3_000_000,
    "long key": lambda: "A/" + "x" * 20_000,
    "wide text": lambda: "客" * 400_000,
    "entity": lambda: "A/1",
    "bytes": lambda: b"A/1",
    "bytearray": lambda: bytearray(b"A/1"),
    "memoryview": lambda: memoryview(b"A/1"),
    "list": lambda: ["A", "1"],
    "tuple": lambda: ("A", "1"),
    "tuple of three": lambda: ("A", "1", "x"),
    "tuple of four": lambda: ("A", "1", "x", "y"),
    "empty list": list,
    "empty tuple": tuple,
    "dict": lambda: {"a": 1},
    "dict of numbers": lambda: {1: 2},
    "dict of None": lambda: {None: 1},
    "dict of tuples": lambda: {("a",): 1},
    "dict of surrogates": lambda: {SURROGATE: 1},
    "set": lambda: {"a"},
    "frozenset": lambda: frozenset({"read"}),
    "range": lambda: range(3),
    "generator": lambda: (x for x in ("A", "1")),
    "iterator": lambda: iter(["A/1"]),
    "deep list": lambda: deep(100),
    "very deep list": lambda: deep(100_000),
    "deep object": lambda: deep_object(100_000),
    "deep tuple": lambda: deep(70, ("A", "1")),
    "endless list": endless_list,
    "endless object": endless_object,
    "doubled": lambda: doubled(60),
    "long texts, many times": lambda: ["x" * 1_000_000] * 100_000,
    "class": lambda: Source,
    "function": lambda: deep,
    "Ellipsis": lambda: ...,
    "object": object,
    "exception": lambda: Broken("x"),
}

LIARS: dict[str, Made] = {
    "raising": Raising,
    "raising text": lambda: RaisingText("A/1"),
    "lying text": lambda: LyingText("A/" + SURROGATE),
    "long lying text": lambda: LyingText("A/" + "x" * 3_000_000),
    "raising list": lambda: RaisingList(["x"]),
    "endless iteration": lambda: EndlessList([1]),
    "raising tuple": lambda: RaisingTuple(("A", "1")),
    "raising dict": lambda: RaisingDict({"a": 1}),
    "raising int": lambda: RaisingInt(1),
    "raising float": lambda: RaisingFloat(0.5),
    "IntEnum": lambda: Whole.ONE,
    "StrEnum": lambda: Text.A,
    "numpy-like": lambda: Scalar(1, 2),
    "equals everything": lambda: ANY,
    "claimed text": lambda: MagicMock(spec=str),
    "claims text": lambda: Claims(str),
    "claims int": lambda: Claims(int),
    "claims float": lambda: Claims(float),
    "claims list": lambda: Claims(list),
    "claims dict": lambda: Claims(dict),
    "claims tuple": lambda: Claims(tuple),
    "claims time": lambda: Claims(datetime),
    "claims Evidence": lambda: Claims(Evidence),
    "claims Belief": lambda: Claims(Belief),
    "cannot say its class": ClassRaises,
    "long class name": LONG_NAME,
}

FOREIGN = Source(id="0" * 32, speaker="x", channel="user", at=START, text="tea")
CITING: dict[str, Made] = {
    "source": lambda: FOREIGN,
    "foreign evidence": lambda: FOREIGN.quote("tea"),
    "list of evidence": lambda: [FOREIGN.quote("tea"), FOREIGN.span(0, 1), FOREIGN.pointer("/a")],
    "evidence of nothing": lambda: Evidence(source=None),  # type: ignore[arg-type]
    "evidence of a text": lambda: Evidence(source="x"),  # type: ignore[arg-type]
    "evidence of a mock": lambda: Evidence(source=MagicMock(spec=Source)),
    "claimed evidence": lambda: MagicMock(spec=Evidence, source=FOREIGN),
}

HOSTILE: dict[str, Made] = PLAIN | LIARS | TIMES | CITING
"""By name, so that a failure can be read."""
