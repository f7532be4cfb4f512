"""T39, T115 to T125, T131, T133: the file under several processes, odd texts, growth, and what settings mean."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest

import memtxn
from memtxn import Conflict, InvalidInput, ReadOnly, Transaction
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.model.policy import Policy
from memtxn.testkit.fakes import CountingIds
from tests.promises.world import Durable, World, grow, hour, one

# -- T39: what must be unique is so in the database ---------------------------------------------------------

UNIQUE = {
    "two memories of a name": "INSERT INTO mem SELECT mem + 1000, salt, name, created FROM mem",
    "two records of a seq": (
        "INSERT INTO journal SELECT mem, seq, at, randomblob(16), NULL, link, tag, data FROM journal"
    ),
    "two records of a transaction": (
        "INSERT INTO journal SELECT mem, seq + 1000, at, tx, NULL, link, tag, data FROM journal"
    ),
    "two records of an idempotency key": (
        "INSERT INTO journal SELECT mem, seq + 1000, at, randomblob(16), idem, link, tag, data FROM journal"
        " WHERE idem IS NOT NULL"
    ),
    "two texts at a place": "INSERT INTO body SELECT * FROM body",
    "two keys of a name": "INSERT INTO key SELECT mem, name, kid + 1000 FROM key",
    "two beliefs at a place": "INSERT INTO belief SELECT * FROM belief",
    "two steps at a time": "INSERT INTO step SELECT mem, kid, slot, vf, s0, NULL, bid, ver + 1, top FROM step",
    "two heads": "INSERT INTO head SELECT * FROM head",
    "two places of a source": "INSERT INTO source SELECT mem, id, place + 1 FROM source",
}


@pytest.mark.parametrize("what", UNIQUE)
def test_the_database_itself_holds_what_must_be_unique(durable: Durable, what: str) -> None:
    """T39: also against code that forgot to look."""
    grow(durable)
    before = durable.dump()
    with pytest.raises(apsw.ConstraintError):
        durable.sql(UNIQUE[what])
    assert durable.dump() == before
    assert durable.m.verify().ok


# -- T115, T119: readers and writers in two processes --------------------------------------------------------

WRITER = """
import sys, memtxn
with memtxn.open(sys.argv[1]) as store:
    memory = store.memory("m")
    for number in range(1, 201):
        with memory.transaction() as tx:
            tx.set_state("Run/1", "left", number)
            tx.set_state("Run/1", "right", number)
        if number == 1:
            print("begun", flush=True)
print("done", flush=True)
"""
READER = """
import sys, memtxn
with memtxn.open(sys.argv[1], read_only=True) as store:
    memory, seen, moments = store.memory("m"), 0, set()
    while seen < 200:
        found = {belief.attribute: belief.value for belief in memory.find("Run")}
        assert found["left"] == found["right"] >= seen, (found, seen)
        seen = found["left"]
        moments.add(seen)
        memory.history("Run/1", "left"), memory.why("Run/1", "left"), memory.at(seq=memory.at().seq).find()
    assert memory.verify().ok
    print(len(moments), flush=True)
