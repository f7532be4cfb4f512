"""Terms: what the declarations of a memory, and the policy, say of one key, as the gate may know it."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

import msgspec

from memtxn.core.admission.terms import NO_TERMS, Option, Terms
from memtxn.core.rules import Rules
from memtxn.model.declaration import undeclared
from memtxn.model.key import Key
from memtxn.model.policy import Policy
from memtxn.model.record import DeclarationBody, TypeBody

ASKED_FOR = frozenset(("goal", "preference", "commitment"))
"""Types of belief that somebody may ask for, unless the attribute is declared to be stated."""

_REQUEST = msgspec.structs.replace(NO_TERMS, speech_act="request")


def terms_of(rules: Rules, policy: Policy, key: Key, belief_type: str) -> Terms:
    """What is declared of a key, for a proposal of that type of belief.

    Raises:
        Unreadable: the journal has lost the declaration of its attribute or of its entity type.
    """
    declared, of_type = rules.declared_of(key), rules.declared_type(key.entity_type)
    speakers = policy.speakers_of(key.entity) if policy.principals else ()
    if declared is None and of_type is None and not speakers and policy.zone is None:
        return _REQUEST if belief_type in ASKED_FOR else NO_TERMS
    body: Any = declared or undeclared(key.entity_type, key.attribute)  # checked when it was written
    type_: Any = of_type or TypeBody(key.entity_type)
    return Terms(
        speech_act=body.speech_act or ("request" if belief_type in ASKED_FOR else "fact"),
        polarity=body.polarity,
        kind="event" if body.event else "state",
        unit=body.unit,
        licenses=body.licenses,
        words=body.words,
        enum=_options(body),
        owner=type_.owner,
        person=type_.person,
        aliases=_aliases(type_, key.entity_id),
        named=type_.named,
        speakers=speakers,
        zone=policy.zone,
    )


def _options(body: DeclarationBody) -> tuple[Option, ...]:
    if not body.enum:
        return ()
    synonyms = body.synonyms or ((),) * len(body.enum)
    return tuple(map(Option, body.enum, synonyms))


def _aliases(body: TypeBody, entity_id: str) -> tuple[str, ...]:
    """The other names of an entity; they stand in order of the ids."""
    where = bisect_left(body.aliases, entity_id, key=lambda one: one[0])
    found = body.aliases[where : where + 1]
    return found[0][1] if found and found[0][0] == entity_id else ()
