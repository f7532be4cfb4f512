"""P19: the pending set is a fold: what is lost, added or altered of it is found, and is not believed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import apsw
import pytest

import memtxn
from memtxn import MemtxnError, NotFound, NotWaiting, Unreadable
from memtxn.core.fold import Fold, rows_of
from memtxn.model.record import decode_body, decode_record
from memtxn.model.rows import PendingRow, SettledRow
from tests.promises.aside import DOUBTS, other, propose, waiting
from tests.promises.world import Durable, World, hour


@pytest.fixture
def kept(durable: Durable) -> Durable:
    """One proposal that was confirmed, one that was denied, and one that waits, on a file."""
    durable.clock.set(hour(1))
    durable.open(rules=DOUBTS)
    for value in ("Room A", "Room B", "Room C"):
        propose(durable, value)
    first, second, _ = durable.m.pending()
    other(durable).confirm(first.id)
    other(durable).deny(second.id)
    assert durable.m.verify().ok
    return durable


DAMAGE = {
    "lost": "DELETE FROM pending WHERE seq = 3",
    "lost, that was settled": "DELETE FROM pending WHERE seq = 1",
    "added": "INSERT INTO pending SELECT mem, place + 1, seq, expires, NULL, NULL FROM pending LIMIT 1",
    "never expires": "UPDATE pending SET expires = expires + 1 WHERE seq = 3",
    "waits again": "UPDATE pending SET settled = NULL, state = NULL WHERE seq = 2",
    "settled by nobody": "UPDATE pending SET settled = 2, state = 3 WHERE seq = 3",
    "settled otherwise": "UPDATE pending SET state = 1 WHERE seq = 2",
    "settled by another": "UPDATE pending SET settled = 4 WHERE seq = 2",
    "half settled": "UPDATE pending SET state = NULL WHERE seq = 2",
    "another place": "UPDATE pending SET place = place + 1 WHERE seq = 3",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_verification_finds_it(kept: Durable, damage: str) -> None:
    kept.sql(DAMAGE[damage])
    report = kept.m.verify()
    assert "fold" in {problem.invariant for problem in report.problems}
    assert {problem.invariant for problem in report.problems} <= {"fold", "lifecycle"}


@pytest.mark.parametrize("state", [0, 2, 4, 7])
def test_only_the_moves_of_the_table_settle(kept: Durable, state: int) -> None:
    kept.sql(f"UPDATE pending SET state = {state} WHERE seq = 2")
    assert {problem.invariant for problem in kept.m.verify().problems} == {"fold"}
    for act in (other(kept).confirm, other(kept).deny):
        with pytest.raises(NotWaiting):
            act("2.1")


@pytest.mark.parametrize("damage", ["x'00'", "x''", "zeroblob(9)"])
def test_a_text_that_is_damaged_can_only_be_denied(kept: Durable, damage: str) -> None:
    place = waiting(kept).place
    seq, ord_ = place.split(".")
    kept.sql(f"UPDATE body SET data = {damage} WHERE seq = {seq} AND ord = {ord_}")
    kept.reopen(rules=DOUBTS)
    entry = waiting(kept)
    assert (entry.readable, entry.key, entry.id, entry.proposed_by) == (False, None, place, "local")
    assert "damaged" in str(entry)
    with pytest.raises(Unreadable):
        other(kept).confirm(place)
    with pytest.raises(memtxn.OwnProposal):
        kept.m.deny(place)
    other(kept).deny(place)
    assert kept.m.pending() == []


def test_who_proposed_it_must_be_known_to_confirm_it(kept: Durable) -> None:
    """Else whoever damages that text would approve of their own."""
    agent = kept.store.memory("m", principal="agent")
    tx = agent.transaction()
    source = tx.observe("maybe Room D", speaker="ann", at=hour(0))
    tx.propose("Meeting/client", "room", "Room D", evidence=source.span(0, 12))
    with pytest.raises(memtxn.Rejected):
        tx.commit()
    place = kept.m.pending()[-1].place
    context = decode_record(kept.journal()[-1].data).context
    kept.sql(f"UPDATE body SET data = x'00' WHERE seq = {place.split('.')[0]} AND ord = {context}")
    kept.reopen(rules=DOUBTS)
    entry = kept.m.pending()[-1]
    assert (entry.place, entry.proposed_by, entry.readable) == (place, None, False)
    for who in ("agent", "bob"):
        with pytest.raises(Unreadable):
            other(kept, who).confirm(place)


def test_a_source_that_is_lost_is_no_evidence(kept: Durable) -> None:
    place = waiting(kept).place
    kept.sql(f"UPDATE body SET data = x'00' WHERE seq = {place.split('.')[0]} AND ord <> {place.split('.')[1]}")
    kept.reopen(rules=DOUBTS)
    with pytest.raises(Unreadable):
        other(kept).confirm(place)
    assert kept.m.find("Meeting") != []


def test_a_row_that_points_nowhere_is_no_proposal(kept: Durable) -> None:
    kept.sql("UPDATE pending SET place = 1 << 40 WHERE seq = 3")
    for name in ("99.0", f"{1 << 20}.0"):
        with pytest.raises(MemtxnError):
            other(kept).confirm(name)
    assert [entry.readable for entry in kept.m.pending()] == [False]


def test_the_fold_of_the_journal_is_what_is_stored(world: World) -> None:
    world.clock.set(hour(1))
    world.open(rules=DOUBTS)
    for number in range(6):
        propose(world, f"Room {number}", on_reject="skip" if number % 2 else "abort")
        entry = world.m.pending()[0]
        if number % 3 == 1:
            other(world).confirm(entry.id)
        elif number % 3 == 2:
            other(world).deny(entry.id)
    fold = Fold()
    with world.storage.read() as reader:
        for row in world.journal():
            bodies = {body.ord: decode_body(body.data) for body in reader.bodies(1, row.seq)}
            fold.apply(rows_of(decode_record(row.data), bodies, world.storage.meta.digest_key))
    kinds = PendingRow | SettledRow
    implied = {row for row in fold.rows() if isinstance(row, kinds)}
    assert implied == {row for row in world.fold() if isinstance(row, kinds)}
    assert len(implied) == 10


# -- older files -----------------------------------------------------------------------------------------


def second_format(path: Path) -> None:
    """Make a store as the second format had it."""
    with closing(apsw.Connection(str(path))) as connection:
        for what in (
            *("TABLE pending", "TABLE suspect", "TABLE read", "INDEX belief_source"),
            *("TABLE erased", "TABLE scrub"),
        ):
            connection.execute(f"DROP {what}")
        connection.execute("ALTER TABLE meta DROP COLUMN epoch")
        connection.execute("ALTER TABLE head DROP COLUMN guards")
        connection.pragma("user_version", 2)


def test_a_store_of_the_second_format_is_migrated(durable: Durable) -> None:
    durable.state("Run/1", "step", 1)
    durable.close()
    second_format(durable.path)
    durable.reopen(rules=DOUBTS)
    assert [belief.value for belief in durable.m.find()] == [1]
    assert durable.m.pending() == []
    with pytest.raises(NotFound):
        other(durable).confirm("1.0")
    propose(durable)
    other(durable).confirm(waiting(durable).id)
    assert durable.m.verify().ok


def test_one_that_is_only_read_says_what_to_do(durable: Durable) -> None:
    durable.close()
    second_format(durable.path)
    with pytest.raises(memtxn.StorageError, match=r"format 2 .* open it to write once"):
        memtxn.open(durable.path, read_only=True)
