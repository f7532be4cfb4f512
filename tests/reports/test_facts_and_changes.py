"""T1 to T23: contradictions that were kept, the wrong fact retired, a fact lost in an update."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest

from memtxn import Rejected
from memtxn.engine.memory import Memory
from memtxn.model.belief import Belief
from tests.promises.world import World, hour, one, several

KEY = ("Person/ann", "favourite_colour")


def told(world: World, *facts: tuple[str, float]) -> list[Belief]:
    world.clock.set(hour(9))
    for value, at in facts:
        world.tell(*KEY, value, hour(at))
    return world.m.history(*KEY)


@pytest.mark.parametrize("order", list(permutations([("blue", 1), ("green", 2)])))
def test_of_two_values_one_is_active_and_they_name_each_other(
    world: World, order: list[tuple[str, float]]
) -> None:
    """T1."""
    history = {str(belief.value): belief for belief in told(world, *order)}
    assert (history["blue"].status, history["green"].status) == ("superseded", "active")
    assert history["blue"].superseded_by == history["green"].id
    assert history["blue"].valid_to == history["green"].valid_from == hour(2)
    replaced = [each.id for account in world.m.why(*KEY).accounts for each in account.replaced]
    assert replaced == [history["blue"].id]


def test_the_default_read_shows_the_current_fact_alone_and_history_all(world: World) -> None:
    """T3."""
    told(world, ("blue", 1), ("green", 2), ("red", 3))
    assert [belief.value for belief in world.m.find()] == ["red"]
    assert [belief.value for belief in world.m.scan("Person")] == ["red"]
    assert one(world.m.get(*KEY)).value == "red"
    assert [belief.value for belief in world.m.history(*KEY)] == ["blue", "green", "red"]


TEXTS = [
    "4 pm", "4 PM", " 4pm ", "4pm.", "４pm", "4\u00a0pm", "a\r\nb\n", "é", "e\u0301", "１２", "ﬁne", "tab\there",
    "‘q’", "'q'", "a  b", "🙂", "İstanbul", "x\u200by", "明天下午四点",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_an_update_stores_the_very_text(world: World, text: str) -> None:
    """T5: neither the old text, nor a normal form of the new one."""
    world.clock.set(hour(9))
    world.tell(*KEY, "something else", hour(1))
    world.tell(*KEY, text, hour(2))
    shown = one(world.m.get(*KEY))
    assert isinstance(shown.value, str)
    assert shown.value.encode() == text.encode()
    assert world.m.source(shown.evidence[0].source_id).text == text
    assert world.reopen().get(*KEY) == shown


def test_a_mention_of_one_thing_changes_nothing_of_another(world: World) -> None:
    """T7: however alike the names, the values and the words of the sources are."""
    world.clock.set(hour(9))
    entities = [
        "Team/ann",
        "Team/anna",
        "Team/Ann",
        "Team/ann2",
        "Teams/ann",
        "Team/ann/x",
    ]
    keys = [(entity, attribute) for entity in entities for attribute in ("city", "City", "city2")]
    for key in keys:
        world.tell(*key, "rome", hour(1))
    for number, key in enumerate(keys):
        before = {other: world.m.history(*other) for other in keys if other != key}
        source = world.say(f"ann and anna left rome for oslo in week {number}", hour(2))
        with world.m.transaction() as tx:
            tx.propose(*key, "oslo", evidence=source.quote("oslo"))
        assert {other: world.m.history(*other) for other in keys if other != key} == before
    assert {belief.value for belief in world.m.find()} == {"oslo"}


def test_a_correction_touches_the_one_key_that_it_names(world: World) -> None:
    """T11: nothing is looked up by likeness; what is retracted must be shown under exactly that key."""
    world.clock.set(hour(9))
    world.tell(*KEY, "blue", hour(1))
    for near in (("Person/Ann", KEY[1]), ("Person/ann", "favourite_color"), ("person/ann", KEY[1])):
        with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
            tx.retract(*near)
        assert caught.value.reasons[0] == "nothing_to_retract"
    assert told(world)[0].status == "active"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("remote work is allowed", "remote work is not allowed"),
        ("parking allowed", "parking not allowed"),
        ("可以带宠物", "不可以带宠物"),
        ("likes jazz", "dislikes jazz"),
        ("open on Monday", "open on Tuesday"),
        ("budget is 1500", "budget is 15000"),
    ],
)
def test_a_negated_correction_is_another_value(world: World, before: str, after: str) -> None:
    """T13: hardly another word, and never a duplicate, in either direction."""
    for old, new in ((before, after), (after, before)):
        key = (("Rule", new), "says")
        world.clock.set(hour(9))
        world.tell(key[0], key[1], old, hour(1))  # type: ignore[arg-type]
        done = world.tell(key[0], key[1], new, hour(2)).outcomes[0]  # type: ignore[arg-type]
        assert done.outcome.name == "SUPERSEDE"
        assert [(belief.value, str(belief.status)) for belief in world.m.history(*key)] == [
            (old, "superseded"),
            (new, "active"),
        ]


OPINIONS = [
    ["I like tea", "I love tea", "I hate tea", "I dislike tea", "I can't stand tea", "I can stand tea"],
    ["我喜欢茶", "我爱茶", "我讨厌茶", "我不喜欢茶", "我受不了茶"],
]


@pytest.mark.parametrize(("said", "claimed"), [pair for some in OPINIONS for pair in permutations(some, 2)])
def test_an_opinion_is_not_stored_as_another_one(world: World, said: str, claimed: str) -> None:
    """T15: what was said is the only opinion that can be stored in full."""
    source = world.say(said, hour(0))
    with world.m.transaction(on_reject="skip") as tx:
        assert tx.propose(*KEY, said, evidence=source.quote(said)).admitted
        assert not tx.propose(*KEY, claimed, evidence=source.quote(said)).admitted


@pytest.mark.parametrize("seed", range(6))
def test_a_chain_of_versions_has_one_head_and_no_fork(world: World, seed: int) -> None:
    """T17: transactions open at the same time, told in any order, some of them in conflict."""
    chance = Random(f"chain {seed}")
    world.clock.set(hour(40))
    memories = [world.store.memory("m") for _ in range(3)]
    waiting: list[tuple[Memory, float]] = [(chance.choice(memories), chance.randint(1, 20)) for _ in range(18)]
    while waiting:
        together = [waiting.pop() for _ in range(min(len(waiting), chance.randint(1, 3)))]
        opened = []
        for number, (memory, at) in enumerate(together):
            tx = memory.transaction()
            value = chance.choice(["blue", "green", "red"])
            source = tx.observe(value, speaker="ann", at=hour(at), ref=f"{len(waiting)}.{number}")
            tx.propose(*KEY, value, evidence=source.quote(value))
            opened.append(tx)
        for tx in chance.sample(opened, len(opened)):
            tx.commit()
        assert_one_chain(world)
    assert len(world.m.history(*KEY)) == 18


def assert_one_chain(world: World) -> None:
    """Ends meet beginnings, successors lead to the one that is shown, and nobody has two successors at a time."""
    history = world.m.history(*KEY)
    by_id = {belief.id: belief for belief in history}
    assert [belief.status for belief in history].count("active") == 1  # type: ignore[arg-type]
    head = one(world.m.get(*KEY))
    for belief in history:
        passed, walker = {belief.id}, belief
        while walker.superseded_by is not None:
            walker = by_id[walker.superseded_by]
            assert walker.id not in passed, "the chain runs in a circle"
            passed.add(walker.id)
        assert walker.id == head.id
    shown = [belief for belief in history if belief.valid_to is None or belief.valid_from < belief.valid_to]
    spans = [(belief.valid_from, belief.valid_to or hour(999)) for belief in shown]
    assert all(one_[1] <= two[0] or two[1] <= one_[0] for one_, two in combinations(spans, 2)), "two at a time"


def test_corrected_and_taken_back_are_two_states_that_can_be_asked_for(world: World) -> None:
    """T23."""
    world.clock.set(hour(9))
    world.m.declare("Cup", "in", cardinality="many")
    world.tell("Cup/1", "of", "clay", hour(1))
    world.tell("Cup/1", "of", "glass", hour(2))
    world.tell("Cup/2", "of", "clay", hour(1))
    world.tell("Cup/3", "in", "tea", hour(1))
    with world.m.transaction(label="it broke") as tx:
        tx.retract("Cup/2", "of")
        tx.retract("Cup/3", "in", value="tea")
    assert world.m.get("Cup/2", "of") is None
    assert several(world.m.get("Cup/3", "in")) == []
    corrected, taken = world.m.history("Cup/1", "of")[0], world.m.history("Cup/2", "of")[0]
    assert (corrected.status, taken.status) == ("superseded", "retracted")
    assert (corrected.superseded_by is not None, taken.superseded_by) == (True, None)
    accounts = [world.m.why(f"Cup/{number}", "of").accounts[0] for number in (1, 2)]
    assert [account.status for account in accounts] == ["active", "retraction"]
    assert accounts[1].transaction.label == "it broke"
    assert [belief.value for belief in world.m.find("Cup")] == ["glass"]
