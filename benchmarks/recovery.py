"""Tables *recovery*: does the complete state come back, and what does it cost?

Histories (of real dialogues: `benchmarks.histories`) are harmed in 2 to 16 rows of one class (pointers: steps;
versions: beliefs; keys; events: sources, provenance, refusals, what waits; or all mixed), at random and by seed.
Then every answer of the storage is compared with those before: left alone; after an undo of the one key known to
be harmed; after the whole file was copied back; after an oracle that knows the write set put those tables back;
and after `Memory.recover`, which is told nothing. The second table is what that costs at size, beside a scan
and a copy of the file.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw

import memtxn
from benchmarks.histories import histories
from benchmarks.measure import at_most, table
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.engine.recover import damage as looked
from memtxn.engine.verify.check import Check
from memtxn.model.record import Kind, decode_record
from memtxn.testkit.damage import FOLDS, Harm, damage
from memtxn.testkit.fakes import CountingIds, FakeClock
from memtxn.testkit.oracle import store_on
from memtxn.testkit.projection import projection

CLASSES: dict[str, tuple[str, ...]] = {
    "pointer": ("step",),
    "version": ("belief",),
    "key": ("key",),
    "event": ("source", "edge", "refusal", "pending"),
    "mixed": FOLDS,
}
ROWS = (2, 4, 8, 16)
FULL, QUICK = (68, 100_000), (10, 10_000)
"""Histories, and keys of the store whose recovery is timed."""
TOGETHER = 1_000
OF_A_KEY = ("key", "belief", "step", "state", "refile", "claim")
SCANS = 3.0
"""Digest scans that a restore may take, once it is known what differs."""

Mend = Callable[[Path, Path, list[Harm]], None]


def main() -> bool:
    """Print the tables at full size."""
    return run(*FULL)


def quick() -> bool:
    """Print the tables at a size for every day."""
    return run(*QUICK)


def run(count: int, keys: int) -> bool:
    """Print both tables; False when anything did not come back."""
    with tempfile.TemporaryDirectory() as name:
        held = _complete(Path(name), count)
        return _cost(Path(name) / "large.db", keys) and held


# -- does it come back -------------------------------------------------------------------------------------


def _complete(folder: Path, count: int) -> bool:
    right, path = folder / "right.db", folder / "harmed.db"
    whole: Counter[tuple[str, int, str]] = Counter()
    origins: Counter[str] = Counter()
    for seed, history in enumerate(histories(count)):
        origins[history.origin] += 1
        right.unlink(missing_ok=True)
        clock = FakeClock()
        with closing(_store(right, clock)) as store:
            history.live(store, clock)
        before = _answers(right)
        for kind, tables in CLASSES.items():
            for rows in ROWS:
                for name, mend in MENDS.items():
                    shutil.copy(right, path)
                    harms = damage(path, seed * 100 + rows, rows, tables=tables)
                    mend(path, right, harms)
                    whole[kind, rows, name] += _answers(path) == before
    lines: list[list[object]] = [
        [kind, rows, *(f"{whole[kind, rows, name] / count:.0%}" for name in MENDS)]
        for kind in CLASSES
        for rows in ROWS
    ]
    told = ", ".join(f"{number} {origin}" for origin, number in origins.items())
    table(f"complete states after a fault, of {count} histories each ({told})", ["class", "rows", *MENDS], lines)
    return all(whole[kind, rows, "recover"] == count for kind in CLASSES for rows in ROWS)


def _store(path: Path, clock: FakeClock) -> memtxn.Store:
    ids = CountingIds()
    return store_on(SQLiteStorage(str(path), ids=ids), ids=ids, clock=clock)


def _answers(path: Path) -> object:
    """Every answer as of the records of the history; None where it cannot be asked."""
    storage = SQLiteStorage(str(path), ids=CountingIds())
    with closing(storage):
        try:
            with storage.read() as reader:
                seqs = [
                    row.seq
                    for row in reader.journal(1, 1, 1 << 40)
                    if decode_record(row.data).kind is not Kind.RECOVER
                ]
                return projection(reader, 1, max(seqs))
        except memtxn.MemtxnError:
            return None


def _alone(_path: Path, _right: Path, _harms: list[Harm]) -> None:
    """Nothing is done."""


def _one_key(path: Path, right: Path, harms: list[Harm]) -> None:
    """The key of the first row that was harmed gets back what it had; where there is none, the first key."""
    with closing(apsw.Connection(str(path))) as connection:
        named = connection.execute(f"SELECT name FROM pragma_table_info('{harms[0].table}')").fetchall()
        columns = [name for (name,) in named]
        kid = harms[0].row[columns.index("kid")] if "kid" in columns else 1
        _put_back(connection, right, [(name, "kid = ?", (kid,)) for name in OF_A_KEY])


def _copied_back(path: Path, right: Path, _harms: list[Harm]) -> None:
    """The whole file as it was."""
    shutil.copy(right, path)


def _known(path: Path, right: Path, harms: list[Harm]) -> None:
    """The tables of which it is known that they were harmed."""
    with closing(apsw.Connection(str(path))) as connection:
        _put_back(connection, right, [(name, "1", ()) for name in sorted({harm.table for harm in harms})])


def _recovered(path: Path, _right: Path, _harms: list[Harm]) -> None:
    with closing(_store_after(path)) as store:
        store.memory("m").recover()


def _store_after(path: Path) -> memtxn.Store:
    """With ids that no record of the history has."""
    ids = CountingIds(1 << 40)
    return store_on(SQLiteStorage(str(path), ids=ids), ids=ids, clock=FakeClock())


def _put_back(connection: apsw.Connection, right: Path, parts: list[tuple[str, str, tuple[object, ...]]]) -> None:
    connection.execute("ATTACH ? AS right", (str(right),))
    with connection:
        for name, where, values in parts:
            connection.execute(f"DELETE FROM main.{name} WHERE {where}", values)
            connection.execute(
                f"INSERT OR REPLACE INTO main.{name} SELECT * FROM right.{name} WHERE {where}", values
            )


MENDS: dict[str, Mend] = {
    "nothing": _alone,
    "one key": _one_key,
    "full copy": _copied_back,
    "oracle": _known,
    "recover": _recovered,
}


# -- what it costs -----------------------------------------------------------------------------------------


def _cost(path: Path, keys: int) -> bool:
    with memtxn.open(path) as store:
        memory = store.memory("bench")
        for first in range(0, keys, TOGETHER):
            with memory.transaction() as tx:
                for number in range(first, min(first + TOGETHER, keys)):
                    tx.set_state(("Counter", str(number)), "n", number)
        digest = min(_timed(lambda: memory.verify("digest")) for _ in range(3))
        full = min(_timed(memory.verify) for _ in range(2))
        copy = _timed(lambda: store.backup(path.with_suffix(".copy")))
        rows: list[list[object]] = [
            _row("digest scan", 0, digest, digest),
            _row("full verification", 0, full, digest),
            _row("copy of the file (backup)", 0, copy, digest),
        ]
        complete = True
        for harmed, statement in _harms(keys):
            with closing(apsw.Connection(str(path))) as connection:
                connection.execute(statement)
            parts, seen = _parts(memory)
            complete &= seen
            rows += [_row(name, harmed, spent, digest) for name, spent in parts.items()]
    table(f"recovery of {keys:,} keys", ["what", "rows", "ms", "digest scans"], rows)
    return complete


def _row(name: str, harmed: int, spent: float, digest: float) -> list[object]:
    scans = spent / digest
    return [name, f"{harmed:,}", spent * 1e3, at_most(scans, SCANS) if name == "restore" else scans]


def _harms(keys: int) -> Iterator[tuple[int, str]]:
    for count in (16, keys // 10, keys):
        yield count, f"UPDATE step SET bid = bid + 1 WHERE kid <= {count}"


def _parts(memory: memtxn.Memory) -> tuple[dict[str, float], bool]:
    """How long it takes to find what differs, to restore it, and all in all, verification included."""
    spent: dict[str, float] = {}
    runtime = memory._runtime
    with runtime.storage.read() as reader:
        row = reader.memory(0, '["bench"]')
        assert row is not None
        spent["find"] = _timed(lambda: looked.look(Check(runtime, reader), row))
    run = type(runtime).durably
    begun = time.perf_counter()

    def durably(self: object, work: Callable[..., object]) -> object:
        at = time.perf_counter()
        try:
            return run(self, work)  # type: ignore[arg-type]
        finally:
            spent["restore"] = time.perf_counter() - at

    type(runtime).durably = durably  # type: ignore[method-assign,assignment]
    try:
        ok = memory.recover().ok
    finally:
        type(runtime).durably = run  # type: ignore[method-assign]
    spent["all of recover"] = time.perf_counter() - begun
    return spent, ok


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
