"""Frames: cues in two parts with something between them ("according to … ", 据…说), which no phrase can list."""

from __future__ import annotations

from collections.abc import Iterator

from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.cues.pack import Cue
from memtxn.core.admission.reading.clauses import Clauses

_REACH = 10
"""Tokens that may stand between the parts."""

_FRAMES: tuple[tuple[str, frozenset[str], Cue], ...] = (
    ("据", frozenset("说讲称传"), Cue("据 … 说", "report", "onward", "zh")),
    ("听", frozenset("说讲"), Cue("听 … 说", "report", "onward", "zh")),
    ("在", frozenset(("看来",)), Cue("在 … 看来", "report", "onward", "zh")),
    ("等", frozenset(("才", "再", "就")), Cue("等 … 才", "condition", "around", "zh")),
    ("要", frozenset(("才",)), Cue("要 … 才", "condition", "own", "zh")),
    ("从", frozenset(("不", "没")), Cue("从 … 不", "negation", "own", "zh")),
    ("连", frozenset(("没", "不")), Cue("连 … 都不", "negation", "own", "zh")),
    ("until", frozenset(("only",)), Cue("not until", "condition", "own", "en")),
)


def framed(texts: list[str], clauses: Clauses) -> Iterator[Mark]:
    """The frames of a sentence; both parts stand in one clause, the mark covers the first."""
    for opening, closing, cue in _FRAMES:
        if opening not in texts:
            continue
        for at, word in enumerate(texts):
            if word == opening and _closes(texts, clauses, at, closing):
                yield Mark(cue, clauses.first + at, clauses.first + at + 1)


def _closes(texts: list[str], clauses: Clauses, at: int, closing: frozenset[str]) -> bool:
    for after in range(at + 2, min(at + _REACH, len(texts))):
        if clauses.of[after] != clauses.of[at]:
            return False
        if texts[after] in closing or "".join(texts[after : after + 2]) in closing:
            return True
    return False
