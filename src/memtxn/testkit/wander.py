"""Wander: a random history through the public API, with something in every fold before long.

For tests and tables that need memories which have lived: late facts and scheduled ones, ends, sets of values,
refusals, doubts that were confirmed, denied or still wait, derived beliefs, declarations and constraints that
come and go. One seed makes one history, record for record.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from random import Random

from memtxn.engine.memory import Memory
from memtxn.engine.store import Store
from memtxn.errors import MemtxnError
from memtxn.model.belief import Belief
from memtxn.model.constraint import Unique
from memtxn.testkit.fakes import START, FakeClock

HOUR = timedelta(hours=1)
VALUES = ("rome", "oslo", "bern", "lima")
_TEXT = "we go to rome and oslo and bern and lima"
_DOUBTFUL = "perhaps we go to rome and oslo and bern and lima"
_ENTITIES = 8
_BADGE = Unique("Trip", "badge", name="one badge each")


def wander(store: Store, clock: FakeClock, seed: int, acts: int, *labels: str) -> Memory:
    """So many acts in a memory, by default the one called "m"; what is refused is a part of it."""
    memory = store.memory(*(labels or ("m",)))
    other = store.memory(*(labels or ("m",)), principal="other")
    clock.set(START + 100 * HOUR)
    memory.constrain(_BADGE)
    wander_on(memory, other, clock, seed, acts)
    return memory


def wander_on(memory: Memory, other: Memory, clock: FakeClock, seed: int, acts: int) -> None:
    """So many acts more, by two principals of one memory."""
    walk = _Walk(memory, other, clock, Random(seed))
    for _ in range(acts):
        clock.advance(HOUR)
        with suppress(MemtxnError):
            walk.act()


class _Walk:
    """One history while it is made."""

    def __init__(self, memory: Memory, other: Memory, clock: FakeClock, random: Random) -> None:
        self._memory, self._other, self._clock, self._random = memory, other, clock, random
        often = [self._tell] * 6 + [self._state] * 2 + [self._doubt] * 3 + [self._decide] * 2
        self._acts: list[Callable[[], None]] = [*often, self._retract, self._declare, self._constrain]

    def act(self) -> None:
        """The next one, whatever it is."""
        self._random.choice(self._acts)()

    def _key(self) -> tuple[str, str]:
        number = self._random.randrange(_ENTITIES)
        return f"Trip/{number}", self._random.choice(("city", "city", "tags"))

    def _tell(self) -> None:
        """Some facts in one transaction: observed and valid at any time, some refused, some derived."""
        random, (entity, attribute) = self._random, self._key()
        with self._memory.transaction(on_reject="skip", label=random.choice((None, "trip"))) as tx:
            at = START + random.randrange(100) * HOUR
            ref = str(random.randrange(1_000))
            source = tx.observe(_TEXT, speaker="ann", at=at, ref=ref)
            beside = tx.observe(_TEXT, speaker="ben", at=at, ref=ref)
            for value in random.sample((*VALUES, "bonn"), random.randint(1, 3)):
                begin = START + random.randrange(200) * HOUR
                shown = tx.get(entity, attribute)
                tx.propose(
                    entity,
                    attribute,
                    value,
                    evidence=[source.quote(_TEXT), beside.quote(_TEXT)],
                    valid_from=random.choice((None, begin)),
                    valid_to=random.choice((None, None, begin + 50 * HOUR)),
                    derived_from=[shown] if isinstance(shown, Belief) and random.random() < 1 / 4 else (),
                )

    def _state(self) -> None:
        entity, _ = self._key()
        with self._memory.transaction() as tx:
            tx.set_state(entity, *self._random.choice((("step", 1), ("badge", self._random.randrange(12)))))

    def _doubt(self) -> None:
        """What waits for somebody, and the same again."""
        entity, attribute = self._key()
        with self._memory.transaction(on_reject="skip") as tx:
            at = START + self._random.randrange(90) * HOUR
            source = tx.observe(_DOUBTFUL, speaker="ann", at=at)
            tx.propose(entity, attribute, self._random.choice(VALUES), evidence=source.quote(_DOUBTFUL))

    def _decide(self) -> None:
        waiting = self._other.pending()
        if waiting:
            one = self._random.choice(waiting)
            (self._other.confirm if self._random.random() < 1 / 2 else self._other.deny)(one.place)

    def _retract(self) -> None:
        entity, attribute = self._key()
        shown = self._memory.get(entity, attribute)
        with self._memory.transaction() as tx:
            if isinstance(shown, list):
                tx.retract(entity, attribute, value=shown[0].value if shown else None)
            else:
                tx.retract(entity, attribute)

    def _declare(self) -> None:
        random = self._random
        many = random.choice(("many", "many", "one"))
        self._memory.declare("Trip", "tags", cardinality=many, protected=random.choice((None, True, False)))  # type: ignore[arg-type]

    def _constrain(self) -> None:
        if self._random.random() < 1 / 3:
            self._memory.drop_constraint(_BADGE.name or "")
        else:
            self._memory.constrain(_BADGE)
