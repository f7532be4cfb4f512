"""P2, P3, P6: what is put aside waits, and somebody else than its proposer decides, once, on today's rules."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from memtxn import (
    Conflict,
    ConstraintViolated,
    Immutable,
    InvalidInput,
    MemtxnError,
    NotCommitted,
    NotFound,
    NotPermitted,
    NotWaiting,
    OwnProposal,
    Provision,
    QuotaExceeded,
    Receipt,
    Rejected,
    StillPending,
    Transaction,
)
from memtxn.core.admission import Rule
from memtxn.model.policy import Policy
from memtxn.model.record import SettleOp, decode_record
from memtxn.model.rows import PendingRow, RefusalRow, SettledRow
from tests.promises.aside import DOUBTS, PLAIN, other, propose, waiting
from tests.promises.refuse import Doubt, QuarantineAll, RefuseAll
from tests.promises.world import World, hour, one, receipt

DAY = timedelta(days=1)
EVERY = ["abort", "skip"]


@pytest.fixture
def doubtful(world: World) -> World:
    """A world in which something may be put aside."""
    world.clock.set(hour(1))
    world.open(rules=DOUBTS)
    return world


# -- waiting ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("on_reject", EVERY)
def test_what_is_put_aside_waits_and_changes_nothing_else(doubtful: World, on_reject: str) -> None:
    doubtful.state("Run/1", "step", 1)
    before = doubtful.effects()
    proposal = propose(doubtful, on_reject=on_reject, confidence=0.7)
    entry = waiting(doubtful)
    assert (entry.id, entry.value, str(entry.key)) == (proposal.id, "Room B", "Meeting/client.room")
    assert (entry.reasons, entry.confidence, entry.times) == (("doubt",), 0.7, 1)
    assert (entry.proposed_by, entry.proposed_at) == ("local", doubtful.m.log().__next__().at)
    assert entry.proposed_at is not None
    assert entry.expires_at == entry.proposed_at + 30 * DAY
    assert [(quoted.text, quoted.speaker) for quoted in entry.evidence] == [("maybe we meet in Room B", "ann")]
    assert entry.verdict == proposal.verdict
    assert doubtful.m.get("Meeting/client", "room") is None
    assert doubtful.m.history("Meeting/client", "room") == []
    if on_reject == "abort":
        assert doubtful.effects() == before
    assert doubtful.m.stats().pending == 1
    assert doubtful.m.verify().ok


def test_skip_lets_the_rest_through(doubtful: World) -> None:
    with doubtful.m.transaction(on_reject="skip") as tx:
        source = tx.observe("maybe Room B", speaker="ann", at=hour(0))
        tx.set_state("Run/1", "step", 1)
        tx.propose("Meeting/client", "room", "Room B", evidence=source.span(0, 12))
    assert [one.outcome.name for one in receipt(tx.receipt).outcomes] == ["ADD", "QUARANTINE"]
    assert one(doubtful.m.get("Run/1", "step")).value == 1
    assert len(doubtful.m.pending()) == 1


def test_a_rejection_beside_it_does_not_wait(doubtful: World) -> None:
    tx = doubtful.m.transaction()
    source = tx.observe("maybe Room B", speaker="ann", at=hour(0))
    tx.propose("Meeting/client", "room", "Room B", evidence=source.span(0, 12))
    tx.propose("Meeting/client", "room", "Room C", evidence=source.span(0, 12))
    with pytest.raises(Rejected) as caught:
        tx.commit()
    assert [one.outcome.name for one in caught.value.outcomes] == ["QUARANTINE", "REJECT"]  # type: ignore[attr-defined]
    assert [entry.value for entry in doubtful.m.pending()] == ["Room B"]


def test_identical_proposals_wait_once(doubtful: World) -> None:
    first = propose(doubtful)
    records = len(doubtful.journal())
    for on_reject in ("abort", "abort"):
        doubtful.clock.advance()
        propose(doubtful, on_reject=on_reject)
    assert (waiting(doubtful).id, waiting(doubtful).times) == (first.id, 3)
    assert len(doubtful.journal()) == records
    propose(doubtful, on_reject="skip")
    assert (len(doubtful.m.pending()), waiting(doubtful).times) == (1, 4)


@pytest.mark.parametrize(
    "more",
    [
        {"confidence": 0.5},
        {"valid_from": hour(5)},
        {"valid_to": hour(9)},
        {"observed_at": hour(0.5)},
        {"expected_version": 0},
        {"id": "mine"},
        {"type": "goal"},
    ],
    ids=str,
)
def test_what_would_be_another_belief_waits_by_itself(doubtful: World, more: dict[str, Any]) -> None:
    propose(doubtful)
    propose(doubtful, **more)
    assert len(doubtful.m.pending()) == 2
    assert [entry.times for entry in doubtful.m.pending()] == [1, 1]


def test_one_transaction_may_put_the_same_aside_twice(doubtful: World) -> None:
    tx = doubtful.m.transaction()
    source = tx.observe("maybe Room B", speaker="ann", at=hour(0))
    for _ in range(3):
        tx.propose("Meeting/client", "room", "Room B", evidence=source.span(0, 12))
    with pytest.raises(Rejected):
        tx.commit()
    assert waiting(doubtful).times == 3
    assert doubtful.m.verify().ok


def test_it_is_found_by_its_range(doubtful: World) -> None:
    tx = doubtful.m.transaction(on_reject="skip")
    source = tx.observe("maybe tea", speaker="ann", at=hour(0))
    for entity, attribute in (("A/1", "x"), ("A/1", "y"), ("A/10", "x"), ("AB/1", "x")):
        tx.propose(entity, attribute, "tea", evidence=source.span(0, 9))
    tx.commit()

    def found(*wanted: str | None) -> list[str]:
        return [str(entry.key) for entry in doubtful.m.pending(*wanted)]

    assert found() == ["A/1.x", "A/1.y", "A/10.x", "AB/1.x"]
    assert found("A") == ["A/1.x", "A/1.y", "A/10.x"]
    assert found("A", "1") == ["A/1.x", "A/1.y"]
    assert found("A", "1", "y") == ["A/1.y"]
    assert found(None, None, "x") == ["A/1.x", "A/10.x", "AB/1.x"]
    with pytest.raises(InvalidInput):
        doubtful.m.pending(None, "1")


def test_an_entry_prints_and_has_a_short_form(doubtful: World) -> None:
    propose(doubtful)
    entry = waiting(doubtful)
    assert repr(entry) == f'<memtxn.Pending Meeting/client.room = "Room B", doubt, {entry.place}>'
    for part in ("Meeting/client.room", "maybe we meet", "QUARANTINE doubt", "proposed by local", "waits"):
        assert part in str(entry)


# -- confirming ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("on_reject", EVERY)
def test_a_confirmation_admits_it_with_its_evidence_and_times(doubtful: World, on_reject: str) -> None:
    parent = doubtful.state("Run/1", "step", 1).outcomes[0].belief
    assert parent is not None
    times = {"observed_at": hour(0.5), "valid_from": hour(2), "valid_to": hour(9)}
    more: dict[str, Any] = {"confidence": 0.7, "type": "derived", "derived_from": [parent], "id": "mine"} | times
    propose(doubtful, on_reject=on_reject, **more)
    doubtful.clock.set(hour(3))
    made = other(doubtful).confirm("mine")
    belief = made.outcomes[0].belief
    assert belief is not None
    assert belief == one(doubtful.m.get("Meeting/client", "room"))
    assert (belief.value, belief.confidence, belief.type) == ("Room B", 0.7, "derived")
    assert (belief.observed_at, belief.valid_from, belief.valid_to) == (hour(0.5), hour(2), hour(9))
    assert (belief.derived_from, belief.context_id) == ((parent.id,), made.tx_id)
    source = doubtful.m.source(belief.evidence[0].source_id)
    assert (source.text, source.speaker) == ("maybe we meet in Room B", "ann")
    assert doubtful.m.pending() == []
    assert doubtful.m.outcome(made.tx_id) == made
    assert doubtful.m.stats().pending == 0
    assert doubtful.m.verify().ok


def test_the_belief_says_for_ever_who_waived_what(doubtful: World) -> None:
    propose(doubtful)
    made = other(doubtful).confirm(waiting(doubtful).id)
    assert made.outcomes[0].reasons == ("doubt",)
    assert made.shadowed == ()
    doubtful.reopen()
    (account,) = doubtful.m.why("Meeting/client", "room").accounts
    assert {found.waived for found in account.findings if found.code} == {"bob"}
    assert account.proposed is not None
    assert (account.transaction.principal, account.proposed.principal, account.proposed.seq) == (
        "bob",
        "local",
        1,
    )
    assert "QUARANTINE doubt, confirmed by bob" in str(doubtful.m.why("Meeting/client", "room"))
    (refused,) = doubtful.m.why_not("Meeting/client", "room").accounts
    assert refused.settled is not None
    assert (refused.status, refused.settled.principal) == ("confirmed", "bob")
    changes = [change for entry in doubtful.m.log() for change in entry.changes]
    assert [change.what for change in changes] == ["SOURCE", "ADD", "CONFIRM", "QUARANTINE"]
    assert [change.shadowed for change in changes] == [False] * 4
    (before,) = doubtful.m.at(seq=1).why_not("Meeting/client", "room").accounts
    assert before.status == "quarantine"


@pytest.mark.parametrize("name", ["shadow", "verifier:x"])
def test_who_is_called_like_a_policy_is_not_taken_for_one(doubtful: World, name: str) -> None:
    propose(doubtful)
    made = other(doubtful, name).confirm(waiting(doubtful).id)
    assert made.outcomes[0].verdict.waived_by == (f"principal {name}",)
    assert made.shadowed == ()


@pytest.mark.parametrize("by", ["id", "place"])
def test_it_goes_by_its_id_and_by_its_place(doubtful: World, by: str) -> None:
    propose(doubtful)
    other(doubtful).confirm(getattr(waiting(doubtful), by))
    assert one(doubtful.m.get("Meeting/client", "room")).value == "Room B"


def test_a_name_of_two_is_of_none(doubtful: World) -> None:
    for value in ("Room B", "Room C"):
        propose(doubtful, value, id="mine")
    first, second = doubtful.m.pending()
    assert (first.id, first.proposal) == (first.place, "mine")
    with pytest.raises(InvalidInput, match=f"{first.place}, {second.place}"):
        other(doubtful).confirm("mine")
    other(doubtful).confirm(second.id)
    assert one(doubtful.m.get("Meeting/client", "room")).value == "Room C"
    other(doubtful).confirm("mine")
    assert doubtful.m.pending() == []


def test_nobody_passes_theirs_off_as_another(doubtful: World) -> None:
    """What a proposer calls it leads nowhere else: a place is a place, and an id of the engine's is its own."""
    genuine = propose(doubtful, "Room B")
    place = waiting(doubtful).place
    propose(doubtful, "Room C", id=place)
    propose(doubtful, "Room D", id=genuine.id)
    assert len({entry.id for entry in doubtful.m.pending()}) == 3
    for entry in doubtful.m.pending():
        made = other(doubtful).confirm(entry.id)
        assert made.outcomes[0].belief is not None
        assert made.outcomes[0].belief.value == entry.value


