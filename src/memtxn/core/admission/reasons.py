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
    "spliced": "Take the value from one statement, or propose each statement by itself",
    "negation_dropped": (
        "Keep the negation in the value, or propose it of an attribute that says it (dislikes, excludes)"
    ),
    "negation_added": "Propose what the sentence affirms, or quote the sentence that denies it",
    "condition_dropped": "Keep the condition in the value, or wait until it is met",
    "hedge_dropped": "Let somebody who knows confirm it, or observe a source that is sure",
    "question": "Propose the answer, with the sentence that gives it",
    "reported_speech": "Observe the words of the one who knows, or let somebody confirm it",
    "ended_state": "Propose what holds now, or give valid_to, or an attribute that says it (former_employer)",
    "restrictor_dropped": (
        "Keep the restriction in the value, or propose it of an attribute that says it (max_price)"
    ),
    "wish": "Propose it as a goal or a preference, or wait until it has happened",
    "fiction": "Propose nothing from a story, or let somebody confirm that it is none",
    "irony": "Let the speaker confirm what is meant",
    "number_truncated": "Propose the whole number, or the whole range",
    "unit_dropped": "Propose the number with its unit, or declare the attribute's unit",
    "approximation_dropped": "Keep about, almost or at most in the value, or propose an attribute that says it",
    "corrected_later": "Propose what the speaker says last",
    "wrong_subject": "Propose it of the one of whom the sentence speaks",
    "subject_unbound": "Quote a sentence that names the entity, or declare its alias",
    "speaker_mismatch": "Cite a source that may speak of this, or let the policy name the channel",
    "not_entailed": "Propose what the source says; the model that read it takes it for the opposite",
    "permission_denied": "Cite a source that may speak of this, or let policy allow the channel",
    "authority_too_low": "Cite sources of more authority, or let policy ask for less",
    "nothing_to_retract": "Read the key first, and retract what it shows",
    "observed_later": "Retract it as of the time at which its end was observed, or later",
    "channel_not_allowed": "Observe a source and quote it, or let the policy name the channel",
    "derived_from_unknown": "Give ids of beliefs that this memory returned",
    "derived_from_revoked": "Make it anew from what is still believed",
    "source_revoked": "Cite another source, or let the harness undo the revocation",
    "constraint_on_fallback": "Confirm it once what stands against it has ended, or deny it",
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

SUPPORT = frozenset(
    {
        "quote_not_in_source",
        "not_ordered_subsequence",
        "spliced",
        "negation_dropped",
        "negation_added",
        "condition_dropped",
        "hedge_dropped",
        "question",
        "reported_speech",
        "ended_state",
        "restrictor_dropped",
        "wish",
        "fiction",
        "irony",
        "number_truncated",
        "unit_dropped",
        "approximation_dropped",
        "corrected_later",
        "wrong_subject",
        "subject_unbound",
        "speaker_mismatch",
    }
)
"""Those that say how the evidence bears the value out, and no more: what the shadow policy lets in.

The code of a later rule of that kind belongs here too; that of one which keeps stored things whole does not.
"""


def reject(rule: str, code: str, problem: str, spans: tuple[tuple[int, int], ...] = ()) -> Finding:
    """The finding that a rule refuses: what is wrong here, and what to do about it."""
    return Finding(rule, Decision.REJECT, code, f"{problem}. {REASONS[code]}.", spans)


def quarantine(rule: str, code: str, problem: str, spans: tuple[tuple[int, int], ...] = ()) -> Finding:
    """The finding that a rule leaves the proposal to somebody who knows."""
    return Finding(rule, Decision.QUARANTINE, code, f"{problem}. {REASONS[code]}.", spans)
