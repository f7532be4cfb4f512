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


def test_a_verdict_is_told_by_what_did_not_pass() -> None:
    memory = memtxn.open(":memory:").memory("m")
    said = memory.observe("Perhaps Run 1 is red.", speaker="ann", at=NOON)
    with memory.transaction(on_reject="skip") as tx:
        refused = tx.propose("Run/1", "state", "blue", evidence=said.quote("Run 1 is red")).verdict
        waiting = tx.propose("Run/1", "state", "red", evidence=said.quote("Run 1 is red")).verdict
        passed = tx.set_state("Run/1", "step", 1, at=NOON).verdict
    assert repr(refused) == "<memtxn.Verdict REJECT: patch not_ordered_subsequence>"
    assert repr(waiting) == "<memtxn.Verdict QUARANTINE: modality hedge_dropped>"
    assert (repr(passed), str(passed)) == ("<memtxn.Verdict ADMIT>", "ADMIT\n  12 rules passed")
    first, against, last = str(waiting).splitlines()
    assert (first, last) == ("QUARANTINE", "  11 rules passed")
    assert against.startswith("  rule         modality: QUARANTINE hedge_dropped: 'Perhaps' ")
    assert repr(memtxn.Verdict(memtxn.Decision.ADMIT)) == "<memtxn.Verdict ADMIT>"
    assert str(memtxn.Verdict(memtxn.Decision.ADMIT)) == "ADMIT"


def test_a_verdict_tells_what_was_overruled_and_by_whom() -> None:
    finding = memtxn.Finding("modality", memtxn.Decision.QUARANTINE, "hedge_dropped", "a\nb", waived="bo\x1bb")
    verdict = memtxn.Verdict.of((finding, memtxn.Finding("patch", detail="4 → four")))
    assert repr(verdict) == "<memtxn.Verdict ADMIT: modality hedge_dropped waived>"
    assert str(verdict).splitlines() == [
        "ADMIT",
        r"  rule         modality: QUARANTINE hedge_dropped, confirmed by bo\x1bb: a\nb",
        "  rule         patch: pass: 4 → four",
        "  1 rule passed",
    ]


def test_why_tells_what_did_not_pass_and_counts_the_rest() -> None:
    memory = memtxn.open(":memory:").memory("m")
    said = memory.observe("Run 1 is red.", speaker="ann", at=NOON)
    with memory.transaction(on_reject="skip") as tx:
        tx.propose("Run/1", "state", "red", evidence=said.quote("Run 1 is red"))
        tx.propose("Run/1", "state", "blue", evidence=said.quote("Run 1 is red"))
    shown = str(memory.why("Run/1", "state")).splitlines()
    assert [line for line in shown if "rule" in line] == ["  12 rules passed"]
    refused = [line for line in str(memory.why_not("Run/1", "state")).splitlines() if "rule" in line]
    assert [line[:53] for line in refused] == [
        "  rule         patch: REJECT not_ordered_subsequence:",
        "  11 rules passed",
    ]
