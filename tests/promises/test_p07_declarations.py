"""P7: what is declared of an attribute decides its timelines as if it had been so from the beginning."""

import random
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import memtxn
from memtxn import Conflict, ConstraintViolated, Declaration, InvalidInput, Memory, Rejected
from memtxn.model.codec import Json
from memtxn.model.declaration import ValueType
from tests.promises.world import HOUR, Durable, World, hour, one, receipt, several

VALUES = ["one", "two", "three"]
DECLARED: list[dict[str, Any]] = [
    {"cardinality": "one", "protected": False},
    {"cardinality": "many", "protected": False},
    {"cardinality": "one", "protected": True},
    {"cardinality": "many", "protected": True},
]


@pytest.fixture
def day(world: World) -> World:
    """A world a day later."""
    world.clock.set(hour(24))
    return world


def wish(draw: random.Random) -> dict[str, Any]:
    """A proposal: what, when, until when, by whom."""
    begin = draw.randrange(12)
    return {
        "value": draw.choice(VALUES),
        "at": hour(draw.randrange(12)),
        "valid_from": hour(begin),
        "valid_to": draw.choice([None, hour(begin + 1 + draw.randrange(6))]),
        "authority": draw.choice([0.2, 0.5, 0.7, 0.9, 1.0]),
        "ordinal": draw.randrange(3),
    }


def put(memory: Memory, one: dict[str, Any], number: int) -> None:
    source = memory.observe(
        one["value"],
        speaker="ann",
        at=one["at"],
        authority=one["authority"],
        ordinal=one["ordinal"],
        ref=str(number),
    )
    with memory.transaction() as tx:
        tx.propose(
            "Trip/1",
            "city",
            one["value"],
            evidence=source.quote(one["value"]),
            valid_from=one["valid_from"],
            valid_to=one["valid_to"],
            id=str(number),
        )


Shown = list[tuple[datetime, list[tuple[str, str]]]]


def shown(memory: Memory, n: int | None = None) -> Shown:
    """What the key shows at every hour, as of a record: (value, its source)."""
    told: Shown = []
    for number in range(26):
        found = memory.at(seq=n, valid=hour(number)).get("Trip/1", "city")
        beliefs = found if isinstance(found, list) else [found] if found else []
        told.append((hour(number), sorted((str(b.value), b.evidence[0].source_id) for b in beliefs)))
    return told


@pytest.mark.parametrize("seed", range(24))
def test_when_it_is_declared_does_not_matter(tmp_path: Path, seed: int) -> None:
    """Declared first, in the middle or last, once or several times: the last declaration counts."""
    draw = random.Random(seed)
    wishes = [wish(draw) for _ in range(draw.randrange(3, 9))]
    last = draw.choice(DECLARED)
    told = []
    for folder, places in enumerate([[0], [len(wishes)], sorted(draw.choices(range(len(wishes) + 1), k=3))]):
        (tmp_path / str(folder)).mkdir()
        world = World("sqlite", tmp_path / str(folder))
        world.clock.set(hour(24))
        for number, each in enumerate([*wishes, None]):
            for _ in range(places.count(number)):
                other = draw.choice(DECLARED) if places[-1] != number else last
                world.m.declare("Trip", "city", **other)
            if each is not None:
                put(world.m, each, number)
        world.m.declare("Trip", "city", **last)
        told.append(shown(world.m))
        report = world.m.verify()
        assert report.ok, report.problems
        assert {b.status.value for b in world.m.history("Trip/1", "city")} <= {"active", "superseded", "expired"}
        world.close()
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("seed", range(8))
def test_a_declaration_does_not_leak_back(tmp_path: Path, seed: int) -> None:
    """As of a record before it, everything answers as it did; and declaring it back restores what was."""
    draw = random.Random(100 + seed)
    world = World("sqlite", tmp_path)
    world.clock.set(hour(24))
    for number in range(6):
        put(world.m, wish(draw), number)
    first, before = world.head().seq, shown(world.m)
    history = world.m.history("Trip/1", "city")
    world.m.declare("Trip", "city", cardinality="many")
    second, many = world.head().seq, shown(world.m)
    put(world.m, wish(draw), 9)
    world.m.declare("Trip", "city", cardinality="one")
    for n, told in ((first, before), (second, many)):
        assert shown(world.m, n) == told
    then = world.m.at(seq=first)
    assert then.history("Trip/1", "city") == history
    assert isinstance(world.m.at(seq=second).get("Trip/1", "city"), list)
    assert not isinstance(then.get("Trip/1", "city"), list)
    assert world.m.verify().ok
    world.close()


