"""Histories for the table *recovery*: real dialogues as streams of updates, each in a memory of its own.

Every turn is observed, and what it may say is proposed on it: a gold value where the corpus has one, else its
first sentence, as a statement of the speaker's; now and then what was said last is derived from what is believed,
and somebody decides on what waits. What the gate refuses or puts aside is a part of the history. Without the
corpora (``MEMTXN_DATA``) the histories are random ones (`memtxn.testkit.wander`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from random import Random

import msgspec

import memtxn
from benchmarks.audit import data
from benchmarks.audit.data import Said
from memtxn.model.constraint import Unique
from memtxn.testkit.fakes import FakeClock
from memtxn.testkit.wander import wander

ACTS = 60
"""Acts of a random history."""
TURNS = 40
"""Turns of a dialogue that are taken, at most."""
_SENTENCE = 160
"""Characters of a statement, at most."""
_SHARES = (("sgd", 4), ("locomo", 1), ("longmemeval", 1))
"""Of so many histories each, in turn, until a corpus has no more."""


class History(msgspec.Struct, frozen=True):
    """Where it comes from, and how it is lived in a store: it writes to the memory called "m"."""

    origin: str
    live: Callable[[memtxn.Store, FakeClock], object]


def histories(count: int) -> Iterator[History]:
    """So many histories; those of the corpora come first, when they are there."""
    place = data.folder()
    found = list(_of_corpora(place))[:count] if place else []
    yield from found
    for seed in range(count - len(found)):
        yield History("random", lambda store, clock, seed=seed: wander(store, clock, seed, ACTS))  # type: ignore[misc]


def _of_corpora(place: Path) -> Iterator[History]:
    """Dialogues of each corpus in turn."""
    rest = {name: _conversations(getattr(data, name)(place)) for name, _ in _SHARES}
    while rest:
        for name, share in _SHARES:
            for _ in range(share):
                turns = next(rest[name], None) if name in rest else None
                if turns is None:
                    rest.pop(name, None)
                    break
                yield History(name, lambda store, clock, turns=turns: _live(store, clock, turns))  # type: ignore[misc]


def _conversations(turns: Sequence[Said]) -> Iterator[list[Said]]:
    for _, found in groupby(turns, lambda said: said.conversation):
        taken = list(found)[:TURNS]
        if len(taken) > 1:
            yield taken


def _live(store: memtxn.Store, clock: FakeClock, turns: list[Said]) -> None:
    """One dialogue, turn by turn."""
    memory, random = store.memory("m"), Random(turns[0].name)
    other = store.memory("m", principal="other")
    memory.declare("Person", "said", cardinality="many")
    memory.constrain(Unique("Dialogue", "turn", name="one dialogue at a time"))
    for number, said in enumerate(turns):
        clock.set(_later(clock, said.at))
        with memory.transaction(on_reject="skip", label=said.name) as tx:
            source = tx.observe(said.text, speaker=said.speaker, channel=said.channel, at=said.at, ref=said.name)
            tx.set_state(f"Dialogue/{said.conversation}", "turn", number)
            for entity, attribute, value in _proposals(said):
                tx.propose(entity, attribute, value, evidence=source.quote(said.text))
        if random.random() < 1 / 6:
            _sum_up(memory, said)
        if random.random() < 1 / 6:
            _decide(other, random)


def _later(clock: FakeClock, at: datetime) -> datetime:
    """A moment after both; a clock never goes back."""
    return max(clock(), at) + timedelta(minutes=1)


def _proposals(said: Said) -> Iterator[tuple[str, str, str]]:
    for slot in said.slots:
        value = next((one for one in slot.spellings if one in said.text), slot.spellings[0])
        yield f"{slot.service}/{said.conversation}", slot.name, value
    if not said.slots and said.text:
        yield f"Person/{said.speaker}", "said", _sentence(said)


def _sentence(said: Said) -> str:
    return said.text.split(". ")[0][:_SENTENCE].strip() or said.text


def _sum_up(memory: memtxn.Memory, said: Said) -> None:
    """What was said last, derived from what is believed of the dialogue."""
    beliefs = tuple(belief for belief in memory.scan() if belief.key.attribute != "turn")[-5:]
    text = _sentence(said)
    with suppress(memtxn.MemtxnError), memory.transaction() as tx:
        source = tx.observe(text, speaker=said.speaker, channel=said.channel, at=said.at)
        tx.propose(
            f"Dialogue/{said.conversation}",
            "last",
            text,
            evidence=source.quote(text),
            derived_from=tuple(beliefs),
        )


def _decide(memory: memtxn.Memory, random: Random) -> None:
    """Somebody else confirms or denies what waits."""
    waiting = memory.pending()
    if waiting:
        one = random.choice(waiting)
        with suppress(memtxn.MemtxnError):
            (memory.confirm if random.random() < 1 / 2 else memory.deny)(one.place)
