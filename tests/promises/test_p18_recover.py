"""P18: whatever happened to any row of any fold, `recover` brings back what the journal implies, and tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import apsw
import msgspec
import pytest

import memtxn
from memtxn import JournalDamaged, MemtxnError, NotPermitted, WrongKey
from memtxn.core.fold import PARTS
from memtxn.model.effect import Part
from memtxn.model.record import Kind, RecoverOp, decode_record
from memtxn.model.recovery import RecoveryReport
from memtxn.model.rows import FoldRows
from memtxn.ports.storage import WrittenRow
from memtxn.testkit.damage import FAULTS, FOLDS, Fault, damage
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.oracle import store_on
from memtxn.testkit.projection import projection
from memtxn.testkit.wander import wander
from tests.promises.test_p19_invariants import BROKEN, altered, damages
from tests.promises.world import Durable, World, grow, hour, one

ACTS = 40


def projected(world: World, upto: int, mem: int = 1) -> dict[str, object]:
    """All that the storage answers."""
    with world.storage.read() as reader:
        return projection(reader, mem, upto)


def repaired(report: RecoveryReport) -> dict[str, tuple[int, int]]:
    """How many rows were restored and removed, by kind."""
    return {one.part: (one.restored, one.removed) for one in report.repaired}


def is_recovered(world: World, upto: int, before: dict[str, object]) -> RecoveryReport:
    """Recover, and make sure that everything is answered as before, here and after it was opened again."""
    report = world.m.recover()
    assert report.ok
    after = projected(world, upto)
    assert [name for name in before if after[name] != before[name]] == []
    assert world.reopen().verify().ok
    assert projected(world, upto) == before
    return report


# -- any damage to anything --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_random_history_comes_back_from_random_damage(durable: Durable, seed: int) -> None:
    wander(durable.store, durable.clock, seed, ACTS)
    upto, before = durable.head().seq, projected(durable, durable.head().seq)
    for rows in (1, 4, 25):
        assert damage(durable.path, seed * 100 + rows, rows)
        assert not durable.m.verify().ok
        report = is_recovered(durable, upto, before)
        assert report.repaired
        assert report.recorded == report.seq == durable.head().seq


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_of_each_table(durable: Durable, fault: Fault) -> None:
    wander(durable.store, durable.clock, 3, 80)
    upto, before = durable.head().seq, projected(durable, durable.head().seq)
    harmed = set()
    for table in FOLDS:
        for seed in range(3):
            done = damage(durable.path, seed, 1 + seed, faults=[fault], tables=[table])
            if done:
                harmed.add(table)
                assert not durable.m.verify().ok, done
                is_recovered(durable, upto, before)
    assert harmed >= ({"step", "pending", "head"} if fault == "stale" else set(FOLDS) - {"head", "state", "rule"})


@pytest.mark.parametrize("seed", range(8))
def test_rows_of_any_storage_come_back(world: World, seed: int) -> None:
    """Harmed through the storage itself: rows are lost, and there are others that nobody wrote."""
    wander(world.store, world.clock, seed, ACTS)
    upto, before, random = world.head().seq, projected(world, world.head().seq), Random(seed)
    with world.storage.read() as reader:
        rows = [kind(*row) for kind, rows in reader.written(1) for row in rows]
        head = reader.head(1)
    lost = random.sample(rows, random.choice((1, 5, len(rows) // 2)))
    bogus = [msgspec.structs.replace(row, **{_number_of(row): 7}) for row in random.sample(lost, len(lost) // 2)]
    with world.storage.write() as writer:
        writer.repair(1, list(dict.fromkeys(bogus)), lost)
        writer.restore_head(1, random.choice((head, msgspec.structs.replace(head, keys=1, digest=b"?"))))
    assert not world.m.verify().ok
    is_recovered(world, upto, before)


def _number_of(row: WrittenRow) -> str:
    """A column of a row that holds a number."""
    names = ("ver", "authority", "expires", "s1", "seq", "place", "kid", "child")
    return next(name for name in names if name in row.__struct_fields__)


def test_all_rows_of_all_folds_are_lost(world: World) -> None:
    wander(world.store, world.clock, 5, ACTS)
    upto, before = world.head().seq, projected(world, world.head().seq)
    with world.storage.write() as writer:
        writer.repair(1, [], [], set(PARTS))
    report = is_recovered(world, upto, before)
    counts = repaired(report)
    assert sum(restored for restored, _ in counts.values()) > 100
    assert not any(removed for _, removed in counts.values())


MENDED = [
    (invariant, what, breaking)
    for invariant, what, breaking in BROKEN
    if isinstance(breaking, str)
    and (
        invariant in ("fold", "timeline", "digest", "storage") or re.match(r"(UPDATE|DELETE FROM) head", breaking)
    )
]
"""What was broken in a fold, or in the head."""


@pytest.mark.parametrize(("invariant", "what", "breaking"), MENDED, ids=[what for _, what, _ in MENDED])
def test_each_broken_invariant_of_a_fold_is_mended(
    durable: Durable, invariant: str, what: str, breaking: str
) -> None:
    grow(durable)
    upto, before = durable.head().seq, projected(durable, durable.head().seq)
    durable.sql(breaking)
    assert invariant in {problem.invariant for problem in durable.m.verify().problems}, what
    is_recovered(durable, upto, before)


@pytest.mark.slow
def test_no_row_is_lost_or_altered_for_good(durable: Durable) -> None:
    """Each row of each fold is deleted, and each of its columns altered, one by one; each comes back."""
    grow(durable)
    effects, unproven, tried = durable.effects(), {("refusal", "times")}, 0
    for table, where, values, column in damages(durable):
        if table not in FOLDS or (table, column) in unproven:
            continue
        if table == "head" and column is None:
            continue  # told above: nothing else could then be asked
        try:
            if column is None:
                durable.sql(f'DELETE FROM "{table}" WHERE {where}', *values)
            else:
                for (old,) in durable.sql(f'SELECT "{column}" FROM "{table}" WHERE {where}', *values):
                    durable.sql(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', altered(old), *values)
        except apsw.ConstraintError:
            continue
        tried += 1
        assert durable.m.recover().ok, (table, values, column)
        assert durable.effects() == effects, (table, values, column)
    assert tried > 300


def test_the_rows_of_another_memory(durable: Durable) -> None:
    """A row that changes memories is lacking in one and foreign in the other; heads are exchanged."""
    for labels in ("m", "n"):
        wander(durable.store, durable.clock, 1, ACTS, labels)
    upto = durable.head().seq
    before = [projected(durable, upto, mem) for mem in (1, 2)]
    durable.sql("UPDATE OR REPLACE step SET mem = 2 WHERE mem = 1 AND kid = 1")
    durable.sql("UPDATE OR REPLACE belief SET mem = 3 - mem WHERE kid = 2")
    durable.sql("UPDATE OR REPLACE head SET mem = 1 WHERE mem = 2")
    other = durable.store.memory("n")
    assert durable.m.recover().ok
    assert other.recover().ok
    assert [projected(durable, upto, mem) for mem in (1, 2)] == before


# -- what it says ------------------------------------------------------------------------------------------


def test_a_sound_memory_is_left_as_it_is(world: World) -> None:
    assert world.m.recover() == RecoveryReport(level="full", seq=0, records=0, beliefs=0)
    grow(world)
    before = world.journal(), world.fold(), world.head()
    for dry in (False, True):
        report = world.m.recover(dry_run=dry)
        assert (report.ok, report.repaired, report.recorded, report.dry_run) == (True, (), None, dry)
        assert report.records == len(world.journal())
        assert (world.journal(), world.fold(), world.head()) == before


def test_it_counts_exactly_and_records_what_it_did(durable: Durable) -> None:
    grow(durable)
    upto, before, digest = durable.head().seq, projected(durable, durable.head().seq), durable.head().digest
    durable.sql("DELETE FROM edge")
    durable.sql("UPDATE step SET bid = bid + 1 WHERE s1 IS NULL AND kid = 1")
    durable.sql("UPDATE step SET s1 = NULL WHERE s1 IS NOT NULL")
    durable.sql("INSERT INTO state VALUES (1, 1, 5, 5, 3)")
    durable.sql("UPDATE head SET keys = 99")
    expected = {"step": (3, 3), "end": (1, 0), "state": (0, 1), "edge": (1, 0), "head": (1, 0)}
    dry = durable.m.recover(dry_run=True)
    assert not dry.ok
    assert (repaired(dry), dry.recorded, durable.head().seq) == (expected, None, upto)
    report = is_recovered(durable, upto, before)
    assert repaired(report) == expected
    row = durable.journal()[-1]
    record = decode_record(row.data)
    assert (record.kind, record.seq, record.commitments) == (Kind.RECOVER, upto + 1, ())
    assert {part.name.lower(): (op.restored, op.removed) for op, part in _ops(record.ops)} == expected
    assert durable.head().digest == digest
    entry = next(durable.m.log(limit=1))
    assert (entry.kind, entry.principal) == ("recover", "local")
    assert [(change.what, change.id) for change in entry.changes] == [("RECOVER", part) for part in expected]
    receipt = durable.m.outcome(row.tx.hex())
    assert isinstance(receipt, memtxn.Receipt)
    assert receipt.outcomes == ()


def _ops(ops: tuple[object, ...]) -> Iterator[tuple[RecoverOp, Part]]:
    for op in ops:
        assert isinstance(op, RecoverOp)
        yield op, op.part


def test_every_kind_of_row_has_its_number() -> None:
    """Also those that come later: what is repaired can be counted."""
    assert len(PARTS) == len(set(PARTS.values())) == len(FoldRows.__struct_fields__)
    assert set(Part) - set(PARTS.values()) == {Part.HEAD, Part.INDEX, Part.SEAL, Part.EFFECT, Part.LINE}


def test_who_recovered_is_recorded(durable: Durable) -> None:
    grow(durable)
    durable.sql("DELETE FROM edge")
    assert durable.store.memory("m", principal="ops").recover().ok
    assert next(durable.m.log(limit=1)).principal == "ops"


def test_life_goes_on(durable: Durable) -> None:
    """What is written afterwards is numbered on, and a second recovery finds nothing."""
    grow(durable)
    durable.sql("DELETE FROM key")
    durable.sql("DELETE FROM head")
    assert durable.m.recover().ok
    assert durable.m.recover().repaired == ()
    durable.state("Run/9", "n", 9)
    assert one(durable.m.get("Run/9", "n")).value == 9
    assert durable.m.verify().ok


def test_what_was_kept_of_wrong_rows_is_forgotten(durable: Durable) -> None:
    """Declarations are kept in memory; those that were read from damaged rows no longer count."""
    durable.m.declare("Run", "n", type="integer")
    rows = durable.sql("SELECT * FROM declaration")
    durable.sql("DELETE FROM declaration")
    durable.state("Run/1", "n", "not a number")  # read, and kept, without its declaration
    assert rows
    assert durable.m.recover().ok
    with pytest.raises(MemtxnError):
        durable.state("Run/1", "n", "not one either")


def test_who_asks_is_told_how_far_it_has_come(world: World) -> None:
    for number in range(1_001):
        world.m.observe("tea", speaker="ann", at=hour(0), ref=str(number))
    told: list[tuple[int, int]] = []
    assert world.m.recover(progress=lambda done, total: told.append((done, total))).ok
    assert told == [(1_000, 1_001)] * 2


# -- who may, and when -------------------------------------------------------------------------------------


def test_an_agent_may_not(world: World) -> None:
    grow(world)
    with pytest.raises(NotPermitted):
        world.store.memory("m", scopes=["read", "propose", "confirm"]).recover()


def test_without_the_key_nothing_is_written(tmp_path: Path) -> None:
    path, key = tmp_path / "sealed.db", b"k" * 32
    with memtxn.open(path, key=key) as store:
        store.memory("m").observe("tea", speaker="ann", at=hour(0))
    with memtxn.open(path) as store:
        with pytest.raises(WrongKey):
            store.memory("m").recover()
        assert store.memory("m").recover(dry_run=True).repaired == ()


def test_what_others_commit_meanwhile_counts(durable: Durable) -> None:
    """Between the look and the repair a record comes: what differs is found anew, where nobody else writes."""
    grow(durable)
    upto, before = durable.head().seq, projected(durable, durable.head().seq)
    durable.sql("DELETE FROM edge")
    durable.sql("DELETE FROM refusal")
    ids = durable.ids

    class Meanwhile(CountingIds):
        """Commits when the repair asks for its transaction id."""

        def __call__(self, size: int) -> bytes:
            if size == 16 and self.due:
                self.due = False
                durable.state("Run/7", "n", 7)
            return ids(size)

        due = True

    store = store_on(durable.storage, ids=Meanwhile(), clock=durable.clock)
    report = store.memory("m").recover()
    assert report.ok
    assert report.recorded == upto + 2
    assert one(durable.m.get("Run/7", "n")).value == 7
    with durable.storage.read() as reader:
        rows = set(reader.fold(1))
    assert set(before["rows"]) < rows  # type: ignore[call-overload]


# -- damage to what is the authority -----------------------------------------------------------------------

LAST = "(SELECT max(seq) FROM journal)"
JOURNAL = [
    ("a record is gone", "DELETE FROM journal WHERE seq = 3"),
    ("the first record is gone", "DELETE FROM journal WHERE seq = 1"),
    ("the last record is gone", f"DELETE FROM journal WHERE seq = {LAST}"),
    ("the last two are gone, and their texts", f"DELETE FROM journal WHERE seq >= {LAST} - 1"),
    ("a record was emptied", "UPDATE journal SET data = x'00' WHERE seq = 3"),
    ("a link was altered", "UPDATE journal SET link = zeroblob(32) WHERE seq = 3"),
    ("a record says another time", "UPDATE journal SET at = at + 1 WHERE seq = 3"),
    ("a text of no record", "INSERT INTO body VALUES (1, 99, 0, x'', x'')"),
]


@pytest.mark.parametrize(("what", "breaking"), JOURNAL)
def test_from_a_damaged_journal_nothing_is_rebuilt(durable: Durable, what: str, breaking: str) -> None:
    grow(durable)
    durable.sql("DELETE FROM edge")
    durable.sql(breaking)
    if "texts" in what:
        durable.sql("DELETE FROM body WHERE seq > (SELECT max(seq) FROM journal)")
    before = durable.dump()
    for dry in (True, False):
        with pytest.raises(JournalDamaged):
            durable.m.recover(dry_run=dry)
    assert durable.dump() == before


def harm_a_text(world: Durable, seq: int, ord_: int) -> None:
    world.sql("UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE seq = ? AND ord = ?", seq, ord_)


def test_a_damaged_text_costs_what_needs_it_and_nothing_else(durable: Durable) -> None:
    """Each text in turn: all other rows come back, and the row that was made of it stays as it stands."""
    wander(durable.store, durable.clock, 2, 30)
    upto, before = durable.head().seq, projected(durable, durable.head().seq)["rows"]
    for seq, ord_ in durable.sql("SELECT seq, ord FROM body ORDER BY seq, ord")[::7]:
        data = durable.sql("SELECT data FROM body WHERE seq = ? AND ord = ?", seq, ord_)[0][0]
        harm_a_text(durable, seq, ord_)
        assert damage(durable.path, seq, 3, tables=["edge", "step", "state", "pending"])
        report = durable.m.recover()
        assert ("body", f"{seq}.{ord_}") in {(problem.invariant, problem.where) for problem in report.problems}
        assert {problem.invariant for problem in report.problems} <= {"body", "fold"}
        durable.sql("UPDATE body SET data = ? WHERE seq = ? AND ord = ?", data, seq, ord_)
        assert durable.m.verify().ok
        assert projected(durable, upto)["rows"] == before


def test_a_row_whose_text_is_damaged_is_not_guessed(durable: Durable) -> None:
    """Its name stands in the text alone: it stays lost, is told, and comes back with its text."""
    grow(durable)
    before = durable.effects()
    ((seq, ord_, data),) = durable.sql(
        "SELECT seq, ord, data FROM body WHERE instr(data, CAST('\"room\"' AS BLOB)) AND length(data) < 60"
    )
    harm_a_text(durable, seq, ord_)
    durable.sql("DELETE FROM key WHERE name LIKE '%room%'")
    report = durable.m.recover()
    assert {problem.invariant for problem in report.problems} == {"body"}
    assert durable.effects() != before
    durable.sql("UPDATE body SET data = ? WHERE seq = ? AND ord = ?", data, seq, ord_)
    assert durable.m.recover().ok
    assert durable.effects() == before


def test_a_damaged_seal_is_told_and_not_mended(durable: Durable) -> None:
    """The tag of a record is the journal's own."""
    grow(durable)
    durable.sql("UPDATE journal SET tag = zeroblob(16) WHERE seq = 3")
    durable.sql("DELETE FROM edge")
    report = durable.m.recover()
    assert repaired(report) == {"edge": (1, 0)}
    assert [(problem.invariant, problem.where) for problem in report.problems] == [("tag", "3")]
