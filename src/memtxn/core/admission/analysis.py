"""Analysis: all that the rules must know of a source, worked out once and judged on many times."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

import msgspec

from memtxn.core.admission.cues.pack import Pack
from memtxn.core.admission.normal import Normal, normalise
from memtxn.core.admission.numbers import value_of_text
from memtxn.core.admission.tokens import Tokens, tokenise
from memtxn.model.codec import Json
from memtxn.model.source import Source

_LAST_CODE = 0x10FFFF
_CODES = "".join(map(chr, range(256)))


class Vocabulary(msgspec.Struct, frozen=True):
    """The tokens of one text as a string of one character each: to search tokens is to search a text.

    ``names`` gives the character of a token; the name of a number by its value those of all its spellings.
    """

    codes: str
    names: dict[str, str]


class Analysis(msgspec.Struct, frozen=True):
    """What is known of a source. Immutable; keep it by source id.

    A JSON source has ``text`` None, its ``value``, and no tokens. Token numbers and spans are half-open. The
    columns are lists for speed; nobody changes them. ``source`` is None for a bare text. ``packs`` are the user's
    cues with which the text is read. ``notes`` keeps what was read out of it when it was first asked for, each by
    the name of its reader.
    """

    source_id: str
    text: str | None
    value: Json
    normal: Normal
    tokens: Tokens
    vocabulary: Vocabulary
    source: Source | None = None
    packs: tuple[Pack, ...] = ()
    notes: dict[str, object] = msgspec.field(default_factory=dict)

    def window(self, start: int, end: int) -> tuple[int, int]:
        """The range of the tokens wholly inside a span of the normal text. Part of a word is no token."""
        first = bisect_left(self.tokens.starts, start)
        return first, max(first, bisect_right(self.tokens.ends, end))

    def span(self, first: int, last: int) -> tuple[int, int]:
        """The span of the original text on which tokens first … last-1 stand."""
        return self.normal.to_original(self.tokens.starts[first], self.tokens.ends[last - 1])

    def is_capital(self, token: int) -> bool:
        """Whether a token begins with a capital letter in the original text."""
        start = self.tokens.starts[token]
        if self.text is None:
            return False
        if self.normal.folding.new_starts or self.normal.spacing.new_starts:
            start = self.normal.to_original(start, start + 1)[0]
        return self.text[start].isupper()

    def unseen(self, start: int, end: int) -> str:
        """The characters between two offsets of the original text that no reader sees."""
        hidden = self.normal.hidden
        if not hidden or self.text is None:
            return ""
        inside = hidden[bisect_left(hidden, start) : bisect_left(hidden, end)]
        return "".join(self.text[at] for at in inside)


def analyse(source: Source, packs: tuple[Pack, ...] = ()) -> Analysis:
    """The analysis of a source, whatever its text. Total, pure, linear in the text."""
    return analyse_text(source.text, source=source, packs=packs)


def analyse_text(text: str | None, *, source: Source | None = None, packs: tuple[Pack, ...] = ()) -> Analysis:
    """The analysis of a text: of a source, or of one that stands inside a JSON source."""
    normal = normalise(text or "")
    tokens = tokenise(normal.text, normal.stops)
    name, value = (source.id, source.value) if source else ("", None)
    return Analysis(name, text, value, normal, tokens, _vocabulary(tokens.texts), source, packs)


def _vocabulary(texts: list[str]) -> Vocabulary:
    # in a short text a word may have the code of its last place; in a long one its codes should be small
    distinct = texts if len(texts) <= len(_CODES) else dict.fromkeys(texts)
    codes_of = _CODES if len(distinct) <= len(_CODES) else map(chr, range(_LAST_CODE))
    names = dict(zip(distinct, codes_of, strict=False))
    if len(distinct) <= _LAST_CODE:
        codes = "".join(map(names.__getitem__, texts))
    else:  # beyond it tokens share a code that has no name: they match nothing
        codes = "".join(names.get(text, chr(_LAST_CODE)) for text in texts)
    names.update(_values(names))
    return Vocabulary(codes, names)


_AFTER_DIGITS = ":"


def _values(names: dict[str, str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for text in [text for text in names if text < _AFTER_DIGITS]:  # a minus comes before the digits
        value = value_of_text(text) if text[0] in "-0123456789" else None
        if value is not None:
            values[value] = values.get(value, "") + names[text]
    return values
