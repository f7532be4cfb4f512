"""P19: every invariant fails, by its name, when exactly that is broken; and reads check what they return."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Literal, get_args

import apsw
import msgspec
import pytest

import memtxn
from memtxn import MemtxnError, StorageError, Unreadable
from memtxn.core.workspace import CommitPlan
from memtxn.engine import verify
from memtxn.engine.runtime import Runtime, known_tag_key
from memtxn.engine.sealing import sealed_entry
from memtxn.model.belief import State
from memtxn.model.policy import Policy
from memtxn.model.record import FORMAT, CloseOp, Kind, Op, OpenOp, Record, StateOp, place
from memtxn.model.rows import FoldRows
from memtxn.model.time import from_micros
from memtxn.ports.storage import LATEST
from tests.promises.world import Durable, World, grow, hour, one

Breaking = str | Callable[[Durable], object]

KEYS = [
    ("Meeting/client", "time"),
    ("Meeting/client", "room"),
    ("Person/ben", "allergy"),
    ("Talk/1", "length"),
]
FIRST = "(SELECT min(seq) FROM journal)"
LAST = "(SELECT max(seq) FROM journal)"
A_BELIEF = "(SELECT min(bid) FROM belief)"
AN_OPEN_STEP = "s1 IS NULL AND bid = (SELECT max(bid) FROM step)"
TIME = """(SELECT kid FROM key WHERE name LIKE '%"time"%')"""
ROOM = """(SELECT kid FROM key WHERE name LIKE '%"room"%')"""

LONGER = "data = CAST(data || x'00' AS BLOB)"
STILL = "UPDATE journal SET at = (SELECT at FROM journal WHERE seq = 3) WHERE seq = 4"
ELSEWHERE = f"UPDATE belief SET kid = {ROOM} WHERE bid = {A_BELIEF}"
DOUBLED_BELIEF = f"""
    INSERT INTO belief
    SELECT mem, kid, bid + 1000, slot, nu, vf, vt, source_at, source_ordinal, type, authority, source,
           commitment, vhash
    FROM belief WHERE bid = {A_BELIEF}"""
OTHER_COMMITMENT = f"""
    UPDATE belief SET commitment = zeroblob(16) WHERE bid = (SELECT bid FROM step WHERE {AN_OPEN_STEP})"""
SECOND_STEP = f"""
    INSERT INTO step SELECT mem, kid, slot, vf, s0 + 1, s1, bid, ver, top FROM step WHERE {AN_OPEN_STEP}"""
ADDED_STATE = f"INSERT INTO state SELECT mem, kid, bid, 3, 5 FROM belief WHERE bid = {A_BELIEF}"


def append(world: World, *ops: Op, folded: bool = True) -> None:
    """A record with these effects, well proven, that no transaction writes. Its rows stand, if ``folded``."""
    runtime = Runtime(
        storage=world.storage,
        clock=world.clock,
        ids=world.ids,
        policy=Policy(),
        tag_key=known_tag_key(world.storage, None),
    )
    with world.storage.write() as writer:
        head = writer.head(1)
        record = Record(FORMAT, Kind.COMMIT, head.seq + 1, head.at + 1, world.ids(16), b"", -1, None, (), ops)
        plan = CommitPlan(record=record, bodies=(), decoded={}, outcomes=(), gone=(), come=(), keys=head.keys)
        entry = sealed_entry(runtime, head, plan)
        writer.append(1, entry if folded else msgspec.structs.replace(entry, fold=FoldRows()))


def beside_a_guard(world: Durable) -> None:
    """A record of somebody who does not know of guards."""
    guard = world.m.guard("task")
    guard.__enter__()
    append(world)
    guard.release()


def illegal_move(world: Durable) -> None:
    """A retracted belief becomes archived."""
    ((kid, bid),) = world.sql("SELECT kid, bid FROM state LIMIT 1")
    append(world, StateOp(kid, bid, State.ARCHIVED))


def dangling_step(world: Durable) -> None:
    """A record that opens a step on a belief that nobody wrote."""
    append(world, OpenOp(1, 0, 5, place(999, 0), 99))


def closed_too_early(world: Durable) -> None:
    """A step ends with the record before the one that opens it; in the storage just so."""
    seq = len(world.journal())
    append(world, CloseOp(1, 0, 5, seq + 2), folded=False)
    append(world, OpenOp(1, 0, 5, 0, 99))
    world.sql("UPDATE step SET s1 = ? WHERE s0 = ?", seq + 1, seq + 2)


def risen(world: Durable) -> None:
    """A text that was erased is put back."""
    held = world.sql("SELECT * FROM body")
    world.m.erase("Trip/1", reason="ticket 7")
    for row in held:
        world.sql("INSERT OR IGNORE INTO body VALUES (?, ?, ?, ?, ?)", *row)


BROKEN: list[tuple[str, str, Breaking]] = [
    ("erased", "an erased text stands there again", risen),
    ("sequence", "a record is gone", f"DELETE FROM journal WHERE seq = {LAST} - 2"),
    ("sequence", "the first record is gone", "DELETE FROM journal WHERE seq = 1"),
    ("sequence", "time stands still", STILL),
    ("head", "the last record is gone", f"DELETE FROM journal WHERE seq = {LAST}"),
    ("chain", "a record was altered", f"UPDATE journal SET {LONGER} WHERE seq = 3"),
    ("chain", "a record was emptied", "UPDATE journal SET data = x'' WHERE seq = 3"),
    ("chain", "a record is of a newer format", "UPDATE journal SET data = x'9b7f' WHERE seq = 3"),
    ("chain", "the last record was altered", f"UPDATE journal SET {LONGER} WHERE seq = {LAST}"),
    ("chain", "a link was altered", "UPDATE journal SET link = zeroblob(32) WHERE seq = 3"),
    ("chain", "a transaction has another id", "UPDATE journal SET tx = zeroblob(16) WHERE seq = 3"),
    ("chain", "an idempotency key was added", "UPDATE journal SET idem = zeroblob(16) WHERE seq = 3"),
    ("chain", "an idempotency key was lost", "UPDATE journal SET idem = NULL WHERE idem IS NOT NULL"),
    ("chain", "a recorded time was altered", f"UPDATE journal SET at = at + 1 WHERE seq = {LAST}"),
    ("chain", "the salt of the name was altered", "UPDATE mem SET salt = zeroblob(16)"),
    ("tag", "a tag was altered", "UPDATE journal SET tag = zeroblob(16) WHERE seq = 3"),
    ("tag", "the head's tag was altered", "UPDATE head SET tag = zeroblob(16)"),
    ("body", "a body is gone", f"DELETE FROM body WHERE seq = {LAST} AND ord = 0"),
    ("body", "a body was altered", f"UPDATE body SET {LONGER} WHERE seq = {LAST} AND ord = 0"),
    ("body", "a body was emptied", f"UPDATE body SET data = x'' WHERE seq = {LAST} AND ord = 0"),
    ("body", "a salt was altered", f"UPDATE body SET salt = zeroblob(16) WHERE seq = {LAST} AND ord = 0"),
    ("body", "a salt is too long", f"UPDATE body SET salt = zeroblob(99) WHERE seq = {LAST} AND ord = 0"),
    ("body", "a body was added", f"INSERT INTO body VALUES (1, {LAST}, 99, x'00', x'00')"),
    ("body", "a body was added beyond all records", "INSERT INTO body VALUES (1, 999, 0, x'00', x'00')"),
    ("lifecycle", "a move that no table has", illegal_move),
    ("fold", "a step ends before it begins", closed_too_early),
    ("fold", "a belief is gone", f"DELETE FROM belief WHERE bid = {A_BELIEF}"),
    ("fold", "a belief was seen at another time", f"UPDATE belief SET nu = nu + 1 WHERE bid = {A_BELIEF}"),
    ("fold", "a belief is filed under another key", ELSEWHERE),
    ("fold", "a belief has another type", f"UPDATE belief SET type = 2 WHERE bid = {A_BELIEF}"),
    ("fold", "a belief is of no type", f"UPDATE belief SET type = 99 WHERE bid = {A_BELIEF}"),
    ("fold", "a belief was doubled", DOUBLED_BELIEF),
    ("fold", "a state was added", ADDED_STATE),
    ("fold", "a state is none", "UPDATE state SET state = 99"),
    ("fold", "a state is gone", "DELETE FROM state"),
    ("fold", "a step has another version", f"UPDATE step SET ver = ver + 1 WHERE {AN_OPEN_STEP}"),
    ("fold", "an old step is gone", "DELETE FROM step WHERE s1 IS NOT NULL"),
    ("fold", "an edge is gone", "DELETE FROM edge"),
    ("fold", "an edge was added", "INSERT INTO edge VALUES (1, 5, 6)"),
    ("fold", "a source is gone", "DELETE FROM source WHERE place = (SELECT min(place) FROM source)"),
    ("fold", "a source is somewhere else", "UPDATE source SET place = place + 1"),
    ("fold", "a key is gone", f"DELETE FROM key WHERE kid = {TIME}"),
    ("fold", "a key has another name", """UPDATE key SET name = '["A","b","c"]' WHERE kid = 1"""),
    ("fold", "a key has another number", "UPDATE key SET kid = 77 WHERE kid = 1"),
    ("fold", "a refusal is gone", "DELETE FROM refusal"),
    ("fold", "a refusal is somewhere else", "UPDATE refusal SET place = place + 1"),
    ("fold", "a refusal is another key's", """UPDATE refusal SET name = '["A","b","c"]'"""),
    ("fold", "a declaration is gone", "DELETE FROM declaration"),
    ("fold", "a declaration says otherwise", "UPDATE declaration SET many = 0"),
    ("timeline", "a step shows nobody's belief", f"UPDATE step SET bid = 77 WHERE {AN_OPEN_STEP}"),
    ("timeline", "a record shows nobody's belief", dangling_step),
    ("timeline", "two steps at one instant", SECOND_STEP),
    ("digest", "an open step is gone", f"DELETE FROM step WHERE {AN_OPEN_STEP}"),
    ("digest", "a step shows another belief", f"UPDATE step SET bid = {A_BELIEF} WHERE {AN_OPEN_STEP}"),
    ("digest", "a step shows nothing", f"UPDATE step SET bid = 0 WHERE {AN_OPEN_STEP}"),
    ("digest", "a step begins elsewhere", f"UPDATE step SET vf = vf + 1 WHERE {AN_OPEN_STEP}"),
    ("digest", "a step has ended", f"UPDATE step SET s1 = {LAST} WHERE {AN_OPEN_STEP}"),
    ("digest", "a belief commits to something else", OTHER_COMMITMENT),
    ("digest", "the head's digest was altered", "UPDATE head SET digest = zeroblob(512)"),
    ("digest", "the head's digest is too short", "UPDATE head SET digest = x'00'"),
    ("head", "the head is older", "UPDATE head SET seq = seq - 1"),
    ("head", "the head is newer", "UPDATE head SET seq = seq + 1"),
    ("head", "the head has another time", "UPDATE head SET at = at + 1"),
    ("head", "the head has another link", "UPDATE head SET link = zeroblob(32)"),
    ("head", "the head counts other keys", "UPDATE head SET keys = keys + 1"),
    ("head", "the head knows another declaration", "UPDATE head SET declared = declared + 1"),
    ("head", "the head knows another guard", "UPDATE head SET guards = x'0000000000000004'"),
    ("head", "the head knows a guard that is none", "UPDATE head SET guards = x'0004'"),
    ("head", "the head is gone", "DELETE FROM head"),
    ("guard", "a record was written beside a guard", beside_a_guard),
    ("storage", "a hint of the storage was altered", "UPDATE step SET top = 1"),
]  # fmt: skip
IDS = [f"{invariant}: {what}" for invariant, what, _ in BROKEN]
DIGEST = {"digest", "tag", "head"}
"""What a check of the digest finds of these; the rest only a full one."""


def broken(world: Durable, breaking: Breaking) -> None:
    """Grow a memory and break it."""
    grow(world)
    assert world.m.verify().ok
    if isinstance(breaking, str):
        world.sql(breaking)
    else:
        breaking(world)


@pytest.mark.parametrize(("invariant", "what", "breaking"), BROKEN, ids=IDS)
def test_what_is_broken_is_named(durable: Durable, invariant: str, what: str, breaking: Breaking) -> None:
    broken(durable, breaking)
    for reopened in (False, True):
        memory = durable.reopen() if reopened else durable.m
        report = memory.verify()
        assert not report.ok
        assert invariant in {problem.invariant for problem in report.problems}
        for level in get_args(verify.Level):
            assert isinstance(memory.verify(level), memtxn.Report)


def test_every_documented_invariant_has_a_case() -> None:
    documented = {line.split()[0] for line in (verify.__doc__ or "").split("\n") if "  " in line.strip()[:12]}
    assert documented == {invariant for invariant, _, _ in BROKEN}


@pytest.mark.parametrize(
    ("level", "breaking"),
    [("tail", "UPDATE head SET at = at + 1"), ("digest", f"UPDATE step SET bid = 0 WHERE {AN_OPEN_STEP}")],
)
def test_lower_levels_find_what_they_look_at(
    durable: Durable, level: Literal["tail", "digest"], breaking: str
) -> None:
    grow(durable)
    assert durable.m.verify(level).ok
    durable.sql(breaking)
    assert not durable.m.verify(level).ok


def test_a_whole_memory_is_whole_at_every_level(world: World) -> None:
    assert world.m.verify().ok
    grow(world)
    for level in get_args(verify.Level):
        report = world.m.verify(level)
        assert (report.ok, report.level, report.seq) == (True, level, len(world.journal()))
    assert world.m.verify().records == len(world.journal())


def test_one_memory_broken_is_not_another(durable: Durable) -> None:
    grow(durable)
    other = durable.store.memory("other")
    with other.transaction() as tx:
        tx.set_state("Run/1", "n", 1)
    durable.sql("UPDATE head SET keys = 99 WHERE mem = 1")
    durable.sql("DELETE FROM body WHERE mem = 1")
    assert not durable.m.verify().ok
    assert other.verify().ok
    assert one(other.get("Run/1", "n")).value == 1


# -- every row, every column -----------------------------------------------------------------------------

UNPROVEN = {("refusal", "times"), ("mem", "created")}
"""What no record implies: a count and a date for people."""
NOT_OF_A_MEMORY = {"meta", "scrub", "sqlite_sequence"}


def damages(world: Durable) -> list[tuple[str, str, tuple[Any, ...], str | None]]:
    """(table, columns of its key, key of a row, column to alter or None to delete the row)."""
    found: list[tuple[str, str, tuple[Any, ...], str | None]] = []
    for table in world.dump(*NOT_OF_A_MEMORY):
        described = world.sql(f"SELECT name, pk FROM pragma_table_info('{table}')")
        names = [name for name, _ in described]
        key = [name for name, pk in described if pk]
        where = " AND ".join(f'"{name}" = ?' for name in key)
        for row in world.sql(f'SELECT * FROM "{table}" WHERE mem = 1'):
            values = tuple(row[names.index(name)] for name in key)
            found.append((table, where, values, None))
            found += [(table, where, values, name) for name in names if name != "mem"]
    return found


def altered(value: object) -> object:
    """Another value of the same type."""
    match value:
        case int():
            return value - 1 if value > 0 else value + 1
        case bytes():
            return bytes([value[0] ^ 1]) + value[1:] if value else b"x"
        case str():
            return value + "x"
        case _:
            return b"0" * 16


@pytest.mark.slow
def test_no_row_can_be_lost_or_altered_unnoticed(durable: Durable) -> None:
    """Each row of each table is deleted, and each of its columns altered, one by one. Verification tells each
    and crashes at none; reads give a true belief of their key, or an error of ours.
    """
    grow(durable)
    mem = durable.store.memory("m")
    true: dict[tuple[str, str], set[tuple[str, object]]] = {
        key: {(repr(b.value), b.evidence) for b in mem.history(*key)} for key in KEYS
    }
    missed = []
    tried = 0
    for table, where, values, column in damages(durable):
        before = durable.sql(f'SELECT * FROM "{table}" WHERE {where}', *values)
        if column is None:
            durable.sql(f'DELETE FROM "{table}" WHERE {where}', *values)
        else:
            (old,) = durable.sql(f'SELECT "{column}" FROM "{table}" WHERE {where}', *values)[0]
            try:
                durable.sql(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', altered(old), *values)
            except apsw.ConstraintError:  # another row has that key, or the column is never NULL
                continue
        tried += 1
        if mem.verify().ok and (table, column) not in UNPROVEN:
            missed.append((table, values, column))
        for key in KEYS:
            for ask in (mem.get, mem.history, mem.why, mem.why_not, mem.find):
                check(ask, key, true[key])
        restore(durable, table, where, values, column, before)
    assert missed == []
    assert mem.verify().ok
    assert tried > 500


@pytest.mark.parametrize("seed", range(20))
def test_damage_upon_damage_is_told(durable: Durable, seed: int) -> None:
    """Several rows at once are lost or altered; no check crashes on what is left of them."""
    grow(durable)
    random, names = Random(seed), set()
    for table, where, values, column in random.sample(damages(durable), random.choice((2, 5, 40))):
        if column is None:
            durable.sql(f'DELETE FROM "{table}" WHERE {where}', *values)
        elif (table, column) not in UNPROVEN:
            for (old,) in durable.sql(f'SELECT "{column}" FROM "{table}" WHERE {where}', *values):
                with suppress(apsw.ConstraintError):
                    durable.sql(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', altered(old), *values)
        for level in get_args(verify.Level):
            names |= {problem.invariant for problem in durable.m.verify(level).problems}
    assert names
    assert not durable.m.verify().ok


def check(ask: Callable[..., object], key: tuple[str, str], true: set[tuple[str, object]]) -> None:
    """A read answers with beliefs that its key has had, or raises an error of ours."""
    try:
        answer = ask(*key) if ask.__name__ != "find" else ask(attribute=key[1])
    except MemtxnError:
        return
    beliefs = answer if isinstance(answer, list) else [answer]
    for belief in beliefs:
        if isinstance(belief, memtxn.Belief):
            assert (repr(belief.value), belief.evidence) in true
            assert belief.attribute == key[1]


def restore(
    world: Durable,
    table: str,
    where: str,
    values: tuple[Any, ...],
    column: str | None,
    before: list[tuple[Any, ...]],
) -> None:
    """Put the row back as it was."""
    if column is not None:
        described = world.sql(f"SELECT name FROM pragma_table_info('{table}')")
        row = list(before[0])
        at = [name for (name,) in described].index(column)
        row[at] = altered(row[at])
        names = [name for (name,) in described]
        exact = " AND ".join(f'"{name}" IS ?' for name in names)
        world.sql(f'DELETE FROM "{table}" WHERE {exact}', *row)
    marks = ", ".join("?" * len(before[0]))
    world.sql(f'INSERT INTO "{table}" VALUES ({marks})', *before[0])


# -- reads -----------------------------------------------------------------------------------------------


def others(world: World, but: tuple[str, str]) -> list[object]:
    return [(world.m.get(*key), world.m.history(*key), world.m.why(*key)) for key in KEYS if key != but]


UNREADABLE = [
    "UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE {place}",
    "UPDATE body SET salt = zeroblob(16) WHERE {place}",
    "UPDATE body SET salt = zeroblob(99) WHERE {place}",
    "DELETE FROM body WHERE {place}",
    "UPDATE belief SET commitment = zeroblob(16) WHERE bid = {bid}",
    "UPDATE body SET data = (SELECT data FROM body b WHERE b.seq = 2 AND b.ord = 0) WHERE {place}",
]


@pytest.mark.parametrize("breaking", UNREADABLE)
def test_what_fails_its_commitment_is_unreadable_and_nothing_else(durable: Durable, breaking: str) -> None:
    grow(durable)
    key = ("Meeting/client", "time")
    before = others(durable, key)
    seq, ord_ = one(durable.m.get(*key)).id.split(".")
    earlier = durable.m.at(seq=int(seq) - 1).get(*key)
    durable.sql(breaking.format(place=f"seq = {seq} AND ord = {ord_}", bid=place(int(seq), int(ord_))))
    for ask in (durable.m.get, durable.m.history, durable.m.why):
        with pytest.raises(Unreadable):
            ask(*key)
    assert others(durable, key) == before
    assert durable.m.at(seq=int(seq) - 1).get(*key) == earlier
    durable.state("Run/2", "step", 1)
    assert one(durable.m.get("Run/2", "step")).value == 1


def test_a_belief_filed_under_another_key_is_unreadable(durable: Durable) -> None:
    """The step of one key is made to show the belief of another, with all rows that this takes."""
    grow(durable)
    wrong, key = ("Meeting/client", "time"), ("Meeting/client", "room")
    bid = place(*map(int, one(durable.m.get(*wrong)).id.split(".")))
    ((kid,),) = durable.sql(f"SELECT {ROOM}")
    durable.sql("UPDATE belief SET kid = ? WHERE bid = ?", kid, bid)
    durable.sql("UPDATE step SET bid = ? WHERE kid = ?", bid, kid)
    assert durable.m.at(valid=hour(4)).find is not None
    with pytest.raises(Unreadable):
        durable.m.at(valid=hour(4)).get(*key)
    with pytest.raises(Unreadable):
        durable.m.get(*wrong)
    assert isinstance(durable.m.get("Person/ben", "allergy"), list)


def test_a_step_without_its_belief_is_not_nothing(durable: Durable) -> None:
    grow(durable)
    durable.sql(f"DELETE FROM belief WHERE kid = {TIME}")
    with pytest.raises(Unreadable):
        durable.m.get("Meeting/client", "time")


def test_a_swapped_key_does_not_show_the_other_ones_belief(durable: Durable) -> None:
    grow(durable)
    durable.sql("UPDATE key SET kid = CASE kid WHEN 1 THEN 2 WHEN 2 THEN 1 ELSE kid END")
    for attribute in ("time", "room"):
        with pytest.raises(Unreadable):
            durable.m.at(valid=hour(4)).get("Meeting/client", attribute)
    assert isinstance(durable.m.get("Person/ben", "allergy"), list)


def test_a_damaged_record_harms_no_other(durable: Durable) -> None:
    grow(durable)
    before = [durable.m.get(*key) for key in KEYS]
    with durable.storage.read() as reader:
        (row,) = reader.journal(1, 2, 2)
    durable.sql("UPDATE journal SET data = x'00' WHERE seq = 2")
    assert [durable.m.get(*key) for key in KEYS] == before
    assert isinstance(durable.m.outcome(row.tx.hex()), memtxn.Unknown | memtxn.Receipt)
    with durable.storage.read() as reader:
        records = list(reader.journal(1, 3, LATEST))
    assert all(isinstance(durable.m.outcome(each.tx.hex()), memtxn.Receipt) for each in records)


@pytest.mark.parametrize("ord_", [-(2**63), -9, -1, 9, 2**62])
def test_a_body_at_a_place_that_no_record_has(durable: Durable, ord_: int) -> None:
    """Everything reads on, without it; the check says so."""
    grow(durable)
    kept = len(list(durable.m.log()))
    durable.sql("UPDATE body SET ord = ? WHERE seq = 2 AND ord = 0", ord_)
    assert len(list(durable.m.log())) == kept
    assert "body" in {problem.invariant for problem in durable.m.verify().problems}
    for key in KEYS:
        try:
            durable.m.get(*key)
            durable.m.history(*key)
            durable.m.why(*key)
        except Unreadable:
            pass


def test_an_altered_source_is_no_evidence(durable: Durable) -> None:
    """A source whose text was changed behind our back must not support anything new."""
    source = durable.say("We meet in Room B", hour(0))
    durable.sql(
        "UPDATE body SET data = CAST(replace(CAST(data AS TEXT), 'B', 'C') AS BLOB) WHERE seq = 1 AND ord = 0"
    )
    memory = durable.reopen()
    with pytest.raises(StorageError):
        memory.source(source.id)
    with pytest.raises(StorageError), memory.transaction() as tx:
        tx.propose("Meeting/client", "room", "Room C", evidence=source.quote("in Room C"))
    assert memory.get("Meeting/client", "room") is None


def test_an_altered_refusal_is_not_told(durable: Durable) -> None:
    grow(durable)
    ((where,),) = durable.sql("SELECT place FROM refusal")
    durable.sql("UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE (seq << 20 | ord) = ?", where)
    with pytest.raises(StorageError):
        durable.m.why_not("Talk/1", "length")


@pytest.mark.parametrize("damage", ["x'00'", "x''", "zeroblob(100)"])
def test_a_belief_that_lost_its_body_can_be_replaced(durable: Durable, damage: str) -> None:
    """Also by one of equal rank: what cannot be read wins no tie, and stops no commit."""
    for _ in range(2):
        durable.state("Run/1", "n", 1)
    bid = place(*map(int, one(durable.m.get("Run/1", "n")).id.split(".")))
    durable.sql(f"UPDATE body SET data = {damage} WHERE (seq << 20 | ord) = ?", bid)
    ((nu,),) = durable.sql("SELECT nu FROM belief WHERE bid = ?", bid)
    durable.state("Run/2", "n", 1)
    with durable.m.transaction() as tx:
        tx.set_state("Run/1", "n", 0, at=from_micros(nu))
    assert one(durable.m.get("Run/1", "n")).value == 0
