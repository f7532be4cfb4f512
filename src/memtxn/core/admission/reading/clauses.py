"""Clauses: the pieces of a sentence that say one thing each, and how each is joined to the one before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.reading.cutter import Cutter
from memtxn.core.admission.reading.grammar import Grammar, Joint
from memtxn.core.admission.reading.heads import heads_of
from memtxn.core.admission.reading.resumed import resume


class Clauses(msgspec.Struct, frozen=True):
    """The clauses of a sentence, numbered in the order in which they begin.

    ``of[i]`` is the clause of token ``first + i``. Of each clause: its first token, what joins it to what
    stands before (``joints``), and the clause whose list or predicate it goes on with (``heads``; itself if
    none).
    ``gaps[i]`` is what stands before token ``first + i``, without spaces; ``members`` and ``words`` are the
    tokens of each and their texts.
    """

    first: int
    of: list[int]
    starts: list[int]
    joints: list[Joint]
    heads: list[int]
    gaps: list[str]
    members: list[Sequence[int]]
    words: list[list[str]]

    def tokens(self, clause: int) -> Sequence[int]:
        """The tokens of a clause."""
        return self.members[clause]

    def head(self, clause: int) -> int:
        """The clause with which this one goes on, at last."""
        while self.heads[clause] != clause:
            clause = self.heads[clause]
        return clause


def clauses_of(
    analysis: Analysis, first: int, last: int, texts: list[str], grammar: Grammar, marks: list[Mark]
) -> Clauses:
    """The clauses of the sentence of tokens ``first`` … ``last`` - 1, whose words are ``texts``. Linear.

    ``marks`` are its cues: within one no clause begins, and after an "and" one begins a predicate of its own.
    """
    cutter = Cutter(analysis, first, last, texts, grammar, marks)
    cutter.cut()
    if "relative" in cutter.joints or "that" in texts or cutter.joints.count("comma") > 1:
        resume(cutter)
    if cutter.returns:
        scattered: list[list[int]] = [[] for _ in cutter.starts]
        for token, clause in enumerate(cutter.of, first):
            scattered[clause].append(token)
        members: list[Sequence[int]] = [*scattered]
        words = [[texts[token - first] for token in tokens] for tokens in members]
    else:
        ends = list(pairwise((*cutter.starts, last)))
        members = [range(start, end) for start, end in ends]
        words = [texts[start - first : end - first] for start, end in ends]
    heads = heads_of(cutter, words)
    return Clauses(first, cutter.of, cutter.starts, cutter.joints, heads, cutter.gaps, members, words)