def test_from_one_to_many_and_back(day: World) -> None:
    """What was superseded holds again beside the newer value, and gives way to it again."""
    day.tell("Trip/1", "city", "oslo", hour(1))
    day.tell("Trip/1", "city", "rome", hour(2))
    version = one(day.m.get("Trip/1", "city")).version
    day.m.declare("Trip", "city", cardinality="many")
    both = several(day.m.get("Trip/1", "city"))
    assert [belief.value for belief in both] == ["oslo", "rome"]
    assert {belief.version for belief in both} == {version + 1}
    assert [belief.status.value for belief in day.m.history("Trip/1", "city")] == ["active", "active"]
    with day.m.transaction() as tx:
        tx.retract("Trip/1", "city", value="rome", at=hour(3))
        tx.set_state("Trip/1", "city", "oslo")
    assert [outcome.outcome.name for outcome in receipt(tx.receipt).outcomes] == ["SUPERSEDE", "NOOP"]
    assert [belief.value for belief in several(day.m.get("Trip/1", "city"))] == ["oslo"]
    day.m.declare("Trip", "city", cardinality="one")
    assert one(day.m.get("Trip/1", "city")).value == "oslo"
    assert day.m.verify().ok


def test_what_is_declared_already_writes_nothing(day: World) -> None:
    day.m.declare("Trip", "city", cardinality="many", type="text", enum=["a", "b"], protected=True)
    seq = day.head().seq
    day.m.declare("Trip", "city", cardinality="many", type="text", enum=["a", "b", "a"], protected=True)
    day.m.declare("Trip", "other")
    assert day.head().seq == seq
    assert day.m.declarations() == [
        Declaration(
            entity_type="Trip",
            attribute="city",
            cardinality="many",
            type="text",
            enum=("a", "b"),
            protected=True,
            seq=seq,
        )
    ]
    day.reopen()
    assert len(day.m.declarations()) == 1
    (entry,) = day.m.log()
    assert [(c.what, str(c.key), c.value) for c in entry.changes] == [
        (
            "DECLARE",
            "Trip/*.city",
            {"cardinality": "many", "type": "text", "enum": ["a", "b"], "protected": True},
        )
    ]


def test_only_the_keys_concerned_change(day: World) -> None:
    for entity in ("Trip/1", "Trip/2", "Train/1"):
        day.tell(entity, "city", "oslo", hour(1))
        day.tell(entity, "city", "rome", hour(2))
    day.tell("Trip/1", "month", "may", hour(1))
    before = {key: one(day.m.get(*key)).version for key in [("Trip/1", "month"), ("Train/1", "city")]}
    day.m.declare("Trip", "city", cardinality="many")
    assert {key: one(day.m.get(*key)).version for key in before} == before
    assert [len(several(day.m.get(entity, "city"))) for entity in ("Trip/1", "Trip/2")] == [2, 2]


def test_a_transaction_that_knew_another_declaration_conflicts(day: World) -> None:
    day.tell("Trip/1", "city", "oslo", hour(1))
    tx, other = day.m.transaction(), day.m.transaction()
    tx.set_state("Trip/1", "city", "rome")
    other.set_state("Train/1", "city", "rome")
    day.m.declare("Trip", "city", cardinality="many")
    with pytest.raises(Conflict, match=r"Trip\.city was declared anew"):
        tx.commit()
    other.commit()
    day.m.run(lambda tx: tx.set_state("Trip/1", "city", "rome"))
    assert [belief.value for belief in several(day.m.get("Trip/1", "city"))] == ["oslo", "rome"]


