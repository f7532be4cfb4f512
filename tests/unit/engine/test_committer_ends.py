"""The end of a store while threads write: closed, forked, or left by the interpreter."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from subprocess import run

import pytest

import memtxn
from memtxn import Closed, Memory, NotCommitted, OutcomeUnknown, Receipt, StorageError
from tests.promises.world import KINDS
from tests.unit.engine.crowd import PATIENCE, Rig, until

WRITERS = 8


class Diarist(threading.Thread):
    """Writes until it is told that it cannot; keeps what it was told."""

    def __init__(self, memory: Memory, number: int) -> None:
        super().__init__(daemon=True)
        self._memory, self.number = memory, number
        self.receipts: list[Receipt] = []
        self.told: BaseException | None = None
        self.last = ""

    def run(self) -> None:
        while self.told is None:
            try:
                self._write(len(self.receipts))
            except BaseException as error:  # noqa: BLE001 - whatever it is, it was told
                self.told = error

    def _write(self, number: int) -> None:
        tx = self._memory.transaction()
        self.last = tx.id
        tx.set_state(f"Diary/{self.number}", "n", number)
        self.receipts.append(tx.commit())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("after", [1, 40])
def test_a_store_that_is_closed_while_threads_write(kind: str, after: int, tmp_path: Path) -> None:
    """Each is told Closed, or that nothing of it is there; what was acknowledged is there on reopening."""
    for round_ in range(5):
        folder = tmp_path / str(round_)
        folder.mkdir()
        rig = Rig(kind, folder)
        writers = [Diarist(rig.m, number) for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        until(lambda writers=writers: sum(len(each.receipts) for each in writers) >= after)  # type: ignore[misc]
        rig.store.close()
        for writer in writers:
            writer.join(PATIENCE)
            assert not writer.is_alive()
            assert isinstance(writer.told, Closed | StorageError), writer.told
            assert not isinstance(writer.told, OutcomeUnknown) or writer.told.tx_id == writer.last
        if kind == "sqlite":
            check_diaries(rig.path, writers)


def check_diaries(path: Path, writers: list[Diarist]) -> None:
    with memtxn.open(path) as store:
        memory = store.memory("m")
        for writer in writers:
            told = {receipt.tx_id: receipt for receipt in writer.receipts}
            assert {tx: memory.outcome(tx) for tx in told} == told
            last = memory.outcome(writer.last) if writer.last else NotCommitted(tx_id="")
            lost = isinstance(last, Receipt) and writer.last not in told
            assert not lost or isinstance(writer.told, OutcomeUnknown)
            assert len(memory.history(f"Diary/{writer.number}", "n")) == len(told) + lost
        report = memory.verify()
        assert report.ok, report.problems


@pytest.mark.parametrize("kind", KINDS)
def test_a_closed_store_answers_at_once(kind: str, tmp_path: Path) -> None:
    rig = Rig(kind, tmp_path)
    tx = rig.m.transaction()
    tx.set_state("Key/1", "n", 1)
    rig.store.close()
    with pytest.raises(Closed):
        tx.commit()
    for _ in range(3):
        with pytest.raises(Closed):
            rig.committer.submit(lambda writer: 1)
    rig.close()


FORK = """
import os, sys, threading, time, warnings
import memtxn
from memtxn import StorageError

warnings.simplefilter("ignore")  # to fork a process with threads is what this is about
store = memtxn.open(sys.argv[1])
memory = store.memory("m")
go_on, written = True, [0] * 6

def write(number):
    while go_on:
        with memory.transaction() as tx:
            tx.set_state(f"Count/{number}", "n", written[number])
        written[number] += 1

threads = [threading.Thread(target=write, args=[number]) for number in range(6)]
for thread in threads:
    thread.start()
while min(written) < 3:
    threading.Event().wait(0.001)

def child():
    told = []
    for act in (
        lambda: memory.observe("hello", speaker="ann", at=store._runtime.clock()),
        lambda: memory.get("Count/0", "n"),
        lambda: memory.declare("Tag", "name", cardinality="many"),
        lambda: open_one.commit(),
        lambda: store._runtime.committer.submit(lambda writer: None),
    ):
        try:
            act()
        except StorageError as error:
            told.append("fork" in str(error))
    store.close()
    return 0 if told == [True] * 5 else 1

