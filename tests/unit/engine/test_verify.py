"""The whole check: what it costs does not grow, and what it finds is exact, whatever shares a sum with what."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

import apsw
import pytest

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.engine.verify import Level, sums
from memtxn.engine.verify.sums import Sums
from memtxn.errors import InvalidInput, Unreadable
from memtxn.model.rows import KeyRow, StepRow
from memtxn.ports.storage import Reader, Text
from memtxn.testkit.fakes import CountingIds
from tests.promises.world import Durable, World, grow, hour

TOGETHER = 20
"""Beliefs of one transaction."""


@pytest.fixture
def durable(tmp_path: Path) -> Iterator[Durable]:
    world = Durable(tmp_path)
    yield world
    world.close()


def fill(world: Durable, beliefs: int, first: int = 0) -> None:
    """So many more beliefs; every second one takes the place of the one before, whose step it closes."""
    world.clock.set(hour(1_000))
    for begin in range(first, first + beliefs, TOGETHER):
        for part in (0, 1):
            with world.m.transaction() as tx:
                for number in range(begin + part, begin + TOGETHER, 2):
                    source = tx.observe(f"it is {number}", speaker="ann", at=hour(part), ref=str(number))
                    evidence = source.quote(str(number))
                    tx.propose(f"Thing/{number // 2}", "size", str(number), evidence=evidence, valid_from=hour(0))


# -- what it costs ---------------------------------------------------------------------------------------


RUNS = 5


def peak(run: Callable[[], object]) -> int:
    """The most bytes that Python held at a time, beyond what it held before.

    The least of several runs: an interpreter keeps what it lets go of for the next, and counts it as held.
    """
    return min(_peak(run) for _ in range(RUNS))


def _peak(run: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("level", ["digest", "full"])
def test_memory_does_not_grow_with_the_store(
    durable: Durable, monkeypatch: pytest.MonkeyPatch, level: Level
) -> None:
    """Eight times as many rows need no more than a few of them would."""
    monkeypatch.setattr(sums, "_MASK", 15)  # few sums, which are not zero from the beginning
    monkeypatch.setattr("memtxn.engine.verify.full._AT_ONCE", 64)
    monkeypatch.setattr("memtxn.engine.verify.tags._AT_ONCE", 64)
    monkeypatch.setattr("memtxn.adapters.storage.sqlite.rows._AT_ONCE", 64)
    fill(durable, 400)
    assert durable.m.verify().ok
    few = peak(lambda: durable.m.verify(level))
    fill(durable, 2_800, first=400)
    assert durable.m.verify().beliefs == 3_200
    many = peak(lambda: durable.m.verify(level))
    assert many - few < 50_000


def test_nothing_is_sorted(durable: Durable) -> None:
    """Where SQLite sorts, it keeps all rows in memory: whatever streams comes in the order of a tree."""
    ran = statements(durable, "full") | statements(durable, "digest")
    with closing(apsw.Connection(str(durable.path))) as connection:
        for text in ran:
            plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {text}", (None,) * text.count("?"))]
            assert not [line for line in plan if "TEMP B-TREE" in line], text


def statements(world: Durable, level: Level) -> Counter[str]:
    """What the storage is asked, and how often."""
    ran: Counter[str] = Counter()

    def hook(connection: apsw.Connection) -> None:
        connection.trace_v2(apsw.SQLITE_TRACE_STMT, lambda event: ran.update([event["sql"]]))

    apsw.connection_hooks.append(hook)
    try:
        memory = world.reopen()
        ran.clear()
        assert memory.verify(level).ok
    finally:
        apsw.connection_hooks.remove(hook)
    asked = set(SQL.values()) - {SQL["begin_read"], SQL["rollback"]}
    return Counter({text: count for text, count in ran.items() if text in asked})


@pytest.mark.parametrize("level", ["tail", "digest", "full"])
def test_statements_do_not_grow_with_the_store(durable: Durable, level: Level) -> None:
    fill(durable, 40)
    few = statements(durable, level)
    fill(durable, 360, first=40)
    assert statements(durable, level) == few
    twice = {SQL["fold_erased"]} if level == "full" else set()  # once for what the journal says, once as a fold
    assert few == Counter({text: 1 + (text in twice) for text in few})


def test_steps_are_looked_up_many_at_a_time(durable: Durable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for so many steps, however many records closed them."""
    fill(durable, 400)
    for together, asked in ((100, 6), (10_000, 1)):  # 400 steps come, 200 go, in 40 records
        monkeypatch.setattr("memtxn.engine.verify.tags._AT_ONCE", together)
        assert statements(durable, "full")[SQL["shown"]] == asked


# -- what it finds ---------------------------------------------------------------------------------------