def test_a_late_confirmation_is_a_late_fact(doubtful: World) -> None:
    """It keeps its own time of observation, and so gives way to what was said since."""
    propose(doubtful)
    doubtful.clock.set(hour(5))
    doubtful.tell("Meeting/client", "room", "Room C", hour(4))
    belief = other(doubtful).confirm(waiting(doubtful).id).outcomes[0].belief
    assert belief is not None
    assert (belief.status, one(doubtful.m.get("Meeting/client", "room")).value) == ("superseded", "Room C")


def test_a_retraction_may_wait_too(doubtful: World) -> None:
    doubtful.tell("Meeting/client", "room", "Room B", hour(0))
    tx = doubtful.m.transaction()
    source = tx.observe("maybe no longer Room B", speaker="ann", at=hour(0.5))
    tx.retract("Meeting/client", "room", evidence=source.span(0, 22))
    with pytest.raises(Rejected):
        tx.commit()
    entry = waiting(doubtful)
    assert (entry.retracts, entry.value) == (True, "Room B")
    other(doubtful).confirm(entry.id)
    assert doubtful.m.get("Meeting/client", "room") is None
    assert doubtful.m.history("Meeting/client", "room")[0].status == "retracted"
    assert doubtful.m.verify().ok


def test_a_retraction_of_what_is_gone_keeps_waiting(doubtful: World) -> None:
    doubtful.tell("Meeting/client", "room", "Room B", hour(0))
    tx = doubtful.m.transaction()
    source = tx.observe("maybe no longer Room B", speaker="ann", at=hour(0.5))
    tx.retract("Meeting/client", "room", evidence=source.span(0, 22))
    with pytest.raises(Rejected):
        tx.commit()
    doubtful.clock.set(hour(2))
    with doubtful.m.transaction() as tx:
        tx.retract("Meeting/client", "room", at=hour(0.25), value="Room B")
    with pytest.raises(StillPending) as caught:
        other(doubtful).confirm(waiting(doubtful).id)
    assert caught.value.reasons == ("nothing_to_retract",)