codes = []
for _ in range(20):
    open_one = memory.transaction()
    open_one.set_state("Never/1", "n", 1)
    before = sum(written)
    pid = os.fork()
    if pid == 0:
        code = 2
        try:
            code = child()
        finally:
            os._exit(code)
    codes.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    while sum(written) < before + 6:
        threading.Event().wait(0.001)
go_on = False
for thread in threads:
    thread.join()
assert codes == [0] * 20, codes
assert not memory.find("Never")
assert [len(memory.history(f"Count/{n}", "n")) for n in range(6)] == written
assert memory.verify().ok
store.close()
with memtxn.open(sys.argv[1]) as store:
    memory = store.memory("m")
    assert [len(memory.history(f"Count/{n}", "n")) for n in range(6)] == written
    assert memory.verify().ok
print("fine")
"""


def test_a_fork_while_threads_commit(tmp_path: Path) -> None:
    """The child is told at once, whatever it tries; the parent goes on, and the database is intact."""
    done = run(
        [sys.executable, "-c", FORK, str(tmp_path / "agent.db")],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr


FORK_INSIDE = """
import os, sys
from datetime import UTC, datetime
import memtxn

def clock():
    global child
    if armed and child is None:
        child = os.fork()
    return datetime.now(UTC)

armed, child = False, None
store = memtxn.open(sys.argv[1], clock=clock)
memory = store.memory("m")
tx = memory.transaction()
tx.set_state("Key/1", "n", 1)
armed = True
try:
    tx.commit()
except memtxn.StorageError as error:
    os._exit(0 if child == 0 and "fork" in str(error) else 1)
if child == 0:
    os._exit(2)
armed = False
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
with memory.transaction() as tx:
    tx.set_state("Key/2", "n", 2)
assert len(memory.find("Key")) == 2 and memory.verify().ok
print("fine")
"""


def test_a_fork_inside_a_commit(tmp_path: Path) -> None:
    """By a clock that forks: the transaction is the parent's, and the child is told so."""
    done = run(
        [sys.executable, "-c", FORK_INSIDE, str(tmp_path / "agent.db")],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr


EXIT = """
import sys, threading
import memtxn

store = memtxn.open(sys.argv[1])
memory = store.memory("m")
begun = [threading.Event() for _ in range(8)]

def write(number):
    count = 0
    while True:
        try:
            with memory.transaction() as tx:
                tx.set_state(f"Diary/{number}", "n", count)
        except (memtxn.Closed, memtxn.StorageError):
            return
        out.write(f"{number} {count} {tx.id}\\n")
        out.flush()
        begun[number].set()
        count += 1

out = open(sys.argv[2], "a", buffering=1)
for number in range(8):
    threading.Thread(target=write, args=[number], daemon=True).start()
for each in begun:
    each.wait()
"""


@pytest.mark.parametrize("number", range(5))
def test_the_interpreter_ends_while_daemon_threads_write(number: int, tmp_path: Path) -> None:
    """It ends, in peace, and all that was acknowledged is there. The threads may be told that it is closed."""
    path, acknowledged = tmp_path / "agent.db", tmp_path / "told"
    done = run(
        [sys.executable, "-c", EXIT, str(path), str(acknowledged)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    told = [line.split() for line in acknowledged.read_text().splitlines()]
    told = [line for line in told if len(line) == 3 and len(line[2]) == 32]
    assert len(told) >= WRITERS
    with memtxn.open(path) as store:
        memory = store.memory("m")
        lost = [tx for _, _, tx in told if not isinstance(memory.outcome(tx), Receipt)]
        assert lost == []
        for who in range(WRITERS):
            counts = [int(count) for writer, count, _ in told if int(writer) == who]
            assert len(counts) <= len(memory.history(f"Diary/{who}", "n")) <= len(counts) + 1
        report = memory.verify()
        assert report.ok, report.problems
