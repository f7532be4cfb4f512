"""Choices: the words that may stand where an unknown one was found, for the message that says so."""

from __future__ import annotations

import re
from enum import Enum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

_PLACE = re.compile(r"^Invalid enum value .* - at `\$([^`]*)`$", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[[^\]]*\]")


def with_choices(error: Exception, kind: Any) -> str:  # noqa: ANN401  # any type that msgspec converts to
    """The message of a conversion to ``kind`` that failed, with the words that may stand there."""
    found = _PLACE.match(str(error))
    if found is None:
        return str(error)
    for step in _STEP.finditer(found[1]):
        kinds = [part for one in _parts(kind) for part in _inside(one, step[1])]
        kind = Union[tuple(kinds)] if kinds else None  # noqa: UP007  # made of a list
    words = [repr(word) for one in _parts(kind) for word in _words(one)]
    return f"{error}: it must be one of {', '.join(words)}" if words else str(error)


def _parts(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _inside(kind: Any, name: str | None) -> tuple[Any, ...]:  # noqa: ANN401
    """The type of a field of that name, or of what a collection holds."""
    if name is not None:
        hint = get_type_hints(kind).get(name) if isinstance(kind, type) else None
        return () if hint is None else _parts(hint)
    return get_args(kind)[-1:] if get_origin(kind) is dict else get_args(kind)[:1]


def _words(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401
    if get_origin(kind) is Literal:
        return get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(member.value for member in kind)
    return ()
