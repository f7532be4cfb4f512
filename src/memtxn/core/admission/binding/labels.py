"""Labels: values that stand under a label ("seniors: 31 pounds"), or in a field (``read_p99=2.7ms``)."""

from __future__ import annotations

from itertools import pairwise

from memtxn.core.admission.binding.scene import Bound, Scene
from memtxn.core.admission.reading.sentence import Sentence

_LABEL = 4
"""Words that a label before a colon may have."""

_LINES = 6
"""Sentences before and after in which the other labels are looked for."""

_FORMER = frozenset(("old", "previous", "prev", "former", "last", "旧", "原"))
"""First words in the name of a field for what was."""


def labelled(scene: Scene) -> Bound | None:
    """Of labelled values the one with the entity's label is its own, in this line or in another."""
    own = _label(scene.sentence, scene.clause)
    if own is not None and _is_another_attribute(scene, own):
        return Bound("spliced", f"it stands under {scene.showing.text(*own)!r}", *own)
    if own is None or any(first < own[1] and own[0] < last for first, last in scene.mentions(scene.sentence)):
        return None
    for sentence in scene.showing.reading.around(scene.sentence.number, _LINES, _LINES):
        named = scene.mentions(sentence)
        for clause in range(len(sentence.clauses.starts)):
            label = _label(sentence, clause) if named else None
            if label is not None and any(first < label[1] and label[0] < last for first, last in named):
                return Bound("spliced", f"it stands under {scene.showing.text(*own)!r}", *own)
    return None


def _is_another_attribute(scene: Scene, own: tuple[int, int]) -> bool:
    """Whether another label, in this line or another, is the attribute's name, and this one is not."""
    name = list(scene.case.attribute.words)
    for sentence in scene.showing.reading.around(scene.sentence.number, _LINES, _LINES):
        for clause in range(len(sentence.clauses.starts)):
            label = _label(sentence, clause)
            if label is None:
                continue
            words = sentence.texts[label[0] - sentence.first : label[1] - sentence.first]
            if words == name:
                return not (sentence is scene.sentence and label == own)
    return False


def is_field(scene: Scene) -> bool:
    """Whether the value stands in a field: a record that a program keeps, not prose that it passes on."""
    tokens = scene.sentence.clauses.tokens(scene.clause)
    return len(tokens) > 2 and scene.sentence.texts[tokens[1] - scene.sentence.first] == "="


def field(scene: Scene) -> Bound | None:
    """Of fields (``read_p99=2.7ms``) the one with the attribute's name counts; one that is called old is over."""
    sentence, first = scene.sentence, scene.sentence.first
    tokens = sentence.clauses.tokens(scene.clause)
    if len(tokens) < 3 or sentence.texts[tokens[1] - first] != "=":
        return None
    label, name = sentence.texts[tokens[0] - first], "_".join(scene.case.attribute.words)
    parts = label.split("_")
    if parts[0] in _FORMER and not _FORMER.intersection(scene.case.attribute.words):
        return Bound("wrong_subject", "it is the value that was", tokens[0], tokens[0] + 1)
    texts = sentence.texts
    if label == name or not any(one == name and after == "=" for one, after in pairwise(texts)):
        return None
    return Bound("spliced", f"it is the value of {label!r}", tokens[0], tokens[0] + 1)


def _label(sentence: Sentence, clause: int) -> tuple[int, int] | None:
    """The tokens before a colon of which a clause speaks ("seniors: 31 pounds"), or the first cell of its row."""
    clauses = sentence.clauses
    gap = clauses.gaps[clauses.starts[clause] - sentence.first]
    if clause == 0 or clauses.joints[clause] != "colon" or not (":" in gap or "|" in gap):
        return None
    tokens = clauses.tokens(clause - 1 if ":" in gap else 0)
    return (tokens[0], tokens[-1] + 1) if 0 < len(tokens) <= _LABEL else None