# -- on today's rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ([*DOUBTS, RefuseAll()], "never"),
        ([*DOUBTS, QuarantineAll()], "perhaps"),
        ([*PLAIN, Doubt("maybe", reject=True)], "doubt"),
    ],
    ids=["refused", "put aside for another reason", "refused for the same reason"],
)
def test_what_has_come_up_since_is_not_waived(doubtful: World, rules: list[Rule], code: str) -> None:
    propose(doubtful)
    doubtful.open(rules=rules)
    before, records = doubtful.fold(), len(doubtful.journal())
    with pytest.raises(StillPending, match=code) as caught:
        other(doubtful).confirm(waiting(doubtful).id)
    assert caught.value.reasons == (code,)
    assert isinstance(caught.value, Rejected)
    assert (doubtful.fold(), len(doubtful.journal())) == (before, records)
    doubtful.open(rules=DOUBTS)
    other(doubtful).confirm(waiting(doubtful).id)
    assert one(doubtful.m.get("Meeting/client", "room")).value == "Room B"


def test_what_does_not_stand_any_more_needs_no_waiver(doubtful: World) -> None:
    propose(doubtful)
    doubtful.open(rules=PLAIN)
    made = other(doubtful).confirm(waiting(doubtful).id)
    assert made.outcomes[0].reasons == ()


