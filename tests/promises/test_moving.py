"""Memories move out and in: through admission (P4), once however often (P15), and whole."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtxn import (
    ConstraintViolated,
    InvalidInput,
    InvalidLine,
    LineProblem,
    LoadReport,
    NotFound,
    Policy,
    Rejected,
    Transaction,
    Unreadable,
)
from memtxn.engine import load as loading
from memtxn.engine import problems
from memtxn.engine.enter import enter
from memtxn.engine.receipts import body_at
from memtxn.model.constraint import Check, Immutable, NoOverlap, Reference, Unique
from memtxn.model.declaration import Cardinality
from memtxn.model.record import BeliefBody
from memtxn.model.rows import BeliefRow, KeyRow, StepRow
from memtxn.model.time import FOREVER
from tests.promises.refuse import RefuseAll
from tests.promises.world import KINDS, Durable, World, grow, hour, one

Exported = dict[str, Any]
SAID = {"text": "The client meeting is now at 4pm", "speaker": "alice", "at": "2026-01-01T01:00:00Z"}
CLAIM = SAID | {"entity": "Meeting/client", "attribute": "start_time", "value": "4pm", "quote": "now at 4pm"}


@pytest.fixture
def world(world: World) -> World:
    """A store in which what the lines below say was said an hour ago."""
    world.clock.set(hour(2))
    return world


@pytest.fixture
def other(world: World, tmp_path: Path) -> Iterator[World]:
    """Another store of the same kind, some days later."""
    folder = tmp_path / "other"
    folder.mkdir()
    made = World(world.kind, folder)
    made.clock.set(hour(100))
    yield made
    made.close()


def timelines(world: World) -> dict[object, list[tuple[int, object]]]:
    """(interval, value) of every key, for a many-valued one of each value. Neighbours of one value are one."""
    rows, m = world.fold(), world.m
    names = {row.kid: row.name for row in rows if isinstance(row, KeyRow)}
    beliefs = {row.bid: row for row in rows if isinstance(row, BeliefRow)}
    steps = sorted((row for row in rows if isinstance(row, StepRow) and row.s1 == FOREVER), key=lambda s: s.vf)
    found: dict[object, list[tuple[int, object]]] = {}
    with m._runtime.storage.read() as reader:
        mem = m._ledger.mem(reader)
        bodies = {bid: body_at(reader, mem, bid) for bid in beliefs}
    for step in steps:
        values = [b.value for bid, b in bodies.items() if isinstance(b, BeliefBody) and bid == step.slot]
        belief, body = beliefs.get(step.bid), bodies.get(step.bid)
        shown = body.value if isinstance(body, BeliefBody) and belief and belief.type != 7 else None
        line = found.setdefault((names[step.kid], *values), [])
        if (line[-1][1] if line else None) != shown:
            line.append((step.vf, shown))
    return found


def text_of(lines: list[Exported]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def moved(world: World, other: World) -> LoadReport:
    report = other.m.load(world.m.export())
    assert other.m.verify().ok
    return report


# -- out and in again ------------------------------------------------------------------------------------


def test_a_bit_of_everything(world: World, other: World) -> None:
    grow(world)
    report = moved(world, other)
    assert report.ok
    assert timelines(other) == timelines(world)
    kept = [line for line in world.m.export() if line.get("kind") == "belief"]
    again = [line for line in other.m.export() if line.get("kind") == "belief"]
    for line in [*kept, *again]:
        for name in ("id", "seq", "recorded_at", "derived_from", "status"):
            line.pop(name, None)
    assert kept == again
    assert sorted(source_ids(world)) == sorted(source_ids(other))
    why = other.m.why("Person/ben", "allergy").accounts[0]
    assert (why.evidence[0].text, why.evidence[0].channel) == ("sesame", "email")


def source_ids(world: World) -> list[str]:
    return [line["id"] for line in world.m.export() if line.get("kind") == "source"]  # type: ignore[misc]


def test_derived_beliefs_know_their_parents_by_their_new_ids(world: World, other: World) -> None:
    other.tell("A/1", "x", "already here", hour(0))
    grow(world)
    moved(world, other)
    parent = other.m.history("Meeting/client", "time")[0]
    (child,) = other.m.history("Talk/1", "length")
    assert child.derived_from == (parent.id,)
    assert parent.id != world.m.history("Meeting/client", "time")[0].id


def test_a_parent_and_its_child_side_by_side(world: World, other: World) -> None:
    """A belief has an id once it is committed: what is derived from it begins another batch."""
    for value, parents in (("rome", ()), ("oslo", ("2.0",)), ("bern", ("2.0", "4.0"))):
        source = world.say(value, hour(0))
        with world.m.transaction() as tx:
            tx.propose("Trip/1", value, value, evidence=source.quote(value), derived_from=parents)
    lines = list(world.m.export())
    assert [line.get("derived_from") for line in lines[2::2]] == [None, ["2.0"], ["2.0", "4.0"]]
    assert other.m.load(lines).ok
    ids = [one(other.m.get("Trip/1", value)).id for value in ("rome", "oslo")]
    assert one(other.m.get("Trip/1", "bern")).derived_from == tuple(ids)


values = st.sampled_from(["rome", "oslo", "bern", "a b", "1.5"])
hours = st.integers(0, 9)
ops = st.one_of(
    st.tuples(st.just("tell"), st.sampled_from("xy"), values, hours, st.none() | hours, st.none() | hours),
    st.tuples(st.just("many"), values, hours),
    st.tuples(st.just("state"), st.integers(0, 3), st.integers(1, 3), st.booleans()),
    st.tuples(st.just("retract"), st.sampled_from("xyz"), st.none() | hours),
    st.tuples(st.just("quoted"), st.sampled_from("xy"), values, hours, st.none() | st.integers(0, 30)),
    st.tuples(st.just("untag"), values),
    st.tuples(st.just("derive"), st.sampled_from("xy"), values),
    st.tuples(st.just("refuse"), st.sampled_from("xy")),
    st.tuples(st.just("wait"), st.integers(1, 4)),
    st.tuples(st.just("declare"), st.sampled_from("xy"), st.sampled_from(["one", "many"]), st.booleans()),
    st.tuples(st.just("constrain"), st.sampled_from([Unique, NoOverlap, Immutable]), st.booleans()),
)


class History:
    """Plays drawn operations on a world. What the rules refuse is left out."""

    def __init__(self, world: World) -> None:
        self.world, self.m, self.count = world, world.m, 0
        world.clock.set(hour(10))
        self.m.declare("Trip", "tags", cardinality="many")

    def play(self, op: tuple[Any, ...]) -> None:
        self.count += 1
        getattr(self, op[0])(*op[1:])

    def tell(self, key: str, value: str, seen: int, since: int | None, until: int | None) -> None:
        channel = ("user", "web", "operator")[self.count % 3]
        with self.m.transaction(on_reject="skip") as tx:
            source = tx.observe(f"so {value}, they say", speaker="ann", at=hour(seen), channel=channel)
            begin, end = (None if at is None else hour(at) for at in (since, until))
            name = f"p{self.count}" if self.count % 2 else None
            evidence = source.quote(value)
            tx.propose("Trip/1", key, value, evidence=evidence, valid_from=begin, valid_to=end, id=name)

    def many(self, value: str, seen: int) -> None:
        with self.m.transaction(on_reject="skip") as tx:
            source = tx.observe(f"tag {value}", speaker="ann", at=hour(seen))
            tx.propose("Trip/1", "tags", value, evidence=source.quote(value), confidence=0.5)

    def state(self, value: int, times: int, ends: bool) -> None:
        with self.m.transaction(on_reject="skip") as tx:
            for n in range(times):
                tx.get("Trip/1", "z")
                tx.set_state("Trip/1", "z", value + n)
            if ends:
                tx.retract("Trip/1", "z")

    def retract(self, key: str, at: int | None) -> None:
        shown = self.m.get("Trip/1", key)
        value = shown[0].value if isinstance(shown, list) and shown else "nothing"
        with self.m.transaction(on_reject="skip") as tx:
            tx.retract("Trip/1", key, at=None if at is None else hour(at), value=value)

    def quoted(self, key: str, value: str, seen: int, at: int | None) -> None:
        with self.m.transaction(on_reject="skip") as tx:
            source = tx.observe(f"no more {value}", speaker="bob", at=hour(seen))
            moment = None if at is None else hour(at)
            tx.retract("Trip/1", key, at=moment, value=value, evidence=source.quote(value))

    def untag(self, value: str) -> None:
        with self.m.transaction(on_reject="skip") as tx:
            tx.retract("Trip/1", "tags", value=value)

    def derive(self, key: str, value: str) -> None:
        parents = self.m.history("Trip/1", key)[-2:]
        with self.m.transaction(on_reject="skip") as tx:
            source = tx.observe(f"thus {value}", speaker="ann", at=hour(9))
            evidence = source.span(5, 5 + len(value))
            tx.propose("Trip/2", key, value, evidence=evidence, derived_from=tuple(parents), type="derived")

    def refuse(self, key: str) -> None:
        with self.m.transaction(on_reject="skip") as tx:
            source = tx.observe("nothing of the kind", speaker="ann", at=hour(8))
            tx.propose("Trip/1", key, "paris", evidence=source.quote("nothing"))

    def declare(self, key: str, cardinality: Cardinality, protected: bool) -> None:
        with suppress(ConstraintViolated):
            self.m.declare("Trip", key, cardinality=cardinality, protected=protected)

    def constrain(self, kind: type[Unique | NoOverlap | Immutable], drop: bool) -> None:
        with suppress(ConstraintViolated, NotFound):
            if drop:
                self.m.drop_constraint(kind.__name__)
            else:
                self.m.constrain(kind("Trip", "x", kind.__name__))

    def wait(self, number: int) -> None:
        self.world.clock.advance(timedelta(hours=number))


@settings(max_examples=80)
@given(st.sampled_from(KINDS), st.lists(ops, max_size=14), st.integers(2, 9))
def test_any_history_has_the_same_timelines_elsewhere(kind: str, drawn: list[Any], size: int) -> None:
    """Also when it comes in batches of a few lines, and twice."""
    with TemporaryDirectory() as here, TemporaryDirectory() as there, pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "BATCH", size)
        world, other = World(kind, Path(here)), World(kind, Path(there))
        history = History(world)
        for op in drawn:
            history.play(op)
        other.clock.set(hour(1000))
        lines = list(world.m.export(refusals=True))
        report = other.m.load(lines)
        assert report.problems == ()
        assert timelines(other) == timelines(world)
        assert other.m.verify().ok
        before = other.journal()
        again = other.m.load(io.BytesIO(text_of(lines)))
        assert other.journal() == before
        assert (again.outcomes, again.new, again.ok) == ({}, 0, True)
        assert all(each.new + each.known + each.ignored == each.lines for each in (report, again))
        world.close()
        other.close()


@settings(max_examples=150)
@given(st.text(max_size=30), st.text(min_size=1, max_size=12), st.text(max_size=30))
def test_what_was_quoted_is_found_again_by_its_place(before: str, quote: str, after: str) -> None:
    """Whatever the text is made of: marks, joiners, several spellings of one letter."""
    with TemporaryDirectory() as here, TemporaryDirectory() as there:
        world, other = World("oracle", Path(here)), World("oracle", Path(there))
        try:
            source = world.say(before + quote + after, hour(0))
            with world.m.transaction(on_reject="skip") as tx:
                tx.propose("A/1", "x", quote, evidence=source.quote(quote))
        except InvalidInput:
            return
        assert moved(world, other).ok
        assert timelines(other) == timelines(world)


def test_what_was_declared_and_stated_holds_elsewhere(world: World, other: World) -> None:
    world.m.declare("Trip", "city", cardinality="many", type="text", enum=["rome", "oslo"], protected=True)
    world.m.constrain(Unique("Trip", "code"))
    world.m.constrain(Reference("Trip", "hotel", target="Hotel", name="hotels"))
    world.m.constrain(Immutable("Trip", "gone"))
    world.m.drop_constraint("immutable(Trip.gone)")
    report = moved(world, other)
    assert (report.ok, report.rules, report.known, report.ignored) == (True, 3, 1, 2)
    seqs = [[msgspec.structs.replace(one, seq=0) for one in each.m.declarations()] for each in (world, other)]
    assert seqs[0] == seqs[1]
    assert other.m.constraints() == world.m.constraints()
    journal = other.journal()
    assert moved(world, other).ok
    assert other.journal() == journal


def test_a_check_comes_without_its_function_and_that_is_told(world: World, other: World) -> None:
    check = Check(name="few", scope="memory", predicate=lambda beliefs: len(beliefs) < 9)
    world.m.constrain(check)
    report = moved(world, other)
    assert [(each.line, each.reasons) for each in report.problems] == [(2, ("CheckUnknown",))]
    other.m.constrain(check)
    assert moved(world, other).ok


def test_what_was_declared_back_and_forth_is_not_played_again(world: World, other: World) -> None:
    """Each declaration plans the timelines anew, and the last one stands already."""
    for number, cardinality in enumerate(CARDINALITIES * 2):
        world.m.declare("Trip", "city", cardinality=cardinality)
        world.tell("Trip/1", "city", f"city {number}", hour(number / 4))
    assert moved(world, other).ok
    journal = other.journal()
    assert moved(world, other).ok
    assert other.journal() == journal
    assert timelines(other) == timelines(world)


def test_what_was_declared_since_is_not_undone_by_the_same_lines(world: World, other: World) -> None:
    world.m.declare("Trip", "city", cardinality="many")
    world.tell("Trip/1", "city", "rome", hour(0))
    assert moved(world, other).ok
    other.m.declare("Trip", "city", cardinality="one")
    journal = other.journal()
    assert moved(world, other).ok
    assert other.journal() == journal


CARDINALITIES: list[Cardinality] = ["many", "one"]


def test_refusals_are_told_when_asked_for_and_never_come_in(world: World, other: World) -> None:
    grow(world)
    (refusal,) = [line for line in world.m.export(refusals=True) if line.get("kind") == "refusal"]
    assert refusal["reasons"] == ["quote_not_in_source", "not_ordered_subsequence"]
    assert refusal["value"] == "short"
    assert [line for line in world.m.export() if line.get("kind") == "refusal"] == []
    assert other.m.load([refusal]).ignored == 1
    assert other.m.at().seq == 0


def test_what_was_staged_for_a_refusal_is_told_in_its_words(world: World) -> None:
    tx = world.m.transaction()
    source = tx.observe("The talk is long", speaker="cy", at=hour(0))
    tx.propose("Talk/1", "length", "short", evidence=source.quote("is long"))
    with pytest.raises(Rejected):
        tx.commit()
    header, refusal = world.m.export(refusals=True)
    assert header["seq"] == 1
    assert refusal["evidence"][0]["quote"] == "is long"  # type: ignore[index, call-overload]


def test_the_header_and_the_statuses(world: World) -> None:
    world.clock.set(hour(5))
    for value, at in (("rome", 1), ("oslo", 2)):
        world.tell("Trip/1", "city", value, hour(at))
    world.tell("Trip/1", "day", "monday", hour(1), valid_from=hour(9))
    world.tell("Trip/1", "day", "sunday", hour(1), valid_to=hour(2))
    header, *lines = world.m.export()
    assert header == {
        "format": "memtxn",
        "version": 1,
        "memory": ["m"],
        "seq": 8,
        "exported_at": "2026-01-01T05:00:00.000007Z",
    }
    statuses = {str(line["value"]): line["status"] for line in lines if line["kind"] == "belief"}
    assert statuses == {"rome": "superseded", "oslo": "active", "monday": "scheduled", "sunday": "expired"}


def test_a_memory_that_is_not_there_has_a_header(world: World, other: World) -> None:
    assert [line["seq"] for line in world.m.export()] == [0]
    assert moved(world, other) == LoadReport(lines=1, ignored=1)


def test_an_export_holds_nothing_and_ends_where_it_began(world: World) -> None:
    world.state("Run/1", "n", 1)
    lines = world.m.export()
    next(lines)
    world.state("Run/1", "n", 2)
    assert [line["value"] for line in lines if line["kind"] == "belief"] == [1]


def test_damage_is_told_and_nothing_is_left_out_in_silence(durable: Durable) -> None:
    durable.tell("A/1", "x", "one", hour(0))
    durable.tell("A/1", "y", "two", hour(0))
    durable.sql("UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE seq = 3")
    memory = durable.reopen()
    with pytest.raises(Unreadable):
        list(memory.export())


DAMAGE = {
    "a belief": ("UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE seq = 4", ["two"], 1),
    "a source": ("UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE seq = 3", ["two"], 2),
    "a record": ("UPDATE journal SET data = CAST(x'00' AS BLOB) WHERE seq = 4", ["two"], 1),
    "a missing text": ("DELETE FROM body WHERE seq = 2", ["one"], 1),
    "all texts": ("DELETE FROM body", ["one", "two", "three"], 6),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_cannot_be_read_is_left_out_when_asked_for(durable: Durable, damage: str) -> None:
    """And told, each thing once; all else is there, and comes in elsewhere."""
    said = {"one": hour(0), "two": hour(0), "three": hour(0)}
    for value, at in said.items():
        durable.tell("A/1", "x" if value != "three" else "y", value, at)
    whole = list(durable.m.export())
    statement, lost, problems = DAMAGE[damage]
    durable.sql(statement)
    memory = durable.reopen()
    told: list[Unreadable] = []
    lines = list(memory.export(keep_going=True, on_problem=told.append))
    assert len(told) == problems
    assert all(error.detail.startswith("record ") for error in told)
    assert {each.get("value") for each in whole} - {each.get("value") for each in lines} == set(lost)
    assert len(lines) == len(whole) - problems
    assert list(memory.export(keep_going=True)) == lines
    assert durable.store.memory("elsewhere").load(lines).ok
    with pytest.raises(Unreadable):
        list(memory.export())


def test_what_only_the_shadow_let_in_is_refused_by_an_enforcing_policy(world: World, other: World) -> None:
    world.open(policy=Policy(mode="shadow"))
    source = world.say("The talk is long", hour(0))
    with world.m.transaction() as tx:
        tx.propose("Talk/1", "length", "short", evidence=source.quote("is long"))
    report = moved(world, other)
    assert (report.refused, report.problems[0].reasons) == (1, ("not_ordered_subsequence",))
    other.open(policy=Policy(mode="shadow"))
    again = list(world.m.export())
    assert other.store.memory("n").load(again).ok


# -- through the gate ------------------------------------------------------------------------------------


def test_nothing_passes_a_gate_that_refuses_everything(world: World, other: World) -> None:
    grow(world)
    lines = [line for line in world.m.export() if line.get("kind") != "retraction"]
    alone = {"entity": "A/1", "attribute": "x", "value": 1, "at": SAID["at"]}
    other.open(rules=[RefuseAll()])
    report = other.m.load([*lines, CLAIM, alone, CLAIM | {"retract": True}], unsourced="import")
    assert set(report.outcomes) == {"REJECT"}
    assert other.m.find() == []
    assert all(
        "never" in problem.reasons or "nothing_to_retract" in problem.reasons for problem in report.problems
    )


def test_simple_lines(world: World) -> None:
    stated = {"entity": ["Order", "1"], "attribute": "total", "value": 10, "document": {"total": 10}}
    report = world.m.load([SAID, CLAIM, stated | {"pointer": "/total", "speaker": "shop", "at": SAID["at"]}])
    assert (report.outcomes, report.sources, report.lines) == ({"ADD": 2}, 3, 3)
    belief = one(world.m.get("Meeting/client", "start_time"))
    assert (belief.value, belief.observed_at) == ("4pm", hour(1))
    why = world.m.why("Meeting/client", "start_time").accounts[0]
    assert (why.evidence[0].text, why.evidence[0].speaker, why.transaction.label) == (
        "now at 4pm",
        "alice",
        "import",
    )
    assert world.m.why("Order/1", "total").accounts[0].evidence[0].channel == "tool"
    gone = {"text": "not at 4pm any more", "speaker": "bob", "at": "2026-01-01T02:00:00Z", "retract": True}
    about = {"entity": "Meeting/client", "attribute": "start_time"}
    world.clock.set(hour(3))
    assert world.m.load([gone | about]).ok
    assert world.m.get("Meeting/client", "start_time") is None


def test_a_line_cites_what_is_stored(world: World) -> None:
    source = world.say("Room B it is", hour(0))
    about = {"entity": "Meeting/client", "attribute": "room", "value": "Room B"}
    assert world.m.load([about | {"evidence": [{"source": source.id, "quote": "Room B"}]}]).ok
    assert one(world.m.get("Meeting/client", "room")).observed_at == hour(0)
    report = world.m.load([about | {"evidence": [{"source": "0" * 32, "quote": "Room B"}]}])
    assert report.problems[0].reasons[0] == "source_unknown"
    parent = one(world.m.get("Meeting/client", "room"))
    assert world.m.load([CLAIM | {"derived_from": [parent.id], "type": "derived"}]).ok
    assert one(world.m.get("Meeting/client", "start_time")).derived_from == (parent.id,)


def test_what_has_no_evidence_is_refused_unless_it_may_be_imported(world: World) -> None:
    alone = {"entity": "A/1", "attribute": "x", "value": {"n": [1, None]}, "at": SAID["at"]}
    report = world.m.load([alone])
    assert (report.outcomes, report.problems[0].reasons) == ({"REJECT": 1}, ("missing_field",))
    report = world.m.load([alone], unsourced="import")
    assert (report.outcomes, report.unsourced) == ({"ADD": 1}, 1)
    evidence = world.m.why("A/1", "x").accounts[0].evidence[0]
    assert (evidence.channel, evidence.pointer, evidence.speaker) == ("import", "/value", "local")
    assert world.m.source(evidence.source_id).authority == 0.2
    report = world.m.load([alone | {"retract": True, "at": "2026-01-01T02:00:00Z"}], unsourced="import")
    world.clock.set(hour(3))
    assert report.ok
    assert world.m.get("A/1", "x") is None


def test_how_such_lines_are_taken_changes_no_request_without_them(world: World) -> None:
    world.m.load([CLAIM])
    assert world.m.load([CLAIM], unsourced="import").known == 1


def test_a_retraction_without_evidence_is_no_statement_of_the_operators(world: World) -> None:
    world.tell("A/1", "x", "one", hour(0))
    report = world.m.load([{"entity": "A/1", "attribute": "x", "value": "one", "retract": True}])
    assert report.problems[0].reasons == ("missing_field",)
    assert one(world.m.get("A/1", "x")).value == "one"


@pytest.mark.parametrize(
    ("scopes", "given", "kept"),
    [
        (["propose"], 1.0, 0.7),
        (["propose"], 0.1, 0.1),
        (["propose", "admin"], 1.0, 1.0),
        (["propose"], None, 0.7),
    ],
)
def test_only_an_administrator_brings_authority_in(
    world: World, scopes: list[str], given: float | None, kept: float
) -> None:
    line = SAID if given is None else SAID | {"authority": given}
    assert world.store.memory("m", scopes=scopes).load([line]).ok
    (source,) = source_ids(world)
    assert world.m.source(source).authority == kept


def test_a_changed_source_is_not_taken_under_its_old_id(world: World, other: World) -> None:
    grow(world)
    lines = list(world.m.export())
    lines[1]["text"] = "9pm"
    with pytest.raises(InvalidLine, match="line 2: its id is"):
        other.m.load(lines)
    report = other.m.load(lines, keep_going=True)
    codes = [problem.reasons[0] for problem in report.problems if problem.reasons]
    assert codes == ["source_unknown", "derived_from_unknown", "nothing_to_retract"]
    assert (report.malformed, report.refused) == (1, 3)


def test_ids_of_a_file_are_never_taken_for_those_of_the_memory(world: World, other: World) -> None:
    """A parent that is not in the file is unknown, also when the memory has a belief of that id."""
    grow(world)
    lines = [line for line in world.m.export() if line.get("value") != "3pm"]
    for _ in range(3):
        other.tell("Z/1", "z", "here", hour(0))
    child = next(line for line in lines if line.get("derived_from"))
    child["derived_from"] = [one(other.m.get("Z/1", "z")).id]
    report = other.m.load(lines)
    assert [problem.reasons[0] for problem in report.problems] == ["derived_from_unknown", "nothing_to_retract"]


# -- once ------------------------------------------------------------------------------------------------


def test_the_same_lines_again_change_nothing(world: World, other: World) -> None:
    grow(world)
    data = text_of(list(world.m.export()))
    first = other.m.load(io.BytesIO(data))
    before, journal = other.effects(), other.journal()
    for form in (io.BytesIO(data), io.StringIO(data.decode()), data.splitlines(), data.decode().split("\n")):
        again = other.m.load(form)
        assert (again.outcomes, again.new, again.known) == ({}, 0, first.new)
    assert (other.effects(), other.journal()) == (before, journal)


def test_white_space_and_the_order_of_fields_make_no_other_line(world: World) -> None:
    world.m.load([CLAIM])
    journal = world.journal()
    world.m.load([json.dumps(dict(reversed(CLAIM.items())), indent=None, separators=(" , ", " : ")) + "\r\n"])
    assert world.journal() == journal


def test_a_load_that_was_cut_short_is_finished_by_the_next(
    world: World, other: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "BATCH", 4)
    grow(world)
    lines = list(world.m.export())

    def cut(at: int) -> Iterator[Exported]:
        yield from lines[:at]
        raise KeyboardInterrupt

    for at in range(len(lines)):
        with pytest.raises(KeyboardInterrupt):
            other.m.load(cut(at))
    records = len(other.journal())
    assert other.m.load(lines).ok
    assert records <= len(other.journal()) <= records + 2
    assert timelines(other) == timelines(world)
    beliefs = [sum(isinstance(row, BeliefRow) for row in each.fold()) for each in (world, other)]
    assert beliefs[0] == beliefs[1]


def test_a_malformed_line_is_mended_and_nothing_comes_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "BATCH", 4)
    lines: list[object] = [dict(CLAIM, entity=f"Meeting/{n}") for n in range(12)]
    whole, lines[5] = list(lines), "{"
    with pytest.raises(InvalidLine) as caught:
        world.m.load(lines)  # type: ignore[arg-type]
    assert (caught.value.line, caught.value.loaded) == (6, 4)
    assert len(world.m.find()) == 4
    report = world.m.load(lines, keep_going=True)  # type: ignore[arg-type]
    assert (report.malformed, report.outcomes, report.known) == (1, {"ADD": 7}, 4)
    report = world.m.load(whole)  # type: ignore[arg-type]
    assert (report.ok, report.new, report.known) == (True, 1, 11)
    assert {len(world.m.history(f"Meeting/{n}", "start_time")) for n in range(12)} == {1}


def test_somebody_else_writes_meanwhile(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a retraction relied on has changed: the batch is tried again on what then stands."""
    world.tell("A/1", "x", "one", hour(0))
    told: list[str] = []

    def late(tx: Transaction, *given: object, **named: object) -> object:
        proposal = enter(tx, *given, **named)  # type: ignore[arg-type]
        told.append(tx.id)
        if len(told) == 1:
            world.tell("A/1", "x", "two", hour(0.01))
        return proposal

    monkeypatch.setattr(loading, "enter", late)
    gone = {"text": "no more two", "speaker": "bob", "at": "2026-01-01T00:02:00Z", "retract": True}
    report = world.m.load([gone | {"entity": "A/1", "attribute": "x"}])
    assert report.ok
    assert len(set(told)) == 2
    assert world.m.get("A/1", "x") is None


