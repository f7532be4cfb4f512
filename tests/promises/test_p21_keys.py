"""P21: keys. A wrong or lost key never stops a read and never writes; another one begins with a record of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

import memtxn
from memtxn import InvalidInput, JournalDamaged, Memory, Report, WrongKey, read_key, rekey
from memtxn.core.proof import tag
from memtxn.model.keyop import RekeyOp
from memtxn.model.record import Kind, decode_record

OLD, NEW = b"o" * 32, b"n" * 20


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "agent.db"


def wrote(memory: Memory, number: int, idempotency_key: str | None = None) -> int:
    with memory.transaction(idempotency_key=idempotency_key) as tx:
        tx.set_state("Run/1", "step", number)
    assert tx.receipt is not None
    return tx.receipt.seq


def made(path: Path, key: bytes | None) -> None:
    """Two memories of some records each."""
    with memtxn.open(path, key=key) as store:
        for name in ("m", "n"):
            for number in range(3):
                wrote(store.memory(name), number)
    with memtxn.open(path, key=key, tenant=7) as store:
        wrote(store.memory("m"), 0)


def verified(path: Path, key: bytes | None, name: str = "m") -> Report:
    with memtxn.open(path, key=key) as store:
        return store.memory(name).verify()


def sql(path: Path, statement: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(apsw.Connection(str(path))) as connection:
        return connection.execute(statement, values).fetchall()


@pytest.mark.parametrize("given", [None, b"w" * 32])
def test_without_the_right_key_all_reads_work_and_nothing_is_written(path: Path, given: bytes | None) -> None:
    made(path, OLD)
    with memtxn.open(path, key=given) as store:
        memory = store.memory("m")
        found = memory.get("Run/1", "step")
        assert isinstance(found, memtxn.Belief)
        assert found.value == 2
        assert [one.value for one in memory.history("Run/1", "step")] == [0, 1, 2]
        assert memory.at(seq=1).get("Run/1", "step") is not None
        report = memory.verify()
        assert [(one.invariant, one.detail) for one in report.problems] == [
            ("tag", "tags unverifiable: the key is not known")
        ]
        for write in (
            lambda: wrote(memory, 9),
            memory.recover,
            store.anchor,
            lambda: memory.observe("Hello.", speaker="ann", at=memory.log(limit=1).__next__().at),  # type: ignore[arg-type]
            lambda: rekey(path, key=given, new_key=NEW),
        ):
            with pytest.raises(WrongKey):
                write()
    assert verified(path, OLD).ok


@pytest.mark.parametrize("before", [None, OLD], ids=["own", "outside"])
@pytest.mark.parametrize("after", [None, NEW], ids=["to own", "to outside"])
@pytest.mark.parametrize("lost", [False, True])
def test_another_key_begins_with_a_record(
    path: Path, before: bytes | None, after: bytes | None, lost: bool
) -> None:
    made(path, before)
    done = rekey(path, key=None if lost else before, new_key=after, lost=lost)
    assert (done.memories, done.inside) == (3, after is None)
    assert done.checked is (before is None or not lost)
    for name in ("m", "n"):
        assert verified(path, after, name).ok
        with memtxn.open(path, key=after) as store:
            memory = store.memory(name)
            last = next(memory.log(limit=1))
            assert (last.seq, last.kind) == (4, "rekey")
            assert [(one.what, one.id, one.value) for one in last.changes] == [
                ("REKEY", done.new, {"before": done.old})
            ]
            assert wrote(memory, 5) == 5
            assert memory.verify().ok
            assert memory.verify("tail").ok
            assert memory.recover().repaired == ()
    with memtxn.open(path, key=after, tenant=7) as store:
        assert store.memory("m").verify().ok
    if before is not None:
        assert not verified(path, before).ok


def test_again_and_again(path: Path) -> None:
    made(path, None)
    keys = [bytes([number]) * 16 for number in range(1, 6)]
    for old, new in zip([None, *keys], keys, strict=False):
        rekey(path, key=old, new_key=new)
        with memtxn.open(path, key=new) as store:
            wrote(store.memory("m"), 7)
    assert verified(path, keys[-1]).ok
    assert verified(path, keys[-1]).records == 3 + 2 * 5


def test_the_seals_of_a_key_that_is_gone_must_stay_as_they_were(path: Path) -> None:
    """Each tag of the first two keys is altered: the record of the next key tells."""
    made(path, OLD)
    rekey(path, key=OLD, new_key=NEW)
    with memtxn.open(path, key=NEW) as store:
        wrote(store.memory("m"), 7)
    rekey(path, key=NEW)
    with memtxn.open(path) as store:
        wrote(store.memory("m"), 8)
    assert verified(path, None).ok
    for seq, told in {1: 4, 2: 4, 3: 4, 4: 6, 5: 6, 6: 6, 7: 7}.items():
        ((before,),) = sql(path, "SELECT tag FROM journal WHERE mem = 1 AND seq = ?", seq)
        sql(path, "UPDATE journal SET tag = zeroblob(16) WHERE mem = 1 AND seq = ?", seq)
        problems = verified(path, None).problems
        assert problems[0].invariant == "tag"
        assert problems[0].where == str(told)
        sql(path, "UPDATE journal SET tag = ? WHERE mem = 1 AND seq = ?", before, seq)
    assert verified(path, None).ok


def test_whoever_lacks_the_key_cannot_make_a_record_of_another(path: Path) -> None:
    """They give the store a key of theirs, write with it, and put the fingerprint back: its owner is told."""
    made(path, OLD)
    ((fingerprint,),) = sql(path, "SELECT tag_key_id FROM meta")
    rekey(path, new_key=b"of mine " * 4, lost=True)
    with memtxn.open(path, key=b"of mine " * 4) as store:
        wrote(store.memory("m"), 666)
    assert [one.detail for one in verified(path, OLD).problems] == ["tags unverifiable: the key is not known"]
    sql(path, "UPDATE meta SET tag_key_id = ?", fingerprint)
    assert [(one.invariant, one.where) for one in verified(path, OLD).problems if one.where == "4"] == [
        ("tag", "4")
    ]
    sql(path, "UPDATE head SET tag = zeroblob(16)")
    with memtxn.open(path, key=OLD) as store, pytest.raises(JournalDamaged):
        store.memory("m").recover()


def test_what_does_not_hold_is_not_sealed_anew(path: Path) -> None:
    made(path, OLD)
    sql(path, "UPDATE journal SET tag = zeroblob(16) WHERE mem = 2 AND seq = 2")
    before = sql(path, "SELECT * FROM journal"), sql(path, "SELECT * FROM meta")
    with pytest.raises(JournalDamaged, match="memory 'n': tag 2"):
        rekey(path, key=OLD, new_key=NEW)
    assert (sql(path, "SELECT * FROM journal"), sql(path, "SELECT * FROM meta")) == before
    rekey(path, new_key=NEW, lost=True)  # whoever lost the key cannot know
    sql(path, "UPDATE journal SET data = CAST(data || x'00' AS BLOB) WHERE mem = 2 AND seq = 1")
    with pytest.raises(JournalDamaged, match="memory 'n': chain 1"):
        rekey(path, lost=True)


def test_a_store_that_is_open_meanwhile_does_not_write_with_the_old_key(path: Path) -> None:
    made(path, OLD)
    with memtxn.open(path, key=OLD) as store:
        memory = store.memory("m")
        with memory.transaction() as tx:
            tx.set_state("Run/1", "step", 8)
            rekey(path, key=OLD, new_key=NEW)
            with pytest.raises(WrongKey, match="open it again"):
                tx.commit()
        with pytest.raises(WrongKey):
            wrote(memory, 9)
        with pytest.raises(WrongKey):
            wrote(store.memory("another"), 9)
        assert memory.get("Run/1", "step") is not None
    assert verified(path, NEW).ok
    assert sql(path, "SELECT count(*) FROM mem") == [(3,)]


def test_idempotency_keys_of_before_are_not_recognised(path: Path) -> None:
    """P15 says so: they are kept as a keyed hash, and its key is gone."""
    with memtxn.open(path, key=OLD) as store:
        assert wrote(store.memory("m"), 1, "once") == wrote(store.memory("m"), 1, "once") == 1
    rekey(path, key=OLD, new_key=NEW)
    with memtxn.open(path, key=NEW) as store:
        assert wrote(store.memory("m"), 1, "once") == wrote(store.memory("m"), 1, "once") == 3


def test_the_record_of_a_key_holds_no_key(path: Path) -> None:
    made(path, OLD)
    rekey(path, key=OLD, new_key=NEW)
    data = path.read_bytes()
    assert OLD not in data
    assert NEW not in data
    ((link, digest, stored, record),) = sql(
        path, "SELECT h.link, digest, j.tag, data FROM head AS h JOIN journal AS j USING (mem, seq) WHERE mem = 1"
    )
    assert stored == tag(NEW, link, digest)
    assert decode_record(record).kind is Kind.REKEY
    assert isinstance(decode_record(record).ops[0], RekeyOp)


@pytest.mark.parametrize("bad", [b"", b"short", b"x" * 65, "text" * 8, 7, bytearray(32)])
def test_what_is_no_key(path: Path, bad: Any) -> None:  # noqa: ANN401
    made(path, None)
    with pytest.raises(InvalidInput, match="new_key must be 16 to 64 bytes"):
        rekey(path, new_key=bad)
    with pytest.raises(InvalidInput, match="key must be 16 to 64 bytes"):
        memtxn.open(path, key=bad)
    assert verified(path, None).ok


def test_there_must_be_a_store(tmp_path: Path) -> None:
    for url in (tmp_path / "none.db", ":memory:", ""):
        with pytest.raises(InvalidInput):
            rekey(url)
    assert list(tmp_path.iterdir()) == []


# -- key files -------------------------------------------------------------------------------------------


@contextmanager
def file(folder: Path, content: bytes, mode: int = 0o600) -> Iterator[Path]:
    path = folder / "key"
    path.write_bytes(content)
    path.chmod(mode)
    yield path
    path.chmod(0o600)


@pytest.mark.parametrize(
    "content",
    [
        b"6b" * 32,
        b"6b" * 32 + b"\n",
        b"  6B" + b"6b" * 31 + b"\r\n",
        b"\xef\xbb\xbf" + b"6b" * 32,
        b"6b 6b " * 16,
    ],
)
def test_a_key_file(tmp_path: Path, content: bytes) -> None:
    with file(tmp_path, content) as path:
        assert read_key(path) == read_key(str(path)) == b"k" * 32


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"6b" * 15, "a key of 15 bytes"),
        (b"6b" * 65, "a key of 65 bytes"),
        (b"6b" * 4000, "hexadecimal"),
        (b"6" * 33, "hexadecimal"),
        (b"k" * 32, "hexadecimal"),
        (os.urandom(32) + b"\xff", "hexadecimal"),
        (("6b" * 32).encode("utf-16"), "hexadecimal"),
        ("６ｂ".encode() * 32, "hexadecimal"),
        (b"0x" + b"6b" * 32, "hexadecimal"),
    ],
    ids=range(11),
)
def test_what_a_key_file_cannot_hold(tmp_path: Path, content: bytes, said: str) -> None:
    with file(tmp_path, content) as path, pytest.raises(InvalidInput, match=said) as raised:
        read_key(path)
    assert "6b6b" not in str(raised.value)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o666, 0o610])
def test_a_key_file_that_others_may_read(tmp_path: Path, mode: int) -> None:
    with file(tmp_path, b"6b" * 32, mode) as path, pytest.raises(InvalidInput, match="chmod 600"):
        read_key(path)


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_a_key_file_that_is_its_owners_alone(tmp_path: Path, mode: int) -> None:
    with file(tmp_path, b"6b" * 32, mode) as path:
        assert read_key(path) == b"k" * 32


def test_what_is_no_file(tmp_path: Path) -> None:
    for given in (tmp_path, tmp_path / "none", "", "\x00", None, 7):
        with pytest.raises(InvalidInput):
            read_key(given)  # type: ignore[arg-type]


def test_another_key_while_a_guard_is_held(path: Path) -> None:
    """It changes nothing that the guard would have to put back, and does not count as somebody else's writing."""
    made(path, OLD)
    with memtxn.open(path, key=OLD) as store:
        store.memory("m").guard("task").__enter__()
        rekey(path, key=OLD, new_key=NEW)
        assert verified(path, NEW).ok