"""


@pytest.fixture
def start() -> Iterator[Callable[[str, Path], subprocess.Popen[str]]]:
    """Starts a program on a file; what still runs at the end is killed."""
    running: list[subprocess.Popen[str]] = []

    def started(program: str, path: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", program, str(path)]
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return running[-1]

    yield started
    for process in running:
        process.kill()
        process.communicate()


def test_readers_loop_while_another_process_writes(
    tmp_path: Path, start: Callable[[str, Path], subprocess.Popen[str]]
) -> None:
    """T115, T119: no lock is met by anybody, every look is one moment, and none goes back in time."""
    path = tmp_path / "agent.db"
    writer = start(WRITER, path)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "begun\n"
    readers = [start(READER, path) for _ in range(2)]
    for process in (writer, *readers):
        out, err = process.communicate()
        assert (process.returncode, err) == (0, ""), err
        assert out.strip()
    with memtxn.open(path) as store:
        assert store.memory("m").at().seq == 200
        assert store.memory("m").verify().ok


def test_a_second_process_opens_reads_and_writes_beside_an_open_store(tmp_path: Path) -> None:
    """T119: with a transaction open here, and a snapshot held."""
    path = tmp_path / "agent.db"
    program = (
        "import sys, memtxn\n"
        "with memtxn.open(sys.argv[1]) as store, store.memory('m').transaction() as tx:\n"
        "    tx.set_state('Run/1', 'n', tx.get('Run/1', 'n').value + 1)\n"
    )
    with memtxn.open(path) as store:
        memory = store.memory("m")
        with memory.transaction() as tx:
            tx.set_state("Run/1", "n", 1)
        held, waiting = memory.at(), memory.transaction()
        waiting.get("Run/1", "n")
        done = subprocess.run(
            [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert [one(each.get("Run/1", "n")).value for each in (held, waiting, memory)] == [1, 1, 2]
        waiting.set_state("Run/1", "n", 5)
        with pytest.raises(Conflict):
            waiting.commit()


# -- T117: maintenance yields, and what cannot be written says so ----------------------------------------------


def test_a_store_that_cannot_write_says_so_at_every_write(tmp_path: Path) -> None:
    """T117: never a write that silently went nowhere; reading goes on."""
    path = tmp_path / "agent.db"
    with memtxn.open(path) as store, store.memory("m").transaction() as tx:
        tx.set_state("Run/1", "n", 1)
    with memtxn.open(path, read_only=True) as store:
        memory = store.memory("m")
        assert store.read_only
        writes: list[Callable[[], object]] = [
            lambda: memory.observe("x", speaker="ann", at=hour(0)),
            lambda: memory.declare("Run", "tags", cardinality="many"),
            lambda: memory.run(lambda tx: tx.set_state("Run/1", "n", 2)),
            lambda: memory.run(lambda tx: tx.retract("Run/1", "n")),
            lambda: store.memory("new").run(lambda tx: tx.set_state("Run/1", "n", 2)),
        ]
        for write in writes:
            with pytest.raises(ReadOnly):
                write()
        assert one(memory.get("Run/1", "n")).value == 1


def test_writing_goes_on_while_the_log_is_copied_and_while_others_read(tmp_path: Path) -> None:
    """T117: a reader of a moment long past keeps nobody from writing, nor does a checkpoint."""
    storage = SQLiteStorage(str(tmp_path / "memory.db"), ids=CountingIds())
    world = World("sqlite", tmp_path, storage=storage)
    world.state("Run/1", "n", 0)
    mem = world._mem()
    with closing(apsw.Connection(str(world.path))) as other, world.storage.read() as reader:
        assert reader.head(mem).seq == 1
        other.execute("BEGIN; SELECT count(*) FROM journal").fetchall()
        for number in range(1, 30):
            world.state("Run/1", "n", number)
            if number % 7 == 0:
                with closing(apsw.Connection(str(world.path))) as third:
                    third.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        assert reader.head(mem).seq == 1
    assert one(world.m.get("Run/1", "n")).value == 29
    world.close()


# -- T125: one by one --------------------------------------------------------------------------------------------

ODD = [
    "a\ud800", "\udfff", "a\x00b", "\x00", "\ufeffa", "a\ufeff", "e\u0301", "\u0301", "a\u200db", "🏳️‍🌈",
    "\U0010ffff", "\ufffe", "\uffff", "a\x1b[31mb", "a\u2028b", "\r\n", "a\x85b", "\x7f", "\u061ca",
    "\u202eabc", "𝒜", "ﷺ", "क्षि", "ไทย", "한국어", "日本語", "ä" * 3000, "a" + "\u0301" * 500,
]  # fmt: skip


def test_a_bad_text_stops_itself_and_nothing_else(world: World) -> None:
    """T125: each is stored as it is or refused with an error of ours; the others of the batch are there."""
    tx = world.m.transaction(on_reject="skip")
    kept: list[str] = []
    refused = 0
    for number, text in enumerate(ODD):
        try:
            source = tx.observe(text, speaker="ann", at=hour(0), ref=str(number))
            given = tx.propose("Text/1", f"t{number}", text, evidence=source.quote(text))
        except InvalidInput:
            refused += 1
            continue
        assert given.admitted or given.verdict.reasons
        if given.admitted:
            kept.append(text)
    tx.set_state("Text/1", "last", "plain")
    tx.commit()
    assert len(kept) >= 15
    assert refused >= 2  # lone surrogates are no text
    memory = world.reopen()
    assert {belief.value for belief in memory.find("Text")} == {*kept, "plain"}
    assert memory.verify().ok


@pytest.mark.parametrize("text", ODD, ids=ascii)
def test_an_odd_text_as_state_key_label_and_speaker(world: World, text: str) -> None:
    """T125: in every place where a text may stand; the same text comes out, or an error of ours."""
    writes: list[Callable[[Transaction, int], object]] = [
        lambda tx, at: tx.set_state("Text/1", f"v{at}", [text, 1, {text: text}]),
        lambda tx, at: tx.set_state(("Text", text), f"k{at}", at),
        lambda tx, at: tx.observe("plain", speaker=text, at=hour(0), ref=text),
    ]
    for number, write in enumerate(writes):
        before = len(world.m.find())
        try:
            with world.m.transaction(label=text if number else None) as tx:
                write(tx, number)
        except InvalidInput:
            assert len(world.m.find()) == before
    found: Any = world.m.get("Text/1", "v0")
    assert found is None or found.value == [text, 1, {text: text}]
    world.state("Text/1", "after", 1)
    assert world.m.verify().ok


# -- T131: no more than linear ----------------------------------------------------------------------------


def steps(connection: apsw.Connection, work: Callable[[], object]) -> int:
    """How many instructions of SQLite's machine some work took on a connection, in tens."""
    count = 0

    def tick() -> bool:
        nonlocal count
        count += 1
        return False

    connection.set_progress_handler(tick, 10)
    work()
    connection.set_progress_handler(None)
    return count


