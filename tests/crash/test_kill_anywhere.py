"""kill -9 at random moments, again and again, on one and the same file."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from random import Random

import pytest

import memtxn
from memtxn import Memory
from memtxn.testkit.victims import Victims
from tests.crash.hunter import Hunter
from tests.crash.rounds import after, planned, shown
from tests.crash.witness import Witness
from tests.scale import often
from tests.telling import Tell

KILLS, FULL_EVERY = often(100, 1_000), 25
KILLS_OF_TWO = often(20, 200)


@pytest.mark.slow
def test_kills_at_random_moments(victims: Victims, tmp_path: Path, tell: Tell) -> None:
    """All keys of a round or none, nothing acknowledged lost; half of the time another process looks on."""
    path = tmp_path / "agent.db"
    chance, witness = Random("kills"), Witness("A")
    hunter = Hunter(chance)
    for kill in range(1, KILLS + 1):
        first = len(witness.kept)
        with memtxn.open(path) if chance.random() < 0.5 else nullcontext() as onlooker:
            threshold = chance.choice(("", "20", "200"))
            victim = victims.start("write", str(path), "A", str(witness.next), threshold)
            hunter.hunt(victim, witness)
            if onlooker is not None:
                judge(onlooker.memory("m"), witness, first)
        with memtxn.open(path) as store:
            judge(store.memory("m"), witness, first, full=kill % FULL_EVERY == 0)
    with memtxn.open(path) as store:
        judge(store.memory("m"), witness, 0, full=True)
    before, later = witness.landed
    tell(
        "kills at random moments",
        kills=KILLS,
        inside_a_commit_before_it_was_there=before,
        inside_a_commit_after=later,
        transactions_kept=len(witness.kept),
        half_applied=0,
        lost=0,
    )
    assert before + later > KILLS // 4


def judge(memory: Memory, witness: Witness, first: int, *, full: bool = False) -> None:
    """All is as the witness of the only writer says, and in order."""
    witness.judge(memory, first)
    report = memory.verify("full" if full else "tail")
    assert report.ok, report.problems
    assert report.seq == len(witness.kept)


@pytest.mark.slow
def test_one_of_two_writers_is_killed(victims: Victims, tmp_path: Path, tell: Tell) -> None:
    """The other one goes on and notices nothing; all that either was told is there."""
    path = tmp_path / "agent.db"
    chance, killed, other = Random("two"), Witness("A"), Witness("B")
    hunter = Hunter(chance)
    with memtxn.open(path) as store:
        survivor = victims.start("write", str(path), "B", "0", "200")
        for _ in range(KILLS_OF_TWO):
            first = len(killed.kept)
            victim = victims.start("write", str(path), "A", str(killed.next), chance.choice(("", "20")))
            hunter.hunt(victim, killed)
            killed.judge(store.memory("m"), first)
            other.heard(survivor.poll())
            look_at_living(store.memory("m"), other)
            while not other.heard(survivor.poll()):
                assert not survivor.ended
        survivor.say("stop")
        other.heard(survivor.rest())
        assert survivor.wait() == 0
    with memtxn.open(path) as store:
        memory = store.memory("m")
        killed.judge(memory)
        other.judge(memory)
        report = memory.verify("full")
        assert report.ok, report.problems
        assert report.seq == len(killed.kept) + len(other.kept)
    before, later = killed.landed
    tell(
        "kills of one of two writers",
        kills=KILLS_OF_TWO,
        inside_a_commit_before_it_was_there=before,
        inside_a_commit_after=later,
        transactions_kept=len(killed.kept),
        of_the_other=len(other.kept),
    )
    assert len(other.kept) > KILLS_OF_TWO


def look_at_living(memory: Memory, writer: Witness) -> None:
    """A writer at work shows what it had acknowledged, or what some round after that left, whole."""
    state, number = writer.state, writer.kept[-1][0].number + 1 if writer.kept else 0
    seen, last = shown(memory, writer.writer), number + 100
    while seen != state:
        assert number < last
        state, number = after(state, planned(writer.writer, number)), number + 1
