"""The page of the Python interface, made from the code itself: `python -m tests.docs.api --write`."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from enum import Enum
from types import UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec

import memtxn
from memtxn.errors import MemtxnError
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "reference" / "python.md"
WIDTH = 114
_ABOUT = """# Python

<!-- Made by `python -m tests.docs.api --write`; do not edit. -->

Every public name of `memtxn`, with what it takes and the first words of its docstring; `help(memtxn.Memory)`
tells the whole. What a call may raise stands in its docstring; what each error means, in [errors](errors.md).
Structs are immutable, and their fields are listed with their types. The [tutorial](../tutorial.md) shows most of
it at work.
"""
_FIRST = ("open", "Store", "Memory", "Snapshot", "Transaction")
"""What is asked for most; the rest follows in order of name."""


def text() -> str:
    """The whole page."""
    lines = [_ABOUT]
    for name, value in names().items():
        lines += [f"## {name}\n", *_described(name, value)]
    return "\n".join([*lines, *_errors()]).rstrip() + "\n"


def names() -> dict[str, Any]:
    """The public names, and the classes that their methods and fields give out; errors have their own part."""
    public = {name: getattr(memtxn, name) for name in memtxn.__all__}
    found = {name: public[name] for name in _FIRST} | public
    waiting = list(found.values())
    while waiting:
        for name, value in _mentioned(waiting.pop()).items():
            if name not in found:
                found[name] = value
                waiting.append(value)
    rest = sorted((name for name in found if name not in _FIRST), key=str.lower)
    return {name: found[name] for name in [*_FIRST, *rest] if not _is_error(found[name])}


def members(kind: type) -> dict[str, Any]:
    """The public methods and properties of a class, as they are written, inherited ones first."""
    found: dict[str, Any] = {}
    for base in reversed([base for base in kind.__mro__ if base.__module__.startswith("memtxn")]):
        for name, value in vars(base).items():
            if not name.startswith("_") and (
                inspect.isfunction(value) or isinstance(value, property | staticmethod)
            ):
                found[name] = value
    return found


def fields(kind: type) -> dict[str, str]:
    """The fields of a struct with their types, and their defaults where they have one."""
    found = {}
    for field in msgspec.structs.fields(kind) if issubclass(kind, msgspec.Struct) else ():
        owner = next(base for base in kind.__mro__ if field.name in inspect.get_annotations(base))
        default = ""
        if field.default is not msgspec.NODEFAULT:
            default = f" = {_default(field.default)}"
        elif field.default_factory is not msgspec.NODEFAULT:
            default = " = …"
        found[field.name] = f"{inspect.get_annotations(owner)[field.name]}{default}"
    return found


def data(kind: type[MemtxnError]) -> list[str]:
    """What an error carries besides its text."""
    computed = [name for name, value in vars(kind).items() if isinstance(value, property)]
    return [*(name for name in vars(kind("")) if not name.startswith("_")), *computed]


# -- one name ------------------------------------------------------------------------------------------


def _described(name: str, value: Any) -> Iterator[str]:  # noqa: ANN401
    if inspect.isfunction(value):
        yield from _function(f"memtxn.{name}", value)
    elif not isinstance(value, type):
        yield from _alias(name)
    else:
        yield _summary(value)
        yield from _state(value)
        for member, one in members(value).items():
            if isinstance(one, property):
                yield from _block([f"{name}.{member}: {_returned(one.fget)}"])
                yield _summary(one)
            else:
                yield from _function(f"{name}.{member}", getattr(value, member))


def _state(kind: type) -> Iterator[str]:
    if issubclass(kind, Enum):
        yield from _block([f"{kind.__name__}.{one.name} = {one.value!r}" for one in kind])
    elif own := fields(kind):
        yield from _block([": ".join(pair) for pair in own.items()])
    elif "__call__" in vars(kind) and getattr(kind, "_is_protocol", False):
        yield from _block([f"{_signature(kind.__name__, vars(kind)['__call__'])}"])


def _function(name: str, function: Any) -> Iterator[str]:  # noqa: ANN401
    yield from _block([_signature(name, function)])
    yield _summary(function)


def _alias(name: str) -> Iterator[str]:
    """A name for a type: as it is written, and what is said of it there."""
    module = next(one for one in list(sys.modules.values()) if _defines(one, name))
    tree = ast.parse(inspect.getsource(module))
    (found,) = (one for one in tree.body if isinstance(one, ast.AnnAssign) and ast.unparse(one.target) == name)
    assert found.value is not None
    yield from _block([f"{name} = {ast.unparse(found.value).strip(chr(39))}"])
    after = tree.body[tree.body.index(found) + 1]
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
        yield f"{after.value.value!s}\n"


def _errors() -> Iterator[str]:
    yield "## Errors\n"
    yield "Each is a `memtxn.MemtxnError` with `detail`, `code`, `advice` and `retryable`. Some carry more:\n"
    yield "| error | data |\n|---|---|"
    for name in memtxn.__all__:
        kind = getattr(memtxn, name)
        if _is_error(kind):
            own = [f"`{one}`" for one in data(kind) if one not in ("detail", "code")]
            yield f"| `{name}` | {', '.join(own) or '–'} |"


# -- signatures ----------------------------------------------------------------------------------------


def _signature(name: str, function: Any) -> str:  # noqa: ANN401
    """As it is written, without self, on as many lines as it needs."""
    given = [one for one in inspect.signature(function).parameters.values() if one.name != "self"]
    parts: list[str] = []
    for one in given:
        if one.kind is one.KEYWORD_ONLY and not any(part.startswith("*") for part in parts):
            parts.append("*")
        parts.append(_plainly(_parameter(one), function))
    end = f") -> {_returned(function)}"
    line = f"{name}({', '.join(parts)}{end}"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"{name}(", *(f"    {part}," for part in parts), end])


def _parameter(one: inspect.Parameter) -> str:
    stars = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
    default = "" if one.default is one.empty else f" = {_default(one.default)}"
    return f"{stars}{one.name}: {one.annotation}{default}"


def _returned(function: Any) -> str:  # noqa: ANN401
    return _plainly(str(inspect.signature(function).return_annotation), function)


def _plainly(annotation: str, function: Any) -> str:  # noqa: ANN401
    """Names for types that are not public, by what they stand for."""
    return re.sub(r"\b[A-Z]\w+", lambda match: _meant(match[0], inspect.unwrap(function)), annotation)


def _meant(name: str, function: Any) -> str:  # noqa: ANN401
    value = function.__globals__.get(name)
    if get_origin(value) is Literal:
        return " | ".join(map(repr, get_args(value)))
    if isinstance(value, UnionType):
        return " | ".join("None" if kind is type(None) else kind.__name__ for kind in get_args(value))
    return value if isinstance(value, str) and name not in memtxn.__all__ else name


def _default(value: object) -> str:
    if isinstance(value, Enum):
        return repr(value.value) if isinstance(value, str) else f"{type(value).__name__}.{value.name}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_default, value))}{',' if len(value) == 1 else ''})"
    return repr(value)


def _summary(value: Any) -> str:  # noqa: ANN401
    """The first paragraph of its docstring, which says it all or says what it is."""
    own = inspect.cleandoc(value.__doc__ or "")
    words = " ".join(own.split("\n\n")[0].split()).replace("``", "`")
    return f"{textwrap.fill(words, WIDTH, break_on_hyphens=False)}\n"


def _block(lines: list[str]) -> Iterator[str]:
    yield "```text"
    yield from lines
    yield "```\n"


# -- what is public ------------------------------------------------------------------------------------


def _mentioned(value: Any) -> dict[str, type]:  # noqa: ANN401
    """The classes of memtxn that stand in the annotations of a class or function."""
    functions: list[Any] = [value] if inspect.isfunction(value) else []
    words: list[str] = []
    if isinstance(value, type):
        words = list(fields(value).values())
        functions = [one.fget if isinstance(one, property) else one for one in members(value).values()]
    for function in functions:
        words += map(str, inspect.get_annotations(inspect.unwrap(function)).values())
    module = sys.modules[value.__module__] if hasattr(value, "__module__") else memtxn
    found = {name: getattr(module, name, None) for name in re.findall(r"\b[A-Z]\w+", " ".join(words))}
    return {
        name: kind
        for name, kind in found.items()
        if isinstance(kind, type) and kind.__module__.startswith("memtxn")
    }


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, MemtxnError)


def _defines(module: Any, name: str) -> bool:  # noqa: ANN401
    return getattr(module, "__name__", "").startswith("memtxn.model") and name in getattr(
        module, "__annotations__", {}
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(text(), encoding="utf-8")
    else:
        sys.stdout.write(text())
