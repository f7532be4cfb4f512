"""Quantities: the maximal numbers of a text, each with its unit and with all that a faithful value must keep."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

import msgspec

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.forms.codes import code_at
from memtxn.core.admission.forms.han import starters
from memtxn.core.admission.forms.joined import joined
from memtxn.core.admission.forms.lexicon import Line, line_of
from memtxn.core.admission.forms.lone import lone
from memtxn.core.admission.forms.numerals import numerals_of
from memtxn.core.admission.forms.piece import Piece, Quantity
from memtxn.core.admission.forms.single import read_single
from memtxn.core.admission.forms.units import unit_names

_LINKED = 16
"""Numbers that are read behind the last one that counts, so that it is seen with all that belongs to it."""

_DIGIT = re.compile(r"[\d½¼¾⅓⅔⅛⅜⅝]")


class _Watch(msgspec.Struct, frozen=True):
    """The words at which a number may begin; after an article only before one of ``followers``."""

    words: frozenset[str]
    articles: frozenset[str]
    followers: frozenset[str]
    german: bool


@lru_cache(maxsize=64)
def _watch(languages: tuple[str, ...]) -> _Watch:
    words = set(starters(languages[:1] == ("ja",))) | {"半"}
    articles: set[str] = set()
    followers = {word.partition(" ")[0] for word in unit_names(languages).single}
    for language in languages:
        known = numerals_of(language)
        if known is not None:
            words |= {
                *known.words,
                *known.scales,
                *known.lone,
                *known.halves,
                *known.ordinals,
                *known.denominators,
            }
            articles |= known.articles
            followers |= {*known.scales, *known.halves, *known.denominators, *known.couple.firsts()}
    followers |= _first_words(languages)
    return _Watch(frozenset(words), frozenset(articles - words), frozenset(followers), "de" in languages)


def _first_words(languages: tuple[str, ...]) -> set[str]:
    return set(unit_names(languages).after.firsts())


def may_measure(texts: list[str], languages: tuple[str, ...]) -> bool:
    """Whether some of these words may be a number, or stand for one: only then can they cut a quantity."""
    joined = "".join(texts)
    if not _watch(languages).words.isdisjoint(texts):
        return True
    return not joined.isalpha() and _DIGIT.search(joined) is not None


def quantities(
    analysis: Analysis, first: int, last: int, languages: tuple[str, ...], *, most: int | None = None
) -> tuple[Quantity, ...]:
    """The maximal quantities among tokens first … last-1, in their order. Nothing outside is looked at.

    ``most``: of a long text only so many, the first ones.

    ``languages``: those of the text, the likeliest first. They decide which words are numbers and how digits
    with a separator are read (1.500). Total, pure, linear in the tokens.
    """
    found = _starts(analysis, first, last, languages)
    if not found:
        return ()
    line = line_of(analysis, first, last)
    apart = _lone(line, found, languages) if most is None or len(found) <= most else ()
    return apart or _read(line, found, languages, most)


def _lone(line: Line, found: list[int], languages: tuple[str, ...]) -> tuple[Quantity, ...]:
    """The quantities that begin at these tokens, if nothing belongs to any of them; else none."""
    alone: list[Quantity] = []
    for at in found:
        one = lone(line, at, languages)
        if one is None:
            return ()
        alone.append(one)
    return tuple(alone)


def _read(line: Line, found: list[int], languages: tuple[str, ...], most: int | None) -> tuple[Quantity, ...]:
    """The quantities that begin at these tokens, with all that belongs to each."""
    pieces: list[Piece] = []
    done, enough = line.first, len(found) if most is None else most + _LINKED
    for at in found:
        if at < done:
            continue
        if len(pieces) > enough:
            break
        piece = code_at(line, at, done) or read_single(line, at, done, languages)
        if piece is not None:
            pieces.append(piece)
            done = piece.last
    read = joined(line, pieces, languages)
    if most is None or len(pieces) <= enough:
        return read
    return tuple(one for one in read if one.first < pieces[most].first)


def _starts(analysis: Analysis, first: int, last: int, languages: tuple[str, ...]) -> list[int]:
    """The tokens at which a number may begin. Most turns have none, so that this is all they cost."""
    if first >= last:
        return []
    watch, tokens = _watch(languages), analysis.tokens
    texts = tokens.texts if first == 0 and last == len(tokens.texts) else tokens.texts[first:last]
    words, articles = watch.words, watch.articles
    found = [
        at
        for at, text in enumerate(texts, first)
        if text in words or (not text.isalpha() and _DIGIT.search(text))
    ]
    if not articles.isdisjoint(texts):
        pairs = pairwise(texts)
        found += [
            at for at, (text, after) in enumerate(pairs, first) if text in articles and after in watch.followers
        ]
    if watch.german:
        found += [at for at, text in enumerate(texts, first) if "tausend" in text and text not in words]
    found.sort()
    return found
