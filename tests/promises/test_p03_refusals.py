"""P3: a refusal changes nothing but the list of refusals, and can be explained afterwards."""

from collections.abc import Callable
from datetime import timedelta
from typing import Literal

import pytest

import memtxn
from memtxn import Rejected, Transaction
from memtxn.model.policy import Policy
from memtxn.model.receipt import NotCommitted, ProposalOutcome
from memtxn.model.rows import RefusalRow
from memtxn.model.source import Evidence, Source
from tests.promises.refuse import QuarantineAll
from tests.promises.world import Durable, World, grow, hour, one, receipt

Proposing = Callable[[Transaction, Source], object]


def propose(value: object, quote: str | None = "in Room B", **more: object) -> Proposing:
    """A proposal on a source that says "We meet in Room B"."""

    def act(tx: Transaction, source: Source) -> object:
        evidence = None if quote is None else source.quote(quote)
        return tx.propose("Meeting/client", "room", value, **({"evidence": evidence} | more))  # type: ignore[arg-type]

    return act


def unknown(tx: Transaction, source: Source) -> object:
    stranger = Evidence(source=Source(id="f" * 32, speaker="x", channel="user", at=hour(0)), quote="x")
    return tx.propose("Meeting/client", "room", "x", evidence=stranger)


REFUSED: list[tuple[str, Proposing]] = [
    ("missing_field", propose("Room B", None)),
    ("missing_field", propose("Room B", None, observed_at=hour(0))),
    ("empty_value", propose("")),
    ("empty_value", propose([])),
    ("empty_value", propose(None)),
    ("too_large", propose("x" * 70_000)),
    ("future_observation", propose("Room B", observed_at=hour(0.1))),
    ("bad_interval", propose("Room B", valid_from=hour(2), valid_to=hour(1))),
    ("bad_interval", propose("Room B", valid_to=hour(0))),
    ("source_unknown", unknown),
    ("quote_not_in_source", propose("Room B", "in Room C")),
    ("quote_not_in_source", propose("Room B", "")),
    ("not_ordered_subsequence", propose("Room C")),
    ("not_ordered_subsequence", propose("B Room")),
    ("nothing_to_retract", lambda tx, source: tx.retract("Meeting/never", "room")),
    ("channel_not_allowed", lambda tx, source: tx.set_state("Meeting/client", "room", "x", channel="user")),
    ("derived_from_unknown", propose("Room B", derived_from=["99.0"])),
]
IDS = [f"{number}-{code}" for number, (code, _) in enumerate(REFUSED)]


def attempt(world: World, act: Proposing, source: Source) -> Rejected:
    with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
        act(tx, source)
    return caught.value


@pytest.mark.parametrize(("code", "act"), REFUSED, ids=IDS)
def test_a_refusal_leaves_everything_as_it_was(world: World, code: str, act: Proposing) -> None:
    world.clock.set(hour(0))
    source = world.say("We meet in Room B", hour(0))
    world.state("Run/1", "step", 1)
    before, records = world.effects(), len(world.journal())
    error = attempt(world, act, source)
    assert code in error.reasons
    assert error.outcomes[0].reasons == error.reasons
    assert world.effects() == before
    assert len(world.journal()) == records + 1
    assert world.m.get("Meeting/client", "room") is None
    assert world.m.history("Meeting/client", "room") == []
    assert isinstance(world.m.outcome(error.tx_id), NotCommitted)
    assert world.m.verify().ok


@pytest.mark.parametrize(("code", "act"), REFUSED, ids=IDS)
def test_a_refusal_is_told_by_why_not(world: World, code: str, act: Proposing) -> None:
    source = world.say("We meet in Room B", hour(0))
    tx = world.m.transaction(label="a try")
    act(tx, source)
    with pytest.raises(Rejected):
        tx.commit()
    key = ("Meeting/never", "room") if code == "nothing_to_retract" else ("Meeting/client", "room")
    (account,) = world.m.why_not(*key).accounts
    assert account.status == "reject"
    assert code in [finding.code for finding in account.findings]
    assert (account.transaction.tx_id, account.transaction.label) == (tx.id, "a try")
    world.reopen()
    assert world.m.why_not(*key).accounts == (account,)


@pytest.mark.parametrize("quote", ["in Room B", "in Room C"])
def test_the_sources_of_an_aborted_transaction_are_kept_to_explain_it(world: World, quote: str) -> None:
    tx = world.m.transaction()
    source = tx.observe("We meet in Room B", speaker="bob", at=hour(0), channel="email")
    tx.propose("Meeting/client", "room", "Room C", evidence=source.quote(quote))
    with pytest.raises(Rejected):
        tx.commit()
    (account,) = world.m.why_not("Meeting/client", "room").accounts
    (quoted,) = account.evidence
    assert (quoted.text, quoted.speaker, quoted.channel, quoted.at) == (quote, "bob", "email", hour(0))
    assert quoted.found == (quote == "in Room B")
    assert "Room C" in str(world.m.why_not("Meeting/client", "room"))
    with pytest.raises(memtxn.NotFound):
        world.m.source(source.id)


