"""P20: undo reverses one transaction and keeps later ones; it is a record like any other, and undone like one."""

from __future__ import annotations

from typing import Any

import pytest

from memtxn import InvalidInput, NotFound, NotPermitted, Rejected, Unique
from memtxn.model.key import Key
from memtxn.model.receipt import Receipt
from memtxn.testkit.whole import whole
from tests.promises.aside import DOUBTS, other, propose, waiting
from tests.promises.world import World, grow, hour, one, receipt

MEETING = ("Meeting/client", "room")


@pytest.fixture
def day(world: World) -> World:
    """A world a day later."""
    world.clock.set(hour(24))
    return world


def shown(world: World, key: tuple[str, str] = MEETING, **moment: Any) -> Any:  # noqa: ANN401
    """The value of a key, as of a moment."""
    found = (world.m.at(**moment) if moment else world.m).get(*key)
    return found if found is None else one(found).value


def answers(world: World, key: tuple[tuple[str, str], str]) -> str:
    """All that is told of a key, but for the version of its timeline and what became of it since."""
    told = [
        (belief.id, belief.value, belief.status, belief.valid_to, belief.superseded_by, belief.suspect)
        for belief in world.m.history(*key)
    ]
    return whole(told)


def revoked_states(world: World) -> list[str]:
    return [f"{belief.value} {belief.status}" for belief in world.m.history(*MEETING)]


def test_what_it_had_replaced_shows_again(day: World) -> None:
    day.tell(*MEETING, "Room A", hour(1))
    second = day.tell(*MEETING, "Room B", hour(2))
    report = day.m.undo(second.tx_id)
    assert (report.what, report.sort, report.target) == ("undo", "transaction", second.tx_id)
    assert (report.seq, report.changed) == (day.head().seq, True)
    assert [(one.value, one.becomes, one.because) for one in report.fell] == [("Room B", "revoked", "meant")]
    assert [(str(one.key), one.before, one.after) for one in report.shows] == [
        ("Meeting/client.room", ("Room B",), ("Room A",))
    ]
    assert shown(day) == "Room A"
    assert revoked_states(day) == ["Room A active", "Room B revoked"]
    assert day.m.verify().ok


def test_a_later_version_stays(day: World) -> None:
    """It superseded what is undone, and shows as before; below it the first one reaches further."""
    day.tell(*MEETING, "Room A", hour(1))
    second = day.tell(*MEETING, "Room B", hour(2))
    day.tell(*MEETING, "Room C", hour(3))
    assert not day.m.undo(second.tx_id).shows
    assert shown(day) == "Room C"
    assert shown(day, valid=hour(2.5)) == "Room A"
    first, _, third = day.m.history(*MEETING)
    assert (first.superseded_by, first.valid_to) == (third.id, hour(3))


def test_as_of_answers_stay_what_they_were(day: World) -> None:
    """P9: what was believed before the undo is what was believed then."""
    grow(day)
    keys = [("Meeting/client", "time"), ("Meeting/client", "room"), ("Talk/1", "length"), ("Trip/1", "city")]
    seq, before = day.head().seq, {}
    for key in keys:
        before[key] = whole((day.m.at(seq=seq).get(*key), day.m.at(seq=seq).history(*key)))
    for entry in list(day.m.log(limit=seq)):
        if entry.kind == "commit" and entry.tx_id:
            day.m.undo(entry.tx_id)
    assert {key: whole((day.m.at(seq=seq).get(*key), day.m.at(seq=seq).history(*key))) for key in keys} == before
    assert day.m.find() == []
    assert day.m.verify().ok


def test_an_undo_of_an_undo_is_as_before(day: World) -> None:
    grow(day)
    everything = [str(key) for key in dict.fromkeys(belief.key for belief in day.m.scan(hidden=True))]
    keys = [(belief.key.entity, belief.attribute) for belief in day.m.scan(hidden=True)]
    before = {name: answers(day, key) for name, key in zip(everything, keys, strict=False)}
    effects = day.effects()[0]
    for entry in list(day.m.log()):
        if entry.kind == "commit" and entry.tx_id:
            first = day.m.undo(entry.tx_id)
            if first.changed:
                assert first.tx_id is not None
                second = day.m.undo(first.tx_id)
                assert second.changed, entry.seq
                assert day.effects()[0] == effects, entry.seq
                assert {name: answers(day, key) for name, key in zip(everything, keys, strict=False)} == before, (
                    entry.seq
                )
    assert day.m.verify().ok


