"""Tables: a value in a cell belongs to the row of the entity, and to the column of the attribute."""

from __future__ import annotations

from memtxn.core.admission.binding.scene import Bound, Scene
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.reading.sentence import Sentence

BAR = "|"
_ROWS = 12
"""Rows before and after in which the entity is looked for."""


def in_table(scene: Scene) -> Bound | None:
    """Whether the value stands in the row of something else, or under another head ("| alpha | Edda |")."""
    sentence = scene.sentence
    if sentence.texts[0] != BAR:
        return None
    rows = [row for row in scene.showing.reading.around(sentence.number, _ROWS, _ROWS) if row.texts[0] == BAR]
    span = (scene.showing.first, scene.showing.last)
    if not scene.own and any(scene.mentions(row) for row in rows if row is not sentence):
        return Bound("spliced", "it stands in the row of something else", *span)
    here = _column(sentence, scene.showing.first)
    asked = _named(rows[0], scene.case.attribute.words)
    if asked is not None and rows[0] is not sentence and here != asked:
        return Bound("spliced", "it stands in another column", *span)
    return None


def _column(row: Sentence, token: int) -> int:
    """The number of the cell in which a token stands, from 1."""
    return row.texts[: token - row.first].count(BAR)


def _named(head: Sentence, words: tuple[str, ...]) -> int | None:
    """The column whose head is the name of the attribute."""
    cells: list[list[str]] = []
    for word in head.texts:
        if word == BAR:
            cells.append([])
        elif cells:
            cells[-1].append(word)
    for number, cell in enumerate(cells, start=1):
        if len(cell) == len(words) and all(map(alike, cell, words)):
            return number
    return None