def test_the_source_of_an_aborted_transaction_is_no_evidence_later(world: World) -> None:
    tx = world.m.transaction()
    source = tx.observe("We meet in Room B", speaker="bob", at=hour(0))
    tx.propose("Meeting/client", "room", "Room C", evidence=source.quote("in Room B"))
    with pytest.raises(Rejected):
        tx.commit()
    error = attempt(world, propose("Room B"), source)
    assert error.reasons[0] == "source_unknown"


def test_the_file_is_the_same_but_for_the_decision(durable: Durable) -> None:
    """Byte for byte, on the file: only the journal, its bodies, the head's place and the refusals moved."""
    grow(durable)
    source = durable.say("We meet in Room B", hour(0))
    moved = ("journal", "body", "head", "refusal")
    before, head = durable.dump(*moved), durable.head()
    attempt(durable, propose("Room C"), source)
    assert durable.dump(*moved) == before
    after = durable.head()
    assert (after.digest, after.keys, after.declared) == (head.digest, head.keys, head.declared)


def test_identical_refusals_are_one_record_with_a_count(world: World) -> None:
    source = world.say("We meet in Room B", hour(0))
    for _ in range(3):
        attempt(world, propose("Room C"), source)
        world.clock.advance()
    assert len(world.journal()) == 2
    assert [account.times for account in world.m.why_not("Meeting/client", "room").accounts] == [3]
    attempt(world, propose("Room D"), source)
    assert [account.times for account in world.m.why_not("Meeting/client", "room").accounts] == [1, 3]
    world.reopen()
    attempt(world, propose("Room C"), source)
    assert [account.times for account in world.m.why_not("Meeting/client", "room").accounts] == [1, 4]
    assert sum(isinstance(row, RefusalRow) for row in world.fold()) == 2
    assert world.m.verify().ok


def test_refusals_of_two_principals_are_two(world: World) -> None:
    source = world.say("We meet in Room B", hour(0))
    attempt(world, propose("Room C"), source)
    other = world.store.memory("m", principal="other")
    with pytest.raises(Rejected), other.transaction() as tx:
        propose("Room C")(tx, source)
    accounts = world.m.why_not("Meeting/client", "room").accounts
    assert [account.transaction.principal for account in accounts] == ["other", "local"]


def test_one_refusal_aborts_all(world: World) -> None:
    source = world.say("We meet in Room B at noon", hour(0))
    before = world.effects()
    with pytest.raises(Rejected) as caught, world.m.transaction() as tx:  # noqa: PT012
        staged = tx.observe("and tea", speaker="ann", at=hour(0))
        assert tx.propose("Meeting/client", "time", "noon", evidence=source.quote("at noon")).admitted
        assert not tx.propose("Meeting/client", "room", "Room C", evidence=source.quote("in Room B")).admitted
        tx.propose("Meeting/client", "drink", "tea", evidence=staged.quote("tea"))
    assert caught.value.reasons == ("not_ordered_subsequence",)
    assert len(caught.value.outcomes) == 1
    assert world.effects() == before
    assert world.m.find() == []


def test_skip_applies_the_rest(world: World) -> None:
    source = world.say("We meet in Room B at noon", hour(0))
    with world.m.transaction(on_reject="skip") as tx:
        tx.propose("Meeting/client", "time", "noon", evidence=source.quote("at noon"))
        tx.propose("Meeting/client", "room", "Room C", evidence=source.quote("in Room B"))
    given = receipt(tx.receipt)
    assert [each.outcome.name for each in given.outcomes] == ["ADD", "REJECT"]
    assert given.outcomes[1].reasons == ("not_ordered_subsequence",)
    assert given.outcomes[1].belief is None
    assert one(world.m.get("Meeting/client", "time")).value == "noon"
    assert world.m.get("Meeting/client", "room") is None
    assert len(world.m.why_not("Meeting/client", "room").accounts) == 1
    assert world.m.outcome(tx.id) == given
    assert world.m.verify().ok


def test_a_quarantine_aborts_like_a_rejection_and_says_what_it_is(world: World) -> None:
    source = world.say("We meet in Room B", hour(0))
    world.open(rules=[QuarantineAll()])
    error = attempt(world, propose("Room B"), source)
    assert error.reasons == ("perhaps",)
    assert error.outcomes[0].outcome.name == "QUARANTINE"  # type: ignore[attr-defined]
    assert world.m.why_not("Meeting/client", "room").accounts[0].status == "quarantine"
    with world.m.transaction(on_reject="skip") as tx:
        propose("Room B")(tx, source)
    assert receipt(tx.receipt).outcomes[0].outcome.name == "QUARANTINE"
    assert world.m.get("Meeting/client", "room") is None


