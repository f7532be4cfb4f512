"""Aliases: another declared name of the same thing, and the speaker's word for himself."""

from __future__ import annotations

from memtxn.core.admission.forms.form import Context, Match
from memtxn.core.admission.forms.said import places, quoted, words_of
from memtxn.core.admission.forms.tables import table
from memtxn.core.admission.forms.time_words import plain
from memtxn.core.admission.patchtest import Excerpt
from memtxn.model.codec import Json


class AliasForm:
    """A name of the entity, where the text uses another of its declared names."""

    name = "alias"

    def find(self, value: Json, excerpt: Excerpt, context: Context) -> list[Match]:
        """Where the excerpt says another name of what the value names. All declared names are of one thing."""
        words = _name(value)
        names = dict.fromkeys(words_of(alias) for alias in context.terms.aliases)
        if not words or words not in names:
            return []
        return [
            Match(
                first=place[0],
                last=place[1],
                form=self.name,
                reading=f"'{quoted(excerpt, place)}' is another name of {value}",
            )
            for other in names
            if other != words
            for place in places(other, excerpt)
        ]


class SpeakerForm:
    """A value that names the speaker, where the text says I."""

    name = "speaker"

    def find(self, value: Json, excerpt: Excerpt, context: Context) -> list[Match]:
        """Where the speaker speaks of himself alone. ``My brother`` and ``we`` are others."""
        if not context.speaker or _name(value) not in _names_of_speaker(context):
            return []
        tokens = excerpt.analysis.tokens
        return [
            Match(first=at, last=last, form=self.name, reading=f"'{quoted(excerpt, (at, last))}' is {value}")
            for at in range(excerpt.first, excerpt.last)
            if (last := _first_person(tokens.texts, at, context.languages)) and last <= excerpt.last
        ]


def _name(value: Json) -> tuple[str, ...]:
    return words_of(value) if isinstance(value, str) else ()


def _names_of_speaker(context: Context) -> set[tuple[str, ...]]:
    terms = context.terms
    names = {words_of(context.speaker)}
    if context.speaker in terms.speakers:
        names.update(words_of(alias) for alias in terms.aliases)
    return names - {()}


def _first_person(texts: list[str], at: int, languages: tuple[str, ...]) -> int:
    """The token after the speaker's word for himself that begins here; 0 when none does."""
    data = table("first_person.toml")
    for language in languages or tuple(data["words"]):
        if texts[at].startswith(tuple(data["elided"].get(language, ()))):
            return at + 1
        for word in data["words"].get(language, ()):
            letters = words_of(word)
            last = at + len(letters)
            after = plain(texts[last]) if last < len(texts) else ""
            if tuple(texts[at:last]) == letters and after not in data["not_before"].get(language, ()):
                return last
    return 0
