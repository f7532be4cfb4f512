"""Canonical bytes: equal if and only if the JSON value is the same."""

import enum
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.errors import InvalidInput
from memtxn.model.codec import MAX_DEPTH, Json, canonical, check_text, parse

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**1000), 2**1000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
)
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
values: st.SearchStrategy[Json] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=8,
)


def same(one: object, other: object) -> bool:
    """Whether two JSON values are one value: 1, 1.0, True and "1" are four."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    return one == other


@given(values, values)
def test_equal_bytes_are_equal_values(one: Json, other: Json) -> None:
    assert (canonical(one) == canonical(other)) == same(one, other)


@given(values)
def test_values_come_back_as_they_went_in(value: Json) -> None:
    assert same(parse(canonical(value)), value)
    assert canonical(parse(canonical(value))) == canonical(value)


@given(values)
def test_it_is_plain_json(value: Json) -> None:
    assert same(json.loads(canonical(value)), value)


def test_the_order_in_which_a_dict_was_made_is_forgotten() -> None:
    assert canonical({"b": 1, "a": [1, {"d": 0, "c": 0}]}) == b'{"a":[1,{"c":0,"d":0}],"b":1}'
    assert canonical({"b": 1, "a": 2}) == canonical({"a": 2, "b": 1})


def test_lookalikes_differ() -> None:
    assert len({canonical(value) for value in (1, 1.0, "1", True, [1], {"1": 1}, "1.0")}) == 7


def test_the_two_zeros_are_one() -> None:
    assert canonical(-0.0) == canonical(0.0) != canonical(0)


def test_a_tuple_is_a_list() -> None:
    assert canonical((1, (2,))) == canonical([1, [2]])


class Text(str):
    """Text by another name."""


class Number(int):
    """A number by another name."""


class Colour(enum.IntEnum):
    """A number with a name."""

    RED = 1


def test_subclasses_count_as_what_they_are() -> None:
    assert canonical(Text("x")) == canonical("x")
    assert canonical([Number(3), Colour.RED, {Text("a"): Text("b")}]) == canonical([3, 1, {"a": "b"}])


def nested(depth: int) -> Json:
    value: Json = 1
    for _ in range(depth):
        value = [value]
    return value


def circle() -> list[object]:
    value: list[object] = []
    value.append(value)
    return value


BAD: list[object] = [
    math.nan,
    math.inf,
    -math.inf,
    [math.nan],
    "\ud800",
    {"\udfff": 1},
    ["a", {"b": "\ud800"}],
    {1: 2},
    {None: 2},
    b"bytes",
    {1, 2},
    object(),
    1j,
    2**1024,
    -(2**1024),
    10**5000,
    nested(MAX_DEPTH),
    nested(100_000),
    circle(),
    float,
]


@pytest.mark.parametrize("value", BAD, ids=[str(number) for number in range(len(BAD))])
def test_what_is_not_json_is_refused(value: object) -> None:
    with pytest.raises(InvalidInput):
        canonical(value)


def test_the_deepest_value_that_fits() -> None:
    assert parse(canonical(nested(MAX_DEPTH - 1))) == nested(MAX_DEPTH - 1)


@pytest.mark.parametrize("text", [None, 5, b"x", ["x"], "\ud800", "é" * 3])
def test_text_is_checked(text: object) -> None:
    with pytest.raises(InvalidInput):
        check_text(text, "it", limit=5)


@pytest.mark.parametrize("text", ["", "a\x00b", "\u202e", "\u200b", "é", "🙂"])
def test_strange_text_is_text(text: str) -> None:
    assert check_text(text, "it", limit=5) == text