EXACTLY: list[tuple[str, set[str], int]] = [
    ("DELETE FROM step WHERE s1 IS NOT NULL", {"fold"}, 20),
    ("UPDATE step SET bid = bid + 1 WHERE s1 IS NOT NULL", {"fold"}, 20),
    ("UPDATE step SET s1 = s1 + 1 WHERE s1 IS NOT NULL", {"fold"}, 20),
    ("UPDATE step SET s1 = NULL WHERE s1 IS NOT NULL", {"fold", "digest", "timeline"}, 10 + 10 + 1),
    ("DELETE FROM belief WHERE bid IN (SELECT bid FROM step WHERE s1 IS NOT NULL)", {"fold"}, 10),
    (
        "UPDATE belief SET commitment = x'00' WHERE bid IN (SELECT bid FROM step WHERE s1 IS NOT NULL)",
        {"fold"},
        20,
    ),
    ("DELETE FROM belief", {"fold", "digest", "timeline"}, 20 + 10 + 1),
    ("DELETE FROM source", {"fold"}, 20),
    ("UPDATE journal SET tag = x'00' WHERE seq = 1", {"tag"}, 1),
    ("UPDATE journal SET tag = x'00' WHERE seq = 1; DELETE FROM step", {"fold", "tag", "digest"}, 1 + 30 + 1),
    ("INSERT INTO body VALUES (1, 9, 0, x'', x'')", {"body"}, 1),
    ("INSERT INTO body VALUES (1, -9, 0, x'', x''), (1, 0, 7, x'', x'')", {"body"}, 2),
    ("DELETE FROM journal WHERE seq = 2", {"head", "fold"}, 1 + 40),
]  # fmt: skip


@pytest.mark.parametrize("mask", [0, 4095], ids=["one sum", "many sums"])
@pytest.mark.parametrize(("breaking", "names", "count"), EXACTLY)
def test_what_is_found_is_what_is_wrong(
    durable: Durable, monkeypatch: pytest.MonkeyPatch, breaking: str, names: set[str], count: int, mask: int
) -> None:
    """No more and no less: what the journal says is not blamed for rows, nor one row for another."""
    monkeypatch.setattr(sums, "_MASK", mask)
    fill(durable, TOGETHER)
    assert durable.m.verify().ok
    durable.sql(breaking)
    problems = durable.m.verify().problems
    assert {problem.invariant for problem in problems} == names
    assert len(problems) == count


def test_what_was_read_is_looked_at_once_more_and_not_told_twice(durable: Durable) -> None:
    """Rows that differ take two more ways along the journal, whose own problems are known by then."""
    fill(durable, TOGETHER)
    durable.sql("UPDATE body SET data = x'00' WHERE seq = 1 AND ord = 0")
    durable.sql("DELETE FROM source")
    told = Counter(problem.invariant for problem in durable.m.verify().problems)
    assert told == {"body": 1, "fold": TOGETHER - 1}  # the source whose body is gone is implied no longer


class Torn:
    """A reader whose stream of bodies breaks off after a few."""

    def __init__(self, inner: Reader) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)

    def texts(self, mem: int) -> Iterator[Text]:
        yield from islice(self._inner.texts(mem), 5)
        raise Unreadable("a page is damaged")


class TornStorage(MemoryStorage):
    @contextmanager
    def read(self) -> Iterator[Reader]:
        with super().read() as reader:
            yield Torn(reader)  # type: ignore[misc]


def test_a_stream_that_breaks_off_is_asked_for_record_by_record(tmp_path: Path) -> None:
    world = World("oracle", tmp_path, storage=TornStorage(ids=CountingIds()))
    grow(world)
    report = world.m.verify()
    assert report.ok
    assert report.records == len(world.journal())


def test_sums() -> None:
    """Rows count by kind, type and number, in whatever order they come."""
    rows = [(1, b"1"), (1, "1"), (2, b"1"), (2, b"1")]
    for other in (
        rows[:3],
        [(1, b"1"), (1, "1"), (2, b"1"), (3, b"1")],
        [(True, b"1"), *rows[1:]],
        [*rows, *rows],
    ):
        each = Sums()
        each.add(KeyRow, rows)
        assert not each.even()
        each.take(KeyRow, reversed(rows))
        assert each.even()
        assert list(each.uneven(KeyRow, rows)) == []
        each.add(KeyRow, rows)
        each.take(KeyRow, other)
        assert not each.even()
    kinds = Sums()
    kinds.add(KeyRow, rows)
    kinds.take(StepRow, rows)
    assert not kinds.even()


def test_what_differs_is_among_the_uneven() -> None:
    one, other = [(number,) for number in range(10_000)], [(number,) for number in range(1, 10_001)]
    each = Sums()
    each.add(KeyRow, one)
    each.take(KeyRow, other)
    found = {row for _, row in each.uneven(KeyRow, [*one, *other])}
    assert found >= {(0,), (10_000,)}
    assert len(found) < 100


def test_who_asks_is_told_how_far_it_has_come(world: World) -> None:
    """Every thousand records; what the caller raises ends the check, and nothing else is a function."""
    told: list[tuple[int, int]] = []
    for number in range(2_003):
        world.m.observe("tea", speaker="ann", at=hour(0), ref=str(number))
    assert world.m.verify(progress=lambda done, total: told.append((done, total))).ok
    assert told == [(1_000, 2_003), (2_000, 2_003)]

    def enough(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        world.m.verify(progress=enough)
    with pytest.raises(InvalidInput):
        world.m.verify(progress=5)  # type: ignore[arg-type]
    assert world.m.verify().ok
