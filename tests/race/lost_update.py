"""Processes that count on one and the same key: ``python -m tests.race.lost_update 8 1000``.

Each reads a number and writes the next one, so many times. Whoever loses a race is told `Conflict` and tries
again; whoever loses too often gives that one up, and counts it as lost. No update may vanish unseen.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

import memtxn
from memtxn import Belief, Conflict, Memory, Transaction
from memtxn.errors import StorageBusy
from memtxn.testkit.victims import Channel, Victims, serve

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds that a process waits for another one."""
KEY = ("Counter", "1"), "n"


class Tally(msgspec.Struct):
    """What a process, or all of them, met: each try ends in one of the first three."""

    counted: int = 0
    retried: int = 0
    lost: int = 0
    busy: int = 0

    def __add__(self, other: Tally) -> Tally:
        mine, its = msgspec.structs.astuple(self), msgspec.structs.astuple(other)
        return Tally(*(one + two for one, two in zip(mine, its, strict=True)))


def number(memory: Memory | Transaction) -> int:
    """Where the counter stands."""
    belief = memory.get(*KEY)
    if belief is None:
        return 0
    assert isinstance(belief, Belief)
    assert isinstance(belief.value, int)
    return belief.value


def add(channel: Channel, path: str, times: str, retries: str) -> None:
    """Wait for the start, count so many times, and say how that went."""
    tally = Tally()

    def add_one(tx: Transaction) -> None:
        tally.retried += 1
        tx.set_state(*KEY, number(tx) + 1)

    with memtxn.open(path, busy_timeout=PATIENCE) as store:
        memory = store.memory("m")
        channel.say("ready")
        channel.hear()
        for _ in range(int(times)):
            try:
                memory.run(add_one, retries=int(retries))
                tally.counted += 1
            except Conflict:
                tally.lost += 1
            except StorageBusy:
                tally.busy += 1
        tally.retried -= tally.counted + tally.lost + tally.busy
        channel.say(msgspec.json.encode(tally).decode())


def race(path: Path, processes: int, times: int, retries: int) -> Tally:
    """Let them race; the memory is then verified, and counts what they counted."""
    with Victims("tests.race.lost_update", ROOT) as server:
        crew = [server.start("add", str(path), str(times), str(retries)) for _ in range(processes)]
        for one in crew:
            assert one.hear() == "ready"
        for one in crew:
            one.say("go")
        tallies = [msgspec.json.decode(one.hear() or "", type=Tally) for one in crew]
        assert [one.wait() for one in crew] == [0] * processes
    total = sum(tallies, Tally())
    with memtxn.open(path) as store:
        memory = store.memory("m")
        assert number(memory) == len(memory.history(*KEY)) == total.counted
        report = memory.verify()
        assert report.ok, report.problems
        assert report.seq == total.counted
    assert total.counted + total.lost + total.busy == processes * times
    return total


def main(processes: int, times: int) -> None:
    """Race with as many retries as it takes, and print how it went."""
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        total = race(Path(folder) / "agent.db", processes, times, 1_000_000)
        took = time.perf_counter() - began
    assert (total.counted, total.lost, total.busy) == (processes * times, 0, 0), total
    print(
        f"{processes} processes x {times} on one key: {total.counted} counted, {total.retried} conflicts"
        f" tried again, {total.lost} lost, {total.busy} busy, {took:.1f} s"
    )


if __name__ == "__main__":
    if len(sys.argv) == 2:
        serve({"add": add})
    else:
        main(*map(int, sys.argv[1:]))