# -- protected attributes ------------------------------------------------------------------------------

CLASSES = {"low": [0.0, 0.2, 0.499], "normal": [0.5, 0.7, 0.899], "high": [0.9, 0.95, 1.0]}
AUTHORITIES = [(name, authority) for name, members in CLASSES.items() for authority in members]


@pytest.mark.parametrize("older", AUTHORITIES, ids=str)
@pytest.mark.parametrize("newer", AUTHORITIES, ids=str)
def test_authority_comes_before_time(older: tuple[str, float], newer: tuple[str, float]) -> None:
    """A newer fact wins within its class and against lower ones, whichever of the two comes first."""
    order = list(CLASSES)
    wins = "new" if order.index(newer[0]) >= order.index(older[0]) else "old"
    for turn in (1, -1):
        with memtxn.open(":memory:", clock=lambda: hour(24)) as store:
            memory = store.memory("m")
            memory.declare("Larder", "holds", protected=True)
            for value, at, (_, authority) in [("old", 1, older), ("new", 2, newer)][::turn]:
                source = memory.observe(value, speaker="x", at=hour(at), authority=authority)
                with memory.transaction() as tx:
                    tx.propose("Larder/1", "holds", value, evidence=source.quote(value))
            assert one(memory.get("Larder/1", "holds")).value == wins
            before = memory.at(valid=hour(1.5)).get("Larder/1", "holds")
            assert one(before).value == "old"


def test_a_lower_authority_takes_nothing_back(day: World) -> None:
    day.m.declare("Larder", "holds", protected=True)
    day.state("Larder/1", "holds", "nuts")  # an operator's word: high
    page = day.m.observe("no nuts any more", speaker="x", at=hour(24), channel="web")
    day.clock.set(hour(25))
    with day.m.transaction() as tx:
        tx.retract("Larder/1", "holds", evidence=page.quote("nuts"), at=day.clock())
    assert one(day.m.get("Larder/1", "holds")).value == "nuts"
    with day.m.transaction() as tx:
        tx.retract("Larder/1", "holds")
    assert day.m.get("Larder/1", "holds") is None


def test_a_transaction_sees_what_protection_will_show(day: World) -> None:
    day.m.declare("Larder", "holds", protected=True)
    day.state("Larder/1", "holds", "nuts")
    day.clock.set(hour(25))
    page = day.m.observe("cats", speaker="x", at=hour(25), channel="web")
    with day.m.transaction() as tx:
        tx.propose("Larder/1", "holds", "cats", evidence=page.quote("cats"))
        assert one(tx.get("Larder/1", "holds")).value == "nuts"
    (made,) = receipt(tx.receipt).outcomes
    assert made.outcome.name == "ADD"
    assert made.belief is not None
    assert made.belief.status.value == "superseded"


# -- types and enumerations ----------------------------------------------------------------------------

TYPES: dict[str, tuple[list[Any], list[Any]]] = {
    "text": (["", "a", "五点"], [1, None, True, ["a"], {}]),
    "number": ([0, 1, -1.5, 2**70], ["1", True, None, [1]]),
    "integer": ([0, -7, 2**70], [1.0, 1.5, "1", True]),
    "boolean": ([True, False], [0, 1, "true", None]),
    "datetime": (
        ["2026-03-01T10:00:00Z", "2026-03-01T10:00:00+05:30"],
        ["2026-03-01", "2026-03-01T10:00:00", "soon", 5],
    ),
    "date": (["2026-03-01"], ["2026-3-1", "20260301", "2026-03-01T10:00:00Z", "2026-02-30", 5]),
    "list": ([[1], ["a", {}]], ["a", {}, None]),
    "object": ([{"a": 1}], [[], "a", None]),
}


