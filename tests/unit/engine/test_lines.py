"""Lines that come in: what they mean, and what is said of those that mean nothing."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import pytest

from memtxn.engine.lines import given_lines, parsed
from memtxn.errors import InvalidInput
from memtxn.model.lines import BeliefLine, Header, Line, SourceLine, Statement

LIMIT = 1_000
SAID = b'{"text": "tea", "speaker": "ann", "at": "2026-03-01T10:00:00+02:00"}'
BELIEF = {"kind": "belief", "id": "5.2", "entity": ["A", "b/c"], "attribute": "x", "value": None}


def meant(lines: object) -> list[tuple[int, Line]]:
    """The lines that are not empty, by number."""
    return [
        (given.number, parsed(given).line)
        for given in given_lines(lines, LIMIT)
        if given.content or given.problem
    ]


def problem(line: bytes | str | dict[str, Any] | object) -> str:
    """What is wrong with a line."""
    (given,) = given_lines([line], LIMIT)
    with pytest.raises(InvalidInput) as caught:
        parsed(given)
    return caught.value.detail


def test_kinds_of_lines() -> None:
    lines = [{"format": "memtxn", "version": 1}, BELIEF, json.loads(SAID)]
    (_, header), (_, belief), (_, statement) = meant(lines)
    assert isinstance(header, Header)
    assert isinstance(belief, BeliefLine)
    assert isinstance(statement, Statement)
    assert (belief.entity, belief.value, belief.confidence) == (("A", "b/c"), None, 1.0)
    assert statement.at == datetime(2026, 3, 1, 8, tzinfo=UTC)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\n\n", b"\r\n \t\r\n\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("last", [True, False])
def test_ends_of_lines_and_a_mark_at_the_beginning(end: bytes, mark: bytes, last: bool) -> None:
    step = end.count(b"\n")
    data = mark + SAID + end + SAID + (end if last else b"")
    forms: list[Iterable[object]] = [
        io.BytesIO(data),
        io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline=""),
        data.splitlines(keepends=True),
        data.decode().split("\n"),
    ]
    for form in forms:
        assert [number for number, _ in meant(form)] == [1, 1 + step]


def test_other_line_separators_stand_inside_a_line() -> None:
    text = "a\u2028b\x85c\x0bd\x1ee"
    line = json.dumps({"text": text}, ensure_ascii=False).encode()
    ((_, found),) = meant(io.BytesIO(line.replace(b"\x0b", b"\\u000b").replace(b"\x1e", b"\\u001e")))
    assert isinstance(found, Statement)
    assert found.text == text


WRONG: list[tuple[object, str]] = [
    (b"{", "not JSON: Expecting property name"),
    (b"[1]", "no JSON object"),
    (b'"text"', "no JSON object"),
    (b"null", "no JSON object"),
    (b"{} {}", "not JSON: Extra data"),
    (b'{"text": "caf\xe9"}', "not UTF-8, from byte 14 on"),
    ('{"text": "x"}'.encode("utf-16"), "not UTF-8"),
    (b'{"text": "a", "text": "b"}', "two fields 'text'"),
    (b'{"value": {"a": 1, "a": 1}}', "two fields 'a'"),
    (b'{"value": NaN}', "holds NaN"),
    (b'{"value": -Infinity}', "holds -Infinity"),
    (b'{"value": 1e999}', "holds inf"),
    (b'{"value": ' + b"9" * 900 + b"}", "bits"),
    (b'{"text": "\\ud800"}', "lone surrogate"),
    (b'{"\\udfff": 1}', "lone surrogate"),
    ('{"text": "\ud800"}', "not UTF-8"),
    (b'{"value": ' + b"[" * 400 + b"]" * 400 + b"}", "nested deeper than 64"),
    (b'{"text": "a\nb"}', "not JSON: Invalid control character"),
    (b'{"txet": "x"}', "unknown field `txet`"),
    (b'{"txet": "x"}', "a line of your own has text, document, speaker, at, channel"),
    (b'{"kind": "source", "txet": "x"}', "a source has kind, seq, recorded_at, id, speaker"),
    (b'{"format": "memtxn", "version": 1, "x": 1}', "a header has format, version, memory"),
    (b'{"evidence": [{"source": "a", "qote": "x"}]}', "a place in a source has source, quote, occurrence"),
    (b'{"at": "2026-11-11T10:00:00"}', "`at` is '2026-11-11T10:00:00', which has no zone: end it with Z"),
    (b'{"valid_to": "2026-11-11 10:00"}', "a time is written as in 2026-03-01T10:00:00Z"),
    (b'{"text": 5}', "Expected `str | null`, got `int` - at `$.text`"),
    (b'{"entity": "A/b", "confidence": "high"}', "at `$.confidence`"),
    (b'{"entity": ["A"], "attribute": "x"}', "at `$.entity`"),
    (b'{"at": "yesterday"}', "at `$.at`"),
    (b'{"at": 1}', "at `$.at`; a time is written as in 2026-03-01T10:00:00Z"),
    (b'{"ordinal": 1.5}', "at `$.ordinal`"),
    (b'{"evidence": [{"quote": "x"}]}', "missing required field `source` - at `$.evidence[0]`"),
    (
        b'{"kind": "belive"}',
        "Invalid value 'belive' - at `$.kind`; a kind is one of declaration, type, constraint",
    ),
    (b'{"kind": 1}', "a line of your own has none"),
    (b'{"kind": "belief"}', "missing required field"),
    (b'{"format": "mem0", "version": 1}', "at `$.format`"),
    (b'{"format": "memtxn", "version": 2}', "version 2; this version of memtxn knows up to 1"),
    (b'{"format": "memtxn", "version": 0}', "version 0"),
    (b"x" * (LIMIT + 1), "longer than 1000 bytes"),
    ("x" * (LIMIT + 1), "longer than 1000 bytes"),
    (None, "bytes, text or an object, not NoneType"),
    (5, "not int"),
    (["text"], "not list"),
    ({"text": {1}}, "the line must be JSON"),
    ({1: "x"}, "the line has an object key"),
    ({"at": datetime(2026, 1, 1, tzinfo=UTC)}, "must be JSON"),
]


@pytest.mark.parametrize(("line", "said"), WRONG, ids=range(len(WRONG)))
def test_a_line_that_means_nothing(line: object, said: str) -> None:
    assert said in problem(line)


def test_nesting_beyond_all_bounds() -> None:
    (given,) = given_lines([b"[" * 100_000 + b"]" * 100_000], 10**6)
    with pytest.raises(InvalidInput, match="nested"):
        parsed(given)


def test_a_number_beyond_all_bounds() -> None:
    (given,) = given_lines([b'{"value": ' + b"9" * 100_000 + b"}"], 10**6)
    with pytest.raises(InvalidInput, match="cannot be used"):
        parsed(given)


@pytest.mark.parametrize("size", [LIMIT - 1, LIMIT, LIMIT + 1, LIMIT + 2, 3 * LIMIT, 3 * LIMIT + 6])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("text", [True, False])
def test_what_follows_a_long_line_keeps_its_number(size: int, end: bytes, text: bool) -> None:
    data = b" " * (size - len(SAID)) + SAID + end + SAID + end
    file = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="") if text else io.BytesIO(data)
    long, short = given_lines(file, LIMIT)
    assert bool(long.problem) is (size > LIMIT)
    assert (short.number, short.problem) == (2, "")
    assert parsed(short).line == parsed(next(iter(given_lines([SAID], LIMIT)))).line


def test_the_same_thing_in_other_words_has_the_same_bytes() -> None:
    forms = [SAID, b" " + SAID.replace(b": ", b":") + b"\r\n", json.loads(SAID), SAID.decode(), bytearray(SAID)]
    assert len({parsed(given).data for given in given_lines(forms, LIMIT)}) == 1


def test_a_line_is_kept_as_it_was_read() -> None:
    given = list(given_lines([b"caf\xe9\r\n", {"b": 1, "a": 2}, {"a": {3}}], LIMIT))
    assert [each.text for each in given] == ["caf\\xe9", '{"a":2,"b":1}', ""]


def test_what_reading_raises_is_raised() -> None:
    def lines() -> Iterable[bytes]:
        yield SAID
        raise OSError("the tape is torn")

    read = given_lines(lines(), LIMIT)
    assert isinstance(parsed(next(read)).line, Statement)
    with pytest.raises(OSError, match="torn"):
        next(read)


def test_an_exported_line_comes_back_as_it_was() -> None:
    line: dict[str, Any] = {
        "kind": "source",
        "id": "0" * 32,
        "speaker": "a",
        "channel": "b",
        "at": "2026-01-01T00:00:00Z",
    }
    ((_, found),) = meant([line | {"document": None, "seq": 3, "recorded_at": "2026-01-01T00:00:00.000001Z"}])
    assert isinstance(found, SourceLine)
    assert found.document is None
