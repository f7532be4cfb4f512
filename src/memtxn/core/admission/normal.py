"""Normal form: one spelling for texts that a reader takes for the same, and the way back to the original.

NFKC and case folding (The Unicode Standard 3.13, D146), one form of quotation marks, dashes and spaces,
nothing that cannot be seen. What was taken out is reported: an unseen character is worth knowing of.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from memtxn.core.admission.offsets import OffsetMap, rewrite
from memtxn.core.admission.scripts import CONTROLS, HIDDEN, ONE_FORM, OWN_FORM, QUIET
from memtxn.core.admission.text import clusters, is_boundary

CLUSTER_LIMIT = 32
"""Characters that are folded at once. Sorting combining marks is quadratic, so that a longer cluster is taken
in parts, as the stream-safe form of UAX #15 does (30 marks; no real text comes near)."""

_UNSEEN = re.compile(f"[{HIDDEN}{CONTROLS}]")
_CONTROL = re.compile(f"[{CONTROLS}]")
_LOUD = re.compile(f"[^{QUIET}]+")
_OWN = re.compile(f"[{OWN_FORM}]")
_STOP = re.compile(r"\.(?<=[^\W\d_]{2}\.)(?=[A-Z](?:[a-z]|\W|$))")
_SPACES = re.compile(r"\s{2,}|[^\S ]")
_LINES = re.compile(r"[^\S\n]*\n\s*")


_AS_IT_WAS = OffsetMap()


class Normal(msgspec.Struct, frozen=True):
    """A text in normal form. ``hidden`` are the offsets of unseen characters in the original.

    ``stops`` are the offsets, in the normal text, of full stops that end a sentence though no space follows:
    case folding hides the capital letter that tells them from the dot in a name. ``lines`` are the offsets, in
    the normal text, of the spaces that end a line.
    """

    text: str
    folding: OffsetMap
    spacing: OffsetMap
    hidden: tuple[int, ...]
    stops: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """The smallest span of the original that text[start:end] was made from (start < end)."""
        if not self.spacing.new_starts and not self.folding.new_starts:
            return start, end
        return self.folding.to_old(*self.spacing.to_old(start, end))

    def from_original(self, start: int, end: int) -> tuple[int, int]:
        """The largest span of the normal text that was made from nothing outside original[start:end]."""
        return self.spacing.to_new(*self.folding.to_new(start, end))


def normalise(text: str) -> Normal:
    """The normal form. Total: any text has one. Linear in the text."""
    hidden: tuple[int, ...] = ()
    if (
        text.isascii()
        and text.isprintable()
        and "  " not in text
        and not ("." in text and _STOP.search(text))  # most pieces of evidence have no full stop in them
    ):
        return Normal(text.lower(), _AS_IT_WAS, _AS_IT_WAS, hidden)
    if text.isascii() and not _CONTROL.search(text):
        folded, folding = text.lower(), OffsetMap()
    else:
        folded, folding = rewrite(text, _foldings(text), keep=str.lower)
        hidden = tuple(match.start() for match in _UNSEEN.finditer(text))
    spaced, spacing = rewrite(folded, ((*match.span(), " ") for match in _SPACES.finditer(folded)))
    normal = Normal(spaced, folding, spacing, hidden)
    stops = tuple(normal.from_original(*match.span())[0] for match in _STOP.finditer(text))
    lines = tuple(spacing.to_new(*match.span())[0] for match in _LINES.finditer(folded)) if "\n" in text else ()
    return msgspec.structs.replace(normal, stops=stops, lines=lines) if stops or lines else normal


def unseen(text: str) -> str:
    """The characters of a text that no reader sees, in their order."""
    return "" if text.isascii() and not _CONTROL.search(text) else "".join(_UNSEEN.findall(text))


def _foldings(text: str) -> Iterator[tuple[int, int, str]]:
    """The clusters that may change, each with what becomes of it."""
    for match in _LOUD.finditer(text):
        first, last = match.span()
        first -= not is_boundary(text, first)  # a combining mark changes the letter before it
        for start, end, cluster in clusters(text[first:last]):
            for part in range(0, end - start, CLUSTER_LIMIT):
                piece = cluster[part : part + CLUSTER_LIMIT]
                yield first + start + part, first + start + part + len(piece), fold(piece)


@lru_cache(maxsize=8192)
def fold(cluster: str) -> str:
    """The normal form of one cluster, except for its spaces."""
    visible = _UNSEEN.sub("", cluster).translate(ONE_FORM)
    if _OWN.search(visible):
        return visible.casefold()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())
    return _UNSEEN.sub("", folded.translate(ONE_FORM))