def test_declarations_count_as_they_are(doubtful: World) -> None:
    propose(doubtful)
    doubtful.m.declare("Meeting", "room", enum=["Room C"])
    with pytest.raises(StillPending) as caught:
        other(doubtful).confirm(waiting(doubtful).id)
    assert caught.value.reasons == ("not_in_enum",)
    doubtful.m.declare("Meeting", "room", enum=(), cardinality="many")
    other(doubtful).confirm(waiting(doubtful).id)
    assert [belief.value for belief in doubtful.m.find("Meeting")] == ["Room B"]


def test_what_a_program_stated_must_still_be_its_to_state(world: World) -> None:
    world.open(rules=[*PLAIN, QuarantineAll()])
    with world.m.transaction(on_reject="skip") as tx:
        tx.set_state("Run/1", "step", "maybe", channel="tool")
    world.open(policy=Policy(state_channels=("operator",)), rules=[*PLAIN, QuarantineAll()])
    with pytest.raises(StillPending) as caught:
        other(world).confirm(waiting(world).id)
    assert caught.value.reasons == ("channel_not_allowed",)
    world.open(rules=[*PLAIN, QuarantineAll()])
    other(world).confirm(waiting(world).id)
    assert one(world.m.get("Run/1", "step")).value == "maybe"


def test_a_limit_of_today_counts(doubtful: World) -> None:
    propose(doubtful)
    doubtful.open(policy=Policy(value_limit=3), rules=DOUBTS)
    with pytest.raises(StillPending) as caught:
        other(doubtful).confirm(waiting(doubtful).id)
    assert caught.value.reasons == ("too_large",)


def test_constraints_count(doubtful: World) -> None:
    propose(doubtful)
    doubtful.tell("Meeting/client", "room", "Room C", hour(0))
    doubtful.m.constrain(Immutable("Meeting", "room"))
    with pytest.raises(ConstraintViolated):
        other(doubtful).confirm(waiting(doubtful).id)
    confirmer = doubtful.store.memory("m", principal="bob", scopes=["confirm"])
    with pytest.raises(ConstraintViolated) as caught:
        confirmer.confirm(waiting(doubtful).id)
    assert "Room C" not in str(caught.value)
    assert len(doubtful.m.pending()) == 1


def test_the_version_it_expected_must_still_stand(doubtful: World) -> None:
    propose(doubtful, expected_version=0)
    doubtful.tell("Meeting/client", "room", "Room C", hour(0))
    for scopes, told in ((["confirm", "read"], 1), (["confirm"], 0)):
        with pytest.raises(Conflict) as caught:
            doubtful.store.memory("m", principal="bob", scopes=scopes).confirm(waiting(doubtful).id)
        assert (caught.value.actual, len(caught.value.current)) == (1, told)
    assert len(doubtful.m.pending()) == 1
    other(doubtful).deny(waiting(doubtful).id)


