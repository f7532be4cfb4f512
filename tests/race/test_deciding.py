"""Many decide about the same proposals at once, in threads and in processes: each is decided once."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier

import pytest

import memtxn
from memtxn import Memory, NotWaiting, Rejected, Store
from memtxn.testkit.victims import Victims
from tests.race.worker import CAREFUL

NOON = datetime(2021, 1, 1, 12, tzinfo=UTC)
ROUNDS = 20


def set_aside(store: Store, number: int) -> str:
    """Let a proposal wait; its place."""
    memory = store.memory("m", policy=CAREFUL)
    tx = memory.transaction()
    source = tx.observe(f"They said word {number}.", speaker="ann", at=NOON)
    proposal = tx.propose(("Word", str(number)), "said", "tea", evidence=source.quote("They said"))
    with pytest.raises(Rejected):
        tx.commit()
    return next(entry.place for entry in memory.pending() if entry.id == proposal.id)


def check(memory: Memory, answers: list[str], number: int, acts: list[str]) -> None:
    """One of them decided, the others were told so, and what they were told is so."""
    assert answers.count("done") == 1, answers
    act = acts[answers.index("done")]
    told = {answer.split()[0] for answer in answers if answer != "done"}
    assert told == {"confirmed" if act == "confirm" else "denied"}
    believed = memory.find("Word", str(number))
    assert [belief.value for belief in believed] == ["tea"] * (act == "confirm")
    assert len(memory.history(("Word", str(number)), "said")) == len(believed)


@pytest.mark.parametrize("both", [["confirm", "confirm"], ["confirm", "deny"]], ids=" ".join)
def test_threads(tmp_path: Path, both: list[str]) -> None:
    barrier = Barrier(4)

    def decided(memory: Memory, act: str, place: str) -> str:
        decide: Callable[[str], object] = memory.confirm if act == "confirm" else memory.deny
        barrier.wait()
        try:
            decide(place)
        except NotWaiting as error:
            return f"{error.state} {error.principal}"
        return "done"

    with memtxn.open(tmp_path / "a.db") as store, ThreadPoolExecutor(4) as pool:
        memories = [store.memory("m", principal=f"p{number // 2}", policy=CAREFUL) for number in range(4)]
        for number in range(ROUNDS):
            place, acts = set_aside(store, number), both * 2
            answers = list(pool.map(decided, memories, acts, [place] * 4))
            check(store.memory("m"), answers, number, acts)
        assert store.memory("m").pending() == []
        assert store.memory("m").verify().ok


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
@pytest.mark.parametrize("both", [["confirm", "confirm"], ["confirm", "deny"]], ids=" ".join)
def test_processes(workers: Victims, tmp_path: Path, both: list[str]) -> None:
    path = tmp_path / "a.db"
    with memtxn.open(path) as store:
        set_aside(store, ROUNDS)
    people = [workers.start("decide", str(path), name) for name in ("bob", "cy")]
    assert [person.hear() for person in people] == ["ready", "ready"]
    with memtxn.open(path) as store:
        for number in range(ROUNDS):
            place = set_aside(store, number)
            for person, act in zip(people, both, strict=True):
                person.say(f"{act} {place}")
            check(store.memory("m"), [person.hear() or "" for person in people], number, both)
        assert len(store.memory("m").pending()) == 1
        assert store.memory("m").verify().ok
