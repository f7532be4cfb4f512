"""Restore: a backup that was found whole takes the place of a database, or of nothing, in one step.

It is copied beside its target, judged there, given another epoch, and flushed. Then the lock is taken that only
somebody gets who is alone, the target's log is emptied into it and removed, what was erased in it is erased in
the copy as well, and the copy gets its name. A kill or a power cut at any moment leaves the old database or the
new one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import msgspec

from memtxn.adapters.storage.sqlite.backup import (
    IN_USE,
    copy_of,
    flush_folder,
    like_place,
    part_of,
    put_in_place,
    system,
)
from memtxn.adapters.storage.sqlite.connection import Place, connect, place_of, set_pragma, shut
from memtxn.adapters.storage.sqlite.errors import translate, translated
from memtxn.adapters.storage.sqlite.filesystem import refuse_network
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.adapters.storage.sqlite.reader import SQLiteReader
from memtxn.adapters.storage.sqlite.schema import recognise
from memtxn.adapters.storage.sqlite.storage import SQLiteStorage
from memtxn.errors import InvalidInput, StorageBusy, StorageError
from memtxn.ports.ids import Ids
from memtxn.ports.storage import Progress, Reader

EPOCH_SIZE = 8
FIRST_ERASURE = 6
"""The format of stores in which something can have been erased for the first time."""


class Restoring(msgspec.Struct, frozen=True, kw_only=True):
    """What to restore, to where, and how. ``judge`` raises when the copy is not whole.

    ``learn`` reads what was erased in the database that is replaced, and says whether there is anything;
    ``erase`` erases that in the copy.
    """

    backup: str
    target: str
    replace: bool
    key: bytes | None
    busy_timeout: float
    ids: Ids
    judge: Callable[[SQLiteStorage], None]
    learn: Callable[[Reader], bool]
    erase: Callable[[SQLiteStorage], None]
    progress: Progress | None = None


def restore(given: Restoring) -> int:
    """Put a backup in its place, and return its bytes. See `app.maintain.restore`."""
    source, aim = _source(given), _aim(given)
    with part_of(aim, like_place(source)) as part:
        copy_of(source, part, given.progress, _on)
        _made_new(given, part)
        with system(aim):
            flush(part)
            if os.path.lexists(aim):
                _aim(given)
                with _alone(Place(aim, given.busy_timeout)) as old:
                    _erased_again(given, old, part)
                    put_in_place(part, aim, replace=True)
            else:
                put_in_place(part, aim, replace=False)
            return Path(aim).stat().st_size


def _on() -> None:
    """A file that nobody closes meanwhile."""


def _source(given: Restoring) -> Place:
    """The backup, as a file that nobody writes: nothing is made beside it. Unless a log stands there."""
    place = recognise(place_of(given.backup, given.busy_timeout, None, read_only=True))
    with system(place.path):
        log = Path(place.path + "-wal")
        in_work = log.exists() and log.stat().st_size > 0
    return place if in_work else msgspec.structs.replace(place, immutable=True)


def _aim(given: Restoring) -> str:
    with system(given.target):
        aim = os.path.realpath(given.target)
        same = os.path.lexists(aim) and os.path.realpath(given.backup) == aim
        there = os.path.lexists(aim)
        beside = [aim + end for end in IN_USE if not there and os.path.lexists(aim + end)]
    if same:
        raise InvalidInput(f"{aim} is the backup itself")
    if there and not given.replace:
        raise InvalidInput(f"{aim} exists already; name another file, or let it be replaced")
    if beside:
        raise StorageError(f"{beside[0]} stands there without its database: move it away")
    refuse_network(Place(aim, given.busy_timeout))
    if there:
        recognise(Place(aim, given.busy_timeout))
    return aim


def _made_new(given: Restoring, part: str) -> None:
    """Judge the copy, and let it be another line than the database that was backed up."""
    with _opened(given, part) as storage:
        given.judge(storage)
        storage.renew(given.ids(EPOCH_SIZE))


def _erased_again(given: Restoring, old: apsw.Connection, part: str) -> None:
    """Erase in the copy what was erased in the database that it replaces, which nobody can write meanwhile.

    Raises:
        StorageError: what was erased there cannot be known. WrongKey: the copy cannot be written.
    """
    version = old.pragma("user_version")
    assert isinstance(version, int)
    if version < FIRST_ERASURE:
        return
    reader = SQLiteReader(old, lambda: True)
    try:
        anything = given.learn(reader)
    finally:
        reader.end()
    if anything:
        with _opened(given, part) as storage:
            given.erase(storage)
        flush(part)


@contextmanager
def _opened(given: Restoring, part: str) -> Iterator[SQLiteStorage]:
    """The copy, and nothing beside it after the block."""
    storage = SQLiteStorage(
        part, ids=given.ids, key=given.key, busy_timeout=given.busy_timeout, allow_network=True
    )
    with closing(storage):
        yield storage
    for end in IN_USE:
        if os.path.lexists(part + end):
            raise StorageError(f"{part}{end} was not taken into the copy")


def flush(path: str) -> None:
    """Let what stands in a file be there after a power cut."""
    with Path(path).open("rb+") as file:
        os.fsync(file.fileno())


@contextmanager
def _alone(place: Place) -> Iterator[apsw.Connection]:
    """A block in which nobody else has the database open, nor can open it; it has no log any more.

    It gives the connection that reads it.

    Raises:
        StorageBusy: somebody has it open. StorageError: it cannot be opened to find out.
    """
    connection = connect(msgspec.structs.replace(place, exists=True))
    try:
        try:
            for name, value in (("locking_mode", "exclusive"), ("journal_mode", "delete"), ("synchronous", 3)):
                set_pragma(connection, name, value)
            connection.execute(SQL["begin_alone"])
        except apsw.BusyError as error:
            raise StorageBusy(f"{place.path} is open elsewhere: close it first") from error
        except apsw.Error as error:
            advice = "move it away, and restore to its name"
            raise StorageError(f"{place.path} cannot be opened to see who has it open: {advice}") from error
        with translated(place.path):
            flush_folder(place.path)
            yield connection
    except apsw.Error as error:
        raise translate(error, place.path) from error
    finally:
        shut(connection)
