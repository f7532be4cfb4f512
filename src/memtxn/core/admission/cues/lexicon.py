"""A lexicon: the packs of some languages, compiled, and the cues found by it in a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

import msgspec

from memtxn.core.admission.cues.pack import (
    LANGUAGES,
    LATIN,
    UNDETERMINED,
    Cue,
    Pack,
    built_in,
    plain_negators,
    recognised,
)
from memtxn.core.admission.cues.phrases import tokens_of
from memtxn.core.admission.han import simplified

_Tokens = Mapping[str, tuple[str, ...]]
_Phrase = tuple[_Tokens, Cue]
_Node = dict[str, Any]
_END = ""  # no token is empty or blank: what stands here are the cues that end at a node
_TAKEN_BACK = " "  # and here the corrections, apart: where "no wait" is one, "no" is still a negator
_ALONE = ""
"""What follows a phrase of one token."""
_NOTHING: frozenset[str] = frozenset()


class Mark(msgspec.Struct, frozen=True):
    """A cue in a text: on the tokens ``first`` … ``last - 1``."""

    cue: Cue
    first: int
    last: int


class Lexicon:
    """Packs as one: their cues in a trie of tokens, their word lists joined. It never changes.

    A language without a pack, ``und`` among them, brings the plain negators of the languages not named: one
    from a wrong language costs a second look, one missed costs a lie. Of a user's packs count those of the
    languages named, and those of further languages that no text is ever found to be in, or that it may be in.
    """

    def __init__(self, languages: tuple[str, ...], extra: tuple[Pack, ...] = ()) -> None:
        self._languages = languages
        known = [language for language in languages if language in LANGUAGES]
        found = (*LANGUAGES, *recognised(extra))
        self._unsure = any(language not in found for language in languages)
        further = LANGUAGES if self._unsure else found
        added = [pack for pack in extra if pack.language in languages or pack.language not in further]
        self._packs = (*map(built_in, known), *added)
        self._others = tuple(pack for pack in extra if pack not in added)

    def marks(self, texts: Sequence[str], first: int, last: int) -> list[Mark]:
        """The cues in texts[first:last], left to right, the longest where several begin.

        None overlap, but for those that a user's phrase covers. One phrase may be several cues, each a mark.
        Pseudo cues are among them: what they cover is no other cue. Corrections are not.
        """
        return self._marks(texts, _places(self._trie, texts, first, last), last)

    def cues(self, texts: Sequence[str]) -> tuple[list[Mark], list[Mark]]:
        """The marks and the corrections of a whole sentence, whose words are looked up once for both."""
        places, last = _places(self._trie, texts, 0, len(texts)), len(texts)
        return self._marks(texts, places, last), self._corrections(texts, places, last)

    def _marks(self, texts: Sequence[str], places: list[int], last: int) -> list[Mark]:
        found = _ends(self._trie, texts, places, last, corrections=False)
        marks = [Mark(cue, at, end) for at, end, node in found for cue in node[_END]]
        if self._added:
            marks += [hidden for mark in marks for hidden in self._hidden_by(mark, texts)]
        return marks

    def _hidden_by(self, mark: Mark, texts: Sequence[str]) -> list[Mark]:
        """The built-in cues that a user's longer phrase covers: a file adds to what comes with memtxn."""
        if mark.cue not in self._added or mark.cue.family == "pseudo":
            return []
        return self._plain.marks(texts, mark.first, mark.last)

    @cached_property
    def _plain(self) -> Lexicon:
        """The same without a user's packs."""
        return lexicon(self._languages)

    @cached_property
    def _added(self) -> frozenset[Cue]:
        """The cues that a user's packs add: those that no built-in pack has."""
        own = frozenset(cue for pack in self._packs if pack.digest for cue in pack.cues)
        return own.difference(*(pack.cues for pack in self._packs if not pack.digest))

    def corrections(self, texts: Sequence[str], first: int, last: int) -> list[Mark]:
        """The phrases in texts[first:last] by which a speaker takes something back: "no wait", 改成.

        What begins a longer cue is none: not the "wait" of "wait until".
        """
        return self._corrections(texts, _places(self._trie, texts, first, last), last)

    def _corrections(self, texts: Sequence[str], places: list[int], last: int) -> list[Mark]:
        if not self._may_take_back(texts, places, last):
            return []
        found = _ends(self._trie, texts, places, last, corrections=True)
        return [Mark(cue, at, end) for at, end, node in found for cue in node.get(_TAKEN_BACK, ())]

    @cached_property
    def _taking_back(self) -> dict[str, frozenset[str]]:
        """The tokens with which a correction begins, each with those that may follow; empty where it ends."""
        phrases = chain.from_iterable(map(_phrases, self._packs))
        found: dict[str, set[str]] = {}
        for phrase in phrases:
            tokens = _tokens(phrase) if phrase[1].family == "correction" else ()
            if tokens:
                found.setdefault(tokens[0], set()).add(tokens[1] if len(tokens) > 1 else _ALONE)
        return {token: frozenset(after) for token, after in found.items()}

    def _may_take_back(self, texts: Sequence[str], places: list[int], last: int) -> bool:
        """Whether two tokens in a row begin a correction: most texts have none."""
        begin = self._taking_back
        for at in [at for at in places if texts[at] in begin]:
            after = begin[texts[at]]
            if _ALONE in after or (at + 1 < last and texts[at + 1] in after):
                return True
        return False

    def words(self, name: str) -> frozenset[str]:
        """A word list, of all its packs."""
        return self._words.get(name, _NOTHING)

    def attribute(self, name: str) -> frozenset[str]:
        """Words in names of attributes: ``negative``, or ``licenses.`` and a family."""
        return self._attribute.get(name, _NOTHING)

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        return _joined((name, words) for pack in self._packs for name, words in pack.words.items())

    @cached_property
    def _attribute(self) -> dict[str, frozenset[str]]:
        return _joined((name, words) for pack in self._packs for name, words in pack.attribute.items())

    @cached_property
    def _trie(self) -> _Node:
        """The first tokens; a list of phrases stands below each until a text has it."""
        root: _Node = {}
        for phrase in chain(*map(_phrases, self._packs), self._strangers()):
            tokens, cue = phrase
            first = tokens[cue.phrase.partition(" ")[0]] or _tokens(phrase) or (_END,)
            below = root.get(first[0])
            if below is None:
                root[first[0]] = [phrase]
            else:
                below.append(phrase)
        root.pop(_END, None)
        return root

    def _strangers(self) -> Iterator[_Phrase]:
        """The plain negators of other languages, but for those that are common words of these."""
        if not self._unsure:
            return
        common = self.words("function_words")
        mine = {pack.language for pack in self._packs}
        cues = [
            cue for language in (*LATIN, UNDETERMINED) if language not in mine for cue in plain_negators(language)
        ]
        cues += [cue for pack in self._others for cue in pack.cues if cue.family == "negation"]
        tokens = tokens_of(cue.phrase for cue in cues)
        for phrase in ((tokens, cue) for cue in cues):
            if common.isdisjoint(_tokens(phrase)):
                yield phrase


