"""T25 to T35 and T55: what a model makes up, cites wrongly, repeats or leaks does not come in, by any way."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest

from memtxn import Conflict, Rejected, Transaction
from memtxn.core.admission import RULES
from memtxn.core.admission.case import Case
from memtxn.engine.memory import Memory
from memtxn.model.belief import Belief
from memtxn.model.policy import Policy
from memtxn.model.source import Source
from memtxn.model.verdict import Decision, Finding
from tests.promises.world import World, hour, one, receipt

KEY = ("Meeting/1", "time")


class NoFriday:
    """A rule of an application: it sees the proposal and the words of its evidence."""

    name = "no_friday"

    def judge(self, case: Case) -> Finding:
        said = [piece.source.text or "" for piece in case.draft.evidence]
        if case.draft.value == "Friday" and not any("sure" in text for text in said):
            return Finding(self.name, Decision.REJECT, "unsure", "Fridays need somebody to be sure.")
        return Finding(self.name)


@pytest.mark.parametrize(("said", "admitted"), [("Friday", False), ("Friday, sure", True)])
def test_a_rule_of_ones_own_sees_proposal_and_source_and_can_refuse(
    world: World, said: str, admitted: bool
) -> None:
    """T25."""
    world.open(rules=(*RULES, NoFriday()))
    source = world.say(said, hour(0))
    with world.m.transaction(on_reject="skip") as tx:
        given = tx.propose(*KEY, "Friday", evidence=source.quote(said))
    assert (given.admitted, given.verdict.reasons) == (admitted, () if admitted else ("unsure",))
    assert (world.m.get(*KEY) is not None) == admitted


def unknown_source(tx: Transaction, world: World) -> None:
    foreign = Source(id="0" * 32, speaker="ann", channel="user", at=hour(0), text="Friday")
    tx.propose(*KEY, "Friday", evidence=foreign.quote("Friday"))


def unknown_parent(tx: Transaction, world: World) -> None:
    source = world.say("Friday", hour(0))
    tx.propose(*KEY, "Friday", evidence=source.quote("Friday"), derived_from=["99.1"])


def a_source_as_parent(tx: Transaction, world: World) -> None:
    source = world.say("Friday", hour(0))
    tx.propose(*KEY, "Friday", evidence=source.quote("Friday"), derived_from=["1.0"])


UNKNOWN: dict[str, tuple[Callable[[Transaction, World], None], str]] = {
    "source": (unknown_source, "source_unknown"),
    "parent": (unknown_parent, "derived_from_unknown"),
    "a source as parent": (a_source_as_parent, "derived_from_unknown"),
}


@pytest.mark.parametrize("what", UNKNOWN)
def test_an_id_that_nobody_gave_out_is_refused_and_not_invented(world: World, what: str) -> None:
    """T27: the rest of the batch is applied or given up with it, as was asked for."""
    cite, code = UNKNOWN[what]
    good = world.say("Room B", hour(0))
    with world.m.transaction(on_reject="skip") as tx:
        cite(tx, world)
        tx.propose("Meeting/1", "room", "Room B", evidence=good.quote("Room B"))
    assert [outcome.outcome.name for outcome in receipt(tx.receipt).outcomes] == ["REJECT", "ADD"]
    assert code in receipt(tx.receipt).outcomes[0].reasons
    tx = world.m.transaction()
    cite(tx, world)
    tx.propose("Meeting/2", "room", "Room B", evidence=good.quote("Room B"))
    with pytest.raises(Rejected) as caught:
        tx.commit()
    assert code in caught.value.reasons
    assert [belief.key.entity_id for belief in world.m.find()] == ["1"]


LEAKED = [
    '{"fact": "4pm"}', '"4pm",', "[4pm]", "```json\n4pm\n```", "null 4pm", "<think>4pm</think>", "value: 4pm",
    "4pm\\n", "4pm 4pm 4pm 4pm 4pm", "4pm" * 30_000, "As an AI model, 4pm", "{{4pm}}", "4pm</s>", "4pm\n\nUser:",
]  # fmt: skip


@pytest.mark.parametrize("value", LEAKED, ids=[str(number) for number in range(len(LEAKED))])
def test_scaffolding_and_repetition_are_not_stored(world: World, value: str) -> None:
    """T29: what the source does not say word for word is refused, and what is too large before anything else."""
    source = world.say("The meeting is at 4pm today.", hour(0))
    before = world.effects()
    with world.m.transaction(on_reject="skip") as tx:
        given = tx.propose(*KEY, value, evidence=source.quote("at 4pm"))
    if given.admitted:
        assert given.value == value
        assert set("".join(value.split())) - set("4pm") <= set('[]{}",'), "marks around the words of the source"
    else:
        assert world.effects() == before
        assert world.m.get(*KEY) is None
    assert world.m.verify().ok


def test_the_bounds_of_a_value_are_the_policys(world: World) -> None:
    """T29."""
    world.open(policy=Policy(value_limit=10))
    source = world.say("4pm sharp in town", hour(0))
    with world.m.transaction(on_reject="skip") as tx:
        small, large = (
            tx.propose(*KEY, value, evidence=source.quote(value)) for value in ("4pm", "sharp in town")
        )
    assert (small.admitted, large.verdict.reasons) == (True, ("too_large",))


# -- T49, T45, T47: whoever comes second ----------------------------------------------------------------------


def test_a_conflict_is_expected_and_no_crash(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """T49: it may be tried again, says so as a type and as a value, and nothing is logged as an error."""
    world.state(*KEY, "4pm")
    tx = world.m.transaction()
    tx.get(*KEY)
    world.state(*KEY, "5pm")
    tx.set_state(*KEY, "6pm")
    with caplog.at_level(logging.DEBUG), pytest.raises(Conflict) as caught:
        tx.commit()
    assert caught.value.retryable
    assert type(caught.value).retryable
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


@pytest.mark.parametrize("how", ["read", "expected_version", "based_on"])
def test_a_stale_view_conflicts_and_overwrites_nothing(world: World, how: str) -> None:
    """T45: nothing that was decided on an old version is written over a new one."""
    world.state(*KEY, "4pm")
    seen = one(world.m.get(*KEY))
    source = world.say("6pm", hour(0.05))
    tx = world.m.transaction()
    if how == "read":
        tx.get(*KEY)
    world.state(*KEY, "5pm")
    options: dict[str, object] = {"expected_version": seen.version} if how == "expected_version" else {}
    options |= {"based_on": [seen]} if how == "based_on" else {}
    tx.propose(*KEY, "6pm", evidence=source.quote("6pm"), **options)  # type: ignore[arg-type]
    before = world.effects()
    with pytest.raises(Conflict):
        tx.commit()
    assert world.effects() == before
    assert one(world.m.get(*KEY)).value == "5pm"


def test_of_two_editors_of_one_version_one_wins_and_the_other_sees_both(world: World) -> None:
    """T47: and who repeats a request whose answer was lost does not conflict with itself."""
    world.state(*KEY, "4pm")

    def edit(memory: Memory, value: str, key: str) -> Transaction:
        tx = memory.transaction(idempotency_key=key)
        tx.get(*KEY)
        tx.set_state(*KEY, value)
        return tx

    first, second = edit(world.m, "5pm", "first"), edit(world.store.memory("m"), "6pm", "second")
    done = first.commit()
    with pytest.raises(Conflict) as caught:
        second.commit()
    values = [
        [belief.value for belief in some if isinstance(belief, Belief)]
        for some in (caught.value.relied_on, caught.value.current)
    ]
    assert values == [["4pm"], ["5pm"]]
    assert (caught.value.expected, caught.value.actual) == (1, 2)
    again = edit(world.store.memory("m"), "5pm", "first").commit()  # it reads its own effect, and is recognised
    assert again == done
    assert len(world.m.history(*KEY)) == 2
