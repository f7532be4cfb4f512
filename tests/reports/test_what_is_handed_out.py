"""T53: whatever is handed out can be changed by whoever has it, and no store, and no other reader, notices."""

from __future__ import annotations

import datetime
import enum
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from memtxn.engine.memory import Memory
from memtxn.errors import Conflict, MemtxnError, Rejected
from memtxn.testkit.whole import whole
from tests.promises.world import World, grow, hour

PLAIN = (str, bytes, int, float, bool, type(None), enum.Enum, datetime.datetime)


def spoil(given: object, seen: set[int]) -> Iterator[object]:
    """Change all that can be changed in an object and in what it holds; what was reached."""
    if isinstance(given, PLAIN) or id(given) in seen:
        return
    seen.add(id(given))
    yield given
    inside: list[object] = []
    if isinstance(given, dict):
        inside = list(given.values())
    elif isinstance(given, list | tuple):
        inside = list(given)
    elif isinstance(given, msgspec.Struct):
        inside = [getattr(given, name) for name in given.__struct_fields__]
    for each in inside:
        yield from spoil(each, seen)
    if isinstance(given, dict):
        given.clear()
        given["spoilt"] = True
    elif isinstance(given, list):
        given[:] = ["spoilt"]
    elif isinstance(given, msgspec.Struct):
        for name in given.__struct_fields__:
            with suppress(AttributeError):
                setattr(given, name, "spoilt")


STATE: Any = {"steps": [1, {"done": None}], "owner": "ann"}


def filled(world: World) -> Memory:
    """A memory with values that can be changed, in every place where one is kept."""
    grow(world)
    document = world.m.observe_json({"rows": [[1, 2], {"n": 3}]}, speaker="shop", at=hour(6), ref="doc")
    with world.m.transaction(on_reject="skip") as tx:
        tx.propose("Doc/1", "rows", [[1, 2], {"n": 3}], evidence=document.pointer("/rows"))
        tx.propose("Doc/1", "wrong", {"n": [4]}, evidence=document.pointer("/rows"))
        tx.set_state("Doc/1", "state", STATE)
    world.m.declare("Doc", "tags", cardinality="many")
    with world.m.transaction() as tx:
        tx.set_state("Doc/1", "tags", ["a", {"b": []}])
    return world.m


def questions(world: World) -> dict[str, Callable[[Memory], object]]:
    """Everything that is answered with something."""
    keys = [
        ("Doc/1", "rows"),
        ("Doc/1", "state"),
        ("Doc/1", "tags"),
        ("Doc/1", "wrong"),
        ("Meeting/client", "time"),
    ]
    txs = [row.tx.hex() for row in world.journal()]
    asked: dict[str, Callable[[Memory], object]] = {
        "get": lambda memory: [memory.get(*key) for key in keys],
        "find": lambda memory: memory.find(),
        "scan": lambda memory: memory.scan("Doc"),
        "history": lambda memory: [memory.history(*key) for key in keys],
        "why": lambda memory: [memory.why(*key) for key in keys if memory.history(*key)],
        "why to_dict": lambda memory: memory.why("Doc/1", "rows").to_dict(),
        "why_not": lambda memory: [memory.why_not(*key) for key in keys],
    }
    live: dict[str, Callable[[Memory], object]] = {
        "log": lambda memory: list(memory.log()),
        "outcome": lambda memory: [memory.outcome(tx) for tx in txs],
        "source": lambda memory: [
            memory.source(cited.source_id) for belief in memory.find("Doc") for cited in belief.evidence
        ],
        "observe_json": lambda memory: memory.observe_json(
            {"rows": [[1, 2], {"n": 3}]}, speaker="shop", at=hour(6), ref="doc"
        ),
        "verify": lambda memory: memory.verify(),
        "tx.get": lambda memory: memory.transaction().get("Doc/1", "state"),
        "tx.find": lambda memory: memory.transaction().find("Doc"),
        "a proposal": lambda memory: memory.transaction().set_state("Doc/1", "state", {"other": [1]}),
        "a refusal": refusal,
        "a conflict": conflict,
    }
    return asked | live


def refusal(memory: Memory) -> object:
    source = memory.observe_json({"rows": [[1, 2], {"n": 3}]}, speaker="shop", at=hour(6), ref="doc")
    with pytest.raises(Rejected) as caught, memory.transaction() as tx:
        tx.propose("Doc/1", "wrong", {"n": [4]}, evidence=source.pointer("/rows"))
    return list(vars(caught.value).values())


def conflict(memory: Memory) -> object:
    """Over a key whose value stays as it is."""
    tx = memory.transaction()
    tx.get("Doc/1", "state")
    with memory.transaction() as other:
        other.set_state("Doc/1", "state", STATE)
    tx.set_state("Doc/1", "state", "lost")
    with pytest.raises(Conflict) as caught:
        tx.commit()
    memory.get("Doc/1", "state")
    return [each for each in vars(caught.value).values() if not isinstance(each, str | int)]


NAMES = [
    "get", "find", "scan", "history", "why", "why to_dict", "why_not", "log", "outcome", "source", "observe_json",
    "verify", "tx.get", "tx.find", "a proposal", "a refusal", "a conflict",
]  # fmt: skip
CHANGING = {"a refusal", "a conflict"}


def everything(world: World, memory: Memory) -> list[str]:
    """All that is known, as text, so that nothing of it is shared with what is spoilt."""
    asked = questions(world)
    return [
        whole(asked[name](memory)) for name in NAMES if name not in {*CHANGING, "a proposal", "tx.get", "tx.find"}
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_spoilt_answer_spoils_nothing_else(world: World, name: str) -> None:
    """The same question again, every other one, the file and another reader answer as if nothing had happened."""
    memory = filled(world)
    asked: Any = questions(world)[name]
    if name in CHANGING:
        reached = list(spoil(asked(memory), set()))
        assert memory.get("Doc/1", "state").value == STATE  # type: ignore[union-attr]
    else:
        before, rows, told = whole(asked(memory)), world.fold(), everything(world, memory)
        reached = list(spoil(asked(memory), set()))
        assert everything(world, memory) == told
        assert world.fold() == rows
        if name != "a proposal":
            assert whole(asked(memory)) == before
        assert everything(world, world.store.memory("m")) == told
    assert reached, "nothing was handed out"
    assert memory.verify().ok
    if name != "verify":
        assert any(isinstance(each, dict | list | msgspec.Struct) for each in reached)


def test_spoiling_reaches_what_is_inside() -> None:
    """The spoiler itself: it goes through lists, tuples, mappings and structs."""
    inner: dict[str, Any] = {"deep": [1]}
    outer = ([inner, "text"],)
    assert len(list(spoil(outer, set()))) == 4
    assert inner == {"spoilt": True}
    assert outer == (["spoilt"],)


def test_an_error_of_a_reader_is_no_ones_elses(world: World) -> None:
    """Two who get the same kind of error get two objects."""
    memory = filled(world)
    errors: list[MemtxnError] = []
    for _ in range(2):
        with pytest.raises(MemtxnError) as caught:
            memory.why("Nobody/1", "x")
        errors.append(caught.value)
    assert errors[0] is not errors[1]