# -- a dry run -------------------------------------------------------------------------------------------


def test_a_dry_run_says_what_a_run_will_do_and_writes_nothing(world: World, other: World) -> None:
    grow(world)
    lines: list[Any] = [*world.m.export(), CLAIM | {"value": "5pm"}, "{"]
    other.tell("Meeting/client", "time", "2pm", hour(2.5))
    journal, fold = other.journal(), other.fold()
    dry = other.m.load(lines, dry_run=True, keep_going=True)
    assert (other.journal(), other.fold()) == (journal, fold)
    real = other.m.load(lines, keep_going=True)
    assert dry.dry_run
    assert not real.dry_run
    assert (dry.outcomes, dry.problems, dry.seq) == (real.outcomes, real.problems, real.seq)
    assert (real.refused, real.malformed) == (1, 1)


# -- bounds ----------------------------------------------------------------------------------------------


def peak(work: Callable[[], object]) -> int:
    """Bytes of Python's at the worst moment."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def many(count: int) -> Iterator[Exported]:
    for number in range(count):
        yield CLAIM | {"entity": f"Meeting/{number}", "ref": str(number)}


def test_memory_is_bounded_however_long_the_file(durable: Durable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "BATCH", 50)
    durable.store.memory("before").load(many(1_600))  # what is kept of names, up to a number, is there by now
    few = peak(lambda: durable.store.memory("few").load(many(400)))
    assert peak(lambda: durable.store.memory("lot").load(many(1_600))) < 1.5 * few
    few, lot = (peak(partial(read, durable.store.memory(name).export())) for name in ("few", "lot"))
    assert lot < 1.5 * few + 1_200 * 500  # the statuses that are kept


def read(lines: Iterator[Exported]) -> None:
    for _ in lines:
        pass


def test_a_line_that_is_too_long_is_passed_over_in_pieces(world: World) -> None:
    file = Endless(50_000_000, b"\n" + json.dumps(SAID).encode())
    world.open(policy=Policy(source_limit=10_000, value_limit=1_000))
    told = list[LineProblem]()
    report = world.m.load(file, keep_going=True, on_problem=told.append)
    assert (report.malformed, report.sources, file.left) == (1, 1, 0)
    assert "it is longer than" in told[0].detail
    assert (told[0].line, told[0].text) == (1, "")
    assert file.asked < 1_000_000
    with pytest.raises(InvalidLine, match="line 1: it is longer than"):
        world.m.load(Endless(50_000_000, b""))


class Endless:
    """A file with a very long line, and then another."""

    def __init__(self, length: int, rest: bytes) -> None:
        self.left, self.rest, self.asked = length, io.BytesIO(rest), 0

    def readline(self, limit: int, /) -> bytes:
        self.asked = max(self.asked, limit)
        size = min(limit, self.left)
        self.left -= size
        return b"x" * size + (self.rest.readline(limit - size) if size < limit else b"")


def test_a_policy_with_narrow_limits(world: World) -> None:
    world.open(policy=Policy(proposals_limit=3, sources_limit=2, staged_limit=20_000))
    assert world.m.load(many(20)).outcomes == {"ADD": 20}


def test_problems_are_told_as_they_come_and_few_are_kept(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "KEPT", 3)
    told: list[LineProblem] = []
    lines = [CLAIM | {"value": "5pm", "ref": str(n)} for n in range(7)]
    report = world.m.load(lines, on_problem=told.append)
    assert (report.refused, len(report.problems), [each.line for each in told]) == (7, 3, list(range(1, 8)))
    assert [json.loads(each.text) for each in told] == lines
    assert "5pm" in told[0].detail


def test_problems_come_in_the_order_of_the_file(world: World) -> None:
    """Whether a line cannot be read, cannot be used, is refused, or was refused before."""
    check = {"kind": "constraint", "name": "few", "sort": "check", "scope": "memory"}
    no_time = {"entity": "A/1", "attribute": "x", "value": 1}
    refused = [CLAIM | {"value": "5pm", "ref": str(number)} for number in range(2)]
    many = {"entity": "Trip/1", "attribute": "tags", "retract": True, "text": "none", "speaker": "b"}
    world.m.declare("Trip", "tags", cardinality="many")
    lines: list[Any] = [
        refused[0],
        "{",
        check,
        "[]",
        no_time,
        SAID,
        refused[1],
        CLAIM | {"at": "2026-01-01T01:00:00"},
        many | {"at": SAID["at"]},
        refused[0],
        check,
        "{",
    ]
    wrong = [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]
    for _ in range(2):
        told: list[LineProblem] = []
        report = world.m.load(lines, unsourced="import", keep_going=True, on_problem=told.append)
        assert [each.line for each in told] == wrong
        assert tuple(told) == report.problems
    with pytest.raises(InvalidLine, match="line 2: it is not JSON"):
        world.m.load(lines)
    with pytest.raises(InvalidLine, match="line 2: without a source"):
        world.m.load([SAID, no_time, "{"], unsourced="import")


@pytest.mark.parametrize("lines", [None, 5, "text", b"bytes", {"text": "x"}])
def test_what_gives_no_lines(world: World, lines: object) -> None:
    with pytest.raises(InvalidInput, match="lines come from"):
        world.m.load(lines)  # type: ignore[arg-type]


def test_what_has_no_evidence_goes_to_no_channel_of_choice(world: World) -> None:
    with pytest.raises(InvalidInput, match="unsourced"):
        world.m.load([], unsourced="operator")  # type: ignore[arg-type]
