"""Opinions of verifiers: those that this store had made, known by its mark; no other counts."""

from __future__ import annotations

import hmac
from typing import get_args

import msgspec

from memtxn.core.proof import opinion_mac
from memtxn.errors import InvalidInput
from memtxn.model.exact import brief, exact_items, exact_number
from memtxn.model.opinion import Label, Opinion

MODEL_LIMIT = 256
"""Characters that the name of a model may have."""
OPINIONS_LIMIT = 16
"""Opinions that a proposal may bring."""
_LABELS: tuple[Label, ...] = get_args(Label)


def signed(digest_key: bytes, opinion: Opinion) -> Opinion:
    """The opinion with the mark of this store."""
    return msgspec.structs.replace(opinion, mac=_mac(digest_key, opinion))


def checked(digest_key: bytes, given: object) -> tuple[Opinion, ...]:
    """The opinions that a proposal brings. Raises InvalidInput for whatever this store did not make."""
    items = exact_items(given)
    if items is None or len(items) > OPINIONS_LIMIT:
        raise InvalidInput(f"opinions must be a tuple of at most {OPINIONS_LIMIT}, not {brief(given)}")
    return tuple(_genuine(digest_key, item) for item in items)


def _genuine(digest_key: bytes, given: object) -> Opinion:
    if type(given) is not Opinion or problem_of(given):
        raise InvalidInput(f"opinions come from store.opinion(…), and {brief(given)} does not")
    if not hmac.compare_digest(given.mac, _mac(digest_key, given)):
        raise InvalidInput("an opinion was not made by this store, or was altered: take it from store.opinion(…)")
    return given


def _mac(digest_key: bytes, opinion: Opinion) -> bytes:
    score = float(exact_number(opinion.score) or 0)
    return opinion_mac(digest_key, opinion.label, score, opinion.model, opinion.subject)


def problem_of(opinion: Opinion) -> str:
    """What is wrong with its fields; empty when nothing is."""
    label: object = opinion.label
    model: object = opinion.model
    score = exact_number(opinion.score)
    if type(label) is not str or label not in _LABELS:
        return f"the label {brief(label)} is none of {', '.join(_LABELS)}"
    if score is None or not 0 <= score <= 1:
        return f"the score {brief(opinion.score)} is no number from 0 to 1"
    if type(model) is not str or not model.strip() or len(model) > MODEL_LIMIT or not model.isprintable():
        return "the model has no name, or one that is too long or cannot be printed"
    marks: tuple[object, ...] = (opinion.subject, opinion.mac)
    return "" if all(type(one) is bytes for one in marks) else "subject and mac are bytes"
