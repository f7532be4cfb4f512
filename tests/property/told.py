"""A history of proposals told to a real store through the public API."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import Random

import msgspec

from memtxn.engine.reads import Reads
from memtxn.model.belief import Belief
from memtxn.model.codec import Json, canonical
from memtxn.model.time import FOREVER
from tests.promises.world import World, hour, receipt
from tests.property.contenders import NOW, VALUES, Arrival, history, is_many, strength


def real(chance: Random) -> list[Arrival]:
    """A history that can be told through the public API: nothing observed in the future, and a retraction is a
    statement of its own time."""
    return [_real(one) for one in history(chance, most=6)]


def _real(one: Arrival) -> Arrival:
    if one.retracts:
        now = min(one.nu, NOW)
        changes = {"nu": now, "since": now, "until": FOREVER, "said_at": now, "ordinal": 0, "name": None}
        changes["authority"] = 900  # an operator's
    else:
        changes = {"nu": min(one.nu, NOW), "said_at": min(one.said_at, NOW)}
    return msgspec.structs.replace(one, **changes)


class Told:
    """A store to which a history was told in a drawn order and in drawn transactions."""

    def __init__(self, kind: str, folder: Path, given: Sequence[Arrival], chance: Random) -> None:
        folder.mkdir()
        self.world = World(kind, folder)
        self.world.clock.set(hour(NOW))
        self.world.m.declare("many", "x", cardinality="many")
        self.world.m.declare("guarded", "x", protected=True)
        self.world.m.declare("many guarded", "x", cardinality="many", protected=True)
        self.admitted: list[Arrival] = []
        self.log: list[tuple[int, str, list[Arrival]]] = []
        left = chance.sample(given, len(given))
        while left:
            size = chance.choice([1, 1, 2, len(left)])
            self._commit(left[:size])
            left = left[size:]

    def _commit(self, arriving: Sequence[Arrival]) -> None:
        before = len(self.admitted)
        with self.world.m.transaction(on_reject="skip") as tx:
            for one in arriving:
                entity = entity_of(one.key)
                if one.retracts:
                    value = one.value if is_many(one.key) else None
                    given = tx.retract(entity, "x", at=hour(one.nu), value=value)
                else:
                    source = tx.observe_json(
                        VALUES,
                        speaker="ann",
                        at=hour(one.said_at),
                        ordinal=one.ordinal,
                        authority=one.authority / 1000,
                        ref=one.source,
                    )
                    given = tx.propose(
                        entity,
                        "x",
                        one.value,
                        evidence=source.pointer(f"/{_place(one.value)}"),
                        observed_at=hour(one.nu),
                        valid_from=hour(one.since),
                        valid_to=None if one.until == FOREVER else hour(one.until),
                        confidence=one.confidence,
                        id=one.name,
                    )
                if given.admitted:
                    self.admitted.append(one)
        self.log.append((receipt(tx.receipt).seq, tx.id, self.admitted[before:]))

    def shown(self, key: str, t: int | None = None) -> list[tuple[bytes, object, datetime]]:
        """What a key shows at an instant, or live."""
        return self.answer(self.world.m if t is None else self.world.m.at(valid=hour(t)), key)

    def answer(self, memory: Reads, key: str) -> list[tuple[bytes, object, datetime]]:
        """What a key shows, in any cardinality."""
        found = memory.get(entity_of(key), "x")
        beliefs = found if isinstance(found, list) else [found] if isinstance(found, Belief) else []
        return sorted((canonical(each.value), each.evidence, each.observed_at) for each in beliefs)

    def expected(self, key: str, t: float) -> list[bytes]:
        """The values of a key by the definition, of what was admitted."""
        return expected(self.admitted, key, t)

    def histories(self, key: str, t: int) -> list[object]:
        """What became of every version, as of an instant."""
        told = self.world.m.at(valid=hour(t)).history(entity_of(key), "x")
        by_id = {each.id: (canonical(each.value), each.evidence, each.observed_at) for each in told}
        return sorted(
            (
                (
                    *by_id[each.id],
                    each.valid_from,
                    each.status,
                    each.valid_to,
                    by_id.get(each.superseded_by or ""),
                )
                for each in told
            ),
            key=repr,
        )


def _place(value: Json) -> int:
    return [canonical(one) for one in VALUES].index(canonical(value))


def entity_of(key: str) -> tuple[str, str]:
    """The entity whose attribute "x" the key of a history is."""
    kind, _, number = key.partition("/")
    return kind, number or "1"


def expected(given: Sequence[Arrival], key: str, t: float) -> list[bytes]:
    """The values of a key at an instant by the definition."""
    slots: dict[tuple[str, bytes], list[Arrival]] = {}
    for one in given:
        if one.key == key and one.since <= t < one.until:
            slots.setdefault(one.slot, []).append(one)
    best = [max(some, key=strength) for some in slots.values()]
    return sorted(canonical(one.value) for one in best if not one.retracts)