def test_nothing_was_refused(world: World) -> None:
    assert world.m.why_not("A/1", "x").accounts == ()
    assert "no proposal was refused" in str(world.m.why_not("A/1", "x"))


def test_limits_are_the_policys(world: World) -> None:
    world.open(policy=Policy(value_limit=6, future_tolerance=0))
    source = world.say("We meet in Room B", hour(0))
    assert attempt(world, propose("Room B"), source).reasons == ("too_large",)
    later = world.say("in", hour(0) + timedelta(seconds=1))
    assert attempt(world, propose("in", "in"), later).reasons[0] == "future_observation"


@pytest.mark.parametrize("on_reject", ["abort", "skip"])
def test_one_transaction_may_give_a_refusal_twice(world: World, on_reject: Literal["abort", "skip"]) -> None:
    source = world.say("We meet in Room B", hour(0))
    tx = world.m.transaction(on_reject=on_reject)
    for _ in range(3):
        propose("Room C")(tx, source)
    if on_reject == "abort":
        with pytest.raises(Rejected) as caught:
            tx.commit()
        assert len(caught.value.outcomes) == 3
    else:
        given = tx.commit()
        assert [each.outcome.name for each in given.outcomes] == ["REJECT"] * 3
        assert world.m.outcome(tx.id) == given
    assert [account.times for account in world.m.why_not("Meeting/client", "room").accounts] == [3]
    assert world.m.verify().ok


def test_a_parent_may_be_named_twice(world: World) -> None:
    world.tell("A/1", "x", "tea", hour(0))
    source, parent = world.say("tea", hour(0)), one(world.m.get("A/1", "x"))
    with world.m.transaction() as tx:
        evidence = [source.quote("tea"), source.quote("tea")]
        tx.propose("A/2", "x", "tea", evidence=evidence, derived_from=[parent, parent.id], type="derived")
    assert one(world.m.get("A/2", "x")).derived_from == (parent.id, parent.id)
    assert world.m.verify().ok


# -- what the error says -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "act"), REFUSED, ids=IDS)
def test_an_error_says_what_the_deciding_rule_said(world: World, code: str, act: Proposing) -> None:
    world.clock.set(hour(0))
    error = attempt(world, act, world.say("We meet in Room B", hour(0)))
    outcome = error.outcomes[0]
    assert isinstance(outcome, ProposalOutcome)
    (sentence, *_) = [found.detail for found in outcome.verdict.trace if found.counts and found.code == code]
    assert error.said == sentence.removesuffix(".")
    assert code in str(error)
    assert f": {error.said}. Read the reason codes" in str(error)


def test_an_error_for_several_says_the_first_and_how_many(world: World) -> None:
    source = world.say("We meet in Room B", hour(0))

    def three(tx: Transaction, source: Source) -> None:
        for room in ("C", "D", "E"):
            tx.propose("Meeting/client", "room", f"Room {room}", evidence=source.quote("Room B"))

    error = attempt(world, three, source)
    assert "Meeting/client.room: not_ordered_subsequence (and 2 more): 'c' does not stand" in str(error)


@pytest.mark.parametrize("value", ["x\n\x1b[2J\u202e" * 20, "y" * 5000, "\u202e", "\x1b"])
def test_what_an_error_says_is_short_and_cannot_steer_a_terminal(world: World, value: str) -> None:
    error = attempt(world, propose(value), world.say("We meet in Room B", hour(0)))
    assert error.said.isprintable()
    assert len(error.said) <= 300
    assert str(error).isprintable()
    error = attempt(world, propose("Room B", value), world.say("We meet in Room B", hour(0)))
    assert error.said.isprintable()
    assert len(error.said) <= 300


def test_a_value_whose_evidence_is_not_true_is_not_judged_against_it(world: World) -> None:
    """Rule 3 says what is wrong; what could not be compared is not said to differ. The codes stay."""
    error = attempt(world, propose("Room B", "in Room C"), world.say("We meet in Room B", hour(0)))
    assert error.reasons == ("quote_not_in_source", "not_ordered_subsequence")
    outcome = error.outcomes[0]
    assert isinstance(outcome, ProposalOutcome)
    details = {found.rule: found.detail for found in outcome.verdict.trace}
    assert details["patch"] == "not judged: no quote stands in its source"
    error = attempt(world, unknown, world.say("We meet in Room B", hour(0)))
    outcome = error.outcomes[0]
    assert isinstance(outcome, ProposalOutcome)
    details = {found.rule: found.detail for found in outcome.verdict.trace}
    assert details["patch"] == "not judged: no source of the evidence is known"
