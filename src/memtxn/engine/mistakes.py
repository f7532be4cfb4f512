"""Mistakes: what was given in place of something else, and what to give instead, for a message."""

from __future__ import annotations

from memtxn.model.belief import Belief
from memtxn.model.exact import is_a, kind_of
from memtxn.model.proposal import Proposal
from memtxn.model.source import Citation, Source

_QUOTE = "turn.quote('…'), where turn is the source that observe returned"


def no_evidence(given: object) -> str:
    """Of something that is no evidence."""
    if is_a(given, Source):
        return "evidence must say which part of the source it is, not only which source: give turn.quote('…')"
    if is_a(given, (Belief, Citation, Proposal)):
        return f"evidence is what a source says, not a {kind_of(given)}: give memory.source(source_id).quote('…')"
    return f"evidence comes from a source's quote, span or pointer, not from {kind_of(given)}: give {_QUOTE}"


def no_beliefs(given: object, what: str) -> str:
    """Of something that is no list of beliefs, or no belief in such a list."""
    if is_a(given, Source):
        return f"{what} takes beliefs, not a Source: a source is evidence, give evidence=turn.quote('…')"
    if is_a(given, Belief):
        return f"{what} must be a list or tuple, not Belief: give [belief]"
    if is_a(given, str):
        wanted = (
            "['12.0'], the ids of beliefs" if what == "derived_from" else "[belief], of what memory.get returned"
        )
        return f"{what} must be a list or tuple, not str: give {wanted}"
    if given is None:
        return f"{what} must be a list or tuple of beliefs, not None: leave out what get did not show"
    return f"{what} must be a list or tuple of beliefs, not {kind_of(given)}: give [belief, …]"
