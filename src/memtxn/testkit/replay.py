"""Replaying dialogues, and counting what was admitted, what was refused, what is believed in the end.

Every turn is observed, and every proposal is a transaction of its own, as an agent would make them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import get_args

import msgspec

from memtxn.engine.memory import Memory
from memtxn.engine.transaction import Transaction
from memtxn.model.belief import Belief
from memtxn.model.codec import Json, canonical
from memtxn.model.record import Outcome
from memtxn.model.source import Source
from memtxn.model.verdict import Verdict
from memtxn.testkit.dialogues import AFTER, Dialogue, Kind, Offer, State, ordered
from memtxn.testkit.fakes import FakeClock

KINDS: tuple[Kind, ...] = get_args(Kind)


class Answer(msgspec.Struct, frozen=True):
    """What became of one proposal. ``before``: what a single-valued key showed until then.

    ``belief`` is None for a refusal and for a retraction.
    """

    offer: Offer
    outcome: Outcome
    verdict: Verdict
    before: Belief | None
    belief: Belief | None

    @property
    def admitted(self) -> bool:
        """Whether it was applied; a value that was believed already counts."""
        return self.outcome in (Outcome.ADD, Outcome.SUPERSEDE, Outcome.NOOP)


class Replayed(msgspec.Struct, frozen=True):
    """A dialogue, the answers to its proposals as they were made, and what is believed after it."""

    dialogue: Dialogue
    answers: tuple[Answer, ...]
    state: State

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Where the state is not the expected one; nothing when none is expected."""
        expected = self.dialogue.expected
        return () if expected is None else differences(expected, self.state)


class Difference(msgspec.Struct, frozen=True):
    """One key, as ``Type/id/attribute``, that shows something else than it must. None: nothing."""

    name: str
    expected: Json
    found: Json


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How many proposals of each kind were made, and how they were answered.

    ``refusable`` are the corrupt ones that the published test refuses; ``passed`` counts the admitted corrupt
    ones by how they were corrupted, ``refused_how`` the refused ones, ``codes`` the reasons of those.
    """

    honest: int
    honest_admitted: int
    corrupt: int
    corrupt_refused: int
    refusable: int
    refusable_refused: int
    unquoted: int
    unquoted_admitted: int
    passed: dict[str, int]
    refused_how: dict[str, int]
    codes: dict[str, int]

    @property
    def ok(self) -> bool:
        """What must hold: every honest one admitted, every one refused that the published test refuses."""
        return self.honest_admitted == self.honest and self.refusable_refused == self.refusable


def replay(memory: Memory, dialogue: Dialogue, clock: FakeClock, *, kinds: Collection[Kind] = KINDS) -> Replayed:
    """Replay a dialogue into an empty memory of a store that runs on this clock.

    Turns are observed in order, each at its own time; its proposals of these ``kinds`` follow a second later.

    Raises:
        InvalidInput: the dialogue holds what no memory takes, such as a text over the limit. StorageError.
    """
    clock.set(dialogue.turns[0].at)
    for entity_type, attribute in sorted(dialogue.many):
        memory.declare(entity_type, attribute, cardinality="many")
    answers: list[Answer] = []
    sources: list[Source] = []
    for place in range(len(dialogue.turns)):
        sources.append(observe(memory, dialogue, place, clock))
        chosen = [offer for offer in dialogue.offers(place) if offer.kind in kinds]
        answers += [offer_to(memory, sources[offer.turn], offer) for offer in chosen]
    return Replayed(dialogue, tuple(answers), state_of(memory, dialogue))


def observe(memory: Memory, dialogue: Dialogue, place: int, clock: FakeClock) -> Source:
    """Keep a turn as a source, just after it was said. Turns of one instant keep their order."""
    turn = dialogue.turns[place]
    clock.set(turn.at + AFTER)
    ref = f"{dialogue.id}#{place}"
    return memory.observe(
        turn.text, speaker=turn.speaker, at=turn.at, channel=turn.channel, ref=ref, ordinal=place
    )


def offer_to(memory: Memory, source: Source, offer: Offer) -> Answer:
    """Make one proposal, in a transaction that keeps a refusal in its receipt instead of raising it."""
    shown = memory.get(offer.key[:2], offer.key[2])
    tx = memory.transaction(label=f"turn {offer.turn}", on_reject="skip")
    _stage(tx, source, offer)
    (outcome,) = tx.commit().outcomes
    before = shown if isinstance(shown, Belief) else None
    return Answer(offer, outcome.outcome, outcome.verdict, before, outcome.belief)


def state_of(memory: Memory, dialogue: Dialogue) -> State:
    """Everything that a memory shows now."""
    state: State = {}
    many: dict[str, list[Json]] = {}
    for belief in memory.find():
        name = f"{belief.entity_type}/{belief.entity_id}/{belief.attribute}"
        if (belief.entity_type, belief.attribute) in dialogue.many:
            many.setdefault(name, []).append(belief.value)
        else:
            state[name] = belief.value
    return state | {name: ordered(values) for name, values in many.items()}


def differences(expected: State, found: State) -> tuple[Difference, ...]:
    """The keys at which two states differ, by the canonical form of what they show."""
    names = sorted({*expected, *found})
    pairs = [Difference(name, expected.get(name), found.get(name)) for name in names]
    return tuple(pair for pair in pairs if canonical(pair.expected) != canonical(pair.found))


def tally(replays: Iterable[Replayed]) -> Tally:
    """Count the answers of any number of replays."""
    answers = [answer for replayed in replays for answer in replayed.answers]
    honest, corrupt, unquoted = ([a for a in answers if a.offer.kind == kind] for kind in KINDS)
    refusable = [answer for answer in corrupt if answer.offer.published_gate == "refuse"]
    refused = [answer for answer in corrupt if not answer.admitted]
    return Tally(
        honest=len(honest),
        honest_admitted=_admitted(honest),
        corrupt=len(corrupt),
        corrupt_refused=len(refused),
        refusable=len(refusable),
        refusable_refused=len(refusable) - _admitted(refusable),
        unquoted=len(unquoted),
        unquoted_admitted=_admitted(unquoted),
        passed=_counted(answer.offer.how for answer in corrupt if answer.admitted),
        refused_how=_counted(answer.offer.how for answer in refused),
        codes=_counted(answer.verdict.code for answer in refused),
    )


def _stage(tx: Transaction, source: Source, offer: Offer) -> None:
    entity, attribute, evidence = offer.key[:2], offer.key[2], source.quote(offer.quote)
    if offer.op == "retract":
        tx.retract(entity, attribute, evidence=evidence, value=offer.value, at=offer.observed_at)
    else:
        tx.propose(
            entity,
            attribute,
            offer.value,
            evidence=evidence,
            type=offer.type,
            observed_at=offer.observed_at,
        )


def _admitted(answers: list[Answer]) -> int:
    return sum(answer.admitted for answer in answers)


def _counted(names: Iterable[str]) -> dict[str, int]:
    """How often each name stands there, the most frequent first."""
    return dict(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))