def test_undoing_twice_writes_nothing_and_says_so(day: World) -> None:
    made = day.tell(*MEETING, "Room A", hour(1))
    first = day.m.undo(made.tx_id)
    records = day.head().seq
    again = day.m.undo(made.tx_id)
    assert (again.changed, again.seq, again.tx_id, again.fell) == (False, None, None, ())
    assert again.before is not None
    assert again.before.tx_id == first.tx_id
    assert f"record {first.seq}" in again.detail
    assert day.head().seq == records


def test_a_dry_run_tells_the_same_and_writes_nothing(day: World) -> None:
    day.tell(*MEETING, "Room A", hour(1))
    made = day.tell(*MEETING, "Room B", hour(2))
    records, fold = day.journal(), day.fold()
    dry = day.m.undo(made.tx_id, dry_run=True)
    assert (day.journal(), day.fold()) == (records, fold)
    done = day.m.undo(made.tx_id)
    assert (dry.dry_run, dry.seq, dry.tx_id) == (True, None, None)
    for name in ("fell", "waits", "restored", "withheld", "suspects", "readers", "shows", "broken"):
        assert getattr(dry, name) == getattr(done, name), name


def test_an_undone_retraction_shows_what_it_took_back(day: World) -> None:
    day.tell(*MEETING, "Room A", hour(1))
    with day.m.transaction() as tx:
        tx.retract(*MEETING, at=hour(2))
    assert shown(day) is None
    report = day.m.undo(receipt(tx.receipt).tx_id)
    assert [(one.value, one.becomes) for one in report.restored] == [("Room A", "admitted")]
    assert [one.retracts for one in report.fell] == [True]
    assert shown(day) == "Room A"
    assert revoked_states(day) == ["Room A active"]
    assert report.tx_id is not None
    day.m.undo(report.tx_id)
    assert shown(day) is None
    assert revoked_states(day) == ["Room A retracted"]
    assert day.m.verify().ok


def test_one_value_of_many_is_undone_alone(day: World) -> None:
    day.m.declare("Person", "hobby", cardinality="many")
    day.tell("Person/ben", "hobby", "chess", hour(1))
    made = day.tell("Person/ben", "hobby", "tennis", hour(2))
    report = day.m.undo(made.tx_id)
    assert [(shows.before, shows.after) for shows in report.shows] == [(("chess", "tennis"), ("chess",))]
    again = day.tell("Person/ben", "hobby", "tennis", hour(3))
    assert [outcome.outcome.name for outcome in again.outcomes] == ["ADD"]
    assert day.m.verify().ok


def test_what_rests_on_it_stays_and_is_suspect(day: World) -> None:
    """Derived from it, or written by whoever had read it: kept, marked, and clear again when that is undone."""
    made = day.tell(*MEETING, "Room A", hour(1))
    with day.m.transaction() as tx:
        base = one(tx.get(*MEETING))
        source = tx.observe("Room A has a screen", speaker="ann", at=hour(2))
        tx.propose("Room/A", "screen", "screen", evidence=source.quote("has a screen"))
    derived = day.m.transaction()
    note = derived.observe("take the stairs", speaker="ann", at=hour(2))
    derived.propose("Room/A", "way", "stairs", evidence=note.quote("take the stairs"), derived_from=[base])
    derived.commit()
    read = receipt(tx.receipt)
    report = day.m.undo(made.tx_id)
    assert {(one.value, one.because, one.rests_on) for one in report.suspects} == {
        ("screen", "read", base.id),
    }
    assert [(one.tx_id, one.read) for one in report.readers] == [(read.tx_id, (base.id,))]
    assert one(day.m.get("Room/A", "screen")).suspect
    assert not one(day.m.at(seq=day.head().seq - 1).get("Room/A", "screen")).suspect
    assert not one(day.m.get("Room/A", "way")).suspect, "its own source bears it out"
    assert report.tx_id is not None
    day.m.undo(report.tx_id)
    assert not one(day.m.get("Room/A", "screen")).suspect
    assert day.m.verify().ok


def test_what_was_revoked_meanwhile_is_withheld(day: World) -> None:
    """The undo of an undo does not bring back what a later revocation of its source forbids."""
    source = day.say("Room A", hour(1))
    with day.m.transaction() as tx:
        tx.propose(*MEETING, "Room A", evidence=source.quote("Room A"))
    first = day.m.undo(receipt(tx.receipt).tx_id)
    day.m.revoke(source)
    assert first.tx_id is not None
    second = day.m.undo(first.tx_id)
    assert (second.changed, second.restored) == (False, ())
    assert [(one.value, one.rests_on) for one in second.withheld] == [("Room A", source.id)]
    assert shown(day) is None


