"""P22: an erasure is a durable job: readers may hold it up, a kill may end it anywhere, and it is carried on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import msgspec
import pytest

import memtxn
from memtxn import ErasureReport
from memtxn.engine.erase.ledger import erase_again, ledger
from memtxn.model.record import Kind
from tests.promises.traces import traces
from tests.promises.world import Durable, World, hour, one

SECRET = "zanzibarquote"


def told(world: World, words: str = SECRET) -> ErasureReport:
    """Believe a secret, and erase it."""
    believe(world, words)
    return world.m.erase("Person/ann", reason="ticket 7")


def believe(world: World, words: str = SECRET) -> None:
    world.clock.set(hour(24))
    source = world.say(words, hour(1))
    with world.m.transaction() as tx:
        tx.propose("Person/ann", "word", words, evidence=source.quote(words))
    world.m.erase(source, reason="ticket 6")
    with world.m.transaction() as tx:
        tx.set_state("Person/ann", "word", words, channel="operator")


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Somebody reads one moment, and goes on reading it."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM body").fetchall()
        yield
        connection.execute("ROLLBACK")


# -- readers and writers -----------------------------------------------------------------------------------


def test_who_reads_a_moment_from_before_is_waited_for(durable: Durable, tmp_path: Path) -> None:
    """The report says so; the next pass does it, and so does whoever opens the store next."""
    believe(durable)
    with reading(durable.path):
        report = durable.m.erase("Person/ann", reason="ticket 7")
        assert report.pending
        assert not durable.store.scrub()
        assert durable.m.verify().ok
        assert traces(tmp_path, [SECRET])
    assert durable.store.scrub()
    assert traces(tmp_path, [SECRET]) == []


def test_opening_goes_on_with_it(durable: Durable, tmp_path: Path) -> None:
    believe(durable)
    with reading(durable.path):
        assert durable.m.erase("Person/ann", reason="ticket 7").pending
        with memtxn.open(durable.path) as other:
            assert other.memory("m").verify().ok
        assert traces(tmp_path, [SECRET]), "it is still read"
    with memtxn.open(durable.path):
        assert traces(tmp_path, [SECRET]) == []
    assert durable.storage.scrubbed


def test_an_erasure_says_whether_an_earlier_one_is_done(durable: Durable) -> None:
    believe(durable)
    belief = one(durable.m.get("Person/ann", "word"))
    with reading(durable.path):
        assert durable.m.erase(belief, reason="ticket 8").pending
        again = durable.m.erase(belief, reason="ticket 8")
        assert (again.changed, again.pending) == (False, True)


WORKER = """
import sys, memtxn
from datetime import datetime, timezone
memory = memtxn.open(sys.argv[1], busy_timeout=60).memory("m")
for number in range(int(sys.argv[2])):
    with memory.transaction() as tx:
        tx.set_state(f"Run/{sys.argv[3]}", "step", number)
    memory.find("Run")
print("done")
"""


def test_others_write_and_read_meanwhile(durable: Durable, tmp_path: Path) -> None:
    """Processes that go on: nothing of theirs is lost, nothing of what was erased is left."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", WORKER, str(durable.path), "40"]
    workers = [subprocess.Popen([*command, str(n)], env=environment, stdout=subprocess.PIPE) for n in range(2)]
    reports = [told(durable, f"{SECRET} {number}") for number in range(6)]
    assert [worker.communicate(timeout=120)[0] for worker in workers] == [b"done\n"] * 2
    assert durable.store.scrub()
    assert traces(tmp_path, [SECRET]) == []
    assert [one(durable.m.get(f"Run/{number}", "step")).value for number in range(2)] == [39, 39]
    assert durable.m.verify().ok
    assert all(report.changed for report in reports)


# -- killed anywhere ---------------------------------------------------------------------------------------

VICTIM = """
import os, signal, sys
from memtxn.testkit.faultvfs import FaultVFS
import memtxn
limit, seen = int(sys.argv[2]), 0
def hook(event):
    global seen
    seen += 1
    if armed is not None and seen - armed > limit:
        os.kill(os.getpid(), signal.SIGKILL)
armed = None
faults = FaultVFS("victims", hook)
store = memtxn.open(sys.argv[1], vfs="victims")
armed = seen
report = store.memory("m").erase("Person/ann", reason="ticket 7")
print(seen - armed)
"""


