"""Terms: what the declarations of a memory, and the policy, say of a key and of its sources, for the gate."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Any

import msgspec

from memtxn.core.admission.terms import NO_TERMS, Option, Terms
from memtxn.core.rules import Rules
from memtxn.model.declaration import undeclared
from memtxn.model.key import Key
from memtxn.model.policy import Policy
from memtxn.model.provision import NO_TREATMENT, Treatment, strictest
from memtxn.model.record import DeclarationBody, TypeBody
from memtxn.model.source import Source

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
        others=_others(type_, key.entity_id),
        named=type_.named,
        speakers=speakers,
        zone=policy.zone,
    )


def treatment_of(
    policy: Policy, key: Key, belief_type: str, sources: Iterable[Source], risk: str | None
) -> Treatment:
    """What policy makes of a proposal on these sources: the strictest of what it has for each."""
    cited = {source.channel: source.authority for source in sorted(sources, key=lambda one: -one.authority)}
    made = strictest(
        policy.treatment(channel, key.entity_type, key.attribute, belief_type, risk) for channel in sorted(cited)
    )
    if made is NO_TREATMENT:
        return made
    return msgspec.structs.replace(made, channels=tuple(sorted(cited)), weakest=min(cited.values()))


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


def _others(body: TypeBody, entity_id: str) -> frozenset[str]:
    """The declared names of the other entities of a type, but for those that this one has too."""
    if not body.aliases:
        return frozenset()
    others = {name for one, names in body.aliases if one != entity_id for name in names}
    return frozenset(others.difference((entity_id, *_aliases(body, entity_id))))
