"""Record time: a record of fields may say when it was observed (``observed=2026-10-08T10:00 weight=88``)."""

from __future__ import annotations

from datetime import datetime

from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set

_LABELS = word_set("""
    observed observed_at observed_on as_of measured_at recorded_at taken_at 观察时间 观测时间 记录时间
    测量时间 截至
""")
"""Names of fields that date the others."""


FIELDS = frozenset(("=",))
"""What a record of fields has in it."""


def record_time(showing: Spoken, sentence: Sentence) -> tuple[datetime, tuple[int, int]] | None:
    """The time that a field of the sentence gives for all of them, and the tokens of its label; None without one.

    A time without a zone is taken for one of the source's.
    """
    source, texts = showing.analysis.source, sentence.texts
    if source is None or FIELDS.isdisjoint(sentence.vocabulary):
        return None
    for at, word in enumerate(texts):
        if word != "=" or not at:
            continue
        first = _label(texts, at)
        if first is not None:
            given = _given(showing, sentence.first + at)
            if given is not None:
                return given.replace(tzinfo=given.tzinfo or source.at.tzinfo), (
                    sentence.first + first,
                    sentence.first + at,
                )
    return None


def _label(texts: list[str], at: int) -> int | None:
    """Where the label before an equals sign begins, if it is one of those."""
    for first in range(at - 1, max(-1, at - _LONGEST), -1):
        if "".join(texts[first:at]) in _LABELS:
            return first
    return None


_LONGEST = 5
"""Tokens before an equals sign within which a label is looked for."""


def _given(showing: Spoken, token: int) -> datetime | None:
    """The ISO time that stands behind an equals sign."""
    text = showing.analysis.normal.text[showing.analysis.tokens.ends[token] :]
    written = text.lstrip()[:_WIDTH].split(" ", 1)[0].strip(",;\"'")
    try:
        return datetime.fromisoformat(written.upper())
    except ValueError:
        return None


_WIDTH = 40
"""Characters in which a time is written."""