def test_an_undo_that_would_break_a_constraint_sets_aside(day: World) -> None:
    """What stands meanwhile stays; what would come back waits for somebody."""
    day.m.constrain(Unique("User", "email"))
    first = day.tell("User/1", "email", "a@x.org", hour(1))
    undone = day.m.undo(first.tx_id)
    day.tell("User/2", "email", "a@x.org", hour(2))
    assert undone.tx_id is not None
    report = day.m.undo(undone.tx_id)
    assert [(one.value, one.because) for one in report.waits] == [("a@x.org", "constraint_on_fallback")]
    assert day.m.get("User/1", "email") is None
    assert [pending.reasons for pending in day.m.pending()] == [("constraint_on_fallback",)]
    assert day.m.verify().ok


def test_a_confirmation_that_is_undone_waits_again(world: World) -> None:
    world.clock.set(hour(24))
    world.open(rules=DOUBTS)
    propose(world)
    entry = waiting(world)
    confirmed = other(world).confirm(entry.id)
    report = world.m.undo(confirmed.tx_id)
    assert waiting(world).place == entry.place
    assert report.tx_id is not None
    world.m.undo(report.tx_id)
    assert world.m.pending() == []
    assert world.m.verify().ok


def test_a_denial_is_undone(world: World) -> None:
    world.clock.set(hour(24))
    world.open(rules=DOUBTS)
    propose(world)
    entry = waiting(world)
    denied = other(world).deny(entry.id, "no")
    report = world.m.undo(denied.tx_id)
    assert waiting(world).place == entry.place
    assert report.tx_id is not None
    world.m.undo(report.tx_id)
    assert world.m.pending() == []
    assert [account.status for account in world.m.why_not(*MEETING).accounts] == ["denied"]
    assert world.m.verify().ok


def test_the_receipt_of_an_undo_can_be_asked_for(day: World) -> None:
    """P14: it is a transaction like others."""
    made = day.tell(*MEETING, "Room A", hour(1))
    report = day.m.undo(made.tx_id)
    assert report.tx_id is not None
    found = day.m.outcome(report.tx_id)
    assert isinstance(found, Receipt)
    assert (found.seq, found.outcomes) == (report.seq, ())


# -- refusals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["", "12.0", "xyz", 7, None, b"x" * 16, "g" * 32, ["a"]])
def test_what_is_no_transaction_id_is_refused(day: World, given: Any) -> None:  # noqa: ANN401
    day.tell(*MEETING, "Room A", hour(1))
    with pytest.raises(InvalidInput, match="tx_id"):
        day.m.undo(given)


def test_an_unknown_transaction_is_not_found(day: World) -> None:
    with pytest.raises(NotFound):
        day.m.undo("0" * 32)
    day.tell(*MEETING, "Room A", hour(1))
    with pytest.raises(NotFound, match="0" * 32):
        day.m.undo("0" * 32)


def test_what_applied_nothing_or_declares_cannot_be_undone(day: World) -> None:
    """The refusal says what to do instead."""
    source = day.say("Room A", hour(1))
    with pytest.raises(Rejected), day.m.transaction() as tx:
        tx.propose(*MEETING, "Room B", evidence=source.quote("Room A"))
    day.m.declare("Meeting", "room", cardinality="many")
    told = {entry.kind: entry.tx_id for entry in day.m.log()}
    for kind, advice in (("decision", "refused"), ("declare", "declare it as it was")):
        with pytest.raises(InvalidInput, match=advice):
            day.m.undo(told[kind] or "")


@pytest.mark.parametrize("scope", ["read", "propose", "confirm"])
def test_it_needs_the_scope_admin(day: World, scope: str) -> None:
    made = day.tell(*MEETING, "Room A", hour(1))
    limited = day.store.memory("m", scopes=[scope])
    with pytest.raises(NotPermitted, match="admin"):
        limited.undo(made.tx_id)
    with pytest.raises(NotPermitted, match="admin"):
        limited.revoke(made.tx_id)


def test_the_key_is_told_whole(day: World) -> None:
    made = day.tell("Meeting/a/b", "room", "Room A", hour(1))
    assert day.m.undo(made.tx_id).fell[0].key == Key("Meeting", "a/b", "room")
