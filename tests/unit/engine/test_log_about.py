"""The log of an entity, and what each version replaced, beside a plain recomputation."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtxn import InvalidInput, LogEntry, NotFound, ShownBelief, ShownRecord, Status
from memtxn.model.logentry import Change, Stands
from memtxn.model.time import from_micros
from tests.promises.world import KINDS, World, grow, hour
from tests.unit.engine.test_diff import KEYS, act, acts


def plain(entry: LogEntry) -> LogEntry:
    """An entry without what the links add."""
    changes = (msgspec.structs.replace(one, replaced=(), stands=None) for one in entry.changes)
    return msgspec.structs.replace(entry, changes=tuple(changes))


def about(entries: list[LogEntry], entity: str, attribute: str | None) -> list[LogEntry]:
    """What of a log is about an entity, or one attribute of it."""

    def mine(change: Change) -> bool:
        key = change.key
        same = key is not None and f"{key.entity_type}/{key.entity_id}" == entity
        return same and (attribute is None or (key is not None and key.attribute == attribute))

    parts = [msgspec.structs.replace(one, changes=tuple(filter(mine, one.changes))) for one in entries]
    return [part for part in parts if part.changes]


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(KINDS), st.lists(acts, min_size=1, max_size=14), st.data())
def test_as_recomputed(kind: str, drawn: list[tuple[Any, ...]], data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        world = World(kind, Path(folder))
        world.clock.set(hour(9))
        world.m.declare("B", "tags", cardinality="many")
        for each in drawn:
            act(world, *each)
        whole = list(world.m.log())
        for entity, attribute in data.draw(st.lists(st.sampled_from([*KEYS, ("A/1", None), ("C/1", None)]))):
            wanted = about(whole, entity, attribute)
            limit = data.draw(st.none() | st.integers(0, 5))
            some = wanted if limit is None else wanted[:limit]
            ask: dict[str, Any] = {"entity": entity, "attribute": attribute, "limit": limit}
            assert list(world.m.log(**ask)) == some
            assert list(world.m.log(**ask, oldest_first=True)) == some[::-1]
        linked = list(world.m.log(links=True))
        assert [plain(entry) for entry in linked] == whole
        for entry in linked:
            for change in entry.changes:
                if change.id is not None and change.stands is not None:
                    assert change.stands is stands(world, entry, change)
                    assert set(change.replaced) == replaced(world, entry, change), change
        world.close()


def stands(world: World, entry: LogEntry, change: Change) -> Stands:
    """When a version is shown, from the history right after its record."""
    assert change.key is not None
    view = world.m.at(seq=entry.seq)
    if change.retracts:
        with world.storage.read() as reader:
            steps = [
                step for step in reader.steps(world._mem(), change.key.name, entry.seq) if step.s0 == entry.seq
            ]
            at = next(reader.journal(world._mem(), entry.seq, entry.seq)).at
        mine = [step.vf for step in steps if step.bid == place_of(change.id)]
        shown = [
            one for one in shown_now(view, change) if one.value == change.value or change.key.attribute != "tags"
        ]
        if not mine:
            return Stands.NEVER
        return Stands.LATER if min(mine) > at else Stands.PAST if shown else Stands.NOW
    (belief,) = [one for one in view.history(change.key.entity, change.key.attribute) if one.id == change.id]
    if belief.status is Status.ACTIVE:
        return Stands.NOW
    if belief.status is Status.SCHEDULED:
        return Stands.LATER
    return Stands.NEVER if belief.valid_to is not None and belief.valid_to <= belief.valid_from else Stands.PAST


def shown_now(view: Any, change: Change) -> list[Any]:  # noqa: ANN401
    assert change.key is not None
    found = view.get(change.key.entity, change.key.attribute)
    return found if isinstance(found, list) else [found] if found else []


def place_of(public: str | None) -> int:
    seq, _, ord_ = (public or "").partition(".")
    return int(seq) << 20 | int(ord_)


def replaced(world: World, entry: LogEntry, change: Change) -> set[str]:
    """What was shown right before the record, at each instant from which on something else is shown now.

    Of a version that shares its record with another one of its key, no more is asked than that: the test
    writes one proposal in a record.
    """
    assert change.key is not None
    key, found = change.key, set[str]()
    with world.storage.read() as reader:
        steps = reader.steps(world._mem(), key.name, entry.seq)
        old = reader.steps(world._mem(), key.name, entry.seq - 1)
    mine = [step for step in steps if step.bid == place_of(change.id)]
    slots = {step.slot for step in mine}
    starts = {step.vf for step in [*steps, *old] if step.slot in slots}
    for vf in starts:
        now = [step for step in steps if step.slot in slots and step.vf <= vf]
        if now and max(now, key=lambda step: step.vf).bid == place_of(change.id):
            view = world.m.at(seq=entry.seq - 1, valid=from_micros(vf))
            shown = shown_now(view, change)
            found |= {one.id for one in shown if key.attribute != "tags" or one.value == change.value}
    return found


# -- one by one ----------------------------------------------------------------------------------------


def test_what_is_asked_must_be_a_key(world: World) -> None:
    grow(world)
    for entity in ("Meeting", "", 5, ("a",), ("Meeting", "")):
        with pytest.raises(InvalidInput):
            world.m.log(entity=entity)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput):
        world.m.log(attribute="time")
    with pytest.raises(InvalidInput):
        world.m.log(entity="Meeting/client", attribute="")
    assert list(world.m.log(entity="Meeting/nobody")) == []
    assert list(world.store.memory("empty").log(entity="A/1")) == []


def test_many_records_between_two_that_matter(world: World) -> None:
    """More than are read at once."""
    world.state("A/1", "x", 1)
    for number in range(150):
        world.clock.advance()
        world.state("A/2", "x", number)
    world.state("A/1", "x", 2)
    assert [entry.seq for entry in world.m.log(entity="A/1")] == [152, 1]
    assert [entry.seq for entry in world.m.log(entity="A/1", oldest_first=True)] == [1, 152]
    assert [entry.seq for entry in world.m.log(2, 151, entity="A/1")] == []
    assert [entry.seq for entry in world.m.log()] == list(range(152, 0, -1))
    assert [entry.seq for entry in world.m.log(3, 140, oldest_first=True)] == list(range(3, 141))


@pytest.mark.parametrize(
    "what", [None, True, 1.0, b"1", [], ("1",), -1, 10**40, "x", "", "1.", ".1", "1.2.3", "\ud800"]
)
def test_show_of_what_can_be_no_name(world: World, what: Any) -> None:  # noqa: ANN401
    world.state("A/1", "x", 1)
    with pytest.raises((InvalidInput, NotFound)):
        world.m.show(what)


def test_a_snapshot_shows_what_stood_then(world: World) -> None:
    grow(world)
    first = world.m.at(seq=2).show("2.0")
    assert isinstance(first, ShownBelief)
    assert (first.proposal.status, first.proposal.superseded_by) == ("active", None)
    now = world.m.show("2.0")
    assert isinstance(now, ShownBelief)
    assert (now.proposal.status, now.proposal.superseded_by) == ("superseded", "6.0")
    record = world.m.show(4)
    assert isinstance(record, ShownRecord)
    for what in (4, "4", "4.0", record.record.tx_id):
        world.m.show(what)
        with pytest.raises(NotFound):
            world.m.at(seq=3).show(what)


def test_every_record_and_belief_can_be_shown(world: World) -> None:
    grow(world)
    for entry in world.m.log():
        record = world.m.show(entry.seq)
        assert isinstance(record, ShownRecord)
        assert [one.outcome for one in record.proposals] == [
            one.what for one in entry.changes if one.what not in ("SOURCE", "DECLARE")
        ]
        for one in record.proposals:
            shown = world.m.show(one.id)
            assert isinstance(shown, ShownBelief)
            assert (shown.proposal, shown.record) == (one, record.record)
            assert one.readable
            assert len(shown.cited) == len({quoted.source_id for quoted in one.evidence}) > 0


def test_scan_with_what_is_hidden(world: World) -> None:
    grow(world)
    told = [(str(one.key), one.value, one.status) for one in world.m.scan("Meeting", hidden=True)]
    assert told == [
        ("Meeting/client.room", "Room B", Status.EXPIRED),
        ("Meeting/client.room", "Room C", Status.SCHEDULED),
        ("Meeting/client.time", "4pm", Status.ACTIVE),
    ]
    shown = [one for one in world.m.scan(hidden=True) if one.status is Status.ACTIVE]
    assert shown == world.m.scan()
    assert world.m.scan(hidden=True, limit=2) == world.m.scan(hidden=True)[:2]
    assert world.m.scan("Person", attribute="allergy") == world.m.scan("Person")
    assert world.m.scan("Person", attribute="name", hidden=True) == []
    for limit in (-1, True, "1", 1.0):
        with pytest.raises(InvalidInput):
            world.m.scan(limit=limit)  # type: ignore[arg-type]
