"""Four processes of two threads each write one file, and are killed again and again."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import memtxn
from memtxn import Memory
from memtxn.testkit.victims import Victim, Victims
from tests.crash.witness import Witness
from tests.scale import often
from tests.telling import Tell

KILLS, FULL_EVERY = often(100, 1_000), 50
CREWS = ["AB", "CD", "EF", "GH"]
"""The writers of each process; a letter begins the names of all that it writes."""


@pytest.fixture(scope="module")
def writers() -> Iterator[Victims]:
    with Victims("tests.crash.writers", Path(__file__).parents[2]) as server:
        yield server


class Gang:
    """All processes that write at a time, what each writer said, and how often each was killed in a commit."""

    def __init__(self, server: Victims, path: Path, chance: Random) -> None:
        self._server, self._path, self._chance = server, path, chance
        self.witnesses = {writer: Witness(writer) for crew in CREWS for writer in crew}
        self._living = {crew: self._start(crew) for crew in CREWS}

    def _start(self, crew: str) -> Victim:
        firsts = " ".join(str(self.witnesses[writer].next) for writer in crew)
        threshold = self._chance.choice(("", "50"))
        return self._server.start("write", str(self._path), crew, firsts, threshold)

    def listen(self) -> int:
        """Hear what all of them have to say, and count what was acknowledged."""
        done = 0
        for victim in self._living.values():
            assert not victim.ended
            done += self._heard(victim.poll())
        return done

    def _heard(self, lines: list[str]) -> int:
        done = 0
        for line in lines:
            writer, said = line.split(" ", 1)
            assert not said.startswith("failed"), line
            done += self.witnesses[writer].heard([said])
        return done

    def kept(self) -> int:
        """How many transactions must be there."""
        return sum(len(witness.kept) for witness in self.witnesses.values())

    def _stop_where_one_can_read(self, memory: Memory, crew: str) -> None:
        """Stop the others, but none of them while it mends the log, which keeps all out."""
        while True:
            self._signal(signal.SIGSTOP, crew)
            try:
                memory.find("nothing of the kind")
            except memtxn.StorageBusy:
                self._signal(signal.SIGCONT, crew)
            else:
                return

    def kill(self, memory: Memory) -> None:
        """Kill one of them somewhere, see what it has left, and start it anew."""
        crew = self._chance.choice(CREWS)
        firsts = {writer: len(self.witnesses[writer].kept) for writer in crew}
        wanted = self._chance.choice((0, 1, 2, 4, 8))
        seen = 0
        while seen < wanted:
            seen += self.listen()
        for _ in range(self._chance.randrange(300)):
            self.listen()
        victim = self._living[crew]
        assert victim.kill() == -9
        self._heard(victim.rest())
        victim.close()
        self._stop_where_one_can_read(memory, crew)
        for writer in crew:
            self.witnesses[writer].judge(memory, firsts[writer])
        self._signal(signal.SIGCONT, crew)
        self._living[crew] = self._start(crew)

    def _signal(self, number: signal.Signals, but: str) -> None:
        """The others halt while somebody judges, wherever they are: else a slow judge has ever more to judge."""
        for crew, victim in self._living.items():
            if crew != but:
                os.kill(victim.pid, number)

    def stop(self) -> None:
        """Let all end in peace."""
        for victim in self._living.values():
            victim.say("stop")
        for victim in self._living.values():
            self._heard(victim.rest())
            assert victim.wait() == 0

    def judge(self, memory: Memory) -> None:
        """All have ended: every transaction that was acknowledged is there, once, and nothing else."""
        recorded = [entry.tx_id for entry in memory.log()]
        for witness in self.witnesses.values():
            committed = {name for done, name in witness.kept if done.kind == "commit"}
            assert committed <= set(recorded)
            witness.judge(memory, len(witness.kept) - 20)
        report = memory.verify("full")
        assert report.ok, report.problems
        assert report.seq == len(set(recorded)) == self.kept()


@pytest.mark.slow
def test_kills_among_four_writers(writers: Victims, tmp_path: Path, tell: Tell) -> None:
    """All keys of a round or none, nothing acknowledged lost, nothing done twice, nobody told that it is busy."""
    path = tmp_path / "agent.db"
    gang = Gang(writers, path, Random("gang"))
    with memtxn.open(path) as store:
        memory = store.memory("m")
        for kill in range(1, KILLS + 1):
            gang.kill(memory)
            report = memory.verify("full" if kill % FULL_EVERY == 0 else "tail")
            assert report.ok, report.problems
    gang.stop()
    with memtxn.open(path) as store:
        memory = store.memory("m")
        gang.judge(memory)
    landed = [sum(witness.landed[there] for witness in gang.witnesses.values()) for there in (False, True)]
    tell(
        "kills among four processes of two writers",
        kills=KILLS,
        inside_a_commit_before_it_was_there=landed[0],
        inside_a_commit_after=landed[1],
        transactions_kept=gang.kept(),
        half_applied=0,
        lost=0,
        busy=0,
    )
    assert sum(landed) > KILLS // 4
    assert min(landed) > 0
    assert gang.kept() > KILLS
