"""Variants: the same word in other letters: 臺灣 and 台湾, cœur and coeur.

Width, case, ligatures and ß are one already in the normal form of a text. Accents are not: they tell words apart.
"""

from __future__ import annotations

from memtxn.core.admission.forms.form import Context, Match
from memtxn.core.admission.forms.said import names_in, places_in_another_form, quoted, words_of
from memtxn.core.admission.han import simplified
from memtxn.core.admission.patchtest import Excerpt
from memtxn.model.codec import Json

_LETTERS = str.maketrans({"œ": "oe", "æ": "ae"})


class VariantForm:
    """A value of which the text says every word in the same place, some in other letters."""

    name = "variant"

    def find(self, value: Json, excerpt: Excerpt, context: Context) -> list[Match]:  # noqa: ARG002
        """Where the excerpt says the value in other letters."""
        if not isinstance(value, str) or (value.isascii() and excerpt.analysis.normal.text.isascii()):
            return []
        names = names_in(excerpt)

        def said(word: str) -> list[str]:
            return [name for name in names if word == name or in_one_form(word) == in_one_form(name)]

        return [
            Match(
                first=first,
                last=last,
                form=self.name,
                reading=f"'{quoted(excerpt, (first, last))}' is '{value}' in other letters",
            )
            for first, last in places_in_another_form(words_of(value), excerpt, said)
        ]


def in_one_form(text: str) -> str:
    """The text in the letters in which variants are compared. Total; idempotent."""
    return text if text.isascii() else simplified(text).translate(_LETTERS)
