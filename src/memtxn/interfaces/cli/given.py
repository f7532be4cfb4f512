"""What was typed, made into what the operations take; whatever cannot be used is an InvalidInput."""

from __future__ import annotations

import getpass
import sys
from datetime import UTC, datetime

import msgspec

from memtxn.errors import InvalidInput, NaiveDatetime
from memtxn.interfaces.cli.words import bytes_text
from memtxn.model.codec import Json, parse
from memtxn.model.exact import brief

_STDIN_LIMIT = 16 * 1024 * 1024
"""Bytes; far more than any policy lets a source have, and the end of what is read."""


def moment(text: str | None, option: str) -> datetime | None:
    """The aware time of an ISO 8601 text.

    Raises:
        NaiveDatetime: it has no zone. InvalidInput: it is no time, or out of range in UTC.
    """
    if text is None:
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidInput(f"{option} {brief(text)} is no ISO 8601 time such as 2026-03-01T10:00:00Z") from None
    if time.tzinfo is None:
        raise NaiveDatetime(f"{option} {brief(text)}")
    try:
        return time.astimezone(UTC)
    except OverflowError:
        raise InvalidInput(f"{option} {brief(text)} lies outside the years 1 to 9999 in UTC") from None


def moment_or_now(text: str | None, option: str) -> datetime:
    """Like `moment`, and the present when nothing was given."""
    return moment(text, option) or datetime.now(UTC)


def json_value(text: str, what: str, hint: str = "") -> Json:
    """The value of a JSON text. ``hint`` is told to whoever gave none."""
    try:
        return parse(text.encode())
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise InvalidInput(f"{what} is not JSON: {error}{hint and f'; {hint}'}") from None
    except RecursionError:
        raise InvalidInput(f"{what} is nested too deeply") from None


def text_or_stdin(text: str | None) -> str:
    """The text itself; for ``-``, or for none at the end of a pipe, stdin without its last newline."""
    if text is not None and text != "-":
        return text
    if text is None and sys.stdin.isatty():
        raise InvalidInput("no TEXT was given; type it, or pipe it in")
    data = sys.stdin.buffer.read(_STDIN_LIMIT + 1)
    if len(data) > _STDIN_LIMIT:
        raise InvalidInput(f"stdin holds more than {bytes_text(_STDIN_LIMIT)}")
    try:
        return data.decode().removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"stdin is not UTF-8: byte {error.start}") from None


def login_name() -> str:
    """Who is at the keyboard."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        raise InvalidInput("who speaks is not known here; say it with --speaker") from None
