"""The languages of a text, guessed from its script and its small words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

import msgspec

from memtxn.core.admission.cues.pack import LATIN, UNDETERMINED, Pack, function_words, recognised

_KANA = ("ぁ", "ヿ")
_HAN = (("々", "〇"), ("㐀", "䶿"), ("一", "鿿"), ("\uf900", "\ufaff"), ("\U00020000", "\U0003fffd"))
_LAST_LATIN = "ɏ"
_MORE_LATIN = ("Ḁ", "ỿ")
_LETTERS = dict.fromkeys("ñáíóú", "es") | dict.fromkeys("êçœèûîàâëï", "fr") | dict.fromkeys("äöü", "de")
"""Letters that one of these languages has and the others have not. They rank; further languages have them too."""

_LETTER = 0.3
_ENOUGH = 0.5
_SURE = 2.0
_SHARE = 0.15


def languages_of(texts: Sequence[str], runs: bytes, packs: tuple[Pack, ...] = ()) -> tuple[str, ...]:
    """The languages of a text from its tokens; ``runs`` as :class:`~memtxn.core.admission.tokens.Tokens` has it.

    The likeliest of its main script comes first. ``und`` is among them where nothing tells which they are.
    A user's ``packs`` bring further languages, each known by its function words. Linear in the text.
    """
    unspaced: tuple[str, ...] = ()
    if 1 in runs:
        unspaced = _unspaced([text for text, run in zip(texts, runs, strict=True) if run], packs)
        spaced = [text for text, run in zip(texts, runs, strict=True) if not run and text[0].isalpha()]
    else:
        spaced = [text for text in texts if text[0].isalpha()]
    if not spaced:
        return unspaced or ("en",)
    return tuple(dict.fromkeys((*unspaced, *_spaced(spaced, packs, alone=not unspaced))))


def _unspaced(letters: list[str], packs: tuple[Pack, ...]) -> tuple[str, ...]:
    kana = sum(_KANA[0] <= letter[0] <= _KANA[1] for letter in letters)
    han = sum(any(low <= letter[0] <= high for low, high in _HAN) for letter in letters)
    others: tuple[str, ...] = (UNDETERMINED,) if kana + han < len(letters) else ()
    if packs:
        table, written = _table(packs), set(letters)
        found = {language for letter in written for language in table.of(letter)}
        others = tuple(one for one in recognised(packs) if one in found) or others
    if kana * 8 > han:
        return ("ja", *others)
    return (*(("zh",) if han else ()), *(("ja",) if kana else ()), *others)


def _spaced(words: list[str], packs: tuple[Pack, ...], *, alone: bool) -> tuple[str, ...]:
    """By small words; among other scripts the words are English unless they say otherwise."""
    scores = ranks = _table(packs).scores(words)
    foreign = False
    if not "".join(words).isascii():
        ranks, foreign = _with_letters(words, scores)
    least = max(max(ranks.values()) / 2, _ENOUGH)
    likely = [language for language, rank in ranks.items() if rank >= least]
    if len(likely) == 1:
        sure = scores[likely[0]] >= max(min(_SURE, _SHARE * len(words)), _ENOUGH)
    else:
        likely.sort(key=ranks.__getitem__, reverse=True)  # stable: English first among equals
        sure = bool(likely) and min(scores[language] for language in likely) >= _SURE
    if sure and likely[0] not in LATIN:
        foreign = False  # of another script, but known all the same
    unknown = (UNDETERMINED,) if foreign or (alone and not sure) else ()
    return (*(likely or ["en"]), *unknown)


def _with_letters(words: list[str], scores: dict[str, float]) -> tuple[dict[str, float], bool]:
    """What the letters of the words say too; and whether some are of no Latin script."""
    ranks, foreign = dict(scores), False
    for word in words:
        if not word.isascii():
            foreign = foreign or not (word[0] <= _LAST_LATIN or _MORE_LATIN[0] <= word[0] <= _MORE_LATIN[1])
            for letter in _LETTERS.keys() & set(word):
                ranks[_LETTERS[letter]] += _LETTER
    return ranks, foreign


class _Table(msgspec.Struct, frozen=True):
    """The ``languages`` by their small words: of each word the number of the ``owners`` that share it, from 1."""

    languages: tuple[str, ...]
    numbers: dict[str, int]
    owners: list[tuple[str, ...]]

    def scores(self, words: list[str]) -> dict[str, float]:
        """How many small words of each language there are; one that several have says less for each."""
        scores, counts = dict.fromkeys(self.languages, 0.0), [0] * len(self.owners)
        for number in filter(None, map(self.numbers.get, words)):
            counts[number] += 1
        for number, count in enumerate(counts):
            if count:
                owners = self.owners[number]
                for language in owners:
                    scores[language] += count / len(owners)
        return scores

    def of(self, word: str) -> tuple[str, ...]:
        """The languages that have a small word."""
        return self.owners[self.numbers[word]] if word in self.numbers else ()


@lru_cache(maxsize=64)
def _table(packs: tuple[Pack, ...]) -> _Table:
    """The small words of the languages that a text may be found to be in."""
    owners: dict[str, list[str]] = {}
    for language in LATIN:
        for word in function_words(language):
            owners.setdefault(word, []).append(language)
    for language in (*LATIN, *recognised(packs)):
        mine = (pack.words.get("function_words", ()) for pack in packs if pack.language == language)
        for word in frozenset(chain.from_iterable(mine)):
            known = owners.setdefault(word, [])
            known += [language] if language not in known else []
    kinds = [(), *dict.fromkeys(map(tuple, owners.values()))]  # no word has the number 0
    languages = (*LATIN, *recognised(packs))
    return _Table(languages, {word: kinds.index(tuple(mine)) for word, mine in owners.items()}, kinds)
