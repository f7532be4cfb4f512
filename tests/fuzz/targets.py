"""Targets: what is called with arbitrary bytes, and what must hold whatever they are.

A target returns in peace, or raises what nobody has promised: that is what a fuzzer looks for.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone

import msgspec

from memtxn.core.admission import Analysis, analyse, judge
from memtxn.core.admission.locate import locate
from memtxn.core.admission.pointer import Nowhere, resolve
from memtxn.errors import InvalidInput, NaiveDatetime, NewerFormat, StorageError, Unreadable
from memtxn.interfaces.cli.given import json_value, moment
from memtxn.interfaces.cli.safe import is_unsafe, json_line, visible
from memtxn.model.codec import canonical, parse
from memtxn.model.key import Key, labels_of, memory_name, range_prefix
from memtxn.model.policy import Policy
from memtxn.model.proposal import Draft
from memtxn.model.record import Body, decode_body, decode_record
from memtxn.model.source import Evidence, Source
from memtxn.model.time import from_micros, to_micros
from memtxn.model.verdict import Decision
from tests.fuzz.damage import damaged_file, damaged_rows
from tests.fuzz.fields import Fields
from tests.fuzz.gate import GATE

Target = Callable[[bytes], None]
NOW = datetime(2026, 1, 1, tzinfo=UTC)
POLICY = Policy()


def json(data: bytes) -> None:
    """What JSON comes in has one canonical form, which says the same."""
    with suppress(InvalidInput):
        value = json_value(Fields(data).text(), "it")
        written = canonical(value)
        assert parse(written) == value
        assert canonical(parse(written)) == written


def key(data: bytes) -> None:
    """A key has a name, and only that key has it; whatever else is no name."""
    fields = Fields(data)
    first, second, third = fields.text(), fields.text(), fields.text()
    with suppress(InvalidInput):
        made = Key.of((first, second), third)
        assert Key.from_name(made.name) == made
        assert Key.of(made.entity, made.attribute) == made
        assert made.name.startswith(range_prefix(made.entity))
    with suppress(InvalidInput):
        Key.of(first, second)
    with suppress(InvalidInput):
        assert labels_of(memory_name((first, second))) == (first, second)
    for read in (Key.from_name, labels_of):
        with suppress(Unreadable):
            read(first)


def time(data: bytes) -> None:
    """A time that is understood is one moment, also after it was stored."""
    fields = Fields(data)
    with suppress(InvalidInput, NaiveDatetime):
        given = moment(fields.text(), "--at")
        assert given is not None
        assert from_micros(to_micros(given)) == given
    micros, offset = fields.whole(), fields.whole()
    with suppress(Unreadable):
        assert to_micros(from_micros(micros)) == micros
    with suppress(ValueError, OverflowError):
        zone = timezone(timedelta(microseconds=offset))
        naive = datetime(1, 1, 1) + timedelta(microseconds=micros)  # noqa: DTZ001
        with suppress(InvalidInput):
            to_micros(naive.replace(tzinfo=zone))


def evidence(data: bytes) -> None:
    """Evidence of any kind is looked up without an error; what is found stands where it is said to stand."""
    fields = Fields(data)
    source = _source(fields.text())
    found = {source.id: analyse(source)}
    for given in (
        source.quote(fields.text(), fields.whole()),
        source.span(fields.whole(), fields.whole()),
        source.pointer(fields.text()),
    ):
        place = locate(given, found, limit=POLICY.source_limit)
        if place.citation is None:
            assert place.code
            assert len(place.problem) < 1000
        else:
            assert 0 <= place.citation.start < place.citation.end <= len(source.text or "")


def pointer(data: bytes) -> None:
    """A pointer leads somewhere or nowhere."""
    fields = Fields(data)
    with suppress(InvalidInput, Nowhere):
        value = json_value(fields.text(), "it")
        where = fields.text()
        pointed = resolve(value, where)
        source = Source(id="s", speaker="a", channel="tool", at=NOW, value=value)
        place = locate(source.pointer(where), {"s": analyse(source)}, limit=POLICY.source_limit)
        assert place.pointed == pointed


def record(data: bytes) -> None:
    """Bytes are a record, or are said to be none."""
    with suppress(msgspec.MsgspecError, NewerFormat):
        made = decode_record(data)
        assert decode_record(made.encode()) == made


def body(data: bytes) -> None:
    """Bytes are a body, or are said to be none."""
    with suppress(msgspec.MsgspecError):
        made: Body = decode_body(data)
        assert decode_body(msgspec.msgpack.encode(made)) == made


def cli(data: bytes) -> None:
    """What is typed is understood or refused, in few words; what is printed moves no cursor."""
    text = Fields(data).text()
    for read in (lambda: moment(text, "--at"), lambda: json_value(text, "VALUE")):
        try:
            read()
        except InvalidInput as error:
            assert len(str(error)) < 1000  # noqa: PT017
    for shown in (visible(text), json_line(text)):
        assert not any(map(is_unsafe, shown))


def admission(data: bytes) -> None:
    """The gate has a verdict on anything, always the same; and it finds what a source says word for word."""
    fields = Fields(data)
    source, quoted, value = _source(fields.text()), fields.text(), fields.text()
    found = {source.id: analyse(source)}
    with suppress(InvalidInput):
        encoded = canonical(value)
        pieces = (source.quote(quoted, 1), source.span(0, len(source.text or "")))
        for piece in pieces:
            first = judge(_draft(value, encoded, piece), found, now=to_micros(NOW), policy=POLICY)
            again = judge(_draft(value, encoded, piece), found, now=to_micros(NOW), policy=POLICY)
            assert first == again
            assert first.verdict.decision is not Decision.REJECT or first.verdict.reasons
        _is_shown(source, found)


def _is_shown(source: Source, found: dict[str, Analysis]) -> None:
    """A text of words stands in itself, whatever else there is against it."""
    text = source.text or ""
    encoded = canonical(text)
    piece = source.span(0, len(text))
    verdict = judge(_draft(text, encoded, piece), found, now=to_micros(NOW), policy=POLICY).verdict
    if (
        text.isascii()
        and text.isprintable()
        and any(map(str.isalpha, text))
        and len(encoded) < POLICY.value_limit
    ):
        assert all(one.decision is Decision.ADMIT for one in verdict.trace if one.rule == "patch"), verdict


def _source(text: str) -> Source:
    """A source as memtxn keeps it: no lone surrogate."""
    return Source(id="s", speaker="ann", channel="user", at=NOW, text=text.encode("utf-8", "replace").decode())


def _draft(value: str, encoded: bytes, piece: Evidence) -> Draft:
    return Draft(
        key=Key("A", "1", "x"),
        value=value,
        canonical=encoded,
        evidence=(piece,),
        observed_at=NOW,
        valid_from=None,
        valid_to=None,
        confidence=1.0,
        type="fact",
    )


def rows(data: bytes) -> None:
    """Columns of any type and value make a row, or are told as damage."""
    with suppress(StorageError):
        damaged_rows(Fields(data).rest())


def file(data: bytes) -> None:
    """Of a damaged file all that can be read is read, and the rest is told as damage."""
    damaged_file(data)


TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (json, key, time, evidence, pointer, record, body, cli, admission, *GATE, rows, file)
}
"""By name."""
