"""JSON Pointer (RFC 6901): a place in a JSON value."""

from __future__ import annotations

from memtxn.model.codec import Json

INDEX_DIGITS = 9
"""Digits that an array index may have; no array here is longer."""


class Nowhere(LookupError):
    """The pointer leads to nothing in this value."""


def resolve(value: Json, pointer: str) -> Json:
    """What stands at the pointer; the empty pointer means the whole value.

    Raises:
        Nowhere: it is no JSON pointer, or leads to nothing.
    """
    if pointer == "":
        return value
    root, *names = pointer.split("/")
    if root:
        raise Nowhere("a JSON pointer begins with a slash")
    for name in names:
        value = _step(value, _unescaped(name))
    return value


def names_of(pointer: str) -> list[str]:
    """The names and indices on the way of a pointer that leads somewhere."""
    return list(map(_unescaped, pointer.split("/")[1:]))


def _step(value: Json, name: str) -> Json:
    if isinstance(value, dict) and name in value:
        return value[name]
    if isinstance(value, list) and _is_index(name) and int(name) < len(value):
        return value[int(name)]
    raise Nowhere(f"there is no {name[:40]!r} there")


def _is_index(name: str) -> bool:
    """RFC 6901, section 4: digits without a leading zero."""
    digits = name.isascii() and name.isdigit() and len(name) <= INDEX_DIGITS
    return digits and (name == "0" or name[0] != "0")


def _unescaped(name: str) -> str:
    plain = name.replace("~1", "/").replace("~0", "~")
    if name.count("~") != name.count("~0") + name.count("~1"):
        raise Nowhere("a tilde in a JSON pointer is written ~0")
    return plain
