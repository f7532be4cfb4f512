"""Enumeration: a value that the attribute declares, said in one of the other words declared for it."""

from __future__ import annotations

from memtxn.core.admission.forms.form import Context, Match
from memtxn.core.admission.forms.said import places, quoted, words_of
from memtxn.core.admission.patchtest import Excerpt
from memtxn.model.codec import Json, canonical


class EnumerationForm:
    """A declared option, named by a synonym."""

    name = "enumeration"

    def find(self, value: Json, excerpt: Excerpt, context: Context) -> list[Match]:
        """Where the excerpt says a synonym of the option, word for word. One of another option is no match."""
        if not context.terms.enum:
            return []
        wanted = canonical(value)
        synonyms = [word for option in context.terms.enum if option.value == wanted for word in option.synonyms]
        return [
            Match(
                first=place[0],
                last=place[1],
                form=self.name,
                reading=f"'{quoted(excerpt, place)}' is declared as {wanted.decode()}",
            )
            for synonym in dict.fromkeys(synonyms)
            for place in places(words_of(synonym), excerpt)
        ]
