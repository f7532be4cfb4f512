"""Aliases: another declared name of the same thing, and the speaker's word for himself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from memtxn.core.admission.forms.form import Context, Match
from memtxn.core.admission.forms.said import names_in, places, quoted, words_of
from memtxn.core.admission.forms.tables import table
from memtxn.core.admission.forms.time_words import plain
from memtxn.core.admission.patchtest import Excerpt, Range
from memtxn.model.codec import Json


class AliasForm:
    """A name of the entity, where the text uses another of its declared names."""

    name = "alias"

    def find(self, value: Json, excerpt: Excerpt, context: Context) -> list[Match]:
        """Where the excerpt says another name of what the value names. All declared names are of one thing."""
        if not context.terms.aliases:
            return []
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
        found = {place for language in context.languages for place in _first_person(language, excerpt)}
        return [
            Match(
                first=first, last=last, form=self.name, reading=f"'{quoted(excerpt, (first, last))}' is {value}"
            )
            for first, last in sorted(found)
        ]


def _name(value: Json) -> tuple[str, ...]:
    return words_of(value) if isinstance(value, str) else ()


def _names_of_speaker(context: Context) -> set[tuple[str, ...]]:
    terms = context.terms
    names = {words_of(context.speaker)}
    if context.speaker in terms.speakers:
        names.update(words_of(alias) for alias in terms.aliases)
    return names - {()}


def _first_person(language: str, excerpt: Excerpt) -> Iterator[Range]:
    """Where a speaker of this language speaks of himself."""
    data, texts = table("first_person.toml"), excerpt.analysis.tokens.texts
    others = data["not_before"].get(language, ())
    for word in data["words"].get(language, ()):
        for first, last in places(words_of(word), excerpt):
            if last == len(texts) or plain(texts[last]) not in others:
                yield first, last
    for beginning in data["elided"].get(language, ()):
        yield from places((beginning,), excerpt, partial(_begun, excerpt))


def _begun(excerpt: Excerpt, beginning: str) -> list[str]:
    return [name for name in names_in(excerpt) if name.startswith(beginning)]
