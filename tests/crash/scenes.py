"""Scenes: one thing that is done to a store, to be cut short or made to fail at every operation on its files.

A scene begins with a copy of a memory that has some history, or with nothing. What it does once the stage is
``armed`` must be there wholly or not at all; what it did before must be there in any case.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import apsw
import msgspec

import memtxn
from memtxn import Memory, Policy, Provision, Rejected, Store, Transaction
from memtxn.testkit.faultvfs import Nth
from tests.crash.rounds import carry_out, planned

VFS = "memtxn-crash"
FILE = "agent.db"
HISTORY = 5
"""Rounds that stand in the memory when a scene begins."""

CAREFUL = Policy(provisions=(Provision(decisions={"not_ordered_subsequence": "quarantine"}),))
"""Under which what its evidence does not say is put aside."""
NOON = datetime(2021, 1, 1, 12, tzinfo=UTC)
WORDS = [f"word {n}" for n in range(16)]
TEXT = f"They said {', '.join(WORDS)}."


class Stage:
    """Where a scene is played: a folder with a file, and the hook that waits to be armed.

    ``name`` is the memory that it is about, ``tx`` the id of its last transaction.
    """

    def __init__(self, folder: Path, hook: Nth, vfs: str) -> None:
        self.path, self.hook, self._vfs = folder / FILE, hook, vfs
        self._stores: list[Store] = []
        self.name, self.tx = "m", ""

    def open(self) -> Store:
        """Open the store on the file."""
        store = memtxn.open(self.path, vfs=self._vfs)
        self._stores.append(store)
        return store

    def memory(self, name: str) -> Memory:
        """Open the store, arm, and give one of its memories."""
        self.name, store = name, self.open()
        self.arm()
        return store.memory(name)

    def arm(self) -> None:
        """From now on anything may happen."""
        self.hook.armed = True

    def begin(self, tx: Transaction) -> Transaction:
        """The transaction that it is about."""
        self.tx = tx.id
        return tx

    def clear(self) -> None:
        """It is over; nothing happens any more."""
        self.hook.armed = False

    def shut(self) -> None:
        """Close the store that was opened last."""
        self._stores.pop().close()

    def reopen(self) -> Store:
        """The store that is open, or else a new one."""
        return self._stores[-1] if self._stores else self.open()

    def close(self) -> None:
        """Close whatever is open."""
        while self._stores:
            self.shut()


class Scene(msgspec.Struct, frozen=True):
    """One of them. ``begins`` makes its file; ``sure``: what it changes is done before it is armed."""

    act: Callable[[Stage], None]
    begins: Callable[[Path], None]
    sure: bool = False


# -- how it begins -------------------------------------------------------------------------------------


def nothing(folder: Path) -> None:
    """There is no file."""


def history(folder: Path) -> None:
    """A memory with some rounds, closed as it should be."""
    with memtxn.open(folder / FILE) as store:
        for number in range(HISTORY):
            carry_out(store.memory("m"), planned("A", number), lambda _: None)


def log_left(folder: Path) -> None:
    """The same, but its last process did not close it: part of it stands in the log alone."""
    living = folder / "living"
    living.mkdir()
    history(living)
    with memtxn.open(living / FILE) as store:
        commit(store.memory("m").transaction(), 16)
        for file in (FILE, f"{FILE}-wal"):
            shutil.copy(living / file, folder)
    shutil.rmtree(living)


def aside(folder: Path) -> None:
    """A memory with some rounds, in which a proposal waits."""
    history(folder)
    with memtxn.open(folder / FILE) as store:
        set_aside(store)


def set_aside(store: Store, begin: Callable[[Transaction], Transaction] = lambda tx: tx) -> None:
    """Let a proposal wait, in a transaction that is refused."""
    tx = begin(store.memory("m", policy=CAREFUL).transaction())
    source = tx.observe(TEXT, speaker="ann", at=NOON)
    tx.propose(("Word", "0"), "said", "nothing of the kind", evidence=source.quote(WORDS[0]))
    try:
        tx.commit()
    except Rejected:
        return
    raise AssertionError("it was admitted")


# -- what is done --------------------------------------------------------------------------------------


def commit(tx: Transaction, keys: int, *, words: list[str] = WORDS) -> str:
    """One transaction with a staged source; returns its id."""
    with tx:
        source = tx.observe(TEXT, speaker="ann", at=NOON)
        for key, word in zip(range(keys), words, strict=False):
            tx.propose(("Word", str(key)), "said", word, evidence=source.quote(word))
    return tx.id


def copied(folder: Path, to: Path) -> Path:
    """A fresh copy of a folder."""
    shutil.rmtree(to, ignore_errors=True)
    return Path(shutil.copytree(folder, to))


def one_key(stage: Stage) -> None:
    """A commit of one key."""
    commit(stage.begin(stage.memory("m").transaction()), 1)


def sixteen_keys(stage: Stage) -> None:
    """A commit of sixteen keys."""
    commit(stage.begin(stage.memory("m").transaction()), 16)


def first_commit(stage: Stage) -> None:
    """The first commit of a memory."""
    commit(stage.begin(stage.memory("new").transaction()), 2)


def declare(stage: Stage) -> None:
    """A declaration."""
    stage.memory("m").declare("Tag", "name", cardinality="many")


def observe(stage: Stage) -> None:
    """A source alone."""
    stage.memory("m").observe(TEXT, speaker="ann", at=NOON)


def refuse(stage: Stage) -> None:
    """The record of a decision, with a source."""
    tx = stage.begin(stage.memory("m").transaction())
    source = tx.observe(TEXT, speaker="ann", at=NOON)
    tx.propose(("Word", "0"), "said", "nothing of the kind", evidence=source.quote(WORDS[0]))
    try:
        tx.commit()
    except Rejected:
        return
    raise AssertionError("it was admitted")


def put_aside(stage: Stage) -> None:
    """The record of a proposal that waits, with a source."""
    stage.memory("m")
    set_aside(stage.reopen(), stage.begin)


def confirm(stage: Stage) -> None:
    """A confirmation, which observes the source that was kept."""
    memory = decider(stage)
    memory.confirm(memory.pending()[0].id)


def deny(stage: Stage) -> None:
    """A denial."""
    memory = decider(stage)
    memory.deny(memory.pending()[0].id, "not so")


def decider(stage: Stage) -> Memory:
    """The memory as somebody has it who did not propose."""
    stage.memory("m")
    return stage.reopen().memory("m", principal="bob", policy=CAREFUL)


def create(stage: Stage) -> None:
    """The making of a file."""
    stage.arm()
    stage.open()


def close(stage: Stage) -> None:
    """The close of the last connection, which empties the log."""
    store = stage.open()
    commit(store.memory("m").transaction(), 16)
    stage.arm()
    stage.shut()


def recover(stage: Stage) -> None:
    """The opening and the close of a file whose log was left behind."""
    stage.arm()
    stage.open()
    stage.shut()


def copy_log(path: Path) -> None:
    """Copy the log into the database, so that the next commit begins it anew."""
    with closing(apsw.Connection(str(path))) as connection:
        pages, copied = connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
    assert pages == copied


def restart(stage: Stage) -> None:
    """A commit that begins the log anew, after all of it was copied."""
    store = stage.open()
    copy_log(stage.path)
    stage.arm()
    commit(stage.begin(store.memory("m").transaction()), 2, words=WORDS[8:])


SCENES = {
    "one key": Scene(one_key, history),
    "sixteen keys": Scene(sixteen_keys, history),
    "first commit": Scene(first_commit, history),
    "declare": Scene(declare, history),
    "observe": Scene(observe, history),
    "refuse": Scene(refuse, history),
    "put aside": Scene(put_aside, history),
    "confirm": Scene(confirm, aside),
    "deny": Scene(deny, aside),
    "create": Scene(create, nothing, sure=True),
    "close": Scene(close, history, sure=True),
    "recover": Scene(recover, log_left, sure=True),
    "restart": Scene(restart, log_left),
}


# -- looking -------------------------------------------------------------------------------------------

Looks = tuple[object, ...]


def look(store: Store) -> Looks:
    """All that a scene may change, as the interface shows it. Every invariant is checked on the way."""
    return tuple(_look(store.memory(name)) for name in ("m", "new"))


def _look(memory: Memory) -> Looks:
    report = memory.verify("full")
    assert report.ok, report.problems
    found = [(str(belief.key), belief.value) for belief in memory.find()]
    history = [belief.value for belief in memory.history(("Word", "0"), "said")]
    refused = [account.value for account in memory.why_not(("Word", "0"), "said").accounts]
    declared = memory.get(("Tag", "any"), "name")
    log = [(entry.kind, entry.changes) for entry in memory.log()]
    waiting = [(entry.place, entry.value) for entry in memory.pending()]
    return report.records, report.beliefs, found, history, refused, declared, log, waiting