def killed(path: Path, after: int) -> int | None:
    """Erase in a process that is killed after so many operations on files; how many it took, if it was not."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", VICTIM, str(path), str(after)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode == -signal.SIGKILL:
        return None
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.parametrize("part", range(8))
def test_killed_anywhere_it_is_carried_on(tmp_path: Path, part: int) -> None:
    """Before its record is durable nothing was erased; from then on, opening the store finishes it."""
    whole = tmp_path / "whole.db"
    _make(whole)
    steps = killed(whole, 10**9)
    assert steps is not None
    folder = tmp_path / "killed"
    folder.mkdir()
    path = folder / "memory.db"
    erased = 0
    for after in range(part * steps // 8, (part + 1) * steps // 8, max(1, steps // 40)):
        for old in folder.iterdir():
            old.unlink()
        _make(path)
        assert killed(path, after) is None
        with memtxn.open(path) as store:
            memory = store.memory("m")
            gone = memory.log(limit=1).__next__().kind == "erase"
            erased += gone
            assert (memory.get("Person/ann", "word") is None) == gone
            assert memory.verify().ok
            if gone:
                assert traces(folder, [SECRET]) == [], after
            else:
                memory.erase("Person/ann", reason="again")
                assert traces(folder, [SECRET]) == []
    assert part == 0 or erased or part < 4


def _make(path: Path) -> None:
    with memtxn.open(path) as store, store.memory("m").transaction() as tx:
        for number in range(30):
            tx.set_state(f"Thing/{number}", "word", f"plain {number}", channel="operator")
        tx.set_state("Person/ann", "word", SECRET, channel="operator")


# -- damage is something else ----------------------------------------------------------------------------------


def test_what_no_record_names_is_damage(durable: Durable) -> None:
    """A text that is missing counts as erased if, and only if, a record of erasure names it."""
    durable.clock.set(hour(24))
    durable.tell("Person/ann", "city", "Rome", hour(1))
    durable.tell("Person/ben", "city", "Oslo", hour(1))
    durable.m.erase("Person/ann", reason="ticket 7")
    durable.sql("DELETE FROM body WHERE seq = 4 AND ord = 1")
    durable.sql("INSERT INTO erased VALUES (1, ?, ?, 4)", (4 << 20) + 1, (4 << 20) + 1)
    report = durable.m.verify()
    assert {problem.invariant for problem in report.problems} >= {"body", "fold"}
    assert [problem.where for problem in report.problems if problem.invariant == "body"] == ["4.1"]


def test_recovery_brings_back_the_ledger_and_no_text(durable: Durable) -> None:
    """The rows of all folds are lost; what was erased is still known to be, from its record."""
    durable.clock.set(hour(24))
    durable.tell("Person/ann", "city", "Rome", hour(1))
    durable.tell("Person/ben", "city", "Oslo", hour(1))
    durable.m.erase("Person/ann", reason="ticket 7")
    before = durable.fold()
    for table in ("erased", "key", "belief", "step", "state", "source"):
        durable.sql(f"DELETE FROM {table}")
    report = durable.m.recover()
    assert (report.ok, durable.fold()) == (True, before)
    assert durable.m.history("Person/ann", "city") == []


def test_a_text_that_rises_again_goes_once_more(durable: Durable, tmp_path: Path) -> None:
    """Somebody puts it back into the file, with the rows that were made of it."""
    durable.clock.set(hour(24))
    durable.tell("Person/ann", "city", SECRET, hour(1))
    bodies, keys = durable.sql("SELECT * FROM body"), durable.sql("SELECT * FROM key")
    durable.m.erase("Person/ann", reason="ticket 7")
    for body in bodies:
        durable.sql("INSERT OR IGNORE INTO body VALUES (?, ?, ?, ?, ?)", *body)
    for key in keys:
        durable.sql("INSERT OR IGNORE INTO key VALUES (?, ?, ?)", *key)
    report = durable.m.verify()
    assert {problem.invariant for problem in report.problems} == {"erased", "fold"}
    assert durable.m.recover().ok
    assert durable.m.history("Person/ann", "city") == []
    assert durable.sql("SELECT count(*) FROM body WHERE CAST(data AS TEXT) LIKE '%Person%'") == [(0,)]
    assert durable.m.verify().ok


# -- proofs, and copies from before ----------------------------------------------------------------------------


def test_a_proof_holds_where_it_happened_and_nowhere_else(durable: Durable, tmp_path: Path) -> None:
    durable.clock.set(hour(24))
    durable.tell("Person/ann", "city", SECRET, hour(1))
    durable.store.backup(tmp_path / "before.db")
    proof = durable.m.erase("Person/ann", reason="ticket 7").proof
    assert proof is not None
    assert durable.store.verify_proof(proof) == ()
    assert SECRET not in repr(proof)
    with memtxn.open(tmp_path / "before.db") as before:
        assert [problem.invariant for problem in before.verify_proof(proof)] == ["chain"]

    for field, wrong in (("link", "00" * 32), ("tag", "00" * 16), ("previous", "00" * 32), ("memory", "00" * 32)):
        assert durable.store.verify_proof(msgspec.structs.replace(proof, **{field: wrong}))
    for erased in ((("1.0", proof.erased[0][1]),), ((proof.erased[0][0], "00" * 16),)):
        assert durable.store.verify_proof(msgspec.structs.replace(proof, erased=erased))


@pytest.mark.parametrize("how", ["parts", "whole"])
def test_a_copy_from_before_erases_it_again(durable: Durable, tmp_path: Path, how: str) -> None:
    """What the ledger of one store names is erased in the other, and nothing else."""
    durable.clock.set(hour(24))
    durable.tell("Person/ann", "city", SECRET, hour(1))
    durable.tell("Person/ben", "city", "Oslo", hour(1))
    durable.store.backup(tmp_path / "before.db")
    durable.tell("Person/cy", "city", "Bern", hour(2))
    target = durable.m if how == "whole" else "Person/ann"
    durable.m.erase(target, reason="ticket 7")
    if how == "parts":
        durable.m.erase("1.0", reason="ticket 8")
    with durable.storage.read() as reader:
        entries = list(ledger(reader, 0))
    assert [entry.whole for entry in entries] == ([True] if how == "whole" else [False, False])
    with memtxn.open(tmp_path / "before.db") as before:
        runtime = before._runtime
        reports = erase_again(runtime, entries, reason="restored", principal="ops")
        assert len(reports) == 1
        assert erase_again(runtime, entries, reason="restored", principal="ops") == []
        if how == "parts":
            memory = before.memory("m")
            assert memory.get("Person/ann", "city") is None
            assert one(memory.get("Person/ben", "city")).value == "Oslo"
            assert memory.log(limit=1).__next__().kind == Kind.ERASE.name.lower()
            assert memory.verify().ok
        else:
            assert before.memories() == []
    assert [line for line in traces(tmp_path, [SECRET]) if "before.db" in line] == []
