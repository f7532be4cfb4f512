"""The same line again changes nothing (P15): line by line, whatever stands around it in the file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtxn import Policy
from memtxn.engine import load as loading
from memtxn.engine import recall
from memtxn.model.constraint import Unique
from memtxn.model.rows import BeliefRow, VersionRow
from tests.promises.test_moving import other, timelines, world
from tests.promises.world import KINDS, World, hour, one

__all__ = ["other", "world"]

Line = dict[str, Any]


def claim(number: int, value: str = "4pm", **more: object) -> Line:
    said = {"text": f"{number}: it is at {value}", "speaker": "alice", "at": "2026-01-01T01:00:00Z"}
    about = {"entity": f"Meeting/{number}", "attribute": "start_time", "value": value, "quote": f"at {value}"}
    return said | about | more


def versions(world: World) -> int:
    return sum(isinstance(row, BeliefRow) for row in world.fold())


def unchanged(world: World, lines: list[Line], **how: Any) -> None:  # noqa: ANN401  # what load takes
    """The lines again: all are known, and the journal is as it was."""
    journal, fold = world.journal(), world.fold()
    again = world.m.load(lines, **how)
    assert (again.new, again.refused, again.known + again.ignored) == (0, 0, len(lines))
    assert (world.journal(), world.fold()) == (journal, fold)


def test_a_line_is_mended_and_one_appended(world: World) -> None:
    lines = [claim(number) for number in range(250)]
    assert world.m.load(lines).new == 250
    lines[120] = claim(120, "noon", at="2026-01-01T01:30:00Z")
    report = world.m.load([*lines, claim(250)])
    assert (report.lines, report.new, report.known, report.outcomes) == (251, 2, 249, {"SUPERSEDE": 1, "ADD": 1})
    assert versions(world) == 252
    unchanged(world, [*lines, claim(250)])


def test_lines_may_move(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [claim(number) for number in range(30)]
    world.m.load(lines)
    monkeypatch.setattr(loading, "BATCH", 7)
    unchanged(world, lines[::-1])


DIFFERENT: list[Line] = [
    {"value": "at 4pm"},
    {"quote": "it is at 4pm"},
    {"observed_at": "2026-01-01T01:01:00Z"},
    {"valid_from": "2026-01-01T00:01:00Z"},
    {"valid_to": "2026-01-01T05:00:00Z"},
    {"confidence": 0.5},
    {"type": "hypothesis"},
    {"proposal": "mine"},
    {"ref": "another"},
    {"speaker": "bob"},
]


@pytest.mark.parametrize("more", DIFFERENT, ids=[next(iter(each)) for each in DIFFERENT])
def test_what_differs_in_one_thing_is_another_line(world: World, more: Line) -> None:
    first, second = claim(1), claim(1) | more
    assert world.m.load([first]).new == 1
    assert world.m.load([first, second]).known == 1
    assert versions(world) == 2
    unchanged(world, [second, first])


def test_what_it_rests_on_is_part_of_it(world: World) -> None:
    world.m.load([claim(1), claim(2)])
    parents = [one(world.m.get(f"Meeting/{number}", "start_time")).id for number in (1, 2)]
    lines = [claim(3, derived_from=[parent]) for parent in parents]
    assert [world.m.load([line]).new for line in lines] == [1, 1]
    unchanged(world, lines)


@pytest.mark.parametrize("size", [1, 2, 100])
def test_lines_that_say_exactly_the_same_are_one(
    world: World, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(loading, "BATCH", size)
    line, source = claim(1), {"text": "tea", "speaker": "ann", "at": "2026-01-01T01:00:00Z"}
    lines = [line, source, line | {"confidence": 1.0}, line, source, claim(1, "5pm", quote="nothing")] * 2
    report = world.m.load(lines)
    assert (report.new, report.known, report.refused, versions(world)) == (2, 9, 1, 1)
    journal = world.journal()
    assert (world.m.load(lines).known, world.journal()) == (12, journal)


def test_what_was_recorded_twice_comes_in_twice(world: World, other: World) -> None:
    """Lines of an export stand each for a version of its own, also when they say the same."""
    for value in ("rome", "oslo", "rome", "oslo", "rome"):
        world.tell("Trip/1", "city", value, hour(0))
    lines = list(world.m.export())
    for size in (3, 100):
        memory = other.store.memory(f"in batches of {size}")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loading, "BATCH", size)
            assert memory.load(lines).ok
            assert one(memory.get("Trip/1", "city")).value == one(world.m.get("Trip/1", "city")).value
            assert len(memory.history("Trip/1", "city")) == 5
            assert memory.load(lines).new == 0


def test_retractions(world: World) -> None:
    """With their value or without, of what is past and of what is still to come."""
    world.m.load([claim(number) for number in range(3)])
    gone = {"speaker": "bob", "at": "2026-01-01T01:30:00Z", "attribute": "start_time", "retract": True}
    lines: list[Line] = [
        gone | {"text": "0 is off, at 4pm nothing", "entity": "Meeting/0"},
        gone | {"text": "1 is not at 4pm", "entity": "Meeting/1", "value": "4pm"},
        gone | {"text": "2: not at 4pm", "entity": "Meeting/2", "valid_from": "2026-01-01T05:00:00Z"},
    ]
    world.clock.set(hour(3))
    assert world.m.load(lines).new == 3
    unchanged(world, lines)
    world.clock.set(hour(9))
    unchanged(world, lines)
    assert world.m.get("Meeting/2", "start_time") is None
    assert world.m.load([lines[1] | {"valid_from": "2026-01-01T00:30:00Z"}]).known == 0


def test_equal_retractions_of_an_export_are_each_their_own(world: World, other: World) -> None:
    source = world.say("not rome any more", hour(1))
    for _ in range(3):
        world.tell("Trip/1", "city", "rome", hour(0))
        with world.m.transaction(on_reject="skip") as tx:
            evidence = source.quote("not rome")
            tx.retract("Trip/1", "city", value="rome", at=hour(0), observed_at=hour(1), evidence=evidence)
    lines = list(world.m.export())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "BATCH", 2)
        other.m.load(lines)
        assert timelines(other) == timelines(world)
        unchanged(other, lines)


def test_without_source(world: World) -> None:
    lines: list[Line] = [
        {"entity": "Run/1", "attribute": "n", "value": number, "at": f"2026-01-01T01:0{number}:00Z"}
        for number in range(4)
    ]
    assert world.m.load(lines[:2], unsourced="import").unsourced == 2
    report = world.m.load(lines, unsourced="import")
    assert (report.new, report.known, report.unsourced) == (2, 2, 2)
    unchanged(world, lines, unsourced="import")


# -- what was refused --------------------------------------------------------------------------------------


def test_what_was_refused_is_told_again_and_recorded_once(world: World) -> None:
    lines = [claim(1), claim(2, "5pm", quote="nothing"), {"entity": "A/1", "attribute": "x", "value": 1}]
    first = world.m.load(lines)
    assert (first.new, first.refused, first.known, first.ok) == (1, 2, 0, False)
    unchanged(world, lines)
    again = world.m.load(lines)
    assert (again.known, again.refused_before, again.ok, again.problems) == (3, 2, False, first.problems)
    (refusal,) = world.m.why_not("Meeting/2", "start_time").accounts
    assert refusal.times == 1


def test_what_was_refused_goes_in_when_it_may(world: World) -> None:
    """Under another policy, or when what it relies on is there: it is judged, and not only looked up."""
    line = claim(1, "5pm", quote="it is")
    assert world.m.load([line]).refused == 1
    world.open(policy=Policy(mode="shadow"))
    assert world.m.load([line]).new == 1
    unchanged(world, [line])
    world.open()
    unchanged(world, [line])


def test_what_a_constraint_refused_is_tried_again(world: World) -> None:
    world.m.constrain(Unique("Meeting", "start_time"))
    lines = [claim(1), claim(2)]
    assert world.m.load(lines).refused == 1
    assert world.m.load(lines).refused == 1
    world.m.drop_constraint("unique(Meeting.start_time)")
    report = world.m.load(lines)
    assert (report.new, report.known, versions(world)) == (1, 1, 2)
    unchanged(world, lines)


# -- what holds for all ------------------------------------------------------------------------------------


def test_a_line_is_appended_after_a_declaration_that_holds_no_more(world: World, other: World) -> None:
    world.m.declare("Trip", "city", cardinality="many")
    for value in ("rome", "oslo"):
        world.tell("Trip/1", "city", value, hour(0))
    lines = list(world.m.export())
    assert other.m.load(lines).rules == 1
    other.m.declare("Trip", "city", cardinality="one")
    report = other.m.load([*lines, claim(1)])
    assert (report.new, report.rules) == (1, 0)
    assert [each.cardinality for each in other.m.declarations()] == ["one"]


def test_a_declaration_is_stated_although_what_follows_it_is_known(world: World, other: World) -> None:
    for value in ("rome", "oslo"):
        world.tell("Trip/1", "city", value, hour(0))
    assert other.m.load(world.m.export()).ok
    header, *lines = world.m.export()
    rule = {"kind": "declaration", "entity_type": "Trip", "attribute": "city", "cardinality": "many"}
    report = other.m.load([header, rule, *lines])
    assert (report.rules, report.new, report.known) == (1, 1, 4)
    assert [each.cardinality for each in other.m.declarations()] == ["many"]


def test_what_is_so_without_being_said_is_known(world: World) -> None:
    rule = {"kind": "declaration", "entity_type": "Trip", "attribute": "city"}
    dropped = {"kind": "constraint", "name": "few", "dropped": True}
    for _ in range(2):
        report = world.m.load([rule | {"cardinality": "many"}, rule, dropped])
        assert (report.new, report.known, report.ignored, report.rules) == (0, 2, 1, 0)
    assert world.m.at().seq == 0


# -- any lines ---------------------------------------------------------------------------------------------


def restarted(world: World) -> Iterator[World]:
    yield world
    if world.kind != "oracle":
        world.open()
    yield world


lines_drawn = st.lists(
    st.builds(
        claim,
        st.integers(0, 2),
        st.sampled_from(["4pm", "5pm"]),
        quote=st.sampled_from(["at 4pm", "at"]),
        confidence=st.sampled_from([1.0, 0.5]),
        retract=st.just(value=False),
    ),
    max_size=12,
)


@settings(max_examples=80)
@given(st.sampled_from(KINDS), lines_drawn, lines_drawn, st.integers(1, 5), st.integers(1, 5))
def test_any_lines_are_in_once_however_they_come(
    kind: str, first: list[Line], rest: list[Line], size: int, other_size: int
) -> None:
    with TemporaryDirectory() as here, pytest.MonkeyPatch.context() as patch:
        world = World(kind, Path(here))
        world.clock.set(hour(2))
        patch.setattr(loading, "BATCH", size)
        reports = [world.m.load(first)]
        patch.setattr(loading, "BATCH", other_size)
        for again in restarted(world):
            reports.append(again.m.load([*rest, *first]))
        distinct = {str(line) for line in first + rest if line["quote"] in line["text"] and line["quote"] != "at"}
        assert versions(world) == len(distinct)
        assert reports[-1].new == 0
        assert all(each.new + each.known + each.refused == each.lines for each in reports)
        assert world.m.verify().ok
        world.close()


def test_a_key_is_read_once_however_many_lines_it_has(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[int] = []

    def counted(found: list[VersionRow]) -> recall.Versions:
        rows.append(len(found))
        return read(found)

    read = recall._read
    monkeypatch.setattr(recall, "_read", counted)
    monkeypatch.setattr(loading, "BATCH", 10)
    lines = [claim(1, ref=str(number)) for number in range(120)]
    world.m.load(lines)
    assert rows == []  # a source that is not there is enough
    unchanged(world, lines)
    assert rows == [120]
    cited = [each | {"kind": "belief"} for each in world.m.export() if each.get("kind") == "belief"]
    for number, line in enumerate(cited):
        line["confidence"] = 1 / (number + 2)
    rows.clear()
    assert world.m.load(cited).new == 120
    assert rows == [120]
