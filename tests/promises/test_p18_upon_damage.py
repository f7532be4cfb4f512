"""P18, P19: nothing is planned on rows that the journal does not bear out; what was, is put right."""

from __future__ import annotations

from datetime import datetime

import pytest

from memtxn import JournalDamaged, Unreadable
from memtxn.model.effect import Part
from memtxn.model.record import RecoverOp, decode_record
from memtxn.testkit.damage import damage
from memtxn.testkit.wander import wander
from tests.promises.world import Durable, hour, one

NAMED = 'kid = (SELECT kid FROM key WHERE name = \'["T","1","x"]\')'
FIRST, LAST = (f"(SELECT {which}(bid) FROM belief WHERE {NAMED})" for which in ("min", "max"))
HARMS = {
    "a step shows another version": f"UPDATE step SET bid = {FIRST} WHERE {NAMED} AND bid = {LAST}",
    "a step begins later": f"UPDATE step SET vf = vf + 1 WHERE {NAMED} AND s1 IS NULL",
    "a step says another record wrote it": f"UPDATE step SET s0 = s0 - 1 WHERE {NAMED} AND s1 IS NULL",
    "a step of no record": f"UPDATE step SET s0 = s0 + 9 WHERE {NAMED} AND s1 IS NULL",
    "steps have ended": f"UPDATE step SET s1 = s0 + 1 WHERE {NAMED} AND s1 IS NULL",
    "a step stands again": f"UPDATE step SET s1 = NULL WHERE {NAMED}",
    "no step is there": f"DELETE FROM step WHERE {NAMED}",
    "the last step is lost": f"DELETE FROM step WHERE {NAMED} AND s0 = (SELECT max(s0) FROM step WHERE {NAMED})",
    "another version of the key": f"UPDATE step SET ver = ver + 4 WHERE {NAMED} AND s1 IS NULL",
    "a belief was observed later": f"UPDATE belief SET nu = nu + 1000000 WHERE {NAMED}",
    "a belief has another authority": f"UPDATE belief SET authority = 1 WHERE {NAMED}",
    "a belief commits to something else": f'UPDATE belief SET "commitment" = zeroblob(16) WHERE {NAMED}',
    "beliefs are another key's": f"UPDATE belief SET kid = kid + 1 WHERE {NAMED}",
    "no belief is there": f"DELETE FROM belief WHERE {NAMED}",
    "two keys have changed places": "UPDATE key SET kid = 3 - kid",
}


def told(durable: Durable) -> None:
    """Three versions of a key, of which the second was replaced, and another key."""
    durable.clock.set(hour(10))
    durable.tell("T/1", "x", "a", hour(1))
    durable.tell("T/2", "x", "other", hour(1))
    durable.tell("T/1", "x", "b", hour(2))
    durable.tell("T/1", "x", "c", hour(3), valid_from=hour(2))


@pytest.mark.parametrize("harm", HARMS)
def test_nothing_is_planned_on_a_damaged_key(durable: Durable, harm: str) -> None:
    told(durable)
    durable.say("late", hour(4))
    durable.sql(HARMS[harm])
    durable.reopen()
    assert not durable.m.verify().ok
    before = durable.journal()
    with pytest.raises(Unreadable, match=r"memory\.recover\(\)"):
        durable.tell("T/1", "x", "late", hour(4))
    assert durable.journal() == before
    assert durable.m.recover().ok
    durable.tell("T/1", "x", "late", hour(4))
    assert one(durable.m.get("T/1", "x")).value == "late"
    assert durable.m.verify().ok


def test_what_is_whole_is_written_on_beside_it(durable: Durable) -> None:
    told(durable)
    durable.sql(f"DELETE FROM step WHERE {NAMED}")
    durable.reopen()
    durable.tell("T/2", "x", "late", hour(4))
    durable.tell("T/3", "x", "new", hour(4))
    assert durable.m.recover().ok


