"""Grammar: reads expressions of a small grammar off tokens, wherever one begins.

A rule is a row of symbols and what to make of their senses. A symbol in lower case is a kind of word, one with
a capital letter another set of rules; ``?`` makes it optional, ``_`` says that its sense does not matter, ``,``
that a comma may stand before it. All ways to read an expression are found. Each set of rules is tried once at
each place and none is recursive, so that the work is linear in the tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

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
MEMO_LIMIT = 4096
"""Partial readings that are kept. An expression is short: those of the tokens far behind are of no more use."""


class Symbol(msgspec.Struct, frozen=True):
    """One symbol of a rule."""

    name: str
    optional: bool
    dropped: bool
    comma: bool
    nested: bool


class Rule(msgspec.Struct, frozen=True):
    """One way to say something."""

    symbols: tuple[Symbol, ...]
    build: Build


Grammar = Mapping[str, tuple[Rule, ...]]
Starts = Mapping[str, tuple[tuple[Rule, frozenset[str]], ...]]
"""The rules of a grammar, each with the kinds of words that it can begin with."""


def rule(symbols: str, build: Build) -> Rule:
    """A rule from the names of its symbols, as the module describes them."""
    return Rule(tuple(_symbol(name) for name in symbols.split()), build)


def _symbol(name: str) -> Symbol:
    bare = name.removeprefix(",")
    known = bare.strip("_?")
    return Symbol(known, bare.endswith("?"), bare.startswith("_"), bare != name, known[0].isupper())


def starts_of(grammar: Grammar) -> Starts:
    """What each rule can begin with, so that most rules need not be tried at a token."""
    return {name: tuple((one, _first_kinds(one, grammar)) for one in rules) for name, rules in grammar.items()}


def _first_kinds(one: Rule, grammar: Grammar) -> frozenset[str]:
    kinds: set[str] = set()
    for symbol in one.symbols:
        if symbol.nested:
            kinds.update(*(_first_kinds(rule, grammar) for rule in grammar[symbol.name]))
        else:
            kinds.add(symbol.name)
        if not symbol.optional:
            break
    return frozenset(kinds)


class Reader:
    """Reads one analysis with one grammar. Holds what it has found so far, for the length of one search."""

    def __init__(
        self, analysis: Analysis, words: TimeWords, grammar: Starts, anchor: Callable[[int], Anchor]
    ) -> None:
        self._analysis = analysis
        self._words = words
        self._grammar = grammar
        self._anchor = anchor
        self._kinds: dict[int, dict[str, Parsed]] = {}
        self._begun: dict[int, frozenset[str]] = {}
        self._parsed: dict[tuple[str, int], Parsed] = {}
        self._chosen: dict[tuple[str, frozenset[str]], tuple[Rule, ...]] = {}
        self._joints: dict[int, str] = {}

    def begin(self, names: Sequence[str], at: int) -> Iterator[tuple[str, Parsed]]:
        """What the rules of each of these names read from this token on. Asked in the order of the text."""
        if len(self._parsed) > MEMO_LIMIT:
            self._parsed.clear()
            self._kinds.clear()
            self._begun.clear()
            self._joints.clear()
        for name in names:
            if self._rules(name, at):
                yield name, self.parse(name, at)

    def parse(self, name: str, at: int) -> Parsed:
        """All that the rules of this name read from this token on."""
        found = self._parsed.get((name, at))
        if found is None:
            found = []
            rules = self._rules(name, at)
            anchor = self._anchor(at) if rules else None
            for one in rules:
                for senses, end in self._match(one.symbols, 0, at, at):
                    sense = one.build(anchor, *senses)
                    if sense is not None and (sense, end) not in found:
                        found.append((sense, end))
            self._parsed[name, at] = found
        return found

    def _rules(self, name: str, at: int) -> tuple[Rule, ...]:
        """The rules that can begin with a word that begins at this token."""
        kinds = self._begun.get(at)
        if kinds is None:
            kinds = self._begun[at] = frozenset(self.kinds(at))
        if not kinds:
            return ()
        rules = self._chosen.get((name, kinds))
        if rules is None:
            rules = tuple(one for one, first in self._grammar[name] if not first.isdisjoint(kinds))
            self._chosen[name, kinds] = rules
        return rules

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
        self, symbols: tuple[Symbol, ...], number: int, at: int, start: int
    ) -> list[tuple[tuple[Sense | None, ...], int]]:
        """All ways to read the symbols from this number on: the senses of those that are kept, and the end."""
        if number == len(symbols):
            return [((), at)]
        symbol, found = symbols[number], []
        for sense, end in self._symbol(symbol, at, start):
            for senses, last in self._match(symbols, number + 1, end, end if end == at else start):
                found.append((senses if symbol.dropped else (sense, *senses), last))
        if symbol.optional:
            for senses, last in self._match(symbols, number + 1, at, start):
                found.append((senses if symbol.dropped else (None, *senses), last))
        return found

    def _symbol(self, symbol: Symbol, at: int, start: int) -> Parsed:
        name = symbol.name
        if at > start and (joint := self._joint(at)) != "joined":
            if name == "until" and joint == "dash":
                return [(Sense(1), at)]
            if joint != "comma" or not symbol.comma:
                return []
        return self.parse(name, at) if symbol.nested else self.kinds(at).get(name, [])

    def _joint(self, at: int) -> str:
        """How a token hangs together with the one before."""
        joint = self._joints.get(at)
        if joint is None:
            tokens = self._analysis.tokens
            gap = tokens.gaps[at] if at < len(tokens.texts) else ";"
            joint = "dash" if gap.strip() == "-" else "comma" if gap in _COMMAS else "none"
            if gap in _JOINTS and (not gap.startswith(".") or self._dot_goes_on(at)):
                joint = "joined"
            self._joints[at] = joint
        return joint

    def _dot_goes_on(self, at: int) -> bool:
        """Whether the dot before a token belongs to a number or an abbreviation, and ends no sentence."""
        before = self._analysis.tokens.texts[at - 1]
        return before.isdecimal() or (len(before) <= _ABBREVIATION and (before.isalpha() or "." in before))
