"""`Memory.diff` beside a plain recomputation: everything at both moments, and every record in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtxn import Difference, InvalidInput, NaiveDatetime, NotFound, Snapshot
from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.model.codec import canonical
from memtxn.model.difference import Differs
from memtxn.model.time import to_micros
from memtxn.ports.storage import Reader
from memtxn.testkit.fakes import CountingIds
from tests.promises.faulty import FaultyStorage
from tests.promises.world import HOUR, KINDS, World, grow, hour

KEYS = [("A/1", "x"), ("A/1", "y"), ("A/2", "x"), ("B/1", "tags"), ("B/2", "tags")]
WORDS = ["rome", "oslo", "bern"]

acts = st.tuples(
    st.sampled_from(["tell", "tell", "tell", "state", "retract", "refuse", "clock"]),
    st.sampled_from(KEYS),
    st.sampled_from(WORDS),
    st.integers(0, 9),
    st.integers(0, 12),
)


def act(world: World, what: str, key: tuple[str, str], word: str, one: int, two: int) -> None:
    """Something that changes a memory, or tries to: late, scheduled and bounded facts among it."""
    if what == "clock":
        world.clock.advance(two * HOUR / 3)
        return
    source = world.say(word, hour(one))
    with world.m.transaction(on_reject="skip") as tx:
        if what == "tell":
            ends: list[dict[str, datetime]] = [
                {},
                {"valid_to": hour(one + two + 1)},
                {"valid_from": hour(two + 6)},
                {"valid_from": hour(two), "valid_to": hour(two + 4)},
            ]
            tx.propose(*key, word, evidence=source.quote(word), **ends[two % 4])  # type: ignore[arg-type]
        elif what == "state":
            tx.set_state(*key, word)
        elif what == "retract":
            tx.retract(*key, at=hour(two) if one % 2 else None, value=word if key[1] == "tags" else None)
        else:
            tx.propose(*key, "nowhere", evidence=source.quote(word))


# -- the plain recomputation ---------------------------------------------------------------------------

Told = tuple[str, str | None, str | None, int | None]
"""The key, the value before and after, and the record; None when time alone made the difference."""


def shown(view: Snapshot, key: str) -> dict[bytes, str]:
    """The values of a key and the ids of the beliefs that say so."""
    return {canonical(one.value): one.id for one in view.scan() if str(one.key) == key}


def expected(world: World, a: Snapshot, b: Snapshot, prefix: str) -> set[Told]:
    """What differs, from two scans."""
    keys = {str(one.key) for view in (a, b) for one in view.scan(prefix or ())}
    return {told for key in keys for told in of_key(world, a, b, key)}


def of_key(world: World, a: Snapshot, b: Snapshot, key: str) -> Iterator[Told]:
    old, new = shown(a, key), shown(b, key)
    gone, come = [value for value in old if value not in new], [value for value in new if value not in old]
    pairs: list[tuple[bytes | None, bytes | None]] = [(value, None) for value in gone]
    pairs += [(None, value) for value in come]
    if not any(map(is_many, (a, b), (key, key))) and (gone or come):
        pairs = [(gone[0] if gone else None, come[0] if come else None)]
    for left, right in pairs:
        values = [None if value is None else value.decode() for value in (left, right)]
        yield key, values[0], values[1], cause(world, a, b, key, right or left)


def is_many(view: Snapshot, key: str) -> bool:
    """Whether a key shows a set of values there and then."""
    entity, _, attribute = key.rpartition(".")
    return isinstance(view.get(entity, attribute), list)


def cause(world: World, a: Snapshot, b: Snapshot, key: str, value: bytes | None) -> int | None:
    """The last record between the two that changed what is shown at the valid instant of the later one."""
    before, since = (a, b) if a.seq <= b.seq else (b, a)
    seq = origin(world, since, key, value)
    return seq if seq > before.seq else None


def origin(world: World, view: Snapshot, key: str, value: bytes | None) -> int:
    many = key.endswith("tags")

    def at(n: int) -> str | None:
        found = shown(Snapshot(view._runtime, view._ledger, view._scopes, n, view._t), key)
        return found.get(value or b"") if many else next(iter(found.values()), None)

    for n in range(view.seq, 0, -1):
        if at(n) != at(n - 1):
            return n
    return 0


def told(found: list[Difference]) -> set[Told]:
    """Differences, as the recomputation tells them."""
    for one in found:
        assert one.change is (
            Differs.ADDED if one.before is None else Differs.GONE if one.after is None else Differs.CHANGED
        )
    values = [(one.before, one.after) for one in found]
    texts = [tuple(None if side is None else canonical(side.value).decode() for side in pair) for pair in values]
    assert [str(one.key) for one in found] == sorted(str(one.key) for one in found)
    return {
        (str(one.key), left, right, None if one.by_time or one.record is None else one.record.seq)
        for one, (left, right) in zip(found, texts, strict=True)
    }


def without_record(all_told: set[Told]) -> set[tuple[object, ...]]:
    return {each[:3] for each in all_told}


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(KINDS), st.lists(acts, min_size=1, max_size=12), st.data())
def test_as_recomputed(kind: str, drawn: list[tuple[Any, ...]], data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        world = World(kind, Path(folder))
        world.clock.set(hour(9))
        world.m.declare("B", "tags", cardinality="many")
        for each in drawn:
            act(world, *each)
        seqs = st.integers(0, world.head().seq)
        valids = st.none() | st.integers(0, 25).map(lambda n: hour(n + 0.5))
        for _ in range(8):
            a, b = (world.m.at(seq=data.draw(seqs), valid=data.draw(valids)) for _ in "ab")
            prefix = data.draw(st.sampled_from(["", "A", "A/1", "B"]))
            assert told(world.m.diff(a, b, prefix or ())) == expected(world, a, b, prefix)
        world.close()


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(KINDS), st.lists(st.one_of(acts, st.booleans()), min_size=1, max_size=12), st.data())
def test_values_as_recomputed_when_attributes_are_declared_anew(
    kind: str, drawn: list[tuple[Any, ...] | bool], data: st.DataObject
) -> None:
    with TemporaryDirectory() as folder:
        world = World(kind, Path(folder))
        world.clock.set(hour(9))
        world.say("the first record", hour(0))
        for each in drawn:
            if isinstance(each, bool):
                world.m.declare("B", "tags", cardinality="many" if each else "one")
            elif each[0] != "retract" or each[1][1] != "tags":
                act(world, *each)
        seqs = st.integers(0, world.head().seq)
        for _ in range(6):
            a, b = (world.m.at(seq=data.draw(seqs), valid=data.draw(st.none() | st.just(hour(12)))) for _ in "ab")
            found = told(world.m.diff(a, b))
            assert without_record(found) == without_record(expected(world, a, b, ""))
            assert all(one.record is not None for one in world.m.diff(a, b))
        world.close()


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.sampled_from(KINDS), st.lists(acts, min_size=1, max_size=12), st.data())
def test_seqs_and_times_are_snapshots(kind: str, drawn: list[tuple[Any, ...]], data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        world = World(kind, Path(folder))
        world.clock.set(hour(9))
        world.m.declare("B", "tags", cardinality="many")
        for each in drawn:
            act(world, *each)
        n, m = (data.draw(st.integers(1, world.head().seq)) for _ in "ab")
        time = hour(data.draw(st.integers(8, 30)))
        at = world.m.at
        assert world.m.diff(n, m) == world.m.diff(at(seq=n), at(seq=m))
        assert world.m.diff(n, time) == world.m.diff(at(seq=n), at(recorded=time))
        assert told(world.m.diff(None, m)) == expected(
            world, Snapshot(*parts(at(seq=m)), 0, at(seq=m)._t), at(seq=m), ""
        )
        assert world.m.diff(n) == world.m.diff(n, at())
        assert world.m.at(seq=m).diff(1) == world.m.diff(1, m)
        world.close()


def parts(view: Snapshot) -> tuple[Any, Any, Any]:
    return view._runtime, view._ledger, view._scopes


# -- one by one ----------------------------------------------------------------------------------------


def brief(found: list[Difference]) -> list[tuple[str, str, object, object, int | None, bool]]:
    return [
        (
            str(one.key),
            one.change.value,
            one.before.value if one.before else None,
            one.after.value if one.after else None,
            one.record.seq if one.record else None,
            one.by_time,
        )
        for one in found
    ]


def test_a_bit_of_everything(world: World) -> None:
    grow(world)
    assert brief(world.m.diff(4, 10)) == []  # a late fact, an end that is past, a schedule: nothing shows
    assert brief(world.m.diff(12, 14)) == [("Trip/1.city", "changed", "oslo", "rome", 14, False)]
    assert brief(world.m.diff(14, 12)) == [("Trip/1.city", "changed", "rome", "oslo", 14, False)]
    assert brief(world.m.diff(16, 17)) == [
        ("Person/ben.allergy", "added", None, "walnuts", 17, False),
        ("Person/ben.allergy", "added", None, "sesame", 17, False),
    ]
    assert brief(world.m.diff(19)) == [
        ("Person/ben.allergy", "gone", "walnuts", None, 20, False),
        ("Talk/1.length", "gone", "long", None, 20, False),
    ]
    assert brief(world.m.diff(17, None, "Talk")) == []  # it came and went


def test_what_time_alone_makes_visible_and_ends(world: World) -> None:
    world.clock.set(hour(1))
    world.tell("A/1", "x", "soon", hour(0), valid_from=hour(5))
    world.tell("A/1", "y", "brief", hour(0), valid_to=hour(5))
    last = world.head().seq
    assert world.m.diff(last) == []
    world.clock.set(hour(6))
    later = [("A/1.x", "added", None, "soon", 2, True), ("A/1.y", "gone", "brief", None, 4, True)]
    assert brief(world.m.diff(last)) == brief(world.m.diff(last, hour(5))) == later
    back = [("A/1.x", "gone", "soon", None, 2, True), ("A/1.y", "added", None, "brief", 4, True)]
    assert brief(world.m.diff(hour(6), last)) == back
    world.tell("A/1", "x", "now", hour(5.5))
    assert brief(world.m.diff(last, None, "A/1"))[0] == ("A/1.x", "added", None, "now", 6, False)


def test_a_late_fact_that_cuts_a_step_is_not_its_cause(world: World) -> None:
    """`rome` has been shown at the seventh hour since its own record, however its steps were cut since."""
    world.clock.set(hour(9))
    world.tell("A/1", "x", "rome", hour(2))
    source = world.say("oslo", hour(3))
    with world.m.transaction() as tx:
        tx.propose("A/1", "x", "oslo", evidence=source.quote("oslo"), valid_to=hour(4))
    (difference,) = world.m.diff(0, world.m.at(valid=hour(7)))
    assert difference.record is not None
    assert (difference.after is not None and difference.after.value, difference.record.seq) == ("rome", 2)


def test_an_attribute_that_is_declared_anew(world: World) -> None:
    world.clock.set(hour(9))
    world.tell("B/1", "tags", "rome", hour(1))
    world.tell("B/1", "tags", "oslo", hour(2))
    world.m.declare("B", "tags", cardinality="many")
    world.tell("B/1", "tags", "bern", hour(3))
    assert brief(world.m.diff(4, 5)) == [("B/1.tags", "added", None, "rome", 5, False)]
    with world.m.transaction() as tx:
        tx.retract("B/1", "tags", value="oslo")
    gone = world.head().seq
    assert brief(world.m.diff(5)) == [
        ("B/1.tags", "gone", "oslo", None, gone, False),
        ("B/1.tags", "added", None, "bern", 7, False),
    ]
    world.m.declare("B", "tags", cardinality="one")
    assert world.m.get("B/1", "tags") is None  # the retraction was of the last word, and is of all of it now
    assert brief(world.m.diff(gone)) == [
        ("B/1.tags", "gone", "rome", None, gone + 1, False),
        ("B/1.tags", "gone", "bern", None, gone + 1, False),
    ]


def test_the_same_value_said_again_is_no_difference(world: World) -> None:
    world.clock.set(hour(9))
    world.tell("A/1", "x", "rome", hour(1))
    world.tell("A/1", "x", "rome", hour(2))
    assert world.m.diff(2) == []


def test_one_and_one_point_nought_differ(world: World) -> None:
    world.state("A/1", "x", 1)
    world.clock.advance()
    world.state("A/1", "x", 1.0)
    assert [(type(one.before and one.before.value), one.change) for one in world.m.diff(1)] == [
        (int, Differs.CHANGED)
    ]


def test_a_memory_without_records(world: World) -> None:
    assert world.m.diff() == world.m.diff(0, 0) == world.m.diff(hour(1), hour(2)) == []
    with pytest.raises(NotFound):
        world.m.diff(1)


@pytest.mark.parametrize("end", [-1, True, 1.0, "1", b"", (), 10**40])
@pytest.mark.parametrize("side", [0, 1])
def test_ends_that_cannot_be(world: World, end: Any, side: int) -> None:  # noqa: ANN401
    world.state("A/1", "x", 1)
    with pytest.raises((InvalidInput, NotFound)):
        world.m.diff(end if side == 0 else 0, end if side == 1 else 0)


def test_ends_that_are_not_yet_or_without_a_zone(world: World) -> None:
    world.state("A/1", "x", 1)
    with pytest.raises(NotFound, match="last record is 1"):
        world.m.diff(0, 2)
    with pytest.raises(NotFound, match="last record is 1"):
        world.m.at(seq=1).diff(2)
    with pytest.raises(NaiveDatetime):
        world.m.diff(datetime(2026, 1, 1))  # noqa: DTZ001
    with pytest.raises(InvalidInput):
        world.m.diff(0, 1, ("A", "1", "x", "y"))


def test_a_snapshot_of_another_memory_is_refused(world: World, tmp_path: Path) -> None:
    world.state("A/1", "x", 1)
    other = world.store.memory("n")
    with pytest.raises(InvalidInput, match="another memory"):
        world.m.diff(other.at())
    assert len(world.store.memory("m").diff(0, world.m.at())) == 1
    twin = World("oracle", tmp_path, storage=MemoryStorage(ids=CountingIds()))
    with pytest.raises(InvalidInput, match="another memory"):
        world.m.diff(twin.m.at())


def test_an_end_in_the_future_is_what_will_be_shown_then(world: World) -> None:
    world.clock.set(hour(1))
    world.tell("A/1", "x", "soon", hour(0), valid_from=hour(5))
    assert brief(world.m.diff(hour(4), hour(6))) == [("A/1.x", "added", None, "soon", 2, True)]
    assert to_micros(hour(6)) > world.head().at


# -- what it costs -------------------------------------------------------------------------------------


class Counted:
    """A reader that counts its questions by name, on top of a real one."""

    def __init__(self, reader: Reader, counts: dict[str, int]) -> None:
        self._reader, self._counts = reader, counts

    def __getattr__(self, name: str) -> Callable[..., object]:
        self._counts[name] = self._counts.get(name, 0) + 1
        return cast(Callable[..., object], getattr(self._reader, name))


class CountingStorage(FaultyStorage):
    """A storage whose blocks count the questions."""

    def __init__(self, inner: Any) -> None:  # noqa: ANN401
        super().__init__(inner)
        self.counts: dict[str, int] = {}

    @contextmanager
    def read(self) -> Iterator[Reader]:
        with self.inner.read() as reader:
            yield cast(Reader, Counted(reader, self.counts))


@pytest.mark.parametrize("keys", [5, 200])
def test_only_what_changed_is_read(tmp_path: Path, keys: int) -> None:
    """Two questions for each key that may differ and three for each that does, however large the memory is."""
    plain_world = World("sqlite", tmp_path)
    plain_world.clock.set(hour(1))
    with plain_world.m.transaction() as tx:
        for number in range(keys):
            tx.set_state(f"A/{number}", "x", number)
    plain_world.tell("B/1", "x", "soon", hour(0), valid_from=hour(5))
    for number in range(3):
        plain_world.clock.advance()
        plain_world.state(f"A/{number}", "x", "new")
    storage = CountingStorage(plain_world.storage)
    world = World("sqlite", tmp_path, storage=storage)
    world.clock.set(hour(6))
    storage.counts.clear()
    assert len(world.m.diff(2)) == 4
    assert storage.counts["visible"] == 8
    assert storage.counts["turned"] == 1
    assert not {"scan", "names", "steps", "versions", "fold", "changed"} & storage.counts.keys()
    assert storage.counts["view"] <= 8
    plain_world.close()
