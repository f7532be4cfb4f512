"""What one sees of memtxn's objects at a prompt: one short line, and never an error."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import memtxn

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_what_is_held_is_named_in_one_line(tmp_path: Path) -> None:
    store = memtxn.open(tmp_path / "agent.db")
    memory = store.memory("alice")
    assert repr(store) == "<memtxn.Store agent.db>"
    assert repr(memory) == "<memtxn.Memory 'alice' in agent.db>"
    assert repr(store.memory("a", "b\n\x1b")) == r"<memtxn.Memory 'a', 'b\n\x1b' in agent.db>"
    assert repr(memory.at(seq=0, valid=NOON)) == (
        "<memtxn.Snapshot 'alice' in agent.db, as of seq 0, valid 2026-03-01 12:00:00 UTC>"
    )
    with memory.transaction() as tx:
        assert repr(tx) == f"<memtxn.Transaction {tx.id} open>"
        with tx.savepoint() as point:
            assert repr(point) == "<memtxn.Savepoint open>"
        assert repr(point) == "<memtxn.Savepoint over>"
        tx.set_state("Run/1", "step", 1)
    assert repr(tx) == f"<memtxn.Transaction {tx.id} committed as seq 1>"
    given_up = memory.transaction()
    given_up.rollback()
    assert repr(given_up) == f"<memtxn.Transaction {given_up.id} over>"
    store.close()
    assert repr(store) == "<memtxn.Store agent.db, closed>"
    assert repr(memory) == "<memtxn.Memory 'alice' in agent.db>"


def test_a_store_without_a_file() -> None:
    with memtxn.open(":memory:") as store:
        assert repr(store.memory("m")) == "<memtxn.Memory 'm' in memory>"


def test_what_is_answered_is_told_in_one_line() -> None:
    memory = memtxn.open(":memory:").memory("m")
    with memory.transaction() as tx:
        proposal = tx.set_state("Run/1", "step", ["x\n\x1b\u202e" * 50], at=NOON)
        tx.set_state("Run/2", "step", 1, at=NOON)
    (belief,) = memory.find("Run", "2")
    assert repr(belief) == (f"<memtxn.Belief Run/2.step = 1, active since 2026-03-01 12:00:00 UTC, {belief.id}>")
    assert repr(tx.receipt) == f"<memtxn.Receipt {tx.id} seq 1: 2 ADD>"
    for one in (proposal, memory.get("Run/1", "step")):
        assert repr(one).isprintable()
        assert len(repr(one)) < 200
    assert repr(proposal).endswith(", ADMIT>")
