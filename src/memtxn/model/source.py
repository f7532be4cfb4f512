"""Source and evidence: what was seen, and the part of it that a proposal points to."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from unicodedata import category, normalize

import msgspec

from memtxn.model.codec import Json, pack
from memtxn.model.exact import exact_text

NORMAL_AUTHORITY = 0.5
"""The authority of a source whose channel has no policy of its own."""

HIGH_AUTHORITY = 0.9
"""From here on a source's authority is of the highest class."""


class Source(msgspec.Struct, frozen=True):
    """An immutable piece of what was seen: a turn, a tool result, a page, a JSON document.

    ``id`` is a hash of (channel, speaker, at, ref, content), so that observing the same turn twice is one
    source; ``ref`` tells equal turns apart and ``ordinal`` orders the sources of one instant. ``authority``
    runs from 0 to 1 (low < 0.5 ≤ normal < 0.9 ≤ high). ``offset`` are the minutes from UTC of the time as it was
    given: by them "tomorrow" is read, unless policy names a zone.
    """

    id: str
    speaker: str
    channel: str
    at: datetime
    text: str | None = None
    value: Json = None
    authority: float = NORMAL_AUTHORITY
    ref: str | None = None
    ordinal: int = 0
    offset: int | None = None

    def quote(self, text: str, occurrence: int = 1) -> Evidence:
        """Evidence: the ``occurrence``-th place where this text stands. Never raises; the gate judges it."""
        return Evidence(source=self, quote=_plain(text), occurrence=occurrence)

    def span(self, start: int, end: int) -> Evidence:
        """Evidence: the characters from ``start`` up to ``end``. Never raises; the gate judges it."""
        return Evidence(source=self, start=start, end=end)

    def pointer(self, pointer: str) -> Evidence:
        """Evidence: the part of a JSON source at an RFC 6901 pointer. Never raises; the gate judges it."""
        return Evidence(source=self, pointer=_plain(pointer))


def _plain(given: str) -> str:
    """The text that a subclass of `str` holds; whatever else was given, as it is."""
    exact = exact_text(given)
    return given if exact is None else exact


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that a source says something: a quoted text, a span, or a JSON pointer. Not yet believed."""

    source: Source
    quote: str | None = None
    occurrence: int = 1
    start: int | None = None
    end: int | None = None
    pointer: str | None = None


class Citation(msgspec.Struct, frozen=True, array_like=True):
    """Evidence that was found true, as a belief keeps it: where it stands, not what it says.

    ``start`` and ``end`` count characters of the source's original text; a JSON source is cited by
    ``pointer`` instead.
    """

    source_id: str
    start: int = 0
    end: int = 0
    pointer: str | None = None


def source_id(channel: str, speaker: str, at: int, ref: str | None, content: bytes) -> str:
    """The content-derived id of a source (``at`` in microseconds), 32 hexadecimal digits."""
    return blake2b(pack((channel, speaker, at, ref, content)), digest_size=16).hexdigest()


@lru_cache(maxsize=1024)
def channel_form(channel: str) -> str:
    """The channel as policy compares it: "Web", "web ", full-width and unseen letters are no other channel."""
    folded = normalize("NFKC", normalize("NFKC", channel).casefold())
    return "".join(one for one in folded if category(one) != "Cf").strip()


def authority_class(thousandths: int) -> int:
    """The class of an authority in thousandths: 0 low (< 0.5), 1 normal (< 0.9), 2 high."""
    return (thousandths >= 1000 * NORMAL_AUTHORITY) + (thousandths >= 1000 * HIGH_AUTHORITY)