@pytest.mark.parametrize("seed", range(6))
def test_no_write_on_a_sound_memory_is_refused(durable: Durable, seed: int) -> None:
    """Whatever was declared, undone, revoked, confirmed or recovered before."""
    for act in range(4):
        wander(durable.store, durable.clock, seed * 10 + act, 25)
        damage(durable.path, seed * 10 + act, 3)
        assert durable.m.recover().ok
    assert durable.m.verify().ok


# -- what was planned on damage all the same ---------------------------------------------------------------


def many(durable: Durable, value: str, at: datetime) -> None:
    """One record that is too large to be looked through with each commit."""
    source = durable.say(value, at)
    with durable.m.transaction() as tx:
        for number in range(300):
            tx.propose(f"T/{number}", "x", value, evidence=source.quote(value), valid_from=hour(1))


def carried(durable: Durable) -> None:
    """A commit moves the digest by a step that shows what it never showed."""
    durable.clock.set(hour(10))
    many(durable, "a", hour(1))
    many(durable, "b", hour(2))
    durable.sql(f"UPDATE step SET bid = {FIRST} WHERE {NAMED} AND s1 IS NULL AND bid <> 0")
    durable.reopen()
    durable.tell("T/1", "x", "c", hour(3), valid_from=hour(1))
    durable.tell("T/2", "x", "c", hour(3))


def test_a_digest_that_was_moved_on_upon_damage_is_no_forged_end(durable: Durable) -> None:
    carried(durable)
    assert {one.invariant for one in durable.m.verify().problems} >= {"fold", "tag"}
    report = durable.m.recover()
    assert report.ok, report.problems
    assert {one.part for one in report.repaired} == {"step", "head"}
    last = decode_record(durable.journal()[-1].data)
    assert [op.restored for op in last.ops if isinstance(op, RecoverOp) and op.part is Part.SEAL] == [2]
    assert durable.reopen().verify().ok
    assert [one(durable.m.get(f"T/{number}", "x")).value for number in (1, 2, 3)] == ["c", "c", "b"]
    durable.tell("T/1", "x", "late", hour(4))
    assert durable.m.verify().ok
    assert durable.m.recover().recorded is None


def test_also_when_the_row_is_right_again(durable: Durable) -> None:
    carried(durable)
    second = f"(SELECT bid FROM belief WHERE {NAMED} AND bid >> 20 = 4)"
    durable.sql(f"UPDATE step SET bid = {second} WHERE {NAMED} AND s0 = 4 AND s1 IS NOT NULL")
    problems = {one.invariant for one in durable.m.verify().problems}
    assert problems >= {"digest", "tag"}
    planned = durable.m.recover(dry_run=True)
    report = durable.m.recover()
    assert report.ok, report.problems
    assert planned.repaired == report.repaired
    assert [one.part for one in report.repaired] == ["head"]


@pytest.mark.parametrize("table", ["head", "journal"])
def test_an_end_that_is_sealed_with_no_key_is_still_refused(durable: Durable, table: str) -> None:
    carried(durable)
    if table == "journal":  # the head speaks of another end
        durable.sql(
            "UPDATE journal SET data = CAST(data || x'00' AS BLOB) WHERE seq = (SELECT max(seq) FROM head)"
        )
    else:
        durable.sql("UPDATE head SET tag = zeroblob(16)")
        durable.sql("UPDATE journal SET tag = zeroblob(16) WHERE seq = (SELECT seq FROM head)")
    before = durable.journal()
    durable.reopen()
    with pytest.raises(JournalDamaged):
        durable.m.recover()
    assert durable.journal() == before


def test_seals_that_no_record_explains_are_told(durable: Durable) -> None:
    """Only those up to the recovery that says so: one that is altered later is found."""
    carried(durable)
    assert durable.m.recover().ok
    durable.tell("T/1", "x", "late", hour(4))
    durable.tell("T/1", "x", "later", hour(5))
    durable.sql("UPDATE journal SET tag = zeroblob(16) WHERE seq = (SELECT seq - 1 FROM head)")
    assert {one.invariant for one in durable.reopen().verify().problems} == {"tag"}
