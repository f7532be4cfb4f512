"""Grammar: reads expressions of a small grammar off tokens, wherever one begins.

A rule is a row of symbols and what to make of their senses. A symbol in lower case is a kind of word, one with
a capital letter another set of rules; ``?`` makes it optional, ``_`` says that its sense does not matter, ``,``
that a comma may stand before it. All ways to read an expression are found. Each set of rules is tried once at
each place and none is recursive, so that the work is linear in the tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.forms.figures import figures_at
from memtxn.core.admission.forms.moments import Anchor
from memtxn.core.admission.forms.time_words import Sense, TimeWords, plain

Build = Callable[..., Sense | None]
"""Makes a sense of an anchor and the senses of the symbols (None: one that is not there)."""
Parsed = list[tuple[Sense, int]]
"""Senses, each with the token after it."""

_JOINTS = frozenset({"", " ", "'", ". ", "."})
_COMMAS = frozenset({",", ", ", ".,", "., "})
_ABBREVIATION = 4


class Symbol(msgspec.Struct, frozen=True):
    """One symbol of a rule."""

    name: str
    optional: bool
    dropped: bool
    comma: bool


class Rule(msgspec.Struct, frozen=True):
    """One way to say something."""

    symbols: tuple[Symbol, ...]
    build: Build


Grammar = Mapping[str, tuple[Rule, ...]]


def rule(symbols: str, build: Build) -> Rule:
    """A rule from the names of its symbols, as the module describes them."""
    return Rule(tuple(_symbol(name) for name in symbols.split()), build)


def _symbol(name: str) -> Symbol:
    bare = name.removeprefix(",")
    return Symbol(bare.strip("_?"), bare.endswith("?"), bare.startswith("_"), bare != name)


class Reader:
    """Reads one analysis with one grammar. Holds what it has found so far, for the length of one search."""

    def __init__(
        self, analysis: Analysis, words: TimeWords, grammar: Grammar, anchor: Callable[[int], Anchor]
    ) -> None:
        self._analysis = analysis
        self._words = words
        self._grammar = grammar
        self._anchor = anchor
        self._kinds: dict[int, dict[str, Parsed]] = {}
        self._parsed: dict[tuple[str, int], Parsed] = {}

    def parse(self, name: str, at: int) -> Parsed:
        """All that the rules of this name read from this token on."""
        found = self._parsed.get((name, at))
        if found is None:
            anchor = self._anchor(at)
            found = [
                (sense, end)
                for one in self._grammar[name]
                for senses, end in self._match(one.symbols, at, at)
                if (sense := one.build(anchor, *senses)) is not None
            ]
            self._parsed[name, at] = found
        return found

    def kinds(self, at: int) -> dict[str, Parsed]:
        """The words that begin at this token, by kind."""
        found = self._kinds.get(at)
        if found is None:
            found = self._kinds[at] = {}
            if at < len(self._analysis.tokens.texts):
                for kind, sense, end in (*self._phrases(at), *figures_at(self._analysis, at, self._words)):
                    found.setdefault(kind, []).append((sense, end))
        return found

    def _phrases(self, at: int) -> Iterator[tuple[str, Sense, int]]:
        texts = self._analysis.tokens.texts
        for word in self._words.words.get(plain(texts[at]), ()):
            end = at + len(word.tokens)
            if len(word.tokens) == 1 or tuple(map(plain, texts[at:end])) == word.tokens:
                yield word.kind, word.sense, end

    def _match(
        self, symbols: tuple[Symbol, ...], at: int, start: int
    ) -> Iterator[tuple[tuple[Sense | None, ...], int]]:
        if not symbols:
            yield (), at
            return
        symbol, rest = symbols[0], symbols[1:]
        for sense, end in self._symbol(symbol, at, start):
            for senses, last in self._match(rest, end, end if end == at else start):
                yield (senses if symbol.dropped else (sense, *senses)), last
        if symbol.optional:
            for senses, last in self._match(rest, at, start):
                yield (senses if symbol.dropped else (None, *senses)), last

    def _symbol(self, symbol: Symbol, at: int, start: int) -> Parsed:
        name = symbol.name
        if at > start:
            gap = self._gap(at)
            if name == "until" and gap.strip() == "-":
                return [(Sense(1), at)]
            if gap not in _JOINTS and not (symbol.comma and gap in _COMMAS):
                return []
            if gap.startswith(".") and not self._dot_goes_on(at):
                return []
        return self.parse(name, at) if name[0].isupper() else self.kinds(at).get(name, [])

    def _gap(self, at: int) -> str:
        tokens = self._analysis.tokens
        if at >= len(tokens.texts):
            return "end"
        return self._analysis.normal.text[tokens.ends[at - 1] : tokens.starts[at]]

    def _dot_goes_on(self, at: int) -> bool:
        """Whether the dot before a token belongs to a number or an abbreviation, and ends no sentence."""
        before = self._analysis.tokens.texts[at - 1]
        return before.isdecimal() or (len(before) <= _ABBREVIATION and (before.isalpha() or "." in before))
