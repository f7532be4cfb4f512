"""Backup: a copy of one moment of the database, made beside its target and put in place when it is whole.

A read transaction holds the moment, so the copy never begins anew however much is written meanwhile; in WAL mode
it keeps no writer waiting. The log cannot begin anew until it ends, and grows with what is written.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import apsw

from memtxn.adapters.storage.sqlite import lockfile
from memtxn.adapters.storage.sqlite.connection import Place, configure, connect, set_pragma, shut
from memtxn.adapters.storage.sqlite.errors import translate
from memtxn.adapters.storage.sqlite.lockfile import LockFile
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.adapters.storage.sqlite.schema import recognise
from memtxn.errors import InvalidInput, StorageBusy, StorageError, StorageFull
from memtxn.ports.storage import Progress

STEP = 1024
"""Pages that are copied between two looks at whether to go on (4 MB)."""

PART = "-part"
"""What the name of an unfinished copy ends with. The next backup to the same target overwrites such a file."""

_OWN = ("", "-wal", "-shm", "-journal", "-turn", PART)
IN_USE = ("-wal", "-shm", "-journal")
"""What stands beside a database that is in use."""
_PRIVATE = stat.S_IFREG | 0o600


def back_up(
    place: Place, target: str, *, replace: bool, progress: Progress | None, still: Callable[[], None]
) -> int:
    """Copy the database to a file and return its size in bytes. See `ports.storage.Storage.backup`.

    ``still`` is asked between the steps; what it raises ends the copy.
    """
    aim = _aim(place, target, replace=replace)
    with part_of(aim, like_place(place)) as part:
        copy_of(place, part, progress, still)
        _aim(place, target, replace=replace)
        with system(aim):
            put_in_place(part, aim, replace=replace)
            return Path(aim).stat().st_size


# -- where it goes -------------------------------------------------------------------------------------


def _aim(place: Place, target: str, *, replace: bool) -> str:
    """The target, free of links, when a copy may be put there.

    Raises:
        InvalidInput: something stands there already, or it is the database itself or a file of it.
        StorageError: it cannot be looked at, or a database of that name is in use. NotADatabase: what is to be
            replaced is none.
    """
    with system(target):
        aim = os.path.realpath(target)
        if not place.in_memory and aim in [place.path + end for end in _OWN]:
            raise InvalidInput(f"{aim} is a file of the database itself")
        found = Path(aim).stat() if os.path.lexists(aim) else None
        beside = [aim + end for end in IN_USE if os.path.lexists(aim + end)]
    if found is not None and not replace:
        raise InvalidInput(f"{aim} exists already; name another file, or let it be replaced")
    if beside:
        raise StorageError(f"{beside[0]} stands there: a database of that name is open, or was not closed")
    if found is not None:
        recognise(Place(aim, place.busy_timeout, None if place.in_memory else place.vfs))
    return aim


def like_place(place: Place) -> os.stat_result:
    """What the copy has to be like: as open to others as the database, or its owner's alone."""
    if not place.in_memory:
        with suppress(FileNotFoundError):  # a file layer that keeps it elsewhere
            return Path(place.path).stat()
    return os.stat_result((_PRIVATE, 0, 0, 1, os.getuid(), os.getgid(), 0, 0, 0, 0))


@contextmanager
def part_of(aim: str, like: os.stat_result) -> Iterator[str]:
    """An empty file to copy into, which nobody else does meanwhile, and which is gone after the block."""
    path = aim + PART
    lock = _locked(path, like) if lockfile.AVAILABLE else None
    try:
        _delete(path, *IN_USE, *([""] if lock is None else []))
        with system(path):
            if lock is not None:
                os.truncate(path, 0)
        yield path
    finally:
        _delete(path, "", *IN_USE)
        if lock is not None:
            lock.close()


def _delete(path: str, *ends: str) -> None:
    """Delete files beside the target. What cannot be deleted now the next backup overwrites."""
    for end in ends:
        with suppress(OSError):
            Path(path + end).unlink()


def _locked(path: str, like: os.stat_result) -> LockFile:
    """The file of that name, whoever left it there, held by this backup alone.

    Raises:
        StorageBusy: another backup to the same target is at work.
    """
    while True:
        lock = LockFile(path, like)
        if not lock.try_take():
            lock.close()
            raise StorageBusy(f"another backup is writing {path}")
        if lock.is_at_its_path():  # else the other one has just finished: its file has another name now
            return lock
        lock.close()


def put_in_place(part: str, aim: str, *, replace: bool) -> None:
    """Give the whole copy its name, durably. Nothing that came to stand there meanwhile is overwritten."""
    if replace:
        Path(part).replace(aim)
    else:
        try:
            os.link(part, aim)
        except FileExistsError:
            raise InvalidInput(f"{aim} has come into being meanwhile") from None
        except OSError:  # a file system without links
            Path(part).rename(aim)
    flush_folder(aim)


def flush_folder(path: str) -> None:
    """Let the names in the folder of a file be there after a power cut."""
    if os.name != "posix":
        return
    folder = os.open(Path(path).parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def system(where: str) -> Iterator[None]:
    """What the system refuses in this block is told as an error of memtxn's."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise (StorageFull if full else StorageError)(f"{where}: {error.strerror or error}") from error


# -- the copy ------------------------------------------------------------------------------------------


def copy_of(place: Place, path: str, progress: Progress | None, still: Callable[[], None]) -> None:
    """Fill the file. SQLite flushes it at the end, when it commits."""
    vfs = None if place.in_memory else place.vfs
    with _moment(place) as source, _opened(Place(path, place.busy_timeout, vfs)) as copy:
        try:
            size = _page_size(source)
            with copy.backup("main", source, "main") as backup:
                done = False
                while not done:
                    still()
                    done = backup.step(STEP)
                    if progress is not None:
                        progress((backup.page_count - backup.remaining) * size, backup.page_count * size)
            if place.in_memory:
                set_pragma(copy, "journal_mode", "wal")
        except apsw.Error as error:
            raise translate(error, path, copy.system_errno) from error


def _page_size(connection: apsw.Connection) -> int:
    size = connection.pragma("page_size")
    assert isinstance(size, int)
    return size


@contextmanager
def _opened(place: Place) -> Iterator[apsw.Connection]:
    """A connection to the empty file: durable when it commits, and without a file beside it."""
    connection = connect(place)
    try:
        for name, value in (("journal_mode", "memory"), ("synchronous", 2), ("fullfsync", 1)):
            set_pragma(connection, name, value)
        yield connection
    finally:
        shut(connection)


@contextmanager
def _moment(place: Place) -> Iterator[apsw.Connection]:
    """A connection that reads one moment of the database.

    A commit to a database in memory waits until nobody reads; so that one is first copied within memory.
    """
    connection = configure(connect(place), place, query_only=True)
    try:
        connection.execute(SQL["begin_read"])
        connection.execute(SQL["meta"]).fetchall()
        if not place.in_memory:
            yield connection
            return
        with closing(apsw.Connection(":memory:")) as twin:
            with twin.backup("main", connection, "main") as backup:
                backup.step()
            shut(connection)
            yield twin
    except apsw.Error as error:
        raise translate(error, place.path) from error
    finally:
        shut(connection)
