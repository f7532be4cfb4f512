"""Phrases of a data file, and where one of them stands in a line of tokens: the longest wins."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib import resources
from typing import Any, Generic, TypeVar

import msgspec

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.normal import normalise
from memtxn.core.admission.tokens import tokenise

T = TypeVar("T")

_SPACED = frozenset(("", " ", "-"))


class Line(msgspec.Struct, frozen=True):
    """Tokens first … last-1 of an analysis, and what stands between them."""

    text: str
    texts: list[str]
    starts: list[int]
    ends: list[int]
    runs: bytes
    first: int
    last: int

    def gap(self, at: int) -> str:
        """What stands before token ``at``, back to the token before it. A space at either end of the line."""
        if self.first < at < self.last:
            return self.text[self.ends[at - 1] : self.starts[at]]
        return "\n"

    def raw(self, at: int) -> str:
        """Token ``at`` as it stands in the normal text, with its grouping."""
        return self.text[self.starts[at] : self.ends[at]]


def line_of(analysis: Analysis, first: int, last: int) -> Line:
    """Some of the tokens of an analysis; the rest is not there."""
    tokens = analysis.tokens
    return Line(analysis.normal.text, tokens.texts, tokens.starts, tokens.ends, tokens.runs, first, last)


class _Phrase(msgspec.Struct, frozen=True):
    tokens: tuple[str, ...]
    gaps: tuple[str, ...]
    meaning: Any


class Phrases(Generic[T]):
    """Phrases with their meanings, looked up by their first token, or backwards by their last."""

    def __init__(self, entries: Iterable[tuple[str, T]]) -> None:
        self._first: dict[str, list[_Phrase]] = {}
        self._last: dict[str, list[_Phrase]] = {}
        for surface, meaning in entries:
            phrase = _phrase(surface, meaning)
            self._first.setdefault(phrase.tokens[0], []).append(phrase)
            self._last.setdefault(phrase.tokens[-1], []).append(phrase)
        for table in (self._first, self._last):
            for phrases in table.values():
                phrases.sort(key=lambda one: -len(one.tokens))

    def firsts(self) -> frozenset[str]:
        """The words with which a phrase begins."""
        return frozenset(self._first)

    def at(self, line: Line, first: int) -> tuple[int, T] | None:
        """The longest phrase that begins with this token: where it ends, and what it means."""
        if first >= line.last:
            return None
        for phrase in self._first.get(line.texts[first], ()):
            if _stands(phrase, line, first):
                return first + len(phrase.tokens), phrase.meaning
        return None

    def before(self, line: Line, last: int) -> tuple[int, T] | None:
        """The longest phrase that ends just before this token: where it begins, and what it means."""
        if last <= line.first:
            return None
        for phrase in self._last.get(line.texts[last - 1], ()):
            first = last - len(phrase.tokens)
            if first >= line.first and _stands(phrase, line, first):
                return first, phrase.meaning
        return None


def _phrase(surface: str, meaning: object) -> _Phrase:
    normal = normalise(surface)
    tokens = tokenise(normal.text)
    gaps = tuple(normal.text[end:start] for end, start in zip(tokens.ends, tokens.starts[1:], strict=False))
    return _Phrase(tuple(tokens.texts), gaps, meaning)


def _stands(phrase: _Phrase, line: Line, first: int) -> bool:
    size = len(phrase.tokens)
    if size == 1:
        return True
    if first + size > line.last or tuple(line.texts[first : first + size]) != phrase.tokens:
        return False
    gaps = enumerate(phrase.gaps, first + 1)
    return all(line.gap(at) == gap or (gap in _SPACED and line.gap(at) in _SPACED) for at, gap in gaps)


def load(name: str) -> dict[str, Any]:
    """One of the data files beside this module."""
    return tomllib.loads((resources.files(__package__) / "data" / f"{name}.toml").read_text("utf-8"))


def folded(word: str) -> str:
    """A single word of a data file as it stands in a normal text."""
    return normalise(word).text
