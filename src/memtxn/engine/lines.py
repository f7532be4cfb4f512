"""Reading lines that come in: bytes, text or objects made into the lines that they mean, or into what is wrong.

Bounded, whatever the file: a line over the limit is passed over piece by piece. Nothing is guessed: two fields of
one name, a field that there is not, NaN, an unpaired surrogate, a wrong type are all told.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Protocol, get_args

import msgspec

from memtxn.errors import InvalidInput
from memtxn.model.codec import Json, canonical, parse
from memtxn.model.exact import brief, exact_text, is_a, kind_of
from memtxn.model.lines import FORMAT_NAME, FORMAT_VERSION, Cite, Header, KindLine, Line, Statement

_BOM = b"\xef\xbb\xbf"
_QUOTED = 2_000
"""Characters that are kept of a line that is too long."""


class ReadsLines(Protocol):
    """An open file, of bytes or of text."""

    def readline(self, limit: int, /) -> bytes | str:
        """The next line, or as much of it as the limit allows; nothing at the end."""
        ...


Lines = ReadsLines | Iterable[bytes | str | dict[str, Any]]
"""What lines come from: an open file, or anything that gives lines as bytes, text or objects."""


class Given(msgspec.Struct, frozen=True):
    """One line as it came, by its number from 1. Empty ones have no content; ``problem``: it cannot be read."""

    number: int
    content: bytes | dict[str, Any] = b""
    problem: str = ""

    @property
    def text(self) -> str:
        """The line, to be shown or kept."""
        if isinstance(self.content, bytes):
            return self.content.decode("utf-8", "backslashreplace")
        try:
            return canonical(self.content, "the line").decode()
        except InvalidInput:
            return ""


class Parsed(msgspec.Struct, frozen=True):
    """A line and what it means; ``data`` are its canonical bytes."""

    given: Given
    line: Line
    data: bytes

    @property
    def number(self) -> int:
        """Its number, from 1."""
        return self.given.number


def given_lines(lines: object, limit: int) -> Iterator[Given]:
    """The lines one after the other, empty ones too. What reading a caller's object raises is raised.

    Raises:
        InvalidInput: it gives no lines.
    """
    for number, piece in enumerate(_pieces(lines, limit), start=1):
        if is_a(piece, dict):
            yield Given(number, piece)  # type: ignore[arg-type]
            continue
        data = _bytes_of(piece)
        if data is None:
            yield Given(number, problem=f"it is bytes, text or an object, not {kind_of(piece)}")
            continue
        data = (data.removeprefix(_BOM) if number == 1 else data).rstrip(b"\r\n")
        if len(data) > limit:
            yield Given(number, data[:_QUOTED], f"it is longer than {limit} bytes")
        else:
            yield Given(number, data if data.strip() else b"")


def _pieces(lines: object, limit: int) -> Iterator[object]:
    if hasattr(lines, "readline"):
        yield from _pieces_of_file(lines, limit)
    elif isinstance(lines, Iterable) and not isinstance(lines, bytes | str | dict):
        yield from lines
    else:
        raise InvalidInput(f"lines come from an open file or an iterable of them, not {kind_of(lines)}")


def _pieces_of_file(file: Any, limit: int) -> Iterator[object]:  # noqa: ANN401  # any file there is
    """Lines of a file; of one that is too long a beginning that shows that it is."""
    room = limit + 2  # a line of the limit ends with two characters at most
    while piece := file.readline(room):
        rest = piece
        while rest and not _ended(rest) and len(rest) == room:
            rest = file.readline(room)
        yield piece


def _ended(piece: object) -> bool:
    return piece[-1:] in (b"\n", "\n") if isinstance(piece, bytes | str) else True


def _bytes_of(piece: object) -> bytes | None:
    if isinstance(piece, bytes | bytearray):
        return bytes(piece)
    text = exact_text(piece)
    return None if text is None else text.encode("utf-8", "surrogatepass")


# -- what a line means -----------------------------------------------------------------------------------


def parsed(given: Given) -> Parsed:
    """What a line means. Raises InvalidInput, which says what is wrong with it."""
    if given.problem:
        raise InvalidInput(given.problem)
    content = given.content
    data = canonical(_object(content) if isinstance(content, bytes) else content, "the line")
    return Parsed(given, _line(parse(data)), data)


def _object(data: bytes) -> object:
    try:
        found: object = json.loads(data.decode(), object_pairs_hook=_unique, parse_constant=_refused)
    except UnicodeDecodeError as error:
        raise InvalidInput(f"it is not UTF-8, from byte {error.start + 1} on") from None
    except json.JSONDecodeError as error:
        raise InvalidInput(f"it is not JSON: {error.msg}, at character {error.pos + 1}") from None
    except RecursionError:
        raise InvalidInput("it is nested too deeply") from None
    except ValueError as error:  # a number with thousands of digits
        raise InvalidInput(f"it holds what cannot be used: {error}") from None
    return found


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise InvalidInput(f"it has two fields {brief(twice)}")
    return found


def _refused(constant: str) -> float:
    raise InvalidInput(f"it holds {constant}, which JSON does not have")


def _line(found: Json) -> Line:
    if not isinstance(found, dict):
        raise InvalidInput("it is no JSON object")
    kind: Any = Header if "format" in found else KindLine if "kind" in found else Statement
    try:
        line: Line = msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        raise InvalidInput(str(error) + _hint(str(error), found)) from None
    if isinstance(line, Header) and not 1 <= line.version <= FORMAT_VERSION:
        known = f"this version of {FORMAT_NAME} knows up to {FORMAT_VERSION}"
        raise InvalidInput(f"it begins an export of version {line.version}; {known}")
    for name in line.__struct_fields__:
        moment = getattr(line, name)
        if isinstance(moment, datetime) and moment.tzinfo is None:
            raise InvalidInput(f"`{name}` is {brief(found[name])}, which has no zone: {_ZONES}")
    return line


# -- what to write instead -------------------------------------------------------------------------------

_ZONES = "end it with Z for UTC, or with how far it is from it, as in 2026-03-01T10:00:00+02:00"

_KINDS: dict[object, type[KindLine]] = {kind.__struct_config__.tag: kind for kind in get_args(KindLine)}


def _hint(problem: str, found: dict[str, Any]) -> str:
    """What helps with a line that msgspec did not understand, as the end of a sentence."""
    if "unknown field" in problem:
        return f"; {_known_fields(problem, found)}"
    if "RFC3339" in problem or "Expected `datetime" in problem:
        return "; a time is written as in 2026-03-01T10:00:00Z"
    if problem.endswith("`$.kind`"):
        return f"; a kind is one of {', '.join(map(str, _KINDS))}, and a line of your own has none"
    return ""


def _known_fields(problem: str, found: dict[str, Any]) -> str:
    """The fields that there are where one was not known."""
    if "`$.evidence[" in problem:
        return f"a place in a source has {_listed(Cite.__struct_fields__)}"
    if "format" in found:
        return f"a header has {_listed(Header.__struct_fields__)}"
    if "kind" in found:
        return f"a {found['kind']} has kind, {_listed(_KINDS[found['kind']].__struct_fields__)}"
    return f"a line of your own has {_listed(Statement.__struct_fields__)}"


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)
