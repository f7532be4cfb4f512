"""Time words: what the words of the known languages say of days and times. Read from ``data/dates``."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib import resources

import msgspec

from memtxn.core.admission.forms.moments import Moment
from memtxn.core.admission.han import simplified
from memtxn.core.admission.normal import normalise
from memtxn.core.admission.tokens import tokenise

LANGUAGES = ("en", "zh", "es", "fr", "de", "ja")
"""The languages whose words are known."""
FILLERS = frozenset(
    {"a", "after_next", "after_next_pre", "ago", "ago_prefix", "at", "before_day", "coming", "daypart", "end"}
    | {"every", "from", "from_day", "half", "half_after", "half_to", "in", "in_prefix", "last", "later", "link"}
    | {"minus", "minus_quarter", "minute_mark", "of", "oclock", "on", "on_day", "or", "ordinal", "part_before"}
    | {"past", "plus", "quarter", "quarter_after", "quarter_of", "rel", "rel_after", "rel_exact", "short_of"}
    | {"the", "to", "to_hour", "until"}
)
"""The kinds of words that mean no time without a word of another kind beside them."""
_UNSPACED = frozenset({"zh", "ja"})
_SETTINGS = frozenset({"hours", "order", "numbers", "ordinals", "past_words", "future_words"})


class Sense(msgspec.Struct, frozen=True, gc=False):
    """What a part of an expression says: a number, a word, or the moments that it stands for."""

    number: int = 0
    text: str = ""
    moments: tuple[Moment, ...] = ()


class Word(msgspec.Struct, frozen=True, gc=False):
    """A phrase of the lexicon: its tokens, its kind, and what it says."""

    tokens: tuple[str, ...]
    kind: str
    sense: Sense


class TimeWords(msgspec.Struct, frozen=True):
    """The time words of some languages, by their first token.

    ``telling``: the longest token of each phrase that is no filler. Where none of them is near, no time is said.
    ``tokens``: those of all phrases. ``hours`` and ``orders`` (of day, month and year in figures) are of the
    likeliest language.
    """

    words: dict[str, tuple[Word, ...]]
    telling: frozenset[str]
    tokens: frozenset[str]
    languages: tuple[str, ...]
    hours: int
    orders: tuple[str, ...]
    past: frozenset[str]
    future: frozenset[str]


def time_words(languages: tuple[str, ...]) -> TimeWords:
    """The words of these languages; of all, if none of them is known.

    A text in a script without spaces borrows English words.
    """
    known = tuple(dict.fromkeys(one for one in languages if one in LANGUAGES)) or LANGUAGES
    return _joined(known if known[0] not in _UNSPACED or "en" in known else (*known, "en"))


@cache
def _joined(languages: tuple[str, ...]) -> TimeWords:
    packs = [_pack(language) for language in languages]
    words: dict[str, tuple[Word, ...]] = {}
    for pack in packs:
        for first, found in pack.words.items():
            words[first] = tuple(dict.fromkeys((*words.get(first, ()), *found)))
    past = frozenset().union(*(pack.past for pack in packs))
    future = frozenset().union(*(pack.future for pack in packs))
    telling = frozenset().union(*(pack.telling for pack in packs))
    tokens = frozenset().union(*(pack.tokens for pack in packs))
    return TimeWords(words, telling, tokens, languages, packs[0].hours, packs[0].orders, past, future)


@cache
def _pack(language: str) -> TimeWords:
    folder = resources.files("memtxn.core.admission.forms") / "data" / "dates"
    data = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
    found = [
        _word(phrase, kind, sense)
        for kind, table in data.items()
        if kind not in _SETTINGS
        for phrase, sense in table.items()
    ]
    found += [_word(name, "number", at) for at, name in enumerate(data.get("numbers", "").split())]
    found += [_word(name, "ordinal", at) for at, name in enumerate(data.get("ordinals", "").split(), start=1)]
    found += [
        msgspec.structs.replace(word, kind=f"{word.sense.text}_unit") for word in found if word.kind == "unit"
    ]
    words: dict[str, tuple[Word, ...]] = {}
    for word in found:
        words[word.tokens[0]] = (*words.get(word.tokens[0], ()), word)
    past, future = (frozenset(map(plain, data[name].split())) for name in ("past_words", "future_words"))
    telling = frozenset(max(word.tokens, key=len) for word in found if word.kind not in FILLERS)
    tokens = frozenset(token for word in found for token in word.tokens)
    return TimeWords(words, telling, tokens, (language,), data["hours"], tuple(data["order"]), past, future)


def _word(phrase: str, kind: str, sense: object) -> Word:
    return Word(phrase_tokens(phrase), kind, _sense(sense))


def _sense(value: object) -> Sense:
    if isinstance(value, list):
        return Sense(value[0], value[1])
    return Sense(text=value) if isinstance(value, str) else Sense(int(str(value)))


@lru_cache(maxsize=8192)
def plain(token: str) -> str:
    """The token in the form in which the words are compared."""
    return simplified(token)


def phrase_tokens(phrase: str) -> tuple[str, ...]:
    """The tokens of a phrase of the data, as a text would show them."""
    normal = normalise(phrase)
    return tuple(plain(text) for text in tokenise(normal.text, normal.stops).texts)
