"""Canonical bytes: one value, one encoding.

Values are JSON. Their canonical form has sorted object keys, no white space, the shortest float and exact
integers, so two values are the same belief if and only if their bytes are equal (``1``, ``1.0`` and ``"1"``
are three values). Everything else is MessagePack arrays of frozen structs, whose tag names the version.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

import msgspec

from memtxn.errors import InvalidInput

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

MAX_DEPTH = 64
"""Nesting that a JSON value may have; deeper input is refused before anything recurses."""

_json = msgspec.json.Encoder(order="deterministic")
_pack = msgspec.msgpack.Encoder(order="deterministic")
Exact = TypeVar("Exact")
_PLAIN = (str, int, float, bool, bytes, type(None), datetime)


def canonical(value: object, what: str = "value") -> bytes:
    """The canonical JSON bytes of a value.

    Raises:
        InvalidInput: not JSON (wrong type, NaN, infinity, a lone surrogate, a non-text object key), or
            nested deeper than :data:`MAX_DEPTH`.
    """
    checked = value if type(value) is str else _checked(value, what, MAX_DEPTH)
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
    if not isinstance(text, str):
        raise InvalidInput(f"{what} must be text, not {type(text).__name__}")
    try:
        size = len(text) if text.isascii() else len(text.encode())
    except UnicodeEncodeError as error:
        raise InvalidInput(f"{what} holds a lone surrogate, which no UTF-8 text can carry") from error
    if size > limit:
        raise InvalidInput(f"{what} is {size} bytes long; the limit is {limit}")
    return _exact(str.__str__, text, what)


def brief(given: object) -> str:
    """What was given, for a message: short, and in existence for every value."""
    if type(given) is int and given.bit_length() > 1024:
        return f"an integer of {given.bit_length()} bits"
    if type(given) not in _PLAIN:
        return f"a {type(given).__name__}"
    shown = repr(given)
    return shown if len(shown) <= 80 else shown[:80] + "…"


def _checked(value: object, what: str, depth: int) -> object:
    if depth == 0:
        raise InvalidInput(f"{what} is nested deeper than {MAX_DEPTH} levels")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _exact(str.__str__, value, what)
    if isinstance(value, int):
        return _checked_int(value, what)
    if isinstance(value, float):
        return _checked_float(value, what)
    if isinstance(value, list | tuple):
        return [_checked(item, what, depth - 1) for item in value]
    if isinstance(value, dict):
        return _checked_object(value, what, depth)
    raise InvalidInput(f"{what} must be JSON; {type(value).__name__} is not")


def _checked_object(value: dict[object, object], what: str, depth: int) -> dict[str, object]:
    checked: dict[str, object] = {}
    for name, item in value.items():
        if not isinstance(name, str):
            raise InvalidInput(f"{what} has an object key of type {type(name).__name__}; keys are text")
        checked[_exact(str.__str__, name, what)] = _checked(item, what, depth - 1)
    return checked


def _checked_int(value: int, what: str) -> int:
    if value.bit_length() > 1024:
        raise InvalidInput(f"{what} holds an integer of {value.bit_length()} bits; the limit is 1024")
    return _exact(int.__int__, value, what)


def _checked_float(value: float, what: str) -> float:
    if not math.isfinite(value):
        raise InvalidInput(f"{what} holds {value}, which JSON cannot carry")
    return _exact(float.__float__, value, what) + 0.0  # -0.0 and 0.0 are one number


def _exact(base: Callable[[Any], Exact], value: object, what: str) -> Exact:
    """What a subclass of a JSON type holds, whatever it says of itself."""
    try:
        return base(value)
    except TypeError as error:
        raise InvalidInput(f"{what} holds a {type(value).__name__}, which only pretends to be JSON") from error
