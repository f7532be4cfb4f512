"""Phrases of a data file, and where one of them stands in a line of tokens: the longest wins."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import lru_cache
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
    gaps: list[str]
    first: int
    last: int

    def gap(self, at: int) -> str:
        """What stands before token ``at``, back to the token before it. A space at either end of the line."""
        return self.gaps[at] if self.first < at < self.last else "\n"

    def word(self, at: int) -> str:
        """Token ``at``, or nothing beyond either end."""
        return self.texts[at] if self.first <= at < self.last else ""

    def words(self, first: int, last: int) -> list[str]:
        """Tokens first … last-1, as far as they are there."""
        return self.texts[max(first, self.first) : max(0, min(last, self.last))]

    def run(self, at: int) -> bool:
        """Whether token ``at`` is a letter of a script without spaces."""
        return self.first <= at < self.last and self.runs[at] == 1

    def raw(self, at: int) -> str:
        """Token ``at`` as it stands in the normal text, with its grouping."""
        return self.text[self.starts[at] : self.ends[at]]


def line_of(analysis: Analysis, first: int, last: int) -> Line:
    """Some of the tokens of an analysis; the rest is not there."""
    text, tokens = analysis.normal.text, analysis.tokens
    return Line(text, tokens.texts, tokens.starts, tokens.ends, tokens.runs, tokens.gaps, first, last)


class _Surface(msgspec.Struct, frozen=True):
    tokens: tuple[str, ...]
    gaps: tuple[str, ...]


class Phrases(Generic[T]):
    """Phrases with their meanings, looked up by their first token, or backwards by their last."""

    def __init__(self, entries: Iterable[tuple[str, T]]) -> None:
        self._first: dict[str, list[tuple[_Surface, T]]] = {}
        self._last: dict[str, list[tuple[_Surface, T]]] = {}
        for text, meaning in entries:
            surface = _surface(text)
            self._first.setdefault(surface.tokens[0], []).append((surface, meaning))
            self._last.setdefault(surface.tokens[-1], []).append((surface, meaning))
        for table in (self._first, self._last):
            for phrases in table.values():
                phrases.sort(key=lambda one: -len(one[0].tokens))

    def firsts(self) -> frozenset[str]:
        """The words with which a phrase begins."""
        return frozenset(self._first)

    def lasts(self) -> frozenset[str]:
        """The words with which a phrase ends."""
        return frozenset(self._last)

    def at(self, line: Line, first: int) -> tuple[int, T] | None:
        """The longest phrase that begins with this token: where it ends, and what it means."""
        if first >= line.last:
            return None
        for surface, meaning in self._first.get(line.texts[first], ()):
            if _stands(surface, line, first):
                return first + len(surface.tokens), meaning
        return None

    def before(self, line: Line, last: int) -> tuple[int, T] | None:
        """The longest phrase that ends just before this token: where it begins, and what it means."""
        if last <= line.first:
            return None
        for surface, meaning in self._last.get(line.texts[last - 1], ()):
            first = last - len(surface.tokens)
            if first >= line.first and _stands(surface, line, first):
                return first, meaning
        return None


@lru_cache(maxsize=8192)
def _surface(text: str) -> _Surface:
    normal = normalise(text)
    tokens = tokenise(normal.text)
    return _Surface(tuple(tokens.texts), tuple(tokens.gaps[1:]))


def _stands(phrase: _Surface, line: Line, first: int) -> bool:
    size = len(phrase.tokens)
    if size == 1:
        return True
    if first + size > line.last or tuple(line.texts[first : first + size]) != phrase.tokens:
        return False
    gaps = enumerate(phrase.gaps, first + 1)
    return all(line.gap(at) == gap or (gap in _SPACED and line.gap(at) in _SPACED) for at, gap in gaps)


@lru_cache(maxsize=16)
def load(name: str) -> dict[str, Any]:
    """One of the data files beside this module. Nobody changes what it returns."""
    return tomllib.loads((resources.files(__package__) / "data" / f"{name}.toml").read_text("utf-8"))


def folded(word: str) -> str:
    """A single word of a data file as it stands in a normal text."""
    return normalise(word).text
