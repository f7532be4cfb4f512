"""P6: what a principal may do is decided where the memory is opened; nothing that comes from it widens it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from memtxn import Conflict, InvalidInput, Key, Memory, MemtxnError, NotPermitted, Snapshot, Transaction, Unique
from memtxn.engine.scopes import ALL, Scope
from memtxn.interfaces.inputs import (
    Ask,
    At,
    Blame,
    Cite,
    Confirm,
    Constrain,
    Constraints,
    Declarations,
    Declare,
    DeclareType,
    Deny,
    Diff,
    DropConstraint,
    Erase,
    Export,
    Guards,
    Import,
    Input,
    Log,
    Observe,
    Propose,
    Range,
    Recover,
    Retract,
    Revoke,
    Show,
    Stats,
    TypeDeclarations,
    Undo,
    Verify,
    Waiting,
)
from memtxn.interfaces.operations import OPERATIONS, Operation
from tests.promises.world import World, hour, receipt

TX = "00" * 16

Call = Callable[[Any], object]

READS: dict[str, Call] = {
    "get": lambda m: m.get("A/1", "x"),
    "find": lambda m: m.find(),
    "scan": lambda m: m.scan("A"),
    "history": lambda m: m.history("A/1", "x"),
    "why": lambda m: m.why("A/1", "x"),
    "why_not": lambda m: m.why_not("A/1", "x"),
    "blame": lambda m: m.blame("A/1"),
    "diff": lambda m: m.diff(),
    "show": lambda m: m.show(1),
}
MEMORY: dict[str, tuple[Scope, Call]] = {name: (Scope.READ, call) for name, call in READS.items()} | {
    "at": (Scope.READ, lambda m: m.at()),
    "source": (Scope.READ, lambda m: m.source("none")),
    "log": (Scope.READ, lambda m: m.log()),
    "verify": (Scope.READ, lambda m: m.verify()),
    "stats": (Scope.READ, lambda m: m.stats()),
    "pending": (Scope.READ, lambda m: m.pending()),
    "confirm": (Scope.CONFIRM, lambda m: m.confirm("1.0")),
    "deny": (Scope.CONFIRM, lambda m: m.deny("1.0")),
    "observe": (Scope.PROPOSE, lambda m: m.observe("tea", speaker="a", at=hour(0))),
    "observe_json": (Scope.PROPOSE, lambda m: m.observe_json({}, speaker="a", at=hour(0))),
    "export": (Scope.READ, lambda m: m.export()),
    "load": (Scope.PROPOSE, lambda m: m.load([{"text": "tea", "speaker": "a", "at": "2026-01-01T00:00:00Z"}])),
    "transaction": (Scope.PROPOSE, lambda m: m.transaction()),
    "run": (Scope.PROPOSE, lambda m: m.run(lambda tx: tx.set_state("A/1", "x", 1))),
    "declarations": (Scope.READ, lambda m: m.declarations()),
    "constraints": (Scope.READ, lambda m: m.constraints()),
    "constrain": (Scope.ADMIN, lambda m: m.constrain(Unique("A", "x"))),
    "drop_constraint": (Scope.ADMIN, lambda m: m.drop_constraint("none")),
    "declare": (Scope.ADMIN, lambda m: m.declare("A", "tags", cardinality="many")),
    "declare_type": (Scope.ADMIN, lambda m: m.declare_type("A", person=True)),
    "type_declarations": (Scope.READ, lambda m: m.type_declarations()),
    "recover": (Scope.ADMIN, lambda m: m.recover(dry_run=True)),
    "undo": (Scope.ADMIN, lambda m: m.undo(TX)),
    "revoke": (Scope.ADMIN, lambda m: m.revoke(TX)),
    "erase": (Scope.ADMIN, lambda m: m.erase(Key("A", "9", "x"), reason="asked", dry_run=True)),
    "guard": (Scope.ADMIN, lambda m: m.guard("task")),
    "guards": (Scope.READ, lambda m: m.guards()),
}


def public(kind: type) -> set[str]:
    """The methods that callers may use."""
    return {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if name[0] != "_"}


def but(scope: Scope) -> tuple[Scope, ...]:
    """All scopes except one."""
    return tuple(each for each in ALL if each is not scope)


def outcome_of(call: Call, memory: Memory) -> str:
    """What came of a call: the name of an error, or nothing."""
    try:
        call(memory)
    except MemtxnError as error:
        return error.code
    return ""


def test_every_method_has_its_scope() -> None:
    assert public(Memory) == {*MEMORY, "outcome"}
    assert public(Snapshot) == set(READS)


@pytest.mark.parametrize("name", MEMORY)
def test_one_scope_suffices_and_without_it_nothing_is_touched(world: World, name: str) -> None:
    scope, call = MEMORY[name]
    world.state("A/1", "x", 1)
    as_ever = world.store.memory("m", scopes=[scope])
    assert outcome_of(call, as_ever) in ("", "NotFound")
    held = world.store.memory("m", principal="eve", scopes=but(scope))
    world.storage.close()  # whatever asked the storage now would say so
    with pytest.raises(NotPermitted, match="eve") as caught:
        call(held)
    assert (caught.value.principal, caught.value.scope, caught.value.retryable) == ("eve", scope, False)
    assert outcome_of(call, as_ever) in ("Closed", "StorageError", "")


@pytest.mark.parametrize("name", READS)
def test_a_snapshot_has_the_scopes_of_its_memory(world: World, name: str) -> None:
    world.state("A/1", "x", 1)
    reader = world.store.memory("m", scopes=["read"])
    READS[name](reader.at(seq=1))
    with pytest.raises(NotPermitted):
        reader.declare("A", "tags", cardinality="many")


def test_an_outcome_is_told_to_who_may_propose_or_read(world: World) -> None:
    for scope in (Scope.READ, Scope.PROPOSE):
        world.store.memory("m", scopes=[scope]).outcome(TX)
    held = world.store.memory("m", scopes=[Scope.ADMIN, Scope.CONFIRM])
    with pytest.raises(NotPermitted):
        held.outcome(TX)


IN_TRANSACTION: dict[str, Call] = {
    "get": lambda tx: tx.get("A/1", "x"),
    "find": lambda tx: tx.find(),
    "scan": lambda tx: tx.scan("A"),
    "retract what it shows": lambda tx: tx.retract("A/1", "x"),
}


@pytest.mark.parametrize("name", IN_TRANSACTION)
def test_who_may_only_propose_reads_nothing_in_a_transaction(world: World, name: str) -> None:
    world.state("A/1", "x", 1)
    proposer = world.store.memory("m", scopes=["propose"])
    with proposer.transaction() as tx:
        with pytest.raises(NotPermitted):
            IN_TRANSACTION[name](tx)
        tx.set_state("A/2", "x", 2)
        tx.retract("A/1", "x", value=1)
    assert len(receipt(tx.receipt).outcomes) == 2


@pytest.mark.parametrize(("scopes", "told"), [(["propose"], 0), (["propose", "read"], 1)])
def test_a_conflict_shows_beliefs_to_who_may_read(world: World, scopes: list[str], told: int) -> None:
    world.state("A/1", "x", 1)
    tx = world.store.memory("m", scopes=scopes).transaction()
    source = tx.observe("2", speaker="a", at=hour(0))
    tx.propose("A/1", "x", 2, evidence=source.quote("2"), expected_version=0)
    with pytest.raises(Conflict) as caught:
        tx.commit()
    assert (caught.value.actual, len(caught.value.current)) == (1, told)


def test_nothing_that_a_caller_can_say_names_policy_scopes_or_principal() -> None:
    """So no input of an agent, through whatever skin, can change by what it is judged."""
    said = {
        name
        for kind in (Memory, Snapshot, Transaction)
        for method in public(kind)
        for name in inspect.signature(getattr(kind, method)).parameters
    }
    said |= {name for operation in OPERATIONS for name in operation.input.__struct_fields__}
    said |= set(Observe.__struct_fields__) | set(Cite.__struct_fields__)
    assert said & {"policy", "scopes", "principal", "mode", "rules"} == set()
    assert "evidence" in said


@pytest.mark.parametrize("given", ["read", ["write"], [1], None, 5, {"read": 1}, ["READ"], [["read"]]])
def test_scopes_are_checked(world: World, given: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidInput):
        world.store.memory("m", scopes=given)


def test_who_was_granted_nothing_may_do_nothing(world: World) -> None:
    nobody = world.store.memory("m", scopes=())
    assert {outcome_of(call, nobody) for _, call in MEMORY.values()} == {"NotPermitted"}


ABOUT = Ask(entity="A/1", attribute="x")
TOLD = Cite(observe=Observe(speaker="a", at=hour(0), text="tea"), quote="tea")
ASKED: dict[str, Input] = {
    "observe": Observe(speaker="a", at=hour(0), text="tea"),
    "propose": Propose(entity="A/2", attribute="x", value="tea", evidence=(TOLD,)),
    "retract": Retract(entity="A/1", attribute="x", value=1),
    "declare": Declare(entity_type="A", attribute="tags", cardinality="many"),
    "declarations": Declarations(),
    "declare_type": DeclareType(entity_type="A", person=True),
    "type_declarations": TypeDeclarations(),
    "constrain": Constrain(kind="unique", entity_type="A", attribute="x"),
    "drop_constraint": DropConstraint(name="none"),
    "constraints": Constraints(),
    "get": ABOUT,
    "history": ABOUT,
    "why": ABOUT,
    "why_not": ABOUT,
    "log": Log(),
    "verify": Verify(),
    "stats": Stats(),
    "pending": Waiting(),
    "confirm": Confirm(proposal="1.0"),
    "deny": Deny(proposal="1.0"),
    "export": Export(),
    "import": Import(lines=[{"text": "tea", "speaker": "a", "at": "2026-01-01T00:00:00Z"}]),
    "scan": Range(),
    "at": At(moment=1),
    "diff": Diff(),
    "blame": Blame(entity="A/1"),
    "show": Show(what=1),
    "recover": Recover(dry_run=True),
    "undo": Undo(tx_id=TX),
    "revoke": Revoke(target=TX),
    "erase": Erase(target="A/9", attribute="x", reason="asked", dry_run=True),
    "guards": Guards(),
}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_the_table_of_operations_and_the_memory_agree(world: World, operation: Operation[Input, object]) -> None:
    world.state("A/1", "x", 1)
    asked = ASKED[operation.name]
    suffices = outcome_of(lambda m: operation.run(m, asked), world.store.memory("m", scopes=[operation.scope]))
    assert suffices in ("", "NotFound")
    with pytest.raises(NotPermitted) as caught:
        operation.run(world.store.memory("m", scopes=but(operation.scope)), asked)
    assert caught.value.scope == operation.scope
