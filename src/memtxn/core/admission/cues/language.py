"""The languages of a text, guessed from its script and its small words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from memtxn.core.admission.cues.pack import LATIN, UNDETERMINED, function_words

_KANA = ("ぁ", "ヿ")
_HAN = (("々", "〇"), ("㐀", "䶿"), ("一", "鿿"), ("\uf900", "\ufaff"), ("\U00020000", "\U0003fffd"))
_LAST_LATIN = "ɏ"
_MORE_LATIN = ("Ḁ", "ỿ")
_LETTERS = {"ñ": "es", "ê": "fr", "ç": "fr", "œ": "fr", "è": "fr", "û": "fr", "î": "fr", "ä": "de", "ü": "de"}
"""Letters that one of these languages has and the others have not. Weak: names have them as well."""

_SURE = 2.0
_ENOUGH = 0.5


def languages_of(texts: Sequence[str], runs: bytes) -> tuple[str, ...]:
    """The languages of a text from its tokens; ``runs`` as :class:`~memtxn.core.admission.tokens.Tokens` has it.

    The likeliest of its main script comes first. ``und`` is among them where nothing tells which they are.
    Linear in the text.
    """
    unspaced = _unspaced([text for text, run in zip(texts, runs, strict=True) if run]) if any(runs) else ()
    spaced = [text for text, run in zip(texts, runs, strict=True) if not run and text[0].isalpha()]
    if not spaced:
        return unspaced or ("en",)
    return tuple(dict.fromkeys((*unspaced, *_spaced(spaced, alone=not unspaced))))


def _unspaced(letters: list[str]) -> tuple[str, ...]:
    kana = sum(_KANA[0] <= letter[0] <= _KANA[1] for letter in letters)
    han = sum(any(low <= letter[0] <= high for low, high in _HAN) for letter in letters)
    others = (UNDETERMINED,) if kana + han < len(letters) else ()
    if kana * 8 > han:
        return ("ja", *others)
    return (*(("zh",) if han else ()), *(("ja",) if kana else ()), *others)


def _spaced(words: list[str], *, alone: bool) -> tuple[str, ...]:
    scores = dict.fromkeys(LATIN, 0.0)
    table = _table()
    foreign = False
    for word in words:
        for language, weight in table.get(word, ()):
            scores[language] += weight
        if not word.isascii():
            foreign = foreign or not (word[0] <= _LAST_LATIN or _MORE_LATIN[0] <= word[0] <= _MORE_LATIN[1])
            for letter in set(word) & _LETTERS.keys():
                scores[_LETTERS[letter]] += _ENOUGH
    return _judged(scores, len(words), alone=alone, foreign=foreign)


def _judged(scores: dict[str, float], count: int, *, alone: bool, foreign: bool) -> tuple[str, ...]:
    ranked = sorted(scores, key=scores.__getitem__, reverse=True)  # stable: English first among equals
    best = scores[ranked[0]]
    likely = [language for language in ranked if best and scores[language] >= max(best * 0.5, _ENOUGH)]
    enough = min(_SURE, 0.25 * count) if len(likely) == 1 else _SURE
    sure = bool(likely) and all(scores[language] >= enough for language in likely)
    if not alone:  # words in a text of another script are English unless they say otherwise
        sure = True
    unknown = (UNDETERMINED,) if foreign or not sure else ()
    return (*(likely or ["en"]), *unknown)


@cache
def _table() -> dict[str, tuple[tuple[str, float], ...]]:
    """Each small word with the languages that have it, and how much it says for each."""
    owners: dict[str, list[str]] = {}
    for language in LATIN:
        for word in function_words(language):
            owners.setdefault(word, []).append(language)
    return {word: tuple((each, 1 / len(mine)) for each in mine) for word, mine in owners.items()}
