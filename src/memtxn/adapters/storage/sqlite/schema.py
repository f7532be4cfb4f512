"""What is in a file: recognising it, making it, bringing it to this version's format.

The schema is the sum of the numbered files in `migrations/`; ``user_version`` counts those applied.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from typing import BinaryIO

import apsw
import msgspec

from memtxn.adapters.storage.sqlite.connection import Place, set_pragma
from memtxn.adapters.storage.sqlite.errors import translated
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.adapters.storage.sqlite.rows import meta
from memtxn.core.proof import key_fingerprint
from memtxn.errors import NotADatabase, StorageBusy, StorageError
from memtxn.ports.ids import Ids
from memtxn.ports.storage import Columns, Meta

APPLICATION_ID = 0x6D656D74
"""``memt``, at offset 68 of the file."""

_MAGIC = b"SQLite format 3\0"
_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
_LOG_MAGIC = (0x377F0682, 0x377F0683)
_LOG_HEAD, _FRAME_HEAD = 32, 24
_ITS_OWN = frozenset({"", "-wal", "-shm", "-journal", "-turn"})
_FILES = 1_000
_PAGE_SIZES = frozenset(2**power for power in range(9, 17))
STORE_ID_SIZE = 16
KEY_SIZE = 32


def migrations() -> list[str]:
    """The texts of all migrations, in order; the first is number 1."""
    found = Path(__file__).with_name("migrations").glob("*.sql")
    return [file.read_text(encoding="utf-8") for file in sorted(found)]


def recognise(place: Place) -> Place:
    """Look at a file before SQLite does, so that somebody else's is not touched in any way.

    Through SQLite's own file layer: a plain ``open`` and ``close`` would drop the locks that this process
    holds on the file (POSIX).

    Returns the place as it is to be opened.

    Raises:
        NotADatabase: it is not empty and not ours, or no file. StorageError: a directory, or not to be read or
            made.
    """
    found = _found(place.path)
    if found is None:
        if place.read_only:
            raise StorageError(f"{place.path} does not exist, and read_only makes nothing")
        return place
    _refuse_special(place.path, found.st_mode)
    if found.st_size or place.read_only:
        _refuse_foreign(place, _first_bytes(place), found.st_size)
    return _sealed(place) if found.st_size else place


def _found(path: str) -> os.stat_result | None:
    try:
        return Path(path).stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageError(f"{path}: {error.strerror}") from error


def _refuse_special(path: str, mode: int) -> None:
    """Refuse what is no regular file: to open a pipe is to wait for its other end."""
    if stat.S_ISDIR(mode):
        raise StorageError(f"{path} is a directory")
    if not stat.S_ISREG(mode):
        raise NotADatabase(f"{path} is a pipe, a socket or a device, not a regular file")


def _sealed(place: Place) -> Place:
    """The place; immutable when its folder is write-protected and no log stands beside it.

    Even to read a database in WAL mode SQLite makes two files beside it, unless told that nobody writes.

    Raises:
        StorageError: a log stands there, but not the index to it, which cannot be made.
    """
    if _writable(str(Path(place.path).parent)):
        return place
    log, index = _found(place.path + "-wal"), _found(place.path + "-shm")
    if log is None or log.st_size == 0:
        return msgspec.structs.replace(place, immutable=True)
    if index is None:
        told = "its folder is write-protected, and a log beside it holds commits that were not copied into it yet"
        raise StorageError(f"{place.path}: {told}; open it once as somebody who may write there")
    return place


def stamp(place: Place) -> tuple[object, ...]:
    """What changes when somebody writes the file of an immutable place after all."""
    found, log = _found(place.path), _found(place.path + "-wal")
    beside = log is not None and log.st_size > 0
    return (beside, found and (found.st_ino, found.st_size, found.st_mtime_ns))


def sizes(place: Place) -> tuple[int, int]:
    """The bytes of the file, and those of the log beside it."""
    found, log = _found(place.path), _found(place.path + "-wal")
    return found.st_size if found else 0, log.st_size if log else 0


def _writable(folder: str) -> bool:
    return os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def stores_beside(place: Place) -> list[str]:
    """The names of other stores in its folder, of the first thousand files there."""
    path = Path(place.path)
    found = []
    for other in islice(sorted(path.parent.iterdir()), _FILES):
        if other.name.startswith(path.name) and other.name.removeprefix(path.name) in _ITS_OWN:
            continue
        with suppress(OSError, StorageError):
            if other.is_file() and not other.is_symlink():
                head = _first_bytes(msgspec.structs.replace(place, path=str(other)))
                found += [other.name] if looks_ours(head) else []
    return found


def _first_bytes(place: Place) -> bytes:
    with translated(place.path):
        flags = [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY, 0]
        file = apsw.VFSFile(place.vfs or "", place.path, flags)
        try:
            return file.xRead(min(100, file.xFileSize()), 0)
        finally:
            file.xClose()


def _refuse_foreign(place: Place, head: bytes, size: int) -> None:
    if looks_ours(head) or _is_being_made(place) or _is_in_log(place):
        return
    found = "a SQLite database of another program" if head[:16] == _MAGIC else "no SQLite database"
    raise NotADatabase(f"{place.path} is {found if size else 'empty'}")


def looks_ours(head: bytes) -> bool:
    """Whether the first bytes of a file are those of a store."""
    return head[:16] == _MAGIC and head[68:72] == APPLICATION_ID.to_bytes(4, "big")


def _is_being_made(place: Place) -> bool:
    """Whether a rollback journal says that the file was empty or ours before: SQLite will make it so again.

    That is how a power cut, or another process at work right now, leaves a file that is being made.
    Source: https://sqlite.org/fileformat2.html, "The Rollback Journal".
    """
    journal = Path(place.path + "-journal")
    try:
        if not journal.is_file():
            return False
        with journal.open("rb") as file:
            head = file.read(28)
            file.seek(int.from_bytes(head[20:24], "big"))
            number, page = file.read(4), file.read(100)
    except OSError:
        return False
    pages_before = int.from_bytes(head[16:20], "big")
    restores_ours = int.from_bytes(number, "big") == 1 and looks_ours(page)
    return head[:8] == _JOURNAL_MAGIC and (pages_before == 0 or restores_ours)


def _is_in_log(place: Place) -> bool:
    """Whether the log holds a first page that is ours, which SQLite reads instead of what stands in the file.

    A power cut while that page is copied from the log may leave anything in its place.
    Source: https://sqlite.org/fileformat2.html, "The WAL File Format".
    """
    log = Path(place.path + "-wal")
    try:
        if not log.is_file():
            return False
        with log.open("rb") as file:
            head = file.read(_LOG_HEAD)
            size = int.from_bytes(head[8:12], "big")
            if int.from_bytes(head[:4], "big") not in _LOG_MAGIC or size not in _PAGE_SIZES:
                return False
            return any(looks_ours(page) for page in _first_pages(file, size, salts=head[16:24]))
    except OSError:
        return False


def _first_pages(file: BinaryIO, size: int, salts: bytes) -> Iterator[bytes]:
    """What each frame of a log that is the first page begins with, as far as the log is of one piece."""
    for at in count(_LOG_HEAD, _FRAME_HEAD + size):
        file.seek(at)
        frame = file.read(_FRAME_HEAD + 100)
        if len(frame) < _FRAME_HEAD + 100 or frame[8:16] != salts:
            return
        if int.from_bytes(frame[:4], "big") == 1:
            yield frame[_FRAME_HEAD:]


def prepare(connection: apsw.Connection, place: Place, ids: Ids, key: bytes | None) -> int:
    """Make the schema if there is none, or bring it up to date; return the format that the file then has.

    Each happens in one transaction, so of many processes that open a new file one makes it. Until then the
    file is in rollback mode with synchronous=EXTRA: its header names it as ours before any log exists.
    """
    texts = migrations()
    with translated(place.path):
        version = _version(connection, place)
        if version < len(texts) and not _protected(connection):
            if not place.in_memory and connection.pragma("journal_mode") != "wal":
                set_pragma(connection, "synchronous", 3)
            version = _migrate(connection, place, texts, ids, key)
        if version < len(texts):
            raise StorageError(f"{place.path} has format {version} and cannot be written: open it to write once")
        if not place.in_memory and not _protected(connection):
            _enter_wal(connection, place)
    return version


def _protected(connection: apsw.Connection) -> bool:
    return connection.readonly("main")


def _version(connection: apsw.Connection, place: Place) -> int:
    """The format of the file as SQLite reads it; 0 when there is nothing in it.

    Tables are looked for before their owner: another process may make both in between.
    """
    tables, owner = connection.pragma("schema_version"), connection.pragma("application_id")
    if owner not in (0, APPLICATION_ID) or (owner == 0 and tables != 0):
        raise NotADatabase(f"{place.path} is a SQLite database of another program")
    version = connection.pragma("user_version")
    assert isinstance(version, int)
    return version


def _migrate(connection: apsw.Connection, place: Place, texts: list[str], ids: Ids, key: bytes | None) -> int:
    connection.execute(SQL["begin_write"])
    try:
        done = _version(connection, place)  # another process may have been first
        for text in texts[done:]:
            for _ in connection.execute(text):
                pass
        if done == 0:
            connection.execute(SQL["add_meta"], _new_meta(ids, key))
            set_pragma(connection, "application_id", APPLICATION_ID)
        set_pragma(connection, "user_version", max(done, len(texts)))
        connection.execute(SQL["commit"])
    except BaseException:
        if connection.in_transaction:
            connection.execute(SQL["rollback"])
        raise
    return max(done, len(texts))


def _new_meta(ids: Ids, key: bytes | None) -> tuple[bytes, bytes, bytes | None, bytes]:
    """Store id, digest key, tag key and its fingerprint. A key from outside is never written down."""
    own = ids(KEY_SIZE) if key is None else None
    return ids(STORE_ID_SIZE), ids(KEY_SIZE), own, key_fingerprint(key or own or b"")


def _enter_wal(connection: apsw.Connection, place: Place) -> None:
    """Switch to WAL, which needs the file alone for a moment, and so does every process that opens it.

    SQLite does not wait here by itself; ``BEGIN IMMEDIATE`` does, for whoever is ahead.

    Raises:
        StorageBusy: others kept it for longer than the busy timeout.
    """
    deadline = time.monotonic() + place.busy_timeout
    while connection.pragma("journal_mode") != "wal":
        try:
            connection.pragma("journal_mode", "wal")
        except apsw.BusyError as error:
            if time.monotonic() > deadline:
                raise StorageBusy(f"{place.path} could not be put into WAL mode") from error
            connection.execute(SQL["begin_write"])
            connection.execute(SQL["rollback"])


def read_meta(connection: apsw.Connection, place: Place) -> Meta:
    """What the database knows of itself.

    Raises:
        StorageError: that row is missing.
    """
    with translated(place.path):
        found: list[Columns] = connection.execute(SQL["meta"]).fetchall()
    if len(found) != 1:
        raise StorageError(f"{place.path} is damaged: its meta row is missing")
    return meta(found[0])
