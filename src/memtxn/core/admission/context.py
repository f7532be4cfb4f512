"""Findings that need more than text: what the memory shows and holds, and what policy lets a channel say.

The engine looks these things up and puts the findings before those of the chain.
"""

from __future__ import annotations

from memtxn.core.admission.forms.said import words_of
from memtxn.core.admission.reasons import reject
from memtxn.model.codec import Json, canonical
from memtxn.model.declaration import type_problem
from memtxn.model.exact import brief
from memtxn.model.key import Key
from memtxn.model.record import DeclarationBody
from memtxn.model.verdict import Decision, Finding


def target_missing(key: Key) -> Finding:
    """A retraction finds nothing to take back."""
    return reject("target", "nothing_to_retract", f"{key} shows nothing of the kind at that time")


def observed_later(key: Key) -> Finding:
    """A retraction is older than the observation that it would take back, and would lose to it."""
    problem = f"what {key} shows was observed after the time of this retraction"
    return reject("target", "observed_later", problem)


def channel_not_allowed(channel: str) -> Finding:
    """Program state is stated on a channel that policy does not name for it."""
    return reject("channel", "channel_not_allowed", f"policy lets no program state its state on {brief(channel)}")


def parent_unknown(parent: str) -> Finding:
    """A proposal is derived from a belief that the memory does not hold."""
    return reject("derivation", "derived_from_unknown", f"this memory holds no belief {parent}")


def parent_gone(parent: str) -> Finding:
    """A proposal is derived from a belief that was undone, revoked or put aside."""
    return reject("derivation", "derived_from_revoked", f"belief {parent} is no longer believed")


def source_revoked(source_id: str) -> Finding:
    """A proposal cites a source of which nothing is believed any more."""
    return reject("source", "source_revoked", f"source {source_id} was revoked")


def not_as_declared(key: Key, declared: DeclarationBody | None, value: Json) -> tuple[Finding, ...]:
    """A value is not of the type, or none of the values, that were declared for its attribute."""
    if declared is None:
        return ()
    problem = type_problem(declared, value)
    if problem:
        return (reject("declared", "type_mismatch", f"{brief(value)} {problem}, as {key} was declared"),)
    if declared.enum is not None and canonical(value) not in declared.enum:
        meant = _named_by(declared, value)
        if meant:
            problem = f"{brief(value)} {ANOTHER_WORD} {' and '.join(meant)}: propose {' or '.join(meant)}."
            return (Finding("declared", Decision.REJECT, "not_in_enum", problem),)
        known = ", ".join(one.decode() for one in declared.enum[:_TOLD]) + (
            ", …" if declared.enum[_TOLD:] else ""
        )
        return (reject("declared", "not_in_enum", f"{brief(value)} is none of {known}"),)
    return ()


_TOLD = 20
"""Values of an enumeration that a refusal names."""
ANOTHER_WORD = "is another word for"
"""What is said of a word that was declared for a value, and proposed in its place."""


def _named_by(declared: DeclarationBody, value: Json) -> list[str]:
    """The values of an enumeration for which this is declared as another word."""
    words = words_of(value) if isinstance(value, str) else ()
    if not words:
        return []
    options = zip(declared.enum or (), declared.synonyms, strict=False)
    return [one.decode() for one, synonyms in options if words in map(words_of, synonyms)]


def constraint_broken(code: str, constraint: str, problem: str) -> Finding:
    """A constraint would not hold any more."""
    return reject("constraint", code, f"{constraint}: {problem}")
