"""What reads, receipts and transactions cost grows with what they answer: counted, never timed."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memtxn.core.project
import memtxn.engine.overlay
import memtxn.engine.receipts
import memtxn.engine.sources
from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.engine.sources import Known, KnownSources
from memtxn.engine.transaction import Transaction
from memtxn.errors import Unreadable
from memtxn.model.belief import Belief
from memtxn.model.source import Source
from memtxn.ports.storage import Reader
from memtxn.testkit.fakes import CountingIds
from tests.promises.world import MICROSECOND, Durable, World, hour, one, receipt, several

KEY = ("Trip/1", "city")
TAGS = ("Trip/1", "tags")


class CountedReader:
    """A reader that counts what it is asked."""

    def __init__(self, inner: Reader, asked: Counter[str]) -> None:
        self._inner, self._asked = inner, asked

    def __getattr__(self, name: str) -> object:
        self._asked[name] += 1
        return getattr(self._inner, name)


class CountedStorage(MemoryStorage):
    """A storage whose readers count."""

    asked: ClassVar[Counter[str]] = Counter()

    @contextmanager
    def read(self) -> Iterator[Reader]:
        with super().read() as reader:
            yield CountedReader(reader, self.asked)  # type: ignore[misc]


class Counted(World):
    """A world whose reads are counted."""

    def __init__(self, folder: Path) -> None:
        self.counting = CountedStorage(ids=CountingIds())
        super().__init__("oracle", folder, storage=self.counting)

    @property
    def asked(self) -> Counter[str]:
        return self.counting.asked


@pytest.fixture
def counted(tmp_path: Path) -> Counted:
    made = Counted(tmp_path)
    made.asked.clear()
    return made


class Calls:
    """A function that counts how often it is called."""

    def __init__(self, inner: Callable[..., object]) -> None:
        self.inner, self.number = inner, 0

    def __call__(self, *given: object) -> object:
        self.number += 1
        return self.inner(*given)


def calls(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> Calls:
    made = Calls(getattr(module, name))
    monkeypatch.setattr(module, name, made)
    return made


def fill(world: World, key: tuple[str, str], number: int) -> Transaction:
    """So many values of one key in one transaction, each a little later than the one before."""
    world.clock.set(hour(1))
    source = world.say(" ".join(f"w{at}x" for at in range(number)), hour(0))
    with world.m.transaction() as tx:
        for at in range(number):
            word = f"w{at}x"
            tx.propose(*key, word, evidence=source.quote(word), observed_at=hour(0) + at * MICROSECOND)
    return tx


# -- reads ---------------------------------------------------------------------------------------------


def test_why_reads_a_record_once_for_all_its_values(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    counted.m.declare("Trip", "tags", cardinality="many")
    fill(counted, TAGS, 60)
    counted.asked.clear()
    hashed = calls(monkeypatch, memtxn.engine.receipts, "commitment")
    assert len(counted.m.why(*TAGS).accounts) == 60
    assert counted.asked["bodies"] == counted.asked["journal"] == 2  # theirs, and the source's
    assert hashed.number == 60 + 1


def test_why_not_reads_a_record_once_for_all_its_refusals(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = counted.say("nothing of that", hour(0))
    with counted.m.transaction(on_reject="skip") as tx:
        for at in range(40):
            tx.propose(*KEY, f"w{at}x", evidence=source.quote(f"w{at}x"))
    counted.asked.clear()
    hashed = calls(monkeypatch, memtxn.engine.receipts, "commitment")
    assert len(counted.m.why_not(*KEY).accounts) == 40
    assert counted.asked["bodies"] <= 2
    assert hashed.number <= 40 + 2


@pytest.mark.parametrize("question", ["history", "why"])
def test_a_timeline_is_indexed_once(counted: Counted, monkeypatch: pytest.MonkeyPatch, question: str) -> None:
    fill(counted, KEY, 60)
    indexed = calls(monkeypatch, memtxn.core.project, "intervals")
    getattr(counted.m, question)(*KEY)
    assert indexed.number <= 2


def test_one_source_of_many_is_hashed_alone(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    with counted.m.transaction() as tx:
        seen = [tx.observe(f"text {at}", speaker="ann", at=hour(0)) for at in range(30)]
    hashed = calls(monkeypatch, memtxn.engine.receipts, "commitment")
    assert counted.m.source(seen[7].id) == seen[7]
    assert hashed.number == 1


def test_a_retraction_replaces_what_it_ended_and_no_other_value(world: World) -> None:
    world.m.declare("Trip", "tags", cardinality="many")
    fill(world, TAGS, 2)
    with world.m.transaction() as tx:
        tx.retract(*TAGS, value="w0x")
        tx.retract(*TAGS, value="w1x")
    taken = [one for one in world.m.why(*TAGS).accounts if one.status == "retraction"]
    assert [[gone.value for gone in account.replaced] for account in taken] == [["w0x"], ["w1x"]]


# -- receipts ------------------------------------------------------------------------------------------


def test_a_receipt_reads_each_key_once(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    tx = fill(counted, KEY, 60)
    counted.asked.clear()
    indexed = calls(monkeypatch, memtxn.core.project, "intervals")
    assert counted.m.outcome(tx.id) == receipt(tx.receipt)
    assert counted.asked["versions"] == counted.asked["steps"] == counted.asked["bodies"] == 1
    assert indexed.number == 1


def test_a_receipt_is_made_with_one_index_a_slot(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    indexed = calls(monkeypatch, memtxn.core.project, "intervals")
    fill(counted, KEY, 60)
    assert indexed.number == 1


# -- transactions --------------------------------------------------------------------------------------


def test_reading_what_was_proposed_lays_each_proposal_once(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted.state(*KEY, -1)
    counted.asked.clear()
    laid = calls(monkeypatch, memtxn.engine.overlay, "version_of")
    with counted.m.transaction() as tx:
        for at in range(50):
            assert one(tx.get(*KEY)).value == at - 1
            tx.set_state(*KEY, at)
    assert laid.number <= 50
    assert counted.asked["view"] <= 3
    assert one(counted.m.get(*KEY)).value == 49


def test_going_back_in_time_reads_the_key_once_more(counted: Counted) -> None:
    fill(counted, KEY, 5)
    source = counted.say(" ".join(f"v{at}x" for at in range(40)), hour(0))
    counted.asked.clear()
    with counted.m.transaction() as tx:
        for at in range(40):
            tx.get(*KEY)
            word = f"v{at}x"
            tx.propose(*KEY, word, evidence=source.quote(word), observed_at=hour(-1) - at * MICROSECOND)
    assert counted.asked["view"] <= 4


def test_scheduling_something_does_not_hide_what_is_shown_now(world: World) -> None:
    world.clock.set(hour(2))
    world.tell(*KEY, "rome", hour(0))
    world.tell(*KEY, "oslo", hour(1), valid_from=hour(5))
    source = world.say("bern", hour(2))
    with world.m.transaction() as tx:
        tx.propose(*KEY, "bern", evidence=source.quote("bern"), valid_from=hour(9))
        assert one(tx.get(*KEY)).value == "rome"


class Fact(msgspec.Struct, frozen=True):
    value: str
    seen: int
    since: int
    until: int | None


hours = st.integers(0, 8)
facts = st.builds(Fact, st.sampled_from(["rome", "oslo", "bern"]), hours, hours, st.none() | hours).filter(
    lambda fact: fact.until is None or fact.since < fact.until
)


def propose(tx: Transaction, key: tuple[str, str], fact: Fact) -> None:
    source = tx.observe("rome oslo bern", speaker="ann", at=hour(fact.seen))
    until = None if fact.until is None else hour(fact.until)
    tx.propose(*key, fact.value, evidence=source.quote(fact.value), valid_from=hour(fact.since), valid_to=until)


def values(given: Belief | list[Belief] | None) -> list[object]:
    beliefs = given if isinstance(given, list) else [] if given is None else [given]
    return [(one.value, one.valid_from, one.valid_to) for one in sorted(beliefs, key=lambda one: str(one.value))]


@settings(max_examples=60)
@given(st.lists(facts, max_size=4), st.lists(st.tuples(facts, st.booleans()), max_size=6), st.booleans())
def test_a_transaction_reads_what_its_commit_shows(
    before: list[Fact], inside: list[tuple[Fact, bool]], many: bool
) -> None:
    with TemporaryDirectory() as folder:
        world = World("oracle", Path(folder))
        world.clock.set(hour(4.5))
        key = TAGS if many else KEY
        world.m.declare("Trip", "tags", cardinality="many")
        for fact in before:
            with world.m.transaction(on_reject="skip") as tx:
                propose(tx, key, fact)
        with world.m.transaction(on_reject="skip") as tx:
            for fact, reads in inside:
                propose(tx, key, fact)
                if reads:
                    tx.get(*key)
            shown = values(tx.get(*key))
        assert values(world.m.get(*key)) == shown
        world.close()


# -- sources -------------------------------------------------------------------------------------------


def test_a_source_is_analysed_when_it_is_first_cited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    analysed = calls(monkeypatch, memtxn.engine.sources, "analyse")
    world.say("rome", hour(0))
    with world.m.transaction() as tx:
        cited, _ = (tx.observe(text, speaker="ann", at=hour(0)) for text in ("oslo", "bern"))
        assert analysed.number == 0
        tx.propose(*KEY, "oslo", evidence=cited.quote("oslo"))
        tx.propose("Trip/2", "city", "oslo", evidence=cited.quote("oslo"))
    assert analysed.number == 1


def known(world: World) -> KnownSources:
    return world.m._known


def kept(world: World) -> list[Known]:
    return list(known(world)._kept.values())


def made(text: str, at: datetime) -> Source:
    return Source(id=text[:8], speaker="ann", channel="user", at=at, text=text, value=None, authority=1, ref=None)


def test_what_is_remembered_of_sources_is_bounded_by_their_bytes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memtxn.engine.sources, "_CACHED_BYTES", 100)
    for at in range(20):
        known(world).keep(made(f"{at:08}" + "é" * 10, hour(0)))
        known(world).keep(made("00000000" + "é" * 10, hour(0)))
    assert [one.source.id for one in kept(world)] == ["00000018", "00000019", "00000000"]
    assert sum(one.size for one in kept(world)) == known(world)._size == 84
    known(world).keep(made("too long" * 100, hour(0)))
    assert [one.source.id for one in kept(world)] == ["too long"]


def test_a_known_source_whose_row_is_lost_is_unreadable(durable: Durable) -> None:
    source = durable.say("rome", hour(0))
    with durable.m.transaction() as tx:
        tx.propose(*KEY, "rome", evidence=source.quote("rome"))
    durable.sql("DELETE FROM source")
    tx = durable.m.transaction()
    tx.propose(*KEY, "rome", evidence=source.quote("rome"), id="again")
    with pytest.raises(Unreadable, match=source.id):
        tx.commit()
    assert len(several(durable.m.history(*KEY))) == 1


# -- what is dropped -----------------------------------------------------------------------------------


@contextmanager
def by_counting_alone() -> Iterator[None]:
    """Nothing looks for circles: what is freed is freed by its last reference."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def used(world: World, name: str) -> list[weakref.ref[object]]:
    """A memory in which much is done; nobody keeps it, nor what it gave out."""
    memory = world.store.memory(name)
    source = memory.observe("rome", speaker="ann", at=hour(0))
    tx = memory.transaction()
    tx.propose(*KEY, "rome", evidence=source.quote("rome"))
    tx.commit()
    given_up = memory.transaction()
    given_up.get(*KEY)
    given_up.rollback()
    left = memory.transaction()
    left.get(*KEY)
    snapshot = memory.at(seq=1)
    assert one(memory.get(*KEY)).value == "rome"
    assert snapshot.history(*KEY) == []
    return [weakref.ref(each) for each in (memory, tx, given_up, left, snapshot)]


def test_what_is_dropped_is_freed_at_once(world: World) -> None:
    with by_counting_alone():
        left = [ref for number in range(20) for ref in used(world, f"m{number}") if ref() is not None]
        assert left == []


def test_a_store_keeps_nothing_of_its_memories(durable: Durable) -> None:
    """Not even what it knows of one: as many objects are there after 110 memories as after 10."""
    with by_counting_alone():
        for number in range(10):
            used(durable, f"m{number}")
        before = len(gc.get_objects())
        for number in range(10, 110):
            used(durable, f"m{number}")
        assert len(gc.get_objects()) - before < 100