def test_a_parent_that_is_gone_counts(doubtful: World) -> None:
    parent = doubtful.state("Run/1", "step", 1).outcomes[0].belief
    propose(doubtful, derived_from=[parent], type="derived")
    other(doubtful).confirm(waiting(doubtful).id)
    assert parent is not None
    assert one(doubtful.m.get("Meeting/client", "room")).derived_from == (parent.id,)


# -- who may decide --------------------------------------------------------------------------------------


@pytest.mark.parametrize("act", ["confirm", "deny"])
def test_nobody_decides_about_their_own(doubtful: World, act: str) -> None:
    propose(doubtful)
    entry, records = waiting(doubtful), len(doubtful.journal())
    for again in (doubtful.m, doubtful.store.memory("m", principal="local", scopes=["confirm"])):
        with pytest.raises(OwnProposal, match="local") as caught:
            getattr(again, act)(entry.id)
        assert isinstance(caught.value, NotPermitted)
        assert (caught.value.principal, caught.value.scope) == ("local", "confirm")
        assert "principal" in str(caught.value)
    assert len(doubtful.journal()) == records
    getattr(other(doubtful), act)(entry.id)


def test_two_principals_who_propose_the_same_wait_each(doubtful: World) -> None:
    propose(doubtful)
    tx = other(doubtful).transaction()
    source = tx.observe("maybe we meet in Room B", speaker="ann", at=hour(0))
    tx.propose("Meeting/client", "room", "Room B", evidence=source.span(0, 23))
    with pytest.raises(Rejected):
        tx.commit()
    mine, theirs = doubtful.m.pending()
    assert (mine.proposed_by, theirs.proposed_by) == ("local", "bob")
    with pytest.raises(OwnProposal):
        other(doubtful).confirm(theirs.id)
    other(doubtful).confirm(mine.id)
    doubtful.m.confirm(theirs.id)
    assert doubtful.m.pending() == []


# -- denying ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", [None, 5, b"x", "\ud800"])
def test_the_reason_of_a_denial_is_text(doubtful: World, reason: Any) -> None:  # noqa: ANN401
    propose(doubtful)
    with pytest.raises(InvalidInput, match="reason"):
        other(doubtful).deny(waiting(doubtful).id, reason)
    assert len(doubtful.m.pending()) == 1


@pytest.mark.parametrize("reason", ["", "it was moved"])
def test_a_denial_changes_nothing_and_is_told(doubtful: World, reason: str) -> None:
    doubtful.state("Run/1", "step", 1)
    propose(doubtful)
    before = doubtful.effects()
    proposal = waiting(doubtful)
    made = other(doubtful).deny(proposal.id, reason)
    assert doubtful.m.pending() == []
    assert doubtful.effects() == before
    (account,) = doubtful.m.why_not("Meeting/client", "room").accounts
    assert account.settled is not None
    assert (account.status, account.settled.principal, account.settled.label) == ("denied", "bob", reason or None)
    assert "by bob, seq 3" in str(doubtful.m.why_not("Meeting/client", "room"))
    assert reason in str(doubtful.m.why_not("Meeting/client", "room"))
    assert doubtful.m.outcome(made.tx_id) == made == Receipt(tx_id=made.tx_id, seq=3, denied=(proposal.place,))
    assert repr(made) == f"<memtxn.Receipt {made.tx_id} seq 3: denied {proposal.place}>"
    (entry,) = doubtful.m.log(limit=1)
    assert (entry.kind, entry.label, [change.what for change in entry.changes]) == (
        "decision",
        reason or None,
        ["DENY"],
    )
    assert doubtful.m.verify().ok


def test_what_was_denied_stays_denied(doubtful: World) -> None:
    propose(doubtful)
    other(doubtful).deny(waiting(doubtful).id)
    propose(doubtful)
    assert doubtful.m.pending() == []
    (account,) = doubtful.m.why_not("Meeting/client", "room").accounts
    assert (account.status, account.times) == ("denied", 2)


