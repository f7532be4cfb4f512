"""The reason codes of refusals, each with one sentence that a person or a model can act on."""

from __future__ import annotations

from memtxn.model.verdict import Decision, Finding

REASONS: dict[str, str] = {
    "missing_field": "Give the named field: a proposal needs evidence and the time of its observation",
    "empty_value": "Propose a value with at least one word, number or symbol",
    "too_large": "Shorten it to the limit, or raise the limit in the policy",
    "future_observation": "Give the time at which the source said it, which cannot lie in the future",
    "bad_interval": "Let valid_from (unless given, the time of observation) lie before valid_to",
    "source_unknown": "Observe the source in this memory first, then cite it by its id",
    "quote_not_in_source": "Quote a part of the source word for word, or give a span or pointer inside it",
    "not_ordered_subsequence": "Propose words of one piece of evidence, each of them whole, in their order",
    "not_entailed": "Propose what the source says; the model that read it takes it for the opposite",
    "permission_denied": "Cite a source that may speak of this, or let policy allow the channel",
    "authority_too_low": "Cite sources of more authority, or let policy ask for less",
    "nothing_to_retract": "Read the key first, and retract what it shows",
    "observed_later": "Retract it as of the time at which its end was observed, or later",
    "channel_not_allowed": "Observe a source and quote it, or let the policy name the channel",
    "derived_from_unknown": "Give ids of beliefs that this memory returned",
    "type_mismatch": "Propose a value of the declared type, or let the harness declare another one",
    "not_in_enum": "Propose one of the declared values, or let the harness declare another enumeration",
    "not_unique": "End the belief that holds the value first, or propose another value",
    "interval_overlaps": "Give an interval that is free, or end the belief that holds it first",
    "immutable": "Keep the value; a wrong one is revoked by the harness, never changed",
    "reference_missing": "Name an entity of which something is believed for as long as the reference holds",
    "still_referenced": "End the references to the entity first",
    "check_failed": "Propose what the check of the harness lets stand",
}
"""Code → what to do about it."""

SUPPORT = frozenset({"quote_not_in_source", "not_ordered_subsequence"})
"""Those that say how the evidence bears the value out, and no more: what the shadow policy lets in.

The code of a later rule of that kind belongs here too; that of one which keeps stored things whole does not.
"""


def reject(rule: str, code: str, problem: str, spans: tuple[tuple[int, int], ...] = ()) -> Finding:
    """The finding that a rule refuses: what is wrong here, and what to do about it."""
    return Finding(rule, Decision.REJECT, code, f"{problem}. {REASONS[code]}.", spans)
