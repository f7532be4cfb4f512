"""P4: every write path goes through the same admission."""

from collections.abc import Callable

import pytest

from memtxn import Rejected, Transaction
from memtxn.engine.memory import Memory
from memtxn.model.policy import Policy
from memtxn.model.source import Source
from tests.promises.refuse import RefuseAll
from tests.promises.world import World, hour, one

Writing = Callable[[Transaction, Source], object]
WRITES: dict[str, list[Writing]] = {
    "propose": [
        lambda tx, source: tx.propose("A/1", "x", "two", evidence=source.quote("two")),
        lambda tx, source: tx.propose("A/1", "x", "two", evidence=source.quote("two"), type="goal"),
        lambda tx, source: tx.propose("A/1", "x", "two", evidence=source.quote("two"), type="hypothesis"),
        lambda tx, source: tx.propose("A/1", "x", "two", evidence=source.quote("two"), type="derived"),
        lambda tx, source: tx.propose("A/1", "x", "two", evidence=source.quote("two"), id="mine"),
        lambda tx, source: tx.propose("A/2", "x", "two", evidence=source.quote("two"), expected_version=0),
    ],
    "set_state": [
        lambda tx, source: tx.set_state("A/1", "x", "two"),
        lambda tx, source: tx.set_state("A/1", "x", "two", channel="tool"),
        lambda tx, source: tx.set_state("A/1", "x", "two", at=hour(0)),
    ],
    "retract": [
        lambda tx, source: tx.retract("A/1", "x"),
        lambda tx, source: tx.retract("A/1", "x", at=hour(0)),
        lambda tx, source: tx.retract("A/1", "x", evidence=source.quote("one no more")),
        lambda tx, source: tx.retract("A/1", "x", value="one"),
    ],
}
NOT_WRITING = {
    "commit", "rollback", "get", "find", "scan", "observe", "observe_json", "id", "receipt", "savepoint",
    "rollback_to", "release", "holds",
}  # fmt: skip
"""What else a transaction can do. Sources are what was seen; no belief comes of them alone."""
MEMORY_WITHOUT_BELIEFS = {
    "observe", "observe_json", "source", "transaction", "declare", "at", "outcome", "verify", "get", "find",
    "history", "why", "why_not", "log", "scan", "run", "stats", "blame", "diff", "show", "export",
    "declarations", "constrain", "drop_constraint", "constraints", "declare_type", "type_declarations", "pending",
    "deny", "recover", "erase", "guards",
}  # fmt: skip


BY_THE_LINE = {"load"}
"""What writes through transactions of its own; tests/promises/test_moving.py sees to it."""
AGAIN = {"confirm"}
"""What brings a quarantined proposal before the gate again; tests/promises/test_quarantine.py sees to it."""
TAKES_BACK = {"undo", "revoke", "guard"}
"""What shows again only what passed the gate before; tests/promises/test_p20_undo.py sees to it."""

EVERY = [(f"{name}-{number}", write) for name, writes in WRITES.items() for number, write in enumerate(writes)]
every_write = pytest.mark.parametrize("write", [write for _, write in EVERY], ids=[name for name, _ in EVERY])


def test_the_table_names_every_method_that_writes() -> None:
    """A new public method stands either here or there: nobody adds a way around the gate by accident."""
    public = {name for name in dir(Transaction) if not name.startswith("_")}
    assert public == WRITES.keys() | NOT_WRITING
    public = {name for name in dir(Memory) if not name.startswith("_")}
    assert public == MEMORY_WITHOUT_BELIEFS | BY_THE_LINE | AGAIN | TAKES_BACK


@every_write
@pytest.mark.parametrize("on_reject", ["abort", "skip"])
def test_nothing_passes_a_gate_that_refuses_everything(world: World, write: Writing, on_reject: str) -> None:
    world.clock.set(hour(1))
    world.tell("A/1", "x", "one", hour(0))
    source = world.say("two, one no more", hour(0.5))
    world.open(rules=[RefuseAll()])
    seen = world.m.find(), world.m.history("A/1", "x")
    before = world.effects()
    tx = world.m.transaction(on_reject=on_reject)  # type: ignore[arg-type]
    write(tx, source)
    if on_reject == "abort":
        with pytest.raises(Rejected) as caught:
            tx.commit()
        assert "never" in caught.value.reasons
        assert world.effects() == before
    else:
        outcomes = tx.commit().outcomes
        assert [(each.outcome.name, each.belief) for each in outcomes] == [("REJECT", None)]
    assert (world.m.find(), world.m.history("A/1", "x")) == seen
    assert world.m.verify().ok