# -- once ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["confirm", "deny"])
@pytest.mark.parametrize("then", ["confirm", "deny"])
@pytest.mark.parametrize("who", ["bob", "cy"])
def test_what_was_decided_is_not_decided_again(doubtful: World, first: str, then: str, who: str) -> None:
    propose(doubtful)
    entry = waiting(doubtful)
    made = getattr(other(doubtful), first)(entry.id)
    before = doubtful.fold()
    with pytest.raises(NotWaiting) as caught:
        getattr(other(doubtful, who), then)(entry.id)
    state = {"confirm": "confirmed", "deny": "denied"}[first]
    assert (caught.value.state, caught.value.principal, caught.value.seq) == (state, "bob", made.seq)
    assert doubtful.m.outcome(caught.value.tx_id) == made
    assert doubtful.fold() == before


@pytest.mark.parametrize("act", ["confirm", "deny"])
@pytest.mark.parametrize("name", ["1.0", "99.0", "nobody", "0" * 32 + "/0", "f" * 32 + "/x", "x" * 32 + "/1"])
def test_what_never_waited_is_not_found(doubtful: World, act: str, name: str) -> None:
    doubtful.state("Run/1", "step", 1)
    with pytest.raises(NotFound, match=r"memory\.pending"):
        getattr(other(doubtful), act)(name)
    empty = doubtful.store.memory("nothing yet")
    assert empty.pending() == []
    with pytest.raises(NotFound):
        getattr(empty, act)(name)


@pytest.mark.parametrize("name", [None, 5, b"1.1", "", "x" * 600, "\ud800", ["1.1"]])
def test_a_name_is_text(doubtful: World, name: Any) -> None:  # noqa: ANN401
    for act in (doubtful.m.confirm, doubtful.m.deny):
        with pytest.raises((InvalidInput, NotFound)):
            act(name)


def test_a_belief_and_a_rejection_do_not_wait(doubtful: World) -> None:
    belief = doubtful.state("Run/1", "step", 1).outcomes[0].belief
    with pytest.raises(Rejected), doubtful.m.transaction() as tx:
        refused = tx.set_state("Run/1", "step", 2, channel="user")
    assert belief is not None
    for name in (belief.id, refused.id):
        with pytest.raises(NotFound):
            other(doubtful).confirm(name)


# -- expiry and quota ------------------------------------------------------------------------------------


def test_what_nobody_decided_in_time_is_rejected_without_a_write(doubtful: World) -> None:
    doubtful.open(policy=Policy(quarantine_expiry=3_600_000_000), rules=DOUBTS)
    propose(doubtful)
    entry, records = waiting(doubtful), len(doubtful.journal())
    assert entry.expires_at is not None
    doubtful.clock.set(entry.expires_at)
    assert doubtful.m.pending() == []
    (late,) = doubtful.m.pending(expired=True)
    assert (late.id, late.expired) == (entry.id, True)
    for act in ("confirm", "deny"):
        with pytest.raises(NotWaiting) as caught:
            getattr(other(doubtful), act)(entry.id)
        assert caught.value.state == "expired"
    assert doubtful.m.why_not("Meeting/client", "room").accounts[0].status == "expired"
    assert doubtful.m.at(seq=1).why_not("Meeting/client", "room").accounts[0].status == "quarantine"
    assert doubtful.m.stats().pending == 0
    assert len(doubtful.journal()) == records
    assert doubtful.m.verify().ok


def test_what_expired_may_wait_again(doubtful: World) -> None:
    doubtful.open(policy=Policy(quarantine_expiry=3_600_000_000), rules=DOUBTS)
    propose(doubtful)
    first = waiting(doubtful)
    doubtful.clock.advance(2 * DAY)
    propose(doubtful)
    again = waiting(doubtful)
    assert (again.place, again.times) == (first.place, 2)
    assert again.expires_at is not None
    assert first.expires_at is not None
    assert again.expires_at > first.expires_at
    assert doubtful.m.pending(expired=True) == []
    other(doubtful).confirm(again.id)
    assert one(doubtful.m.get("Meeting/client", "room")).value == "Room B"
    assert doubtful.m.pending(expired=True) == []
    assert doubtful.m.verify().ok


def test_how_long_it_waits_was_settled_when_it_came(doubtful: World) -> None:
    propose(doubtful)
    doubtful.open(policy=Policy(quarantine_expiry=0), rules=DOUBTS)
    assert len(doubtful.m.pending()) == 1
    propose(doubtful, "Room C")
    assert [entry.value for entry in doubtful.m.pending()] == ["Room B"]


