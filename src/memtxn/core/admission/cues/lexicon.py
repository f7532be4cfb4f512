"""A lexicon: the packs of some languages, compiled, and the cues found by it in a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from memtxn.core.admission.cues.pack import LANGUAGES, UNDETERMINED, Cue, Pack, built_in
from memtxn.core.admission.cues.phrases import tokens_of

_END = ""  # no token is empty: what stands here are the cues that end at a node
_TAKEN_BACK = " "  # and here those of them that are corrections: they must not swallow a negator
_Node = dict[str, Any]
_NOTHING: frozenset[str] = frozenset()


class Mark(msgspec.Struct, frozen=True):
    """A cue in a text: on the tokens ``first`` … ``last - 1``."""

    cue: Cue
    first: int
    last: int


class Lexicon:
    """Packs as one: their cues in a trie of tokens, their word lists joined. It never changes.

    Languages nobody has a pack for, and ``und``, bring the plain negators of the languages not named: one
    from a wrong language costs a second look, one missed costs a lie.
    """

    def __init__(self, languages: tuple[str, ...], extra: tuple[Pack, ...] = ()) -> None:
        known = [language for language in languages if language in LANGUAGES]
        added = [pack for pack in extra if pack.language in languages or pack.language not in LANGUAGES]
        self.packs = (*map(built_in, known), *added)
        self._unsure = len(known) < len(languages)
        self._others = tuple(pack for pack in extra if pack not in added)

    def marks(self, texts: Sequence[str], first: int, last: int) -> list[Mark]:
        """The cues in texts[first:last], left to right, the longest first; none overlap, but a phrase may be
        several cues. Pseudo cues are among them: what they cover is no other cue. Corrections are not.
        """
        return [Mark(cue, at, end) for at, end, node in _ends(self._trie, texts, first, last, _END) for cue in node[_END]]

    def corrections(self, texts: Sequence[str], first: int, last: int) -> list[Mark]:
        """The phrases in texts[first:last] by which a speaker takes something back."""
        found = _ends(self._trie, texts, first, last, _TAKEN_BACK)
        return [Mark(cue, at, end) for at, end, node in found for cue in node.get(_TAKEN_BACK, ())]

    def words(self, name: str) -> frozenset[str]:
        """A word list, of all its packs."""
        return self._words.get(name, _NOTHING)

    def attribute(self, name: str) -> frozenset[str]:
        """Words in names of attributes: ``negative``, or ``licenses.`` and a family."""
        return self._attribute.get(name, _NOTHING)

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        return _joined((name, words) for pack in self.packs for name, words in pack.words.items())

    @cached_property
    def _attribute(self) -> dict[str, frozenset[str]]:
        return _joined((name, words) for pack in self.packs for name, words in pack.attribute.items())

    @cached_property
    def _trie(self) -> _Node:
        return _trie(chain(*map(_phrases, self.packs), self._strangers()))

    def _strangers(self) -> Iterable[tuple[tuple[str, ...], Cue]]:
        """The plain negators of other languages, but for those that are common words of these."""
        if not self._unsure:
            return
        common = self.words("function_words")
        mine = {pack.language for pack in self.packs}
        packs = [built_in(language) for language in (*LANGUAGES, UNDETERMINED) if language not in mine]
        for pack in (*packs, *self._others):
            for tokens, cue in _phrases(pack):
                if cue.family == "negation" and not cue.lexical and _is_plain(tokens) and common.isdisjoint(tokens):
                    yield tokens, cue


@lru_cache(maxsize=256)
def lexicon(languages: tuple[str, ...], extra: tuple[Pack, ...] = ()) -> Lexicon:
    """The lexicon of these languages and of a user's packs; made once."""
    return Lexicon(languages, extra)


@lru_cache(maxsize=256)
def _phrases(pack: Pack) -> list[tuple[tuple[str, ...], Cue]]:
    tokens = tokens_of([cue.phrase for cue in pack.cues])
    return list(zip(tokens, pack.cues, strict=True))


def _is_plain(tokens: tuple[str, ...]) -> bool:
    """One word; or a few letters of a script whose words are not told apart."""
    return len(tokens) == 1 or all(len(token) == 1 for token in tokens)


def _joined(lists: Iterable[tuple[str, frozenset[str]]]) -> dict[str, frozenset[str]]:
    joined: dict[str, frozenset[str]] = {}
    for name, words in lists:
        joined[name] = joined.get(name, _NOTHING) | words
    return joined


def _trie(phrases: Iterable[tuple[tuple[str, ...], Cue]]) -> _Node:
    root: _Node = {}
    for tokens, cue in phrases:
        node = root
        for token in tokens:
            node = node.setdefault(token, {})
        if tokens:
            _end(node, cue)
    return root


def _end(node: _Node, cue: Cue) -> None:
    """Let a cue end here; a pseudo cue ends all others that do."""
    cues = node.setdefault(_TAKEN_BACK if cue.family == "correction" else _END, [])
    if cue.family == "pseudo":
        cues[:] = [cue]
        node.pop(_TAKEN_BACK, None)
    elif node.get(_END, _NO_CUES)[0:1] ...


