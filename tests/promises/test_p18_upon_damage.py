"""P18, P19: nothing is planned on rows that the journal does not bear out; what was, is put right."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import pytest

from memtxn import JournalDamaged, Unreadable
from memtxn.model.effect import Part
from memtxn.model.record import RecoverOp, decode_record
from memtxn.testkit.damage import damage
from memtxn.testkit.wander import wander, wander_on
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


# -- records that contradict one another -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_history_that_went_on_upon_damage_is_sound_again(durable: Durable, seed: int) -> None:
    wander(durable.store, durable.clock, seed, 30)
    damage(durable.path, seed, (1, 2, 5)[seed % 3])
    for acts in (25, 10):
        durable.reopen()
        wander_on(durable.m, durable.store.memory("m", principal="other"), durable.clock, seed + 100, acts)
        report = durable.m.recover()
        assert report.ok, report.problems
    assert durable.m.recover().recorded is None
    assert durable.reopen().verify().ok


def is_amended(durable: Durable, effects: tuple[int, int], lines: int) -> None:
    """Recover; so many effects are folded otherwise, so many not at all, and so many timelines planned again."""
    assert not durable.m.verify().ok
    planned = durable.m.recover(dry_run=True)
    report = durable.m.recover()
    assert report.ok, report.problems
    assert [one for one in planned.repaired if one.part != "head"] == [
        one for one in report.repaired if one.part != "head"
    ]
    parts = {one.part: (one.restored, one.removed) for one in report.repaired}
    assert (parts.get("effect", (0, 0)), parts.get("line", (0, 0))[0]) == (effects, lines)
    assert durable.reopen().verify().ok
    assert durable.m.recover().recorded is None


def test_revoked_twice(durable: Durable) -> None:
    told(durable)
    first = durable.m.history("T/1", "x")[0]
    durable.m.revoke(first.id)
    durable.sql("DELETE FROM state")
    durable.reopen().revoke(first.id)
    is_amended(durable, (0, 1), 1)
    assert one(durable.m.get("T/1", "x")).value == "c"
    assert durable.m.history("T/1", "x")[0].status == "revoked"


def test_a_proposal_settled_twice(durable: Durable) -> None:
    durable.clock.set(hour(10))
    source = durable.say("perhaps we go to rome", hour(1))
    with durable.m.transaction(on_reject="skip") as tx:
        tx.propose("T/1", "x", "rome", evidence=source.quote("perhaps we go to rome"))
    (waiting,) = durable.m.pending()
    durable.store.memory("m", principal="other").deny(waiting.id)
    durable.sql("UPDATE pending SET settled = NULL, state = NULL")
    durable.reopen()
    durable.store.memory("m", principal="other").deny(waiting.id)
    is_amended(durable, (0, 1), 0)
    assert list(durable.m.pending()) == []


@pytest.mark.parametrize("declared", ["one", "many"])
def test_a_key_that_was_lost_is_one_key_again(durable: Durable, declared: Literal["one", "many"]) -> None:
    durable.clock.set(hour(10))
    durable.m.declare("T", "x", cardinality=declared)
    for number, value in enumerate(("a", "b", "a")):
        durable.tell("T/1", "x", value, hour(number + 1))
    seq = durable.head().seq
    then = durable.m.at(seq=seq).get("T/1", "x")
    durable.sql("DELETE FROM key")
    durable.reopen()
    durable.tell("T/1", "x", "b", hour(4))
    last = durable.tell("T/1", "x", "c", hour(5))
    kept = durable.m.history("T/1", "x")
    report = durable.m.recover()
    assert report.ok, report.problems
    assert {one.part for one in report.repaired} == {"effect", "line"}
    now = durable.reopen().get("T/1", "x")
    shown = [belief.value for belief in (now if isinstance(now, list) else [now]) if belief is not None]
    assert sorted(map(str, shown)) == (["c"] if declared == "one" else ["a", "b", "c"])
    history = durable.m.history("T/1", "x")
    assert [belief.value for belief in history] == ["a", "b", "a", "b", "c"]
    assert {belief.id for belief in kept} <= {belief.id for belief in history}
    assert durable.m.at(seq=seq).get("T/1", "x") == then
    durable.tell("T/1", "x", "d", hour(9))
    durable.tell("T/2", "x", "e", hour(9))
    assert durable.m.verify().ok
    durable.m.undo(last.tx_id)
    assert durable.m.verify().ok


def test_what_was_filed_under_another_key(durable: Durable) -> None:
    """Two keys had changed places, and their records are too large to tell."""
    durable.clock.set(hour(10))
    many(durable, "a", hour(1))
    durable.sql("UPDATE key SET kid = iif(kid < 3, 3 - kid, kid)")
    durable.sql(f"UPDATE step SET bid = 0 WHERE {NAMED}")  # so that nothing there names the key
    durable.reopen()
    durable.tell("T/1", "x", "c", hour(3))
    assert durable.m.recover().ok
    assert [one(durable.m.get(f"T/{number}", "x")).value for number in (0, 1, 2)] == ["a", "c", "a"]
    durable.tell("T/1", "x", "d", hour(4))
    assert durable.m.verify().ok