@lru_cache(maxsize=256)
def lexicon(languages: tuple[str, ...], extra: tuple[Pack, ...] = ()) -> Lexicon:
    """The lexicon of these languages and of a user's packs; made once."""
    return Lexicon(languages, extra)


@lru_cache(maxsize=256)
def _phrases(pack: Pack) -> list[_Phrase]:
    """The phrases of a pack as tokens; what holds Han letters also in the simplified ones that texts come in."""
    tokens: _Tokens = tokens_of(cue.phrase for cue in pack.cues)
    plain = {word: tuple(map(simplified, found)) for word, found in tokens.items() if not word.isascii()}
    plain = {word: found for word, found in plain.items() if found != tokens[word]}
    both: _Tokens = {**tokens, **plain}
    again = [(both, cue) for cue in pack.cues if not plain.keys().isdisjoint(cue.phrase.split())]
    return [(tokens, cue) for cue in pack.cues] + again


def _tokens(phrase: _Phrase) -> tuple[str, ...]:
    tokens, cue = phrase
    return tuple(chain.from_iterable(map(tokens.__getitem__, cue.phrase.split())))


def _joined(lists: Iterable[tuple[str, frozenset[str]]]) -> dict[str, frozenset[str]]:
    joined: dict[str, frozenset[str]] = {}
    for name, words in lists:
        joined[name] = joined.get(name, _NOTHING) | words | frozenset(map(simplified, words))
    return joined


def _compiled(phrases: Iterable[_Phrase]) -> _Node:
    """What stands below the first token, which these phrases have in common."""
    root: _Node = {}
    for phrase in phrases:
        node = root
        for token in _tokens(phrase)[1:]:
            below = node.get(token)
            if below is None:
                below = node[token] = {}
            node = below
        _end(node, phrase[1])
    return root


def _end(node: _Node, cue: Cue) -> None:
    """Let a cue end at a node. Where a pseudo cue ends, no other does."""
    if cue.family == "pseudo":
        node[_END] = [cue]
        node.pop(_TAKEN_BACK, None)
        return
    cues = node.get(_END)
    if cues and cues[0].family == "pseudo":
        return
    ended = node.setdefault(_TAKEN_BACK if cue.family == "correction" else _END, [])
    if not any(one.family == cue.family and one.scope == cue.scope for one in ended):
        ended.append(cue)  # said twice, by two packs, it is still one


def _places(root: _Node, texts: Sequence[str], first: int, last: int) -> list[int]:
    """The tokens with which a phrase may begin."""
    words = texts if first == 0 and last == len(texts) else texts[first:last]
    return [at for at, word in enumerate(words, first) if word in root]


def _ends(
    root: _Node, texts: Sequence[str], places: list[int], last: int, *, corrections: bool
) -> Iterator[tuple[int, int, _Node]]:
    """Where phrases begin and end, and the nodes at which they end: the longest first, left to right."""
    free = 0
    for at in places:
        if at < free:
            continue
        node = root[texts[at]]
        if type(node) is list:
            node = root[texts[at]] = _compiled(node)
        found, end, after = None, at, at + 1
        while True:
            if _END in node or (corrections and _TAKEN_BACK in node):
                found, end = node, after
            node = node.get(texts[after]) if after < last else None
            if node is None:
                break
            after += 1
        if found is None:
            continue
        yield at, end, found
        if not corrections or _TAKEN_BACK in found or found[_END][0].family == "pseudo":
            free = end  # a correction inside another cue is one: "I misread" in "I must say I misread"


@lru_cache(maxsize=4096)
def is_cue(word: str) -> bool:
    """Whether a word by itself is a cue of a built-in language of Latin script."""
    found = (mark for language in ("en", "es", "fr", "de") for mark in lexicon((language,)).marks((word,), 0, 1))
    return any(mark.cue.family != "pseudo" for mark in found)