def calls(work: Callable[[], object]) -> int:
    """How many Python functions some work called."""
    count = 0

    def tick(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(tick)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def retraction_of(world: World, memory: str, size: int, others: int) -> Transaction:
    """A transaction that takes back so many of a memory's beliefs, and leaves so many others."""
    world.open()
    world.m = world.store.memory(memory)
    with world.m.transaction() as tx:
        for number in range(size + others):
            tx.set_state(f"Run/{number}", "n", number)
    tx = world.m.transaction()
    for number in range(size):
        tx.retract(f"Run/{number}", "n")
    return tx


def test_taking_back_many_costs_that_much_for_each(tmp_path: Path) -> None:
    """T131: twice as many, twice as much, in Python and in SQLite; the size of the rest does not count."""
    storage = SQLiteStorage(str(tmp_path / "memory.db"), ids=CountingIds())
    world = World("sqlite", tmp_path, storage=storage)
    cost: dict[tuple[int, int], tuple[int, int]] = {}
    for size, others in ((100, 0), (200, 0), (400, 0), (100, 500)):
        tx = retraction_of(world, f"{size} {others}", size, others)
        python = 0

        def commit(tx: Transaction = tx) -> None:
            nonlocal python
            python = calls(tx.commit)

        cost[size, others] = steps(storage._write_side._live(), commit), python
    for kind in (0, 1):
        small, double, fourfold = (cost[size, 0][kind] for size in (100, 200, 400))
        assert double < 2.3 * small
        assert fourfold < 2.3 * double
        assert cost[100, 500][kind] < 1.3 * small
    world.close()


# -- T133: settings mean what they say --------------------------------------------------------------------


@pytest.mark.parametrize("retries", [0, 1, 3])
def test_retries_are_what_comes_after_the_first_attempt(world: World, retries: int) -> None:
    """T133: none is exactly one attempt."""
    world.state("Run/1", "n", 0)
    attempts = 0

    def beaten(tx: Transaction) -> None:
        nonlocal attempts
        attempts += 1
        tx.get("Run/1", "n")
        world.store.memory("m").run(lambda other: other.set_state("Run/1", "n", attempts), retries=0)
        tx.set_state("Run/1", "n", -1)

    with pytest.raises(Conflict):
        world.m.run(beaten, retries=retries)
    assert attempts == retries + 1
    assert one(world.m.get("Run/1", "n")).value == attempts


@pytest.mark.parametrize("bad", [-1, 1.5, "3", None, True])
def test_what_is_no_number_of_retries_is_found_before_the_first_attempt(world: World, bad: Any) -> None:  # noqa: ANN401
    ran: list[Transaction] = []
    with pytest.raises(InvalidInput):
        world.m.run(ran.append, retries=bad)
    assert ran == []


def test_settings_are_checked_before_anything_is_made(tmp_path: Path) -> None:
    """T133: an unknown name, a wrong type, a value out of range; and no file is left of the attempt."""
    wrong: list[dict[str, Any]] = [
        {"busy_timout": 1}, {"busy_timeout": -1}, {"busy_timeout": "1"}, {"read_only": 1}, {"policy": "lax"},
        {"tenant": -1}, {"key": b"short"}, {"clock": 5},
    ]  # fmt: skip
    for settings in wrong:
        with pytest.raises(InvalidInput):
            memtxn.open(tmp_path / "agent.db", **settings)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("limit", "allowed"), [("proposals_limit", 0), ("proposals_limit", 2), ("sources_limit", 0)]
)
def test_a_limit_of_none_allows_none(world: World, limit: str, allowed: int) -> None:
    """T133: zero is zero, not 'without limit'; and what is allowed is allowed to the last one."""
    world.open(policy=msgspec.structs.replace(Policy(), **{limit: allowed}))
    tx = world.m.transaction()
    done = 0
    for number in range(allowed + 1):
        try:
            if limit == "sources_limit":
                tx.observe(str(number), speaker="ann", at=hour(0))
            else:
                tx.set_state(f"Run/{number}", "n", 1)
            done += 1
        except memtxn.TransactionTooLarge:
            break
    assert done == allowed
