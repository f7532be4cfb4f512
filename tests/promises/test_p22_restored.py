"""P22: a backup from before an erasure that takes the place of the store does not bring the text back."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest

import memtxn
from memtxn import StorageError, WrongKey, restore, salvage
from memtxn.testkit.victims import Victims
from tests.promises.traces import traces
from tests.promises.world import one
from tests.telling import Tell

SECRET = "zanzibarquote"
WORDS = [SECRET, "xenophanes"]
KEY = b"k" * 32
MONDAY = datetime(2025, 3, 3, 9, 0, tzinfo=UTC)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Where the store is: alone in its folder, so that a trace there is one of the store."""
    (tmp_path / "there").mkdir()
    return tmp_path / "there" / "agent.db"


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return tmp_path / "backup.db"


@pytest.fixture(scope="module")
def copiers() -> Iterator[Victims]:
    with Victims("tests.crash.copier", Path(__file__).parents[2]) as server:
        yield server
        server.end()


def tell(memory: memtxn.Memory, entity: str, value: str) -> None:
    name = entity.removeprefix("Person/").capitalize()
    source = memory.observe(f"The word of {name} is {value}.", speaker="desk", at=MONDAY)
    with memory.transaction() as tx:
        tx.propose(entity, "word", value, evidence=source.quote(value))


def began(target: Path, backup: Path, key: bytes | None = None, tenant: int = 0) -> None:
    """A store that says something, and a backup of it."""
    with memtxn.open(target, key=key, tenant=tenant) as store:
        tell(store.memory("m"), "Person/xenophanes", SECRET)
        tell(store.memory("m"), "Person/ben", "plain")
        store.backup(backup, replace=True)


def erased(target: Path, how: str = "entity", key: bytes | None = None, tenant: int = 0) -> None:
    """What it said is erased later, in one record or in two; or all of the memory is."""
    with memtxn.open(target, key=key, tenant=tenant) as store:
        memory = store.memory("m")
        tell(memory, "Person/cy", "later")
        if how == "whole":
            memory.erase(memory, reason="ticket 7")
            return
        memory.erase("Person/xenophanes", reason="ticket 7")
        memory.erase("1.0", reason="ticket 8")


def refused_at_once(path: Path) -> None:
    """The store there says nothing of it, and holds."""
    with memtxn.open(path) as store:
        assert store.memory("m").history("Person/xenophanes", "word") == []
        report = store.memory("m").verify()
        assert report.ok, report.problems


@pytest.mark.parametrize("how", ["entity", "whole"])
def test_it_is_erased_again_before_it_is_put_in_place(target: Path, backup: Path, how: str) -> None:
    began(target, backup)
    erased(target, how)
    assert traces(target.parent, WORDS) == []
    done = restore(backup, target, replace=True)
    assert done.erased == (3 if how == "entity" else 6)
    assert traces(target.parent, WORDS) == []
    assert {path.name for path in target.parent.iterdir()} == {"agent.db"}
    refused_at_once(target)
    with memtxn.open(target) as store:
        memory = store.memory("m")
        if how == "whole":
            assert store.memories() == []
            return
        assert one(memory.get("Person/ben", "word")).value == "plain"
        assert memory.get("Person/cy", "word") is None
        last = next(iter(memory.log(limit=1)))
        assert (last.kind, last.seq) == ("erase", done.records + 1)


def test_restored_again_and_again(target: Path, backup: Path) -> None:
    """The restored store knows of the erasure too, and passes it on."""
    began(target, backup)
    erased(target)
    for _ in range(3):
        assert restore(backup, target, replace=True).erased == 3
        assert traces(target.parent, WORDS) == []
    with memtxn.open(target) as store:
        store.backup(backup, replace=True)
    assert restore(backup, target, replace=True).erased == 0
    refused_at_once(target)


def test_nothing_else_is_erased(target: Path, backup: Path, tmp_path: Path) -> None:
    """Not where nothing was erased, nor where a memory of the same name and length is another one."""
    began(target, backup)
    assert restore(backup, target, replace=True).erased == 0
    other = tmp_path / "there" / "other.db"
    began(other, tmp_path / "unused.db")
    erased(other)
    done = restore(backup, other, replace=True)
    assert (done.erased, done.records) == (0, 4)
    with memtxn.open(other) as store:
        assert store.memory("m").verify().seq == 4
        assert one(store.memory("m").get("Person/xenophanes", "word")).value == SECRET


