"""Excerpts of sources: what stands around the evidence, and around all that the rules found there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from memtxn.model.excerpt import Span, excerpts
from memtxn.model.explanation import Quoted, places
from memtxn.model.source import Source
from memtxn.model.verdict import Finding


def in_context(
    evidence: tuple[Quoted, ...], findings: Sequence[Finding], source: Callable[[str], Source | None]
) -> tuple[Quoted, ...]:
    """The evidence with the sentences around it. ``source`` finds one by its id."""
    told = []
    for number, quoted in enumerate(evidence):
        if quoted.start is None or quoted.end is None:
            told.append(quoted)
            continue
        spans: list[Span] = [(quoted.start, quoted.end)]
        spans += [span for found in findings for span in places(found, number, evidence)]
        known = source(quoted.source_id)
        text = "" if known is None or known.text is None else known.text
        told.append(msgspec.structs.replace(quoted, excerpts=excerpts(text, spans)))
    return tuple(told)
