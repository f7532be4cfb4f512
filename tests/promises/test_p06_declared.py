"""P6: what the harness declares for the gate is recorded, and reaches the gate; nobody else can say it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

from memtxn import (
    Conflict,
    Decision,
    Declaration,
    Finding,
    InvalidInput,
    Memory,
    NotPermitted,
    Policy,
    Proposal,
    Provision,
    Source,
    Transaction,
    Unreadable,
)
from memtxn.core.admission import RULES, Case
from memtxn.core.admission.terms import NO_TERMS, Option, Terms
from memtxn.core.rules import NO_RULES
from memtxn.engine.declared import rules_of
from memtxn.engine.terms import terms_of
from memtxn.model.codec import pack
from memtxn.model.entitytype import TypeDeclaration
from memtxn.model.key import Key
from memtxn.model.record import DeclarationBody, TypeBody, decode_body
from memtxn.ports.storage import LATEST
from tests.promises.world import Durable, World, hour

PERSON = Key("Person", "alice", "size")


def terms(world: World, key: Key = PERSON, kind: str = "fact", policy: Policy | None = None) -> Terms:
    """What the gate is told of a key."""
    with world.storage.read() as reader:
        memory = reader.memory(0, '["m"]')
        rules = NO_RULES if memory is None else rules_of(reader, memory.mem, LATEST)
    return terms_of(rules, policy or Policy(), key, kind)


# -- entity types --------------------------------------------------------------------------------------

WHOLE: dict[str, Any] = {
    "owned_by": "speaker",
    "person": True,
    "binding": "named",
    "aliases": {"alice": ("Al", "阿丽"), "bob": ("Bobby",)},
}
TAKEN_AWAY: dict[str, Any] = {
    "owned_by": "any",
    "person": "any",
    "binding": "lenient",
    "aliases": {"alice": (), "bob": ()},
}
UNDECLARED = TypeDeclaration(entity_type="Person")


@pytest.mark.parametrize("name", WHOLE)
def test_of_a_type_what_is_not_said_stays_as_it_is(world: World, name: str) -> None:
    def declared(memory: Memory) -> list[dict[str, Any]]:
        return [{part: getattr(one, part) for part in WHOLE} for one in memory.type_declarations()]

    world.m.declare_type("Person", **WHOLE)
    assert declared(world.m) == [WHOLE]
    world.m.declare_type("Person", **{name: TAKEN_AWAY[name]})
    assert declared(world.m) == [WHOLE | {name: getattr(UNDECLARED, name)}]
    world.m.declare_type("Person", **{name: WHOLE[name]})
    assert declared(world.m) == [WHOLE]
    seq = world.head().seq
    world.m.declare_type("Person")
    world.m.declare_type("Person", **{name: WHOLE[name]})
    assert world.head().seq == seq
    world.m.declare_type("Person", **TAKEN_AWAY)
    assert declared(world.reopen()) == [{part: getattr(UNDECLARED, part) for part in WHOLE}]
    assert world.m.verify().ok


def test_names_of_one_entity_leave_the_others_alone(world: World) -> None:
    world.m.declare_type("Person", aliases={"zoe": ["Z"], "alice": ["Al"]})
    world.m.declare_type("Person", aliases={" alice ": ["Ally", "Al", "Ally"]})
    (one,) = world.m.type_declarations()
    assert one.aliases == {"alice": ("Ally", "Al"), "zoe": ("Z",)}
    assert [terms(world, Key("Person", who, "x")).aliases for who in ("alice", "bob", "zoe", "zoey")] == [
        ("Ally", "Al"),
        (),
        ("Z",),
        (),
    ]


def test_too_many_names(world: World) -> None:
    world.m.declare_type("P", aliases={str(number): ["x"] for number in range(10_000)})
    with pytest.raises(InvalidInput, match="10001"):
        world.m.declare_type("P", aliases={"one more": ["x"]})


def test_a_type_and_an_attribute_do_not_get_into_each_others_way(world: World) -> None:
    world.m.declare("Person", "size", cardinality="many", unit="cm")
    world.m.declare_type("Person", person=True)
    world.m.declare("Person", "size", unit="m")
    assert [(one.attribute, one.unit, one.cardinality) for one in world.m.declarations()] == [
        ("size", "m", "many")
    ]
    assert [(one.entity_type, one.person, one.seq) for one in world.m.type_declarations()] == [
        ("Person", True, 2)
    ]
    assert [entry.kind for entry in world.m.log()] == ["declare"] * 3


# -- what the gate is told -----------------------------------------------------------------------------


def test_nothing_declared_tells_nothing(world: World) -> None:
    assert terms(world) is NO_TERMS
    for kind in ("goal", "preference", "commitment"):
        assert terms(world, kind=kind) == Terms(speech_act="request")
    for kind in ("fact", "hypothesis", "derived"):
        assert terms(world, kind=kind) is NO_TERMS


def test_all_that_is_declared_is_told(world: World) -> None:
    world.m.declare(
        "Person",
        "size",
        enum={"large": ["big", "大"], "small": []},
        speech_act="request",
        polarity=-1,
        kind="event",
        unit="cm",
        licenses=["ended", "ended"],
        words={"en": ["height", "size"], "zh": ["身高"]},
    )
    world.m.declare_type("Person", owned_by="session", person=True, binding="named", aliases={"alice": ["Al"]})
    policy = Policy(zone="Europe/Rome", principals={"Alice B.": "Person/alice", "al": "Person/alice", "x": "P/y"})
    assert terms(world, policy=policy) == Terms(
        speech_act="request",
        polarity=-1,
        kind="event",
        unit="cm",
        licenses=("ended",),
        words=("height", "size", "身高"),
        enum=(Option(b'"large"', ("big", "大")), Option(b'"small"')),
        owner="session",
        person=True,
        aliases=("Al",),
        named=True,
        speakers=("Alice B.", "al"),
        zone="Europe/Rome",
    )
    assert terms(world, Key("Person", "bob", "age"), policy=policy) == Terms(
        owner="session", person=True, others=frozenset(("Al",)), named=True, zone="Europe/Rome"
    )


@pytest.mark.parametrize(
    ("declared", "of_fact", "of_goal"),
    [
        (None, "fact", "request"),
        ("fact", "fact", "fact"),
        ("request", "request", "request"),
        ("any", "fact", "request"),
    ],
)
def test_the_speech_act_is_the_declared_one_and_else_that_of_the_type(
    world: World, declared: Literal["fact", "request", "any"] | None, of_fact: str, of_goal: str
) -> None:
    world.m.declare("Person", "size", speech_act="request" if declared == "any" else "fact", unit="cm")
    world.m.declare("Person", "size", speech_act=declared or "any")
    assert terms(world).speech_act == of_fact
    assert terms(world, kind="goal").speech_act == of_goal


class Overheard:
    """A rule that refuses everything, and says what it was told."""

    name = "overheard"

    def judge(self, case: Case) -> Finding:
        heard = f"{case.terms.unit} {case.terms.aliases} {case.terms.speech_act} {case.treatment.min_authority}"
        return Finding(self.name, Decision.REJECT, "overheard", heard)


TOLD: dict[str, Callable[[Transaction, Source], Proposal]] = {
    "cm ('Al',) fact 0.5": lambda tx, said: tx.propose(
        "Person/alice", "size", "five", evidence=said.quote("five")
    ),
    "cm ('Al',) request 0.5": lambda tx, said: tx.propose(
        "Person/alice", "size", "five", evidence=said.quote("five"), type="goal"
    ),
    "cm () fact 0.5": lambda tx, said: tx.propose("Person/bob", "size", "five", evidence=said.quote("five")),
    "None ('Al',) fact 0.5": lambda tx, said: tx.propose(
        "Person/alice", "age", "five", evidence=said.quote("five")
    ),
    "None () fact 0.5": lambda tx, _: tx.set_state("Meeting/alice", "size", 1),
    "cm ('Al',) fact 0.25": lambda tx, _: tx.set_state("Person/alice", "size", 1, channel="tool"),
    "cm () fact 0.25": lambda tx, _: tx.retract("Person/carl", "size"),
}


@pytest.mark.parametrize("told", TOLD)
def test_every_write_tells_the_gate(world: World, told: str) -> None:
    """The terms of its key, and what policy has for its channel, its key and the transaction's risk."""
    world.m.declare("Person", "size", unit="cm")
    world.m.declare_type("Person", aliases={"alice": ["Al"]})
    world.state("Person/carl", "size", 1)
    provisions = (
        Provision(risk="high", min_authority=0.5),
        Provision(channel="tool", min_authority=0.25),
        Provision(channel="operator", entity_type="Person", min_authority=0.25),
    )
    memory = world.reopen(policy=Policy(provisions=provisions), rules=[*RULES, Overheard()])
    with memory.transaction(on_reject="skip", risk="high") as tx:
        proposal = TOLD[told](tx, tx.observe("five", speaker="ann", at=hour(0)))
    assert proposal.verdict.trace[-1].detail == told


