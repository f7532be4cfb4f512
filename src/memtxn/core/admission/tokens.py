"""Tokens: what a value and its evidence are compared by."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import accumulate

import msgspec

from memtxn.core.admission.contractions import opened
from memtxn.core.admission.numbers import number_text
from memtxn.core.admission.scripts import MEANINGFUL_MARKS, OTHER_NUMBERS, UNSPACED
from memtxn.core.admission.text import Segment, words

_BETWEEN_DIGITS = re.compile(r"(?<=\d)[:⁄](?=\d)")
_POSSESSIVE = re.compile(r"(?<=[^\W\d_])'(?=s(?![\w']))")
_MARKS = re.compile(f"[{MEANINGFUL_MARKS}]")
_OTHER_NUMBERS = re.compile(f"[{OTHER_NUMBERS}]")
_RUN = "一"
_NO_SIGN_AFTER = frozenset(")]}%°'\"-_")


class Tokens(msgspec.Struct, frozen=True):
    """The tokens of a normal text, as columns. ``starts`` and ``ends`` are offsets in the normal text.

    ``runs[i]`` is 1 for a letter of a script without spaces, which is a token by itself. ``cuts[i]`` is 1
    where no contiguous run goes on from token i-1 to token i: something stands between them, be it only a
    space between two such letters. ``gaps[i]`` is the text before token i, back to token i-1.
    """

    texts: list[str]
    starts: list[int]
    ends: list[int]
    runs: bytes
    cuts: bytes
    gaps: list[str]


def tokenise(normal: str, stops: Iterable[int] = ()) -> Tokens:
    """The tokens of a text in normal form, in their order. Linear in the text.

    A number with its separators, sign and touching letters is one token (``-1,500``, ``19:30``, ``7pm``);
    white space, punctuation and underscores around a word are none. ``stops`` are the offsets of dots that
    separate words which UAX #29 would join.
    """
    if normal.isascii() and not stops and not any(mark.search(normal) for mark in _MARKED):
        return _plain_tokens(normal)
    return _tokens(normal, stops)


def _tokens(normal: str, stops: Iterable[int]) -> Tokens:
    shadow = _shadow(_parted(normal, stops))
    plain = normal.isascii()  # then a word of letters stands in the text as it stands in the shadow
    refined = [one if plain and one[2].isalpha() else _refined(normal, one) for one in words(shadow)]
    if "'" in normal or "cannot" in normal:
        refined = [piece for one in refined for piece in opened(normal, one)]
    starts, ends, texts = map(list, zip(*refined, strict=True)) if refined else ([], [], [])
    gaps = [normal[end:start] for end, start in zip((0, *ends), starts, strict=False)]
    if _RUN not in shadow:
        return Tokens(texts, starts, ends, bytes(len(texts)), bytes(len(texts)), gaps)
    runs = bytes(shadow[start] == _RUN for start in starts)
    return Tokens(texts, starts, ends, runs, _cuts(gaps, runs), gaps)


_MARKED = tuple(map(re.compile, (r"[$+<=>|~%#@&_]", r"[.':,;](?=[a-z0-9])", r"-(?=[0-9])", "cannot")))
"""What is a token itself, joins two words to one or is two words, in ASCII."""
_BETWEEN_WORDS = re.compile(r"([^a-z0-9]+)")


def _plain_tokens(normal: str) -> Tokens:
    """The same for ASCII without any of `_MARKED`, where a word is a run of letters and digits."""
    pieces = _BETWEEN_WORDS.split(normal)
    texts, gaps = pieces[0::2], ["", *pieces[1::2]]
    edges = list(accumulate(map(len, pieces)))
    starts, ends = [0, *edges[1::2]], edges[0::2]
    columns = (texts, starts, ends, gaps)
    if not texts[-1]:
        for column in columns:
            column.pop()
    if texts and not texts[0]:
        for column in columns:
            del column[0]
    return Tokens(texts, starts, ends, bytes(len(texts)), bytes(len(texts)), gaps)


def _parted(normal: str, stops: Iterable[int]) -> str:
    """The text with a space in the place of each of these dots."""
    parts, last = [], 0
    for stop in stops:
        parts.append(normal[last:stop])
        last = stop + 1
    return " ".join([*parts, normal[last:]]) if parts else normal


def _shadow(normal: str) -> str:
    """A text of the same length whose UAX #29 words are our tokens.

    UAX #29 takes a colon for a letter (``ref:x`` is one word) but splits 19:30, and joins Kana and Hangul to
    words, and a possessive to its owner. Here a colon separates except between digits, an ``'s`` is a word of
    its own, and each letter of a script without spaces is alone.
    """
    shadow = _MARKS.sub("+", normal)
    if "'" in shadow:
        shadow = _POSSESSIVE.sub(" ", shadow)
    if ":" in shadow or "⁄" in shadow:
        shadow = _BETWEEN_DIGITS.sub(",", shadow).replace(":", " ")
    if shadow.isascii():
        return shadow
    return UNSPACED.sub(_RUN, _OTHER_NUMBERS.sub("a", shadow))


def _refined(normal: str, segment: Segment) -> Segment:
    start, end, _ = segment
    text = normal[start:end]
    if text.isalpha():
        return start, end, text
    if text[0] == "_" or text[-1] == "_":
        bare = text.strip("_")
        start += len(text) - len(text.lstrip("_"))
        text, end = bare, start + len(bare)
    if text[0].isdecimal():
        start -= _signed(normal, start)
        text = number_text(text) if normal[start] != "-" else "-" + number_text(text)
    return start, end, text


def _signed(normal: str, start: int) -> bool:
    """Whether the dash before a number is its minus: nothing that the dash could join stands before it."""
    if start == 0 or normal[start - 1] != "-":
        return False
    before = normal[start - 2 : start - 1]
    return not (before.isalnum() or before in _NO_SIGN_AFTER) if before else True


def _cuts(gaps: list[str], runs: bytes) -> bytes:
    cuts = bytearray(len(gaps))
    for at in range(1, len(gaps)):
        gap = gaps[at]
        cuts[at] = bool(gap) and (gap != " " or runs[at - 1] + runs[at] == 2)
    return bytes(cuts)
