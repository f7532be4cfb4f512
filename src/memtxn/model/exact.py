"""What a caller gave, as the plain thing that it holds.

A subclass may say anything of itself: another length, another order, that it equals everything. So nothing here
calls a method of what was given, but for those of Python's own types; and whoever only claims to be of a type
(``__class__``) is not. What comes back is exactly a `str`, `int`, `float`, `tuple`, `dict`.
"""

from __future__ import annotations

from datetime import datetime
from types import TracebackType
from typing import TypeVar

from memtxn.errors import InvalidInput

_SHOWN = 80
_BITS = 1024
_REACHED = 2**62
Choice = TypeVar("Choice", bound=str)
Kind = TypeVar("Kind")
Function = TypeVar("Function")


def is_a(given: object, kind: type[Kind] | tuple[type[Kind], ...]) -> bool:
    """Whether it really is one, and not only says so."""
    return issubclass(type(given), kind)


def kind_of(given: object) -> str:
    """The name of its type, for a message."""
    name: str = type.__dict__["__name__"].__get__(type(given))
    return _short(name)


def brief(given: object) -> str:
    """What was given, for a message: short, and in existence for every value."""
    if type(given) is int:
        return str(given) if given.bit_length() <= _BITS else f"an integer of {given.bit_length()} bits"
    if type(given) is datetime:
        return repr(given) if given.tzinfo is None else f"{given.replace(tzinfo=None)!r} in a time zone"
    if type(given) is str or type(given) is bytes:
        return _short(repr(given[:_SHOWN])) if len(given) <= _SHOWN else repr(given[:_SHOWN]) + "…"
    return repr(given) if given is None or type(given) in (bool, float) else f"a {kind_of(given)}"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def exact_text(given: object) -> str | None:
    """The text; None when it is none."""
    if type(given) is str:
        return given
    return str.__str__(given) if issubclass(type(given), str) else None


def exact_label(given: object) -> str | None:
    """The text; None when it is none, or holds a lone surrogate, which no UTF-8 text can carry."""
    text = exact_text(given)
    try:
        if text is not None:
            text.encode()
    except UnicodeEncodeError:
        return None
    return text


def exact_whole(given: object) -> int | None:
    """The whole number; None when it is none. True and False are none."""
    if type(given) is int:
        return given
    return None if given is True or given is False or not is_a(given, int) else int.__int__(given)  # type: ignore[arg-type]


def exact_number(given: object) -> int | float | None:
    """The number; None when it is none."""
    if type(given) is float:
        return given
    return float.__float__(given) if is_a(given, float) else exact_whole(given)  # type: ignore[arg-type]


def exact_items(given: object) -> tuple[object, ...] | None:
    """The items of a list or tuple, as they are now; None when it is neither."""
    if type(given) is tuple:
        return given
    if is_a(given, tuple):
        return tuple(tuple.__iter__(given))  # type: ignore[arg-type]
    return tuple(list.copy(given)) if is_a(given, list) else None  # type: ignore[arg-type]


def exact_object(given: object) -> tuple[tuple[object, object], ...] | None:
    """The names and members of a dict, as they are now; None when it is none."""
    return tuple(dict.items(given)) if is_a(given, dict) else None  # type: ignore[arg-type]


def exact_members(given: object) -> tuple[object, ...] | None:
    """The items of a list, tuple or set, as they are now; None when it is none of them."""
    for kind in (set, frozenset):
        if is_a(given, kind):
            return tuple(kind.__iter__(given))  # type: ignore[arg-type]
    return exact_items(given)


def exact_choice(given: object, choices: tuple[Choice, ...], what: str) -> Choice:
    """The choice that was named. Raises InvalidInput when it is none of them."""
    text = exact_text(given)
    for choice in choices:
        if text == choice:
            return choice
    known = ", ".join(map(repr, choices[:-1]))
    raise InvalidInput(f"{what} must be {known} or {choices[-1]!r}, not {brief(given)}")


def exact_flag(given: object, what: str) -> bool:
    """True or False. Raises InvalidInput when it is neither, however true it looks."""
    if given is True or given is False:
        return given
    raise InvalidInput(f"{what} must be True or False, not {brief(given)}")


def exact_function(given: Function | None, what: str) -> Function | None:
    """The function, or None. Raises InvalidInput when it cannot be called."""
    if given is None or callable(given):
        return given
    raise InvalidInput(f"{what} must be a function, not {brief(given)}")


def exact_limit(given: object, what: str) -> int | None:
    """The whole number from 0, or None; one beyond all counts is as good as another. Raises InvalidInput."""
    exact = exact_whole(given)
    if given is not None and (exact is None or exact < 0):
        raise InvalidInput(f"{what} must be a whole number from 0, not {brief(given)}")
    return None if exact is None else min(exact, _REACHED)


class Foreign:
    """A block that has to run code of an object which the caller gave.

    Whatever goes wrong in there, the object cannot be used: that is an InvalidInput. Ctrl-C and the like are not.
    """

    def __init__(self, problem: str) -> None:
        self._problem = problem

    def __enter__(self) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception):
            raise InvalidInput(self._problem) from error


def one_line(text: str) -> str:
    """A text that cannot pass itself off as another line, nor steer a terminal."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )
