"""Contractions: a word with an apostrophe opened into the words that it stands for, so that each is a token."""

from __future__ import annotations

from memtxn.core.admission.text import Segment
from memtxn.core.admission.word_set import word_set

_NEGATED = {"can": "can", "won": "will", "shan": "shall", "ain": "is", "": "do"}
_ENDINGS = {"m": "am", "re": "are", "ve": "have", "ll": "will", "d": "would"}
_ELIDED = word_set("l d n j m s c t qu jusqu lorsqu puisqu quoiqu dell un")
_WHOLE = frozenset(("aujourd'hui", "o'clock", "ma'am", "n't"))


def opened(normal: str, segment: Segment) -> tuple[Segment, ...]:
    """The tokens of one word: ``don't`` is *do not*, ``I'm`` *I am*, ``Bob's`` *Bob 's*, ``n'ai`` *n' ai*.

    The text of a token need not be the characters that it stands on, but each stands on some of its own.
    """
    start, end, text = segment
    if text == "cannot":
        return (start, start + 3, "can"), (start + 3, end, "not")
    if text == "s" and normal[start - 1 : start] == "'" and start > 1 and normal[start - 2].isalpha():
        return ((start - 1, end, "'s"),)
    if "'" not in text or text in _WHOLE:
        return (segment,)
    head, _, tail = text.partition("'")
    at = start + len(head)
    if tail == "t" and head.endswith("n"):
        stem = head[:-1]
        return (start, at - 1, _NEGATED.get(head, stem)), (at - 1, end, "not")
    if tail in _ENDINGS and head:
        return (start, at, head), (at, end, _ENDINGS[tail])
    if head in _ELIDED and tail.isalpha():
        return (start, at + 1, head + "'"), (at + 1, end, tail)
    return (segment,)