@pytest.mark.parametrize("kind", TYPES)
def test_a_declared_type(world: World, kind: ValueType) -> None:
    good, bad = TYPES[kind]
    world.m.declare("A", "x", type=kind)
    for number, value in enumerate(good):
        if value != "":
            world.state(f"A/{number}", "x", value)
    for value in bad:
        with pytest.raises(Rejected) as caught:
            world.state("A/bad", "x", value)
        assert "type_mismatch" in caught.value.reasons
        assert world.m.get("A/bad", "x") is None


def test_a_declared_enumeration(world: World) -> None:
    world.m.declare("A", "x", enum=["S", 1, None, {"b": 1, "a": 2}])
    good: list[Json] = ["S", 1, {"a": 2, "b": 1}]
    bad: list[Json] = ["s", "S ", 1.0, True, {"a": 2}]
    for value in good:
        world.state("A/1", "x", value)
    for value in bad:
        with pytest.raises(Rejected) as caught:
            world.state("A/1", "x", value)
        assert caught.value.reasons == ("not_in_enum",)
    assert '"S", 1, null' in str(world.m.why_not("A/1", "x"))


def test_another_word_for_a_value_is_told_the_value(world: World) -> None:
    world.m.declare("A", "x", enum={"high": ["urgent", "top priority"], "low": ["later"], "last": ["later"]})
    told = {
        "urgent": '\'urgent\' is another word for "high": propose "high".',
        "Top  priority": '\'Top  priority\' is another word for "high": propose "high".',
        "later": '\'later\' is another word for "low" and "last": propose "low" or "last".',
    }
    for value, said in told.items():
        with pytest.raises(Rejected) as caught:
            world.state("A/1", "x", value)
        assert caught.value.reasons == ("not_in_enum",)
        assert f"{caught.value.said}." == said
    for other in ("medium", "priority", "urgent priority", 7, None):
        with pytest.raises(Rejected) as caught:
            world.state("A/1", "x", other)
        assert "another word" not in str(caught.value)


def test_what_stands_must_be_as_declared(world: World) -> None:
    """From now on: what is over, or hidden, does not count."""
    world.clock.set(hour(10))
    world.tell("A/1", "x", "five", hour(1), valid_to=hour(2))
    world.tell("A/2", "x", "six", hour(1))
    seq = world.head().seq
    for given in ({"type": "number"}, {"enum": ["five"]}):
        with pytest.raises(ConstraintViolated) as caught:
            world.m.declare("A", "x", **given)
        (violation,) = caught.value.violations
        assert [str(key) for key in violation.keys] == ["A/2.x"]  # type: ignore[attr-defined]
        assert violation.rows == (one(world.m.get("A/2", "x")).id,)  # type: ignore[attr-defined]
        assert world.head().seq == seq
    world.state("A/2", "x", 6)
    world.m.declare("A", "x", type="number")
    with world.m.transaction() as tx:
        tx.retract("A/2", "x")
    assert world.m.get("A/2", "x") is None


