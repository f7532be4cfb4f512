"""P20: what should never have been believed is taken back with all that grew from it, and with nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from memtxn import (
    Check,
    Conflict,
    ConstraintViolated,
    InvalidInput,
    NoOverlap,
    NotFound,
    Receipt,
    Reference,
    Rejected,
    Source,
    StillPending,
    Unique,
)
from memtxn.model.belief import Belief
from memtxn.model.constraint import Constraint
from memtxn.model.repair import RepairReport
from tests.promises.aside import other
from tests.promises.world import World, hour, one, receipt, several

ROOM = ("Meeting/client", "room")


@pytest.fixture
def day(world: World) -> World:
    """A world a day later."""
    world.clock.set(hour(24))
    return world


def tell(world: World, key: tuple[str, str], value: str, *sources: Source, **more: Any) -> Receipt:  # noqa: ANN401
    """Commit a fact that each of these sources says."""
    with world.m.transaction() as tx:
        tx.propose(*key, value, evidence=[source.quote(value) for source in sources], **more)
    return receipt(tx.receipt)


def belief(world: World, key: tuple[str, str] = ROOM) -> Belief:
    return one(world.m.get(*key))


def values(report: RepairReport, name: str) -> list[object]:
    return [affected.value for affected in getattr(report, name)]


def test_a_source_takes_what_it_alone_bears_out(day: World) -> None:
    """What another, independent source says as well stays."""
    bad, good = day.say("Room B it is", hour(1)), day.say("we meet in Room B", hour(1))
    tell(day, ROOM, "Room B", bad, good)
    tell(day, ("Meeting/client", "floor"), "Room B", bad)
    report = day.m.revoke(bad)
    assert (report.what, report.sort, report.target) == ("revoke", "source", bad.id)
    assert [str(affected.key) for affected in report.fell] == ["Meeting/client.floor"]
    assert [(affected.because, affected.rests_on) for affected in report.fell] == [("support", bad.id)]
    assert belief(day).value == "Room B"
    assert day.m.get("Meeting/client", "floor") is None
    assert values(day.m.revoke(good), "fell") == ["Room B"], "nothing is left to bear it out"
    assert day.m.get(*ROOM) is None
    assert day.m.verify().ok


def test_what_remains_has_to_pass_the_gate(day: World) -> None:
    """A second source that says only a part of it does not bear it out alone."""
    bad, part = day.say("Room B it is", hour(1)), day.say("the room is big: Room B, unless it rains", hour(1))
    with day.m.transaction(on_reject="skip") as tx:
        tx.propose(*ROOM, "Room B", evidence=[bad.quote("Room B it is"), part.quote("big")])
    if receipt(tx.receipt).outcomes[0].outcome.name != "ADD":
        pytest.fail("the belief has to be there to fall")
    assert values(day.m.revoke(bad), "fell") == ["Room B"]


def test_what_was_derived_falls_with_it_however_far(day: World) -> None:
    first, third = day.say("Room B", hour(1)), day.say("take the lift", hour(1))
    tell(day, ROOM, "Room B", first)
    with day.m.transaction() as tx:
        tx.propose("Meeting/client", "hall", "Room B", evidence=first.quote("Room B"), derived_from=[belief(day)])
    hall = belief(day, ("Meeting/client", "hall"))
    with day.m.transaction() as tx:
        tx.propose("Meeting/client", "way", "Room B", evidence=first.quote("Room B"), derived_from=[hall])
    with day.m.transaction() as tx:
        tx.propose("Meeting/client", "lift", "lift", evidence=third.quote("take the lift"), derived_from=[hall])
    report = day.m.revoke(belief(day))
    assert [(affected.key.attribute, affected.because) for affected in report.fell] == [
        ("room", "meant"),
        ("hall", "support"),
        ("way", "support"),
    ]
    assert one(day.m.get("Meeting/client", "lift")).value == "lift", "its own source bears it out"


def test_without_cascade_what_was_derived_is_suspect(day: World) -> None:
    source = day.say("Room B", hour(1))
    tell(day, ROOM, "Room B", source)
    tell(day, ("Meeting/client", "hall"), "Room B", source, derived_from=[belief(day)])
    report = day.m.revoke(belief(day), cascade=False)
    assert (values(report, "fell"), values(report, "suspects")) == (["Room B"], ["Room B"])
    assert belief(day, ("Meeting/client", "hall")).suspect
    again = day.m.revoke(report.target)
    assert [affected.key.attribute for affected in again.fell] == ["hall"], "it may be followed later"


def test_a_summary_waits_to_be_made_anew(day: World) -> None:
    source, notes = day.say("Room B", hour(1)), day.say("a long day in Room B", hour(2))
    tell(day, ROOM, "Room B", source)
    tell(day, ("Day/1", "summary"), "a long day in Room B", notes, derived_from=[belief(day)], type="derived")
    summary = belief(day, ("Day/1", "summary"))
    report = day.m.revoke(source)
    assert [(affected.id, affected.because) for affected in report.waits] == [
        (summary.id, "derived_from_revoked")
    ]
    assert [str(entry.status) for entry in day.m.history("Day/1", "summary")] == ["quarantined"]
    assert day.m.get("Day/1", "summary") is None
    (pending,) = day.m.pending()
    assert (pending.proposal, pending.type, pending.reasons) == (summary.id, "derived", ("derived_from_revoked",))
    with pytest.raises(StillPending, match="derived_from_revoked"):
        other(day).confirm(pending.place)
    other(day).deny(pending.place)
    assert day.m.verify().ok


def test_readers_are_told_and_what_they_wrote_is_suspect(day: World) -> None:
    """Also of who read it in a step that has ended since, and not of who read the key before or after."""
    source = day.say("Room B", hour(1))
    with day.m.transaction() as tx:
        tx.get(*ROOM)
        tx.set_state("Run/1", "step", 1)
    tell(day, ROOM, "Room B", source)
    with day.m.transaction() as tx:
        tx.get(*ROOM)
        tx.set_state("Run/2", "step", 1)
    reader = receipt(tx.receipt)
    day.tell(*ROOM, "Room C", hour(2))
    with day.m.transaction() as tx:
        tx.get(*ROOM)
        tx.set_state("Run/3", "step", 1)
    report = day.m.revoke(source)
    assert [(one_.tx_id, one_.seq) for one_ in report.readers] == [(reader.tx_id, reader.seq)]
    suspects = {run: belief(day, (run, "step")).suspect for run in ("Run/1", "Run/2", "Run/3")}
    assert suspects == {"Run/1": False, "Run/2": True, "Run/3": False}


def test_reads_fall_too_when_it_is_asked_for(day: World) -> None:
    """And what was derived from them, and who had read those."""
    source = day.say("Room B", hour(1))
    tell(day, ROOM, "Room B", source)
    with day.m.transaction() as tx:
        tx.get(*ROOM)
        tx.set_state("Run/2", "step", 1)
    with day.m.transaction() as tx:
        tx.get("Run/2", "step")
        tx.set_state("Run/3", "step", 1)
    report = day.m.revoke(source, cascade="reads")
    assert [(affected.key.entity_id, affected.because) for affected in report.fell] == [
        ("client", "support"),
        ("2", "read"),
        ("3", "read"),
    ]
    assert report.suspects == ()
    assert day.m.find() == []
    assert day.m.verify().ok


def test_a_transaction_is_revoked_with_what_grew_from_it(day: World) -> None:
    source = day.say("Room B", hour(1))
    made = tell(day, ROOM, "Room B", source)
    tell(day, ("Meeting/client", "hall"), "Room B", source, derived_from=[belief(day)])
    report = day.m.revoke(made.tx_id)
    assert (report.sort, [affected.key.attribute for affected in report.fell]) == (
        "transaction",
        ["room", "hall"],
    )
    assert day.m.source(source.id) == source


def test_revoking_twice_is_once(day: World) -> None:
    source = day.say("Room B", hour(1))
    made = tell(day, ROOM, "Room B", source)
    for target in (source, made.outcomes[0].belief, made.tx_id):
        first, records = day.m.revoke(target), day.head().seq  # type: ignore[arg-type]
        again = day.m.revoke(target)  # type: ignore[arg-type]
        assert not again.changed
        assert again.before is not None
        assert "nothing is left to take back" in again.detail
        assert day.head().seq == records
        assert first.tx_id is None or day.m.undo(first.tx_id).changed


def test_a_revoked_source_bears_nothing_out(day: World) -> None:
    """Whoever hears it again believes nothing of it, until the revocation is undone."""
    source = day.say("Room B", hour(1))
    report = day.m.revoke(source)
    assert (report.changed, report.fell) == (True, ())
    assert day.say("Room B", hour(1)).id == source.id
    with pytest.raises(Rejected) as refused:
        tell(day, ROOM, "Room B", source)
    assert refused.value.reasons == ("source_revoked",)
    assert report.tx_id is not None
    day.m.undo(report.tx_id)
    tell(day, ROOM, "Room B", source)
    assert belief(day).value == "Room B"


def test_nothing_is_derived_from_what_fell(day: World) -> None:
    source = day.say("Room B", hour(1))
    tell(day, ROOM, "Room B", source)
    parent = belief(day)
    day.m.revoke(parent)
    with pytest.raises(Rejected) as refused:
        tell(day, ("Meeting/client", "hall"), "Room B", source, derived_from=[parent])
    assert refused.value.reasons == ("derived_from_revoked",)


@pytest.mark.parametrize("meanwhile", ["source", "parent"])
def test_what_is_revoked_while_a_transaction_is_open_is_a_conflict(day: World, meanwhile: str) -> None:
    source, bad = day.say("Room B", hour(1)), day.say("Room A", hour(1))
    tell(day, ROOM, "Room A", bad)
    tx = day.m.transaction()
    tx.propose("Meeting/client", "hall", "Room B", evidence=source.quote("Room B"), derived_from=[belief(day)])
    day.m.revoke(source if meanwhile == "source" else bad)
    with pytest.raises(Conflict, match=source.id if meanwhile == "source" else "no longer believed"):
        tx.commit()
    assert day.m.get("Meeting/client", "hall") is None


def test_a_retraction_that_falls_gives_back_what_it_took(day: World) -> None:
    tell(day, ROOM, "Room B", day.say("Room B", hour(1)))
    said = day.say("Room B is closed", hour(2))
    with day.m.transaction() as tx:
        tx.retract(*ROOM, evidence=said.quote("Room B is closed"))
    assert day.m.get(*ROOM) is None
    report = day.m.revoke(said)
    assert belief(day).value == "Room B"
    assert values(report, "restored") == ["Room B"]
    assert [str(entry.status) for entry in day.m.history(*ROOM)] == ["active"]
    assert day.m.verify().ok


# -- constraints -------------------------------------------------------------------------------------------

EMAIL = ("User/1", "email")


def test_a_fallback_that_would_clash_waits(day: World) -> None:
    """User/1 had a, then moved on to b (which is poisoned); User/2 has a since."""
    day.m.constrain(Unique("User", "email"))
    day.tell(*EMAIL, "a@x.org", hour(1))
    bad = day.say("b@x.org", hour(2))
    tell(day, EMAIL, "b@x.org", bad)
    day.tell("User/2", "email", "a@x.org", hour(3))
    report = day.m.revoke(bad)
    assert (values(report, "fell"), values(report, "waits")) == (["b@x.org"], ["a@x.org"])
    assert report.waits[0].because == "constraint_on_fallback"
    assert day.m.get(*EMAIL) is None
    assert belief(day, ("User/2", "email")).value == "a@x.org"
    (pending,) = day.m.pending()
    with pytest.raises(ConstraintViolated, match="is the value of"):
        other(day).confirm(pending.place)
    day.m.revoke(belief(day, ("User/2", "email")))
    other(day).confirm(pending.place)
    assert belief(day, EMAIL).value == "a@x.org"
    assert day.m.verify().ok


def test_of_two_fallbacks_that_clash_one_waits(day: World) -> None:
    bad = day.say("both moved: b@x.org and c@x.org", hour(2))
    day.tell(*EMAIL, "a@x.org", hour(1))
    with day.m.transaction() as tx:
        tx.propose(*EMAIL, "b@x.org", evidence=bad.quote("b@x.org"))
        tx.propose("User/2", "email", "c@x.org", evidence=bad.quote("c@x.org"), valid_from=hour(3))
    day.m.constrain(Unique("User", "email"))
    day.tell("User/2", "email", "a@x.org", hour(1), valid_from=hour(3))
    report = day.m.revoke(bad)
    assert values(report, "waits") == ["a@x.org"]
    assert len([user for user in ("User/1", "User/2") if day.m.get(user, "email")]) == 1
    assert report.broken == ()
    assert day.m.verify().ok


def test_who_refers_to_what_is_gone_waits(day: World) -> None:
    day.m.constrain(Reference("Meeting", "host", target="User"))
    bad = day.say("Ann", hour(1))
    tell(day, ("User/ann", "name"), "Ann", bad)
    day.tell("Meeting/client", "host", "ann", hour(2))
    report = day.m.revoke(bad)
    assert values(report, "waits") == ["ann"]
    assert day.m.get("Meeting/client", "host") is None
    assert report.broken == ()


def test_two_values_at_once_are_not_shown_again(day: World) -> None:
    day.m.declare("Room", "guest", cardinality="many")
    day.m.constrain(NoOverlap("Room", "guest"))
    day.tell("Room/1", "guest", "ann", hour(1))
    said = day.say("ann has left", hour(3))
    with day.m.transaction() as tx:
        tx.retract("Room/1", "guest", value="ann", evidence=said.quote("ann has left"))
    day.tell("Room/1", "guest", "bob", hour(4))
    report = day.m.revoke(said)
    assert values(report, "waits") == ["ann"]
    assert [entry.value for entry in several(day.m.get("Room/1", "guest"))] == ["bob"]


CHECKED: list[tuple[str, Any, int]] = [
    ("known", lambda shown: len(shown) != 1 or "one alone", 0),
    ("lost", None, 1),
]


@pytest.mark.parametrize(("case", "predicate", "waits"), CHECKED, ids=[case for case, *_ in CHECKED])
def test_a_check_cannot_hold_up_a_revocation(day: World, case: str, predicate: Any, waits: int) -> None:  # noqa: ANN401
    """What nothing can be put aside for is told; where its function is not known nothing is shown again."""
    standing = predicate or (lambda _shown: True)
    constraint: Constraint = Check(name="pair", scope="entity", entity_type="Pair", predicate=standing)
    bad = day.say("left", hour(2))
    with day.m.transaction() as tx:
        old = tx.observe("old", speaker="ann", at=hour(1))
        right = tx.observe("right", speaker="ann", at=hour(2))
        tx.propose("Pair/1", "left", "left", evidence=bad.quote("left"))
        tx.propose("Pair/1", "right", "right", evidence=right.quote("right"))
        if case == "lost":
            tx.propose("Pair/1", "left", "old", evidence=old.quote("old"))
    day.m.constrain(constraint)
    if case == "lost":
        day.reopen()
    report = day.m.revoke(bad.id)
    assert (len(report.waits), [broken.constraint for broken in report.broken][:1]) == (waits, ["pair"])
    assert day.m.get("Pair/1", "left") is None
    assert day.m.verify().ok


# -- what is meant ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["object", "id", "place"])
def test_a_source_goes_by_whatever_it_is_called(day: World, name: str) -> None:
    source = day.say("Room B", hour(1))
    tell(day, ROOM, "Room B", source)
    given: Any = {"object": source, "id": source.id, "place": "1.0"}[name]
    assert (day.m.revoke(given).target, day.m.get(*ROOM)) == (source.id, None)


@pytest.mark.parametrize("given", [None, 7, b"x", [], "", "xyz", "1.x", "f" * 31, object()])
def test_what_is_no_target_is_refused(day: World, given: Any) -> None:  # noqa: ANN401
    day.tell(*ROOM, "Room A", hour(1))
    with pytest.raises(InvalidInput, match="id"):
        day.m.revoke(given)


@pytest.mark.parametrize("given", ["0" * 32, "99.0", "2.7"])
def test_what_is_not_there_is_not_found(day: World, given: str) -> None:
    with pytest.raises(NotFound):
        day.m.revoke(given)
    day.tell(*ROOM, "Room A", hour(1))
    records = day.head().seq
    with pytest.raises(NotFound):
        day.m.revoke(given)
    assert day.head().seq == records


@pytest.mark.parametrize("cascade", [None, 1, "yes", "read"])
def test_a_cascade_that_there_is_not_is_refused(day: World, cascade: Any) -> None:  # noqa: ANN401
    day.tell(*ROOM, "Room A", hour(1))
    with pytest.raises(InvalidInput, match="cascade"):
        day.m.revoke("1.0", cascade=cascade)


def test_what_holds_no_beliefs_is_undone_instead(day: World) -> None:
    made = day.tell(*ROOM, "Room A", hour(1))
    report = day.m.revoke(made.tx_id)
    with pytest.raises(InvalidInput, match="undo it instead"):
        day.m.revoke(report.tx_id or "")


def test_a_dry_run_tells_the_same(day: World) -> None:
    source = day.say("Room B", hour(1))
    tell(day, ROOM, "Room B", source)
    tell(day, ("Meeting/client", "hall"), "Room B", source, derived_from=[belief(day)], type="derived")
    records = day.journal()
    dry, done = day.m.revoke(source, dry_run=True), None
    assert (day.journal(), dry.dry_run, dry.seq) == (records, True, None)
    done = day.m.revoke(source)
    for name in ("fell", "waits", "restored", "withheld", "suspects", "readers", "shows", "broken"):
        assert getattr(dry, name) == getattr(done, name), name
