"""P21: whoever tampers with the journal or its texts is found out, by the first bad record; nothing is repaired.

Every case is done to a copy of one real file through plain SQL. What agrees with itself afterwards, an older
state, says of itself that it needs an anchor.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import msgspec
import pytest

import memtxn
from memtxn import JournalDamaged, Memory, Report, StorageError, Unreadable
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.core.proof import link, tag
from memtxn.model.record import BeliefOp, decode_record
from memtxn.testkit.fakes import CountingIds, FakeClock
from tests.promises.world import World, grow, hour
from tests.telling import Tell

KEYS = [
    ("Meeting/client", "time"),
    ("Meeting/client", "room"),
    ("Trip/1", "city"),
    ("Person/ben", "allergy"),
    ("Talk/1", "length"),
    ("Run/1", "step"),
]
COLUMNS = {
    "at": "at = at + 1",
    "tx": "tx = CAST(tx || x'00' AS BLOB)",
    "idem": "idem = iif(idem IS NULL, zeroblob(16), NULL)",
    "link": "link = zeroblob(32)",
    "tag": "tag = zeroblob(16)",
    "data": "data = CAST(data || x'00' AS BLOB)",
    "empty": "data = x''",
}
BODIES = {
    "data": "UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE {}",
    "salt": "UPDATE body SET salt = zeroblob(16) WHERE {}",
    "gone": "DELETE FROM body WHERE {}",
    "empty": "UPDATE body SET data = x'' WHERE {}",
}
BY_SEQ = {"chain", "sequence", "tag"}


class Original(NamedTuple):
    """A file with two memories that hold the same, another store with one, and how many records each has."""

    path: Path
    other: Path
    records: int
    bodies: list[tuple[int, int]]


class Copy:
    """A copy of the file, to be tampered with."""

    def __init__(self, original: Original, folder: Path) -> None:
        self.original, self.path = original, folder / "agent.db"
        self.again()

    def again(self) -> None:
        """Begin anew with a whole file."""
        shutil.copy(self.original.path, self.path)

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Run it behind memtxn's back."""
        with closing(apsw.Connection(str(self.path))) as connection:
            return connection.execute(statement, values).fetchall()

    def memory(self, name: str = "m") -> Memory:
        """The memory, in a store that is opened anew."""
        clock = FakeClock(hour(12))
        return memtxn.open(self.path, clock=clock).memory(name)

    def dump(self) -> list[list[tuple[Any, ...]]]:
        """Every row of the file."""
        tables = self.sql("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        return [self.sql(f'SELECT * FROM "{name}"') for (name,) in sorted(tables)]

    def judged(self, first: int, *, damaged: bool = True) -> Report:
        """What a full verification says, which changes nothing: the first bad record is that one."""
        before = self.dump()
        memory = self.memory()
        report = memory.verify()
        assert seqs(report)[:1] == [first], report.problems
        if damaged:
            with pytest.raises(JournalDamaged):
                memory.recover()
        assert self.dump() == before
        read(memory, [first])
        return report


def seqs(report: Report) -> list[int]:
    """The records that are named, in order; where none is wrong, what the head says of the end."""
    for invariants in (BY_SEQ | {"body"}, {"head"}):
        named = [one.where.partition(".")[0] for one in report.problems if one.invariant in invariants]
        if named:
            return sorted(int(seq) for seq in named if seq.isdecimal())
    return []


def read(memory: Memory, seqs: Iterable[int] = range(1, 40)) -> dict[object, object]:
    """All answers of a memory, now and as of each record; an error of ours where there is none."""
    answers: dict[object, object] = {}
    for key in KEYS:
        asked: dict[object, Callable[[], object]] = {"now": lambda key=key: memory.get(*key)}  # type: ignore[misc]
        for seq in seqs:
            asked[seq] = lambda key=key, seq=seq: memory.at(seq=seq).get(*key)  # type: ignore[misc]
        for name, ask in asked.items():
            try:
                answers[key, name] = ask()
            except (StorageError, memtxn.NotFound) as error:
                answers[key, name] = type(error)
    return answers


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Original:
    folder = tmp_path_factory.mktemp("original")
    first = World("sqlite", folder)
    grow(first)
    records = first.head().seq
    first.m = first.store.memory("other")
    first.clock.set(hour(12))
    grow(first)
    first.close()
    (folder / "second").mkdir()
    path = folder / "second" / "memory.db"
    second = World("sqlite", path.parent, storage=SQLiteStorage(str(path), ids=CountingIds(10_000)))
    second.ids = CountingIds(20_000)
    second.open()
    grow(second)
    second.close()
    with closing(apsw.Connection(str(first.path))) as connection:
        bodies: list[Any] = connection.execute(
            "SELECT seq, ord FROM body WHERE mem = 1 ORDER BY seq, ord"
        ).fetchall()
    return Original(first.path, second.path, records, bodies)


@pytest.fixture
def copy(original: Original, tmp_path: Path) -> Copy:
    made = Copy(original, tmp_path)
    assert made.memory().verify().ok
    return made


def every(original: Original) -> Iterator[int]:
    return iter(range(1, original.records + 1))


# -- records ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", COLUMNS)
def test_each_record_altered(copy: Copy, original: Original, column: str) -> None:
    for seq in every(original):
        copy.again()
        copy.sql(f"UPDATE journal SET {COLUMNS[column]} WHERE mem = 1 AND seq = ?", seq)
        report = copy.judged(seq, damaged=column != "tag")
        invariant = "tag" if column == "tag" else "chain"
        assert (invariant, str(seq)) in {(one.invariant, one.where) for one in report.problems}


def test_each_record_removed(copy: Copy, original: Original) -> None:
    """The one after it is the first that is not where it must be; of the last one the head knows."""
    for seq in every(original):
        copy.again()
        copy.sql("DELETE FROM journal WHERE mem = 1 AND seq = ?", seq)
        report = copy.judged(min(seq + 1, original.records))
        if seq < original.records:
            assert f"it comes after {seq - 1}" in {one.detail for one in report.problems}


def test_each_record_repeated_as_another(copy: Copy, original: Original) -> None:
    """A copy of a record under the number of the next one, which moves up with all that follow."""
    for seq in every(original):
        copy.again()
        moved_up(copy, seq)
        copy.sql(
            "INSERT INTO journal SELECT mem, seq + 1, at + 1, randomblob(16), NULL, link, tag, data FROM journal"
            " WHERE mem = 1 AND seq = ?",
            seq,
        )
        copy.judged(seq + 1)


def test_a_record_put_in_between(copy: Copy, original: Original) -> None:
    """A well-formed record of somebody's own, with the link that it must have: the next one gives it away."""
    for seq in every(original):
        copy.again()
        ((at, before, data),) = copy.sql("SELECT at, link, data FROM journal WHERE mem = 1 AND seq = ?", seq)
        moved_up(copy, seq)
        record = decode_record(data)
        record = type(record)(record.fmt, record.kind, seq + 1, at + 1, b"t" * 16, b"", -1, None, (), ())
        forged = record.encode()
        values = (seq + 1, at + 1, b"t" * 16, link(before, forged), b"?" * 16, forged)
        copy.sql("INSERT INTO journal VALUES (1, ?, ?, ?, NULL, ?, ?, ?)", *values)
        report = copy.judged(seq + 1)
        assert ("tag", str(seq + 1)) in {(one.invariant, one.where) for one in report.problems}


def moved_up(copy: Copy, after: int) -> None:
    copy.sql("UPDATE journal SET seq = -seq - 1 WHERE mem = 1 AND seq > ?", after)
    copy.sql("UPDATE journal SET seq = -seq WHERE mem = 1 AND seq < 0")


def test_two_records_in_each_others_place(copy: Copy, original: Original) -> None:
    for first in range(1, original.records):
        for second in {first + 1, original.records} - {first}:
            copy.again()
            copy.sql("UPDATE journal SET seq = -seq WHERE mem = 1 AND seq IN (?, ?)", first, second)
            copy.sql("UPDATE journal SET seq = ? + seq + ? WHERE mem = 1 AND seq < 0", first, second)
            copy.judged(first)


@pytest.mark.parametrize("whole", [False, True], ids=["the record", "record and texts"])
def test_a_record_of_another_memory_or_store(copy: Copy, original: Original, whole: bool) -> None:
    """Transplanted with all its columns, in the place of the record of the same number, of the same content."""
    for source, mem in ((original.path, 2), (original.other, 1)):
        for seq in every(original):
            copy.again()
            with closing(apsw.Connection(str(copy.path))) as connection:
                connection.execute("ATTACH ? AS away", (str(source),))
                for table in ("journal", "body") if whole else ("journal",):
                    connection.execute(f"DELETE FROM {table} WHERE mem = 1 AND seq = ?", (seq,))
                    columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")][1:]
                    named = ", ".join(columns)
                    statement = (
                        f"INSERT INTO {table} SELECT 1, {named} FROM away.{table} WHERE mem = ? AND seq = ?"
                    )
                    connection.execute(statement, (mem, seq))
            copy.judged(seq)


def test_whole_journals_exchanged(copy: Copy, original: Original) -> None:
    """With their texts, folds and heads: a journal begins with the name of its memory."""
    for tables in (("journal",), ("journal", "body"), tuple(folds(copy))):
        copy.again()
        for table in tables:
            copy.sql(f'UPDATE "{table}" SET mem = mem + 100')
            copy.sql(f'UPDATE "{table}" SET mem = 103 - mem')
        copy.judged(1)
        assert seqs(copy.memory("other").verify())[:1] == [1]


def folds(copy: Copy) -> list[str]:
    """The tables that hold rows of a memory, but for the one that names it."""
    named = copy.sql("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return [name for (name,) in named if name not in ("mem", "meta", "scrub")]


def test_the_journal_of_another_store(copy: Copy, original: Original) -> None:
    with closing(apsw.Connection(str(copy.path))) as connection:
        connection.execute("ATTACH ? AS away", (str(original.other),))
        for table in folds(copy):
            connection.execute(f'DELETE FROM "{table}" WHERE mem = 1')
            connection.execute(f'INSERT INTO "{table}" SELECT * FROM away."{table}" WHERE mem = 1')
    copy.judged(1)


# -- somebody who knows how it is made ---------------------------------------------------------------------


def rewritten(path: Path, seq: int, key: bytes) -> None:
    """Alter a record, and make links and tags anew from there, as whoever has the file and a key can."""
    with closing(apsw.Connection(str(path))) as connection:
        rows: list[Any] = connection.execute("SELECT seq, data, link FROM journal WHERE mem = 1").fetchall()
        digest: Any = connection.execute("SELECT digest FROM head WHERE mem = 1").fetchall()[0][0]
        last = b""
        for number, data, stood in sorted(rows):
            forged = msgspec.structs.replace(decode_record(data), policy=b"forged").encode()
            record = forged if number == seq else data
            last = link(last, record) if number >= seq else stood
            if number >= seq:
                connection.execute(
                    "UPDATE journal SET data = ?, link = ?, tag = ? WHERE mem = 1 AND seq = ?",
                    (record, last, tag(key, last, digest), number),
                )
        connection.execute("UPDATE head SET link = ?, tag = ?", (last, tag(key, last, digest)))


def states(path: Path, key: bytes | None) -> str:
    """A store in which each record shows what the one before showed, so that all have one digest."""
    with memtxn.open(path, key=key) as store:
        memory = store.memory("m")
        for number in range(5):
            memory.observe(f"Turn {number}.", speaker="ann", at=hour(number))
        return str(store.anchor())


def test_a_rewritten_history_is_found_out_by_a_key_from_outside(tmp_path: Path) -> None:
    path, key = tmp_path / "agent.db", b"k" * 32
    anchor = states(path, key)
    rewritten(path, 3, b"another key, or none at all")
    with memtxn.open(path, key=key) as store:
        report = store.memory("m").verify()
        assert [(one.invariant, one.where) for one in report.problems][:1] == [("tag", "5")]
        assert seqs(report)[0] == 3
        assert {one.invariant for one in store.memory("m").verify(anchor=anchor).problems} == {"tag", "anchor"}


def test_with_the_key_in_the_file_only_an_anchor_finds_it_out(tmp_path: Path) -> None:
    path = tmp_path / "agent.db"
    anchor = states(path, None)
    with closing(apsw.Connection(str(path))) as connection:
        key: Any = connection.execute("SELECT tag_key FROM meta").fetchall()[0][0]
    rewritten(path, 3, key)
    with memtxn.open(path) as store:
        memory = store.memory("m")
        report = memory.verify()
        assert (report.ok, report.anchored) == (True, None)
        found = memory.verify(anchor=anchor)
        assert [(one.invariant, one.where) for one in found.problems] == [("anchor", "5")]


def test_an_older_state_says_that_it_needs_an_anchor(copy: Copy, original: Original) -> None:
    """The file as it was some records ago agrees with itself; what was kept elsewhere does not."""
    with memtxn.open(copy.path, clock=FakeClock(hour(13))) as store:
        with store.memory("m").transaction() as tx:
            tx.set_state("Run/1", "step", "later")
        anchor = store.anchor()
    copy.again()
    memory = copy.memory()
    report = memory.verify()
    assert (report.ok, report.anchored) == (True, None)
    (problem,) = memory.verify(anchor=anchor).problems
    assert (problem.invariant, problem.where) == ("anchor", str(original.records + 1))


# -- texts -------------------------------------------------------------------------------------------------


def belief_places(copy: Copy) -> set[tuple[int, int]]:
    """The bodies that say what a belief is."""
    found = set()
    for seq, data in copy.sql("SELECT seq, data FROM journal WHERE mem = 1"):
        found |= {(seq, op.ord) for op in decode_record(data).ops if isinstance(op, BeliefOp)}
    return found


@pytest.mark.parametrize("how", BODIES)
def test_a_bad_text_costs_one_object_and_nothing_else(
    copy: Copy, original: Original, how: str, tell: Tell
) -> None:
    whole, beliefs = read(copy.memory()), belief_places(copy)
    hidden = 0
    for seq, ord_ in original.bodies:
        copy.again()
        copy.sql(BODIES[how].format("mem = 1 AND seq = ? AND ord = ?"), seq, ord_)
        report = copy.judged(seq, damaged=False)
        assert [(one.invariant, one.where) for one in report.problems if one.invariant in {"body", *BY_SEQ}] == [
            ("body", f"{seq}.{ord_}")
        ]
        now = read(copy.memory())
        changed = {key for key in whole if now[key] != whole[key]}
        assert {now[key] for key in changed} <= {Unreadable}
        assert all(shows(whole[key], f"{seq}.{ord_}") for key in changed)
        assert not changed or (seq, ord_) in beliefs
        hidden += len(changed)
        assert copy.memory("other").verify().ok
    assert hidden > 40
    tell("a damaged text, and what it cost", texts=len(original.bodies), answers_hidden=hidden, others_changed=0)


def shows(answer: object, place: str) -> bool:
    """Whether an answer is, or holds, the belief of that place."""
    several = answer if isinstance(answer, list) else [answer]
    return place in {getattr(one, "id", None) for one in several}


def test_texts_in_each_others_place(copy: Copy, original: Original) -> None:
    for (seq, ord_), (other_seq, other_ord) in zip(original.bodies, original.bodies[1:], strict=False):
        copy.again()
        for column in ("data", "salt"):
            first, second = (
                copy.sql(f"SELECT {column} FROM body WHERE mem = 1 AND seq = ? AND ord = ?", *place)[0][0]
                for place in ((seq, ord_), (other_seq, other_ord))
            )
            copy.sql(f"UPDATE body SET {column} = ? WHERE mem = 1 AND seq = ? AND ord = ?", second, seq, ord_)
            copy.sql(
                f"UPDATE body SET {column} = ? WHERE mem = 1 AND seq = ? AND ord = ?", first, other_seq, other_ord
            )
        report = copy.judged(seq, damaged=False)
        assert [one.where for one in report.problems if one.invariant == "body"] == [
            f"{seq}.{ord_}",
            f"{other_seq}.{other_ord}",
        ]


def test_texts_of_another_memory(copy: Copy, original: Original) -> None:
    """What the other memory says at the same place, salt and all, is not what this one has committed to."""
    for seq, ord_ in original.bodies:
        copy.again()
        copy.sql("DELETE FROM body WHERE mem = 1 AND seq = ? AND ord = ?", seq, ord_)
        copy.sql("UPDATE body SET mem = 1 WHERE mem = 2 AND seq = ? AND ord = ?", seq, ord_)
        report = copy.judged(seq, damaged=False)
        assert [one.where for one in report.problems if one.invariant == "body"] == [f"{seq}.{ord_}"]


def test_a_text_too_many(copy: Copy, original: Original) -> None:
    for seq in every(original):
        copy.again()
        copy.sql(
            "INSERT INTO body SELECT mem, seq, 99, salt, data FROM body WHERE mem = 1 AND seq = ? LIMIT 1", seq
        )
        if not copy.sql("SELECT 1 FROM body WHERE mem = 1 AND ord = 99"):
            continue
        copy.judged(seq, damaged=False)