def test_of_every_tenant(target: Path, backup: Path) -> None:
    for tenant in (0, 7):
        began(target, backup, tenant=tenant)
    erased(target, tenant=7)
    assert restore(backup, target, replace=True).erased == 3
    with memtxn.open(target, tenant=7) as store:
        assert store.memory("m").get("Person/xenophanes", "word") is None
        assert store.memory("m").verify().ok
    with memtxn.open(target) as store:
        assert one(store.memory("m").get("Person/xenophanes", "word")).value == SECRET


def test_without_the_key_nothing_is_replaced(target: Path, backup: Path) -> None:
    began(target, backup, KEY)
    erased(target, key=KEY)
    with pytest.raises(WrongKey):
        restore(backup, target, replace=True)
    assert traces(target.parent, WORDS) == []
    with memtxn.open(target, key=KEY) as store:
        assert store.memory("m").verify().seq == 8
    assert restore(backup, target, replace=True, key=KEY).erased == 3
    assert traces(target.parent, WORDS) == []


DAMAGES = {
    "an erasure that is missing": "DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)",
    "another kind": "UPDATE journal SET data = CAST(substr(data, 1, 2) || x'00' || substr(data, 4) AS BLOB)"
    " WHERE seq >= 7",
    "the text's own record": "UPDATE journal SET data = CAST(data || x'00' AS BLOB) WHERE seq = 1",
    "another memory": "UPDATE mem SET salt = zeroblob(16)",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_journal_that_cannot_tell_is_not_replaced(target: Path, backup: Path, damage: str) -> None:
    """What may have been erased in it would come back; what is salvaged of it may be replaced."""
    began(target, backup)
    erased(target)
    with closing(apsw.Connection(str(target))) as connection:
        connection.execute(DAMAGES[damage])
    with pytest.raises(StorageError, match="might come back"):
        restore(backup, target, replace=True)
    assert traces(target.parent, WORDS) == []
    assert {path.name for path in target.parent.iterdir()} == {"agent.db"}


def test_over_what_was_salvaged(target: Path, backup: Path) -> None:
    began(target, backup)
    erased(target)
    with memtxn.open(target) as store:
        tell(store.memory("m"), "Person/dan", "last")
    with closing(apsw.Connection(str(target))) as connection:
        connection.execute("DELETE FROM journal WHERE seq = 10")
    moved = target.with_name("moved.db")
    target.rename(moved)
    salvage(moved, target)
    moved.unlink()
    assert restore(backup, target, replace=True).erased == 3
    assert traces(target.parent, WORDS) == []
    refused_at_once(target)


def test_a_guard_that_was_held_when_it_was_copied(target: Path, backup: Path) -> None:
    """Nobody holds it in the copy: that is taken back to where it began, and then the text goes."""
    began(target, backup)
    with memtxn.open(target) as store:
        memory = store.memory("m")
        with memory.guard("deploy"):
            tell(memory, "Person/xenophanes", f"{SECRET} again")
            store.backup(backup, replace=True)
    erased(target)
    assert restore(backup, target, replace=True).erased >= 2
    refused_at_once(target)


@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_at_every_moment(
    target: Path, backup: Path, copiers: Victims, tell: Tell, when: str, tmp_path: Path
) -> None:
    """What stands there is the old store, or the restored one without the text."""
    began(target, backup)
    erased(target)
    older = tmp_path / "older.db"
    shutil.copy(target, older)
    kills = landed = 0
    heard: list[str] = []
    while not heard:
        shutil.copy(older, target)
        victim = copiers.start("restore", str(backup), str(target), str(kills), when)
        heard = victim.rest()
        assert victim.wait() == (0 if heard else -9)
        assert [line for line in traces(target.parent, WORDS) if "-part" not in line] == []
        refused_at_once(target)
        with memtxn.open(target) as store:
            landed += store.memory("m").get("Person/cy", "word") is None
        assert restore(backup, target, replace=True).erased == 3
        assert {path.name for path in target.parent.iterdir()} == {"agent.db"}
        kills += 1
    tell("kills in a restore that erases again", kills=kills - 1, landed=landed - 1, with_the_text=0)
    assert kills > 20
    assert landed > 1
