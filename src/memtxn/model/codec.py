"""Canonical bytes: one value, one encoding.

Values are JSON. Their canonical form has sorted object keys, no white space, the shortest float and exact
integers, so two values are the same belief if and only if their bytes are equal (``1``, ``1.0`` and ``"1"``
are three values). Everything else is MessagePack arrays of frozen structs, whose tag names the version.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import msgspec

from memtxn.errors import InvalidInput
from memtxn.model.exact import exact_items, exact_number, exact_object, exact_text, is_a, kind_of

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

MAX_DEPTH = 64
"""Nesting that a JSON value may have; deeper input is refused before anything recurses."""

MAX_ITEMS = 1024 * 1024
"""Items of lists and members of objects that a JSON value may have in all. Lists may hold one another many times
over, so that a small object is an endless text: it is counted before anything is written out."""

MAX_TEXT = 64 * 1024 * 1024
"""Characters that a JSON value may have in all of its texts."""

_json = msgspec.json.Encoder(order="deterministic")
_pack = msgspec.msgpack.Encoder(order="deterministic")


def canonical(value: object, what: str = "value") -> bytes:
    """The canonical JSON bytes of a value.

    Raises:
        InvalidInput: not JSON (wrong type, NaN, infinity, a lone surrogate, a non-text object key), nested
            deeper than :data:`MAX_DEPTH`, or over :data:`MAX_ITEMS` or :data:`MAX_TEXT`.
    """
    checked = value if type(value) is str and len(value) <= MAX_TEXT else _Check(what).value(value, MAX_DEPTH)
    try:
        return _json.encode(checked)
    except UnicodeEncodeError as error:
        raise InvalidInput(f"{what} holds a lone surrogate, which no UTF-8 text can carry") from error


def canonical_texts(*texts: str) -> str:
    """The canonical JSON array of texts that have been checked already, as text."""
    return _json.encode(texts).decode()


def parse(data: bytes) -> Json:
    """The value of canonical JSON bytes."""
    value: Json = msgspec.json.decode(data)
    return value


def pack(value: object) -> bytes:
    """The MessagePack bytes of a frozen struct, or of what it is made of."""
    return _pack.encode(value)


def check_text(text: object, what: str, *, limit: int) -> str:
    """The text itself, when it is text that UTF-8 can carry within ``limit`` bytes.

    Raises:
        InvalidInput: not a string, a lone surrogate, or too long.
    """
    exact = exact_text(text)
    if exact is None:
        raise InvalidInput(f"{what} must be text, not {kind_of(text)}")
    try:
        size = len(exact) if exact.isascii() else len(exact.encode())
    except UnicodeEncodeError as error:
        raise InvalidInput(f"{what} holds a lone surrogate, which no UTF-8 text can carry") from error
    if size > limit:
        raise InvalidInput(f"{what} is {size} bytes long; the limit is {limit}")
    return exact


class _Check:
    """Makes plain JSON of a value, as it is now, and counts what there is of it."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._items = self._text = 0

    def value(self, value: object, depth: int) -> object:
        """The plain value. Raises InvalidInput."""
        if depth == 0:
            raise InvalidInput(f"{self._what} is nested deeper than {MAX_DEPTH} levels")
        if value is None or value is True or value is False:
            return value
        if is_a(value, str):
            return self._of_text(value)
        number = exact_number(value)
        if number is not None:
            return self._of_number(number)
        items = exact_items(value)
        if items is not None:
            self._count(len(items))
            return [self.value(item, depth - 1) for item in items]
        members = exact_object(value)
        if members is not None:
            self._count(len(members))
            return {self._name(name): self.value(item, depth - 1) for name, item in members}
        raise InvalidInput(f"{self._what} must be JSON; {kind_of(value)} is not")

    def _count(self, items: int) -> None:
        self._items += items
        if self._items > MAX_ITEMS:
            raise InvalidInput(
                f"{self._what} has more than {MAX_ITEMS} items, counted as often as they stand there"
            )

    def _of_text(self, value: object) -> str:
        text = exact_text(value) or ""
        self._text += len(text)
        if self._text > MAX_TEXT:
            raise InvalidInput(f"{self._what} has more than {MAX_TEXT} characters of text")
        return text

    def _name(self, name: object) -> str:
        if not is_a(name, str):
            raise InvalidInput(f"{self._what} has an object key of type {kind_of(name)}; keys are text")
        return self._of_text(name)

    def _of_number(self, number: int | float) -> int | float:
        if isinstance(number, float):
            if not math.isfinite(number):
                raise InvalidInput(f"{self._what} holds {number}, which JSON cannot carry")
            return number + 0.0  # -0.0 and 0.0 are one number
        if number.bit_length() > 1024:
            raise InvalidInput(f"{self._what} holds an integer of {number.bit_length()} bits; the limit is 1024")
        return number