@every_write
def test_the_same_writes_pass_the_ordinary_gate(world: World, write: Writing) -> None:
    """So that the test above refuses what would else have come in."""
    world.clock.set(hour(1))
    world.tell("A/1", "x", "one", hour(0))
    source = world.say("two, one no more", hour(0.5))
    with world.m.transaction() as tx:
        write(tx, source)
    assert world.m.find() != world.m.at(seq=2).find()


def test_a_retraction_must_quote_what_it_takes_back(world: World) -> None:
    world.clock.set(hour(2))
    world.tell("A/1", "x", "one", hour(0))
    source = world.say("hello, one no more", hour(1))
    with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
        tx.retract("A/1", "x", evidence=source.quote("hello"))
    assert caught.value.reasons == ("not_ordered_subsequence",)
    assert one(world.m.get("A/1", "x")).value == "one"
    with world.m.transaction() as tx:
        tx.retract("A/1", "x", evidence=source.quote("one no more"))
    assert world.m.get("A/1", "x") is None
    taken_back, last = world.m.why("A/1", "x").accounts
    assert (taken_back.status, taken_back.value, taken_back.evidence[0].text) == (
        "retraction",
        "one",
        "one no more",
    )
    assert [replaced.id for replaced in taken_back.replaced] == [last.id]
    assert last.status == "retracted"


@pytest.mark.parametrize("channel", ["user", "assistant", "web", "import", "operators", "opérator", "x"])
def test_program_state_only_on_the_channels_of_the_policy(world: World, channel: str) -> None:
    with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
        tx.set_state("Run/1", "step", 1, channel=channel)
    assert caught.value.reasons == ("channel_not_allowed",)
    assert world.m.get("Run/1", "step") is None


@pytest.mark.parametrize("channel", ["Operator", "operator ", "ＴＯＯＬ"])
def test_a_channel_of_the_policy_may_be_written_otherwise(world: World, channel: str) -> None:
    world.state("Run/1", "step", 1, channel=channel)
    assert one(world.m.get("Run/1", "step")).value == 1
    (entry,) = world.m.log(limit=1)
    assert channel in [change.channel for change in entry.changes]


def test_the_policy_names_the_channels(world: World) -> None:
    world.open(policy=Policy(state_channels=("cron",)))
    world.state("Run/1", "step", 1, channel="cron")
    assert one(world.m.get("Run/1", "step")).value == 1
    with pytest.raises(Rejected), world.m.transaction() as tx:
        tx.set_state("Run/1", "step", 2)


def test_what_a_caller_says_of_a_source_is_not_believed(world: World) -> None:
    """Evidence leads to the stored source by its id alone, whatever text the object in hand carries."""
    source = world.say("We meet in Room B", hour(0))
    forged = Source(id=source.id, speaker="ann", channel="user", at=hour(0), text="We meet in Room C")
    with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
        tx.propose("Meeting/client", "room", "Room C", evidence=forged.quote("in Room C"))
    assert "quote_not_in_source" in caught.value.reasons


@pytest.mark.parametrize("staged", [False, True])
def test_changing_a_source_in_hand_changes_no_evidence(world: World, staged: bool) -> None:
    tx = world.m.transaction()
    observe = tx.observe_json if staged else world.m.observe_json
    source = observe({"order": {"total": 10}}, speaker="shop", at=hour(0))
    assert isinstance(source.value, dict)
    source.value["order"] = {"total": 99}
    assert not tx.propose("Order/1", "total", 99, evidence=source.pointer("/order/total")).admitted
    assert tx.propose("Order/1", "total", 10, evidence=source.pointer("/order/total")).admitted


@pytest.mark.parametrize("later", ["memory", "transaction"])
def test_a_source_seen_again_keeps_its_authority_and_ordinal(world: World, later: str) -> None:
    first = world.say("two", hour(0), channel="web")
    with world.m.transaction() as tx:
        observe = tx.observe if later == "transaction" else world.m.observe
        again = observe("two", speaker="ann", at=hour(0), channel="web", authority=1.0, ordinal=9)
        tx.propose("A/1", "x", "two", evidence=again.quote("two"))
    assert again == first == world.m.source(first.id)
    (belief,) = [row for row in world.fold() if type(row).__name__ == "BeliefRow"]
    assert (belief.authority, belief.source_ordinal) == (300, 0)  # type: ignore[union-attr]