def test_the_longest_patience_has_no_end(doubtful: World) -> None:
    doubtful.open(policy=Policy(quarantine_expiry=2**63 - 1), rules=DOUBTS)
    propose(doubtful)
    assert waiting(doubtful).expires_at is None
    assert "for ever" in str(waiting(doubtful))
    other(doubtful).confirm(waiting(doubtful).id)


@pytest.mark.parametrize("on_reject", EVERY)
def test_there_is_a_quota_of_what_waits(doubtful: World, on_reject: str) -> None:
    doubtful.open(policy=Policy(pending_quota=2), rules=DOUBTS)
    for value in ("Room B", "Room C"):
        propose(doubtful, value, on_reject=on_reject)
    before = doubtful.fold(), doubtful.head()
    with pytest.raises(QuotaExceeded, match="confirm or deny") as caught:
        propose(doubtful, "Room D", on_reject=on_reject)
    assert (caught.value.quota, caught.value.limit, caught.value.count) == ("pending_quota", 2, 2)
    assert (doubtful.fold(), doubtful.head()) == before
    propose(doubtful, "Room B", on_reject=on_reject)
    other(doubtful).deny(doubtful.m.pending()[0].id)
    propose(doubtful, "Room D", on_reject=on_reject)
    assert len(doubtful.m.pending()) == 2


def test_the_quota_counts_what_comes_together(doubtful: World) -> None:
    doubtful.open(policy=Policy(pending_quota=2), rules=DOUBTS)

    def several(tx: Transaction, values: str) -> None:
        source = tx.observe(f"maybe {values}", speaker="ann", at=hour(0))
        for value in values.split():
            tx.propose("Meeting/client", "room", value, evidence=source.span(0, 6 + len(values)))

    with pytest.raises(QuotaExceeded), doubtful.m.transaction() as tx:
        several(tx, "B C D")
    assert doubtful.m.pending() == []
    with pytest.raises(Rejected), doubtful.m.transaction() as tx:
        several(tx, "B C")
    assert len(doubtful.m.pending()) == 2


# -- the journal -----------------------------------------------------------------------------------------


def test_the_rows_are_a_fold_of_the_journal(doubtful: World) -> None:
    for value in ("Room B", "Room C", "Room D"):
        propose(doubtful, value)
    first, second, third = doubtful.m.pending()
    other(doubtful).confirm(first.id)
    other(doubtful).deny(third.id)
    rows = [row for row in doubtful.fold() if isinstance(row, PendingRow | SettledRow | RefusalRow)]
    kinds = [type(row).__name__ for row in rows]
    assert (kinds.count("PendingRow"), kinds.count("SettledRow"), kinds.count("RefusalRow")) == (3, 2, 3)
    settled = [op for row in doubtful.journal() for op in decode_record(row.data).ops if isinstance(op, SettleOp)]
    assert [op.state.name for op in settled] == ["ADMITTED", "REJECTED"]
    doubtful.reopen(rules=DOUBTS)
    assert [entry.id for entry in doubtful.m.pending()] == [second.id]
    assert doubtful.m.verify().ok


def test_an_aborted_transaction_is_still_not_committed(doubtful: World) -> None:
    tx = doubtful.m.transaction()
    source = tx.observe("maybe Room B", speaker="ann", at=hour(0))
    tx.propose("Meeting/client", "room", "Room B", evidence=source.span(0, 12))
    with pytest.raises(Rejected):
        tx.commit()
    assert isinstance(doubtful.m.outcome(tx.id), NotCommitted)
    other(doubtful).confirm(waiting(doubtful).id)
    assert isinstance(doubtful.m.outcome(tx.id), NotCommitted)


def test_a_transaction_that_gave_its_confirmed_proposal_keeps_its_receipt(doubtful: World) -> None:
    with doubtful.m.transaction(on_reject="skip") as tx:
        source = tx.observe("maybe Room B", speaker="ann", at=hour(0))
        tx.propose("Meeting/client", "room", "Room B", evidence=source.span(0, 12))
    other(doubtful).confirm(waiting(doubtful).id)
    assert doubtful.m.outcome(tx.id) == receipt(tx.receipt)


