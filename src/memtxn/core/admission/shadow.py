"""The shadow policy: what only the rules of support would refuse is admitted, and says so for ever.

For those who migrate: they see what enforcement would have refused before anything is refused. What cannot be
stored, has no known source or would break the order of time is refused in the shadow too.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.gate import Judgement
from memtxn.core.admission.reasons import SUPPORT
from memtxn.model.proposal import Draft
from memtxn.model.source import Citation
from memtxn.model.verdict import SHADOW, Decision, waived

NAME = SHADOW
"""What overruled the findings."""


def in_shadow(draft: Draft, judgement: Judgement, analyses: Mapping[str, Analysis]) -> Judgement:
    """The judgement with the findings of support overruled, if nothing else stands against the proposal.

    A piece of evidence that does not stand in its source has no place there: the whole source is cited.
    """
    verdict = waived(judgement.verdict, SUPPORT, by=NAME)
    if verdict.decision is not Decision.ADMIT:
        return judgement
    pairs = zip(draft.evidence, judgement.citations, strict=True)
    citations = tuple(found or _whole(analyses[piece.source.id]) for piece, found in pairs)
    return msgspec.structs.replace(judgement, verdict=verdict, citations=citations)


def _whole(analysis: Analysis) -> Citation:
    """All of a source."""
    if analysis.text is None:
        return Citation(analysis.source_id, pointer="")
    return Citation(analysis.source_id, 0, len(analysis.text))