# -- isolation, damage, moving -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declare", "conflicts"),
    [
        (lambda m: m.declare_type("Person", person=True), True),
        (lambda m: m.declare("Person", "size", unit="cm"), True),
        (lambda m: m.declare_type("Meeting", person=False), False),
        (lambda m: m.declare("Person", "age", unit="years"), False),
    ],
    ids=["its type", "its attribute", "another type", "another attribute"],
)
def test_a_proposal_that_was_judged_by_another_declaration_conflicts(
    world: World, declare: Callable[[Memory], None], conflicts: bool
) -> None:
    tx = world.m.transaction()
    source = tx.observe("five", speaker="ann", at=hour(0))
    tx.propose("Person/alice", "size", "five", evidence=source.quote("five"))
    declare(world.m)
    if conflicts:
        with pytest.raises(Conflict, match="declared anew"):
            tx.commit()
    else:
        tx.commit()


def test_two_who_declare_at_a_time_lose_nothing(world: World) -> None:
    other = world.store.memory("m")
    world.m.declare_type("Person", aliases={"a": ["A"]})
    other.declare_type("Person", aliases={"b": ["B"]})
    world.m.declare_type("Person", person=True)
    (one,) = other.type_declarations()
    assert (one.aliases, one.person) == ({"a": ("A",), "b": ("B",)}, True)


