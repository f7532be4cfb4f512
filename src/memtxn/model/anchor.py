"""Anchor: where every memory of a store stood at a moment, sealed, on one line to be kept elsewhere.

Whoever can write a file can put an older one in its place, or cut off its end, and all that is left agrees with
itself. Only a witness that stands outside can tell. An anchor holds numbers and hashes, and no text.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from memtxn.errors import InvalidInput
from memtxn.model.exact import brief, exact_text
from memtxn.model.time import from_micros

VERSION = 1
LIMIT = 64 * 1024 * 1024
"""Characters of an anchor that are read: some 200,000 memories."""


class AnchorEntry(msgspec.Struct, frozen=True, array_like=True):
    """Where one memory stood: its number, a keyed hash of its name, its last record and the proofs of that.

    Hashes in hexadecimal digits; ``digest`` is one of the sums of what it showed, ``at`` in microseconds.
    """

    number: int
    name: str
    seq: int
    at: int
    link: str
    digest: str
    tag: str


class Anchor(msgspec.Struct, frozen=True, kw_only=True):
    """A sealed checkpoint of a whole store. ``str(anchor)`` is the line to keep, `parse` reads it again.

    ``store`` and ``epoch`` say of which store and which line of it, ``key`` with which key ``seal`` was made,
    ``at`` when, in microseconds.
    """

    version: int = VERSION
    store: str
    epoch: str
    tenant: int
    at: int
    memories: tuple[AnchorEntry, ...]
    key: str
    seal: str = ""

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()

    @property
    def made(self) -> datetime:
        """When it was made."""
        return from_micros(self.at)

    @property
    def sealed(self) -> tuple[object, ...]:
        """All that the seal covers."""
        return msgspec.structs.astuple(self)[:-1]

    @staticmethod
    def parse(text: str) -> Anchor:
        """The anchor of a line. Raises InvalidInput when it is none, or of a later version."""
        given = exact_text(text)
        if given is None or len(given) > LIMIT:
            raise InvalidInput(f"anchor must be the text of one, not {brief(text)}")
        try:
            found = msgspec.json.decode(given.strip().removeprefix("\ufeff").encode(), type=Anchor)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            raise InvalidInput(f"this is no anchor: {error}") from None
        if found.version != VERSION:
            raise InvalidInput(f"an anchor of version {found.version}; this memtxn knows version {VERSION}")
        return found


def anchor_of(given: object) -> Anchor | None:
    """The anchor that somebody gave: itself, or its line; None for None. Raises InvalidInput."""
    if given is None or type(given) is Anchor:
        return given
    if exact_text(given) is None:
        raise InvalidInput(f"anchor must be an Anchor or its text, not {brief(given)}")
    return Anchor.parse(given)  # type: ignore[arg-type]