def test_show_tells_what_became_of_it(doubtful: World) -> None:
    propose(doubtful)
    place = waiting(doubtful).place

    def status() -> object:
        return doubtful.m.show(place).proposal.status  # type: ignore[union-attr]

    assert status() == "quarantine"
    other(doubtful).deny(place)
    assert status() == "denied"
    assert [change.what for change in doubtful.m.show(2).others] == ["DENY"]  # type: ignore[union-attr]
    assert [entry.seq for entry in doubtful.m.log(entity="Meeting/client")] == [2, 1]


def test_a_memory_that_is_exported_brings_its_confirmed_beliefs_before_the_gate_again(doubtful: World) -> None:
    propose(doubtful)
    other(doubtful).confirm(waiting(doubtful).id)
    lines = list(doubtful.m.export(refusals=True))
    twin = doubtful.store.memory("twin")
    assert twin.load(lines).refused == 1
    (entry,) = twin.pending()
    with pytest.raises(OwnProposal):
        twin.confirm(entry.id)
    doubtful.store.memory("twin", principal="bob").confirm(entry.id)
    assert [belief.value for belief in twin.find()] == ["Room B"]
    assert twin.verify().ok


def test_an_export_tells_what_became_of_it(doubtful: World) -> None:
    for value in ("Room B", "Room C", "Room D"):
        propose(doubtful, value)
    first, second, third = doubtful.m.pending()
    other(doubtful).confirm(first.id)
    other(doubtful).deny(second.id)

    def told() -> dict[object, object]:
        lines = doubtful.m.export(refusals=True)
        return {line["value"]: line["decision"] for line in lines if line.get("kind") == "refusal"}

    assert told() == {"Room B": "confirmed", "Room C": "denied", "Room D": "quarantine"}
    assert third.expires_at is not None
    doubtful.clock.set(third.expires_at)
    assert told()["Room D"] == "expired"


def test_errors_say_what_to_do(doubtful: World) -> None:
    for error in (OwnProposal(principal="x"), StillPending("x"), NotWaiting("x")):
        assert isinstance(error, MemtxnError)
        assert error.advice in str(error)
        assert not error.retryable


# -- by the rules that there are -------------------------------------------------------------------------

SAID = [
    ("hedge_dropped", "Perhaps we meet in Room B."),
    ("condition_dropped", "If it rains, we meet in Room B."),
    ("question", "Do we meet in Room B?"),
    ("reported_speech", "Cy says that we meet in Room B."),
]


@pytest.mark.parametrize(("code", "text"), SAID, ids=[code for code, _ in SAID])
def test_what_a_text_does_not_quite_say_waits_for_a_person(world: World, code: str, text: str) -> None:
    world.clock.set(hour(1))
    agent = world.store.memory("m", principal="agent", scopes=["read", "propose"])
    tx = agent.transaction()
    source = tx.observe(text, speaker="ann", at=hour(0))
    proposal = tx.propose("Meeting/client", "room", "Room B", evidence=source.quote("Room B"))
    with pytest.raises(Rejected):
        tx.commit()
    with pytest.raises(NotPermitted):
        agent.confirm(proposal.id)
    entry = waiting(world)
    assert (entry.reasons, entry.proposed_by) == ((code,), "agent")
    world.m.confirm(entry.id)
    assert one(world.m.get("Meeting/client", "room")).value == "Room B"
    (account,) = world.m.why("Meeting/client", "room").accounts
    assert {found.code: found.waived for found in account.findings if found.code} == {code: "local"}
    assert world.m.verify().ok


def test_what_is_confirmed_is_judged_at_the_risk_at_which_it_was_proposed(world: World) -> None:
    world.clock.set(hour(1))
    careful = Provision(decisions={"not_ordered_subsequence": "quarantine"})
    world.open(policy=Policy(provisions=(careful,)), rules=PLAIN)
    tx = world.m.transaction(risk="high")
    source = tx.observe("We meet in the blue room.", speaker="ann", at=hour(0))
    tx.propose("Meeting/client", "room", "Room B", evidence=source.quote("in the blue room"))
    with pytest.raises(Rejected):
        tx.commit()
    strict = Provision(risk="high", decisions={"not_ordered_subsequence": "reject"})
    world.open(policy=Policy(provisions=(careful, strict)), rules=PLAIN)
    with pytest.raises(StillPending):
        other(world).confirm(waiting(world).id)
    world.open(policy=Policy(provisions=(careful,)), rules=PLAIN)
    made = other(world).confirm(waiting(world).id)
    assert world.m.show(made.seq).risk == "high"  # type: ignore[union-attr]