@pytest.mark.parametrize(
    "given",
    [
        {"type": "string"},
        {"type": 5},
        {"type": ["text"]},
        {"enum": {"a": "b"}},
        {"enum": {1: ["one"]}},
        {"enum": {"a": [""]}},
        {"enum": {"a": ["b"]}, "type": "number"},
        {"enum": "abc"},
        {"enum": [float("nan")]},
        {"enum": ["\ud800"]},
        {"enum": list(range(1001))},
        {"enum": ["a"], "type": "number"},
        {"protected": 1},
        {"cardinality": "two"},
        {"cardinality": ["one"]},
        {"speech_act": "joke"},
        {"speech_act": True},
        {"polarity": 2},
        {"polarity": True},
        {"polarity": "1"},
        {"kind": "thing"},
        {"unit": "x" * 33},
        {"unit": 5},
        {"licenses": "ended"},
        {"licenses": ["ended", "lies"]},
        {"licenses": {"ended": 1}},
        {"words": "size"},
        {"words": [" "]},
        {"words": ["x" * 257]},
        {"words": ["\ud800"]},
        {"words": [str(number) for number in range(1001)]},
        {"words": {"en": "size"}},
        {"words": {1: ["size"]}},
    ],
    ids=lambda given: repr(given)[:60],
)
def test_what_cannot_be_declared(world: World, given: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        world.m.declare("A", "x", **given)
    assert world.m.declarations() == []


WHOLE: dict[str, Any] = {
    "cardinality": "many",
    "type": "text",
    "enum": ["a", "b"],
    "protected": True,
    "speech_act": "request",
    "polarity": -1,
    "kind": "event",
    "unit": "kg",
    "licenses": ("ended", "hedge"),
    "words": ("size", "大小"),
}
TAKEN_AWAY: dict[str, Any] = {
    "cardinality": "one",
    "type": "any",
    "enum": (),
    "protected": False,
    "speech_act": "any",
    "polarity": 0,
    "kind": "state",
    "unit": "",
    "licenses": (),
    "words": (),
}
UNDECLARED: dict[str, Any] = TAKEN_AWAY | {
    "type": None,
    "enum": None,
    "speech_act": None,
    "polarity": None,
    "unit": None,
}


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_not_said_stays_as_it_is(world: World, name: str) -> None:
    """Each part alone can be declared, changed and taken away, and no other is touched."""

    def declared(memory: Memory) -> list[dict[str, Any]]:
        return [{part: getattr(one, part) for part in WHOLE} for one in memory.declarations()]

    whole = WHOLE | {"enum": ("a", "b")}
    world.m.declare("A", "x", **WHOLE)
    world.m.declare("A", "x", **{name: TAKEN_AWAY[name]})
    assert declared(world.m) == [whole | {name: UNDECLARED[name]}]
    world.m.declare("A", "x", **{name: WHOLE[name]})
    assert declared(world.m) == [whole]
    seq = world.head().seq
    world.m.declare("A", "x")
    world.m.declare("A", "x", **{name: WHOLE[name]})
    assert world.head().seq == seq
    world.m.declare("A", "x", **TAKEN_AWAY)
    assert declared(world.m) == [UNDECLARED]
    for part, value in WHOLE.items():
        world.m.declare("A", "x", **{part: value})
    assert declared(world.reopen()) == [whole]


def test_an_enumeration_that_stays_must_fit_the_new_type(world: World) -> None:
    world.m.declare("A", "x", enum=["a"])
    with pytest.raises(InvalidInput, match="enum value 'a' is not an integer"):
        world.m.declare("A", "x", type="integer")
    world.m.declare("A", "x", type="integer", enum=[1])
    assert [(one.type, one.enum) for one in world.m.declarations()] == [("integer", (1,))]


def test_a_lost_declaration_stops_its_attribute_alone(tmp_path: Path) -> None:
    world = Durable(tmp_path)
    world.m.declare("A", "x", protected=True)
    world.state("A/1", "x", 1)
    world.sql("UPDATE body SET data = x'00' WHERE seq = 1 AND ord = 0")
    world.reopen()
    assert one(world.m.get("A/1", "x")).value == 1
    world.state("A/1", "y", 1)
    with pytest.raises(memtxn.Unreadable, match=r"record 1 has lost the declaration of A\.x"):
        world.state("A/1", "x", 2)
    world.m.declare("A", "x", protected=True)
    world.state("A/1", "x", 2)
    world.close()


def test_an_hour_later(day: World) -> None:
    """A scheduled value of a many-valued attribute that was single-valued begins by itself."""
    day.tell("Trip/1", "city", "oslo", hour(1))
    day.tell("Trip/1", "city", "rome", hour(2), valid_from=hour(30))
    day.m.declare("Trip", "city", cardinality="many")
    assert [belief.value for belief in several(day.m.get("Trip/1", "city"))] == ["oslo"]
    day.clock.set(hour(29) + HOUR)
    assert [belief.value for belief in several(day.m.get("Trip/1", "city"))] == ["oslo", "rome"]
