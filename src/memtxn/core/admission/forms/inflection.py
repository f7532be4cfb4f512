"""Inflection: another form of the same word. "She swims" says "swimming"; "careless" does not say "care".

Two words are forms of one when the Snowball stemmer of a language of the text gives them one stem and they differ
in endings that inflect (``data/endings.toml``): stems alone would take a universe for a university. A word that
is a cue says what holds and what does not, and is never another form of anything.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache

import Stemmer

from memtxn.core.admission.forms.form import Context, Match
from memtxn.core.admission.forms.said import names_in, places_in_another_form, quoted, words_of
from memtxn.core.admission.forms.tables import table
from memtxn.core.admission.patchtest import Excerpt
from memtxn.model.codec import Json

WORDS = 4
"""The words of a value that may be in another form."""
SHORTEST = 3
"""Letters of a word that may be."""
STEMMERS = {
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "de": "german",
    "it": "italian",
    "pt": "portuguese",
    "nl": "dutch",
    "sv": "swedish",
    "da": "danish",
    "no": "norwegian",
    "fi": "finnish",
    "ru": "russian",
}
"""The Snowball algorithm of each language."""

_OTHER_ENDING = 3
_UMLAUTS = str.maketrans("äöü", "aou")


class InflectionForm:
    """A value of few words, of which the text says other forms. ``is_cue``: whether a word must stay as it is."""

    name = "inflection"

    def __init__(self, is_cue: Callable[[str], bool]) -> None:
        self._is_cue = is_cue

    def find(self, value: Json, excerpt: Excerpt, context: Context) -> list[Match]:
        """Where the excerpt says the value's words one by one, at least one of them in another form."""
        words = words_of(value) if isinstance(value, str) and len(value) <= 40 * WORDS else ()
        languages = tuple(one for one in context.languages if one in STEMMERS)
        if not 0 < len(words) <= WORDS or not languages:
            return []

        begun = _by_first_letter(excerpt)

        def said(word: str) -> list[str]:
            return [
                name
                for name in begun.get(_first(word), ())
                if word == name or self._is_form(word, name, languages)
            ]

        return [
            Match(
                first=first,
                last=last,
                form=self.name,
                reading=f"'{quoted(excerpt, (first, last))}' is a form of '{value}'",
            )
            for first, last in places_in_another_form(words, excerpt, said)
        ]

    def _is_form(self, word: str, said: str, languages: tuple[str, ...]) -> bool:
        return is_form_of(word, said, languages) and not (self._is_cue(word) or self._is_cue(said))


def _by_first_letter(excerpt: Excerpt) -> dict[str, list[str]]:
    """The words of a text by their first letter, found once."""
    known = excerpt.analysis.notes
    found = known.get(_by_first_letter.__name__)
    if isinstance(found, dict):
        return found
    begun: dict[str, list[str]] = {}
    for name in names_in(excerpt):
        begun.setdefault(_first(name), []).append(name)
    known[_by_first_letter.__name__] = begun
    return begun


@lru_cache(maxsize=4096)
def is_form_of(word: str, said: str, languages: tuple[str, ...]) -> bool:
    """Whether two different words are forms of one word in one of the languages."""
    if min(len(word), len(said)) < SHORTEST or not (_spelled(word) and _spelled(said)):
        return False
    return any(_stem(word, one) == _stem(said, one) and _inflected(word, said, one) for one in languages)


def _spelled(word: str) -> bool:
    """Whether it is made of Latin or of Cyrillic letters alone."""
    if not word.isalpha():
        return False
    return word.isascii() or all(
        unicodedata.name(letter, "").startswith(("LATIN", "CYRILLIC")) for letter in word
    )


@lru_cache(maxsize=4096)
def _stem(word: str, language: str) -> str:
    # A stemmer of its own for each word: they keep state and threads may come at once.
    return str(Stemmer.Stemmer(STEMMERS[language], 0).stemWord(word))


def _first(word: str) -> str:
    return word[0] if word[0] < "\x80" else word[0].translate(_UMLAUTS)


def _inflected(word: str, said: str, language: str) -> bool:
    """Whether they differ in endings that inflect, and be it with the last consonant doubled (swim, swimming)."""
    if language == "de":
        word, said = word.translate(_UMLAUTS), said.translate(_UMLAUTS)
    pairs = enumerate(zip(word, said, strict=False))
    differ = next((at for at, (one, other) in pairs if one != other), min(len(word), len(said)))
    shared = min(differ, len(_stem(word, language)))
    return all(_is_ending(one[shared:], one[:shared], language) for one in (word, said))


def _is_ending(ending: str, shared: str, language: str) -> bool:
    known = table("endings.toml").get(language)
    if known is None:
        return len(ending) <= _OTHER_ENDING
    return ending in known or (language == "en" and ending[:1] == shared[-1:] and ending[1:] in {"ed", "ing"})