def test_a_lost_declaration_of_a_type_stops_its_entities_alone(tmp_path: Path) -> None:
    world = Durable(tmp_path)
    world.m.declare_type("Person", person=True)
    world.tell("Person/alice", "size", "five", hour(0))
    world.sql("UPDATE body SET data = x'00' WHERE seq = 1 AND ord = 0")
    world.reopen()
    with pytest.raises(Unreadable, match="record 1 has lost the declaration of Person"):
        terms(world)
    assert terms(world, Key("Cup", "1", "size")) is NO_TERMS
    world.m.declare_type("Person", person=True)
    assert terms(world).person is True
    world.close()


def test_an_export_carries_it_and_an_import_makes_it_so(world: World) -> None:
    world.m.declare("Person", "size", enum={"large": ["big"], "small": []}, polarity=1, licenses=["hedge"])
    world.m.declare("Person", "size", enum=["large"], kind="event", words=["height"])
    world.m.declare_type("Person", **WHOLE)
    world.m.declare_type("Person", aliases={"bob": ()}, person=False)
    lines = list(world.m.export())
    other = world.store.memory("other")
    other.declare_type("Person", aliases={"zoe": ["Z"]}, owned_by="none")
    other.load(lines)
    assert [(one.entity_type, *without_seq(one)) for one in other.declarations()] == [
        (one.entity_type, *without_seq(one)) for one in world.m.declarations()
    ]
    assert list(map(without_seq, other.type_declarations())) == list(
        map(without_seq, world.m.type_declarations())
    )
    assert other.load(lines).new == 0


def without_seq(declared: Declaration | TypeDeclaration) -> list[object]:
    return [getattr(declared, name) for name in declared.__struct_fields__ if name != "seq"]


def test_words_of_an_enumeration_come_back_from_an_export(world: World) -> None:
    world.m.declare("Cup", "size", enum={"large": ["big", "大"], "small": []})
    other = world.store.memory("other")
    other.load(list(world.m.export()))
    assert other.declarations() == world.m.declarations()


@pytest.mark.parametrize(
    "line",
    [
        {"enum": ["a"], "synonyms": [["b"], ["c"]]},
        {"synonyms": [["b"]]},
        {"enum": [1], "synonyms": [["one"]]},
        {"enum": ["a"], "synonyms": [[""]]},
        {"licenses": ["lies"]},
        {"polarity": 0},
        {"unit": "x" * 33},
    ],
    ids=repr,
)
def test_a_line_that_cannot_be_is_told(world: World, line: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        world.m.load([{"kind": "declaration", "entity_type": "Cup", "attribute": "size"} | line])
    assert world.m.declarations() == []


# -- who may -------------------------------------------------------------------------------------------


def test_an_agent_declares_nothing(world: World) -> None:
    agent = world.store.memory("m", scopes=["read", "propose", "confirm"])
    with pytest.raises(NotPermitted):
        agent.declare("Person", "size", licenses=["negation"])
    with pytest.raises(NotPermitted):
        agent.declare_type("Person", aliases={"alice": ["Mallory"]})
    assert (world.m.declarations(), world.m.type_declarations()) == ([], [])


def test_what_was_written_before_there_was_any_of_it_is_still_read() -> None:
    """A body of an older version ends where its fields ended."""
    old = [6, "Person", "likes", True, None, None, True]
    body = decode_body(pack(old))
    assert body == DeclarationBody("Person", "likes", many=True, protected=True)
    assert decode_body(pack([9, "Person"])) == TypeBody("Person")
