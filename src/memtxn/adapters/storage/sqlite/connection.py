"""Opening a connection: the library, the flags and the pragmas, each read back. Nothing is taken on trust."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count
from urllib.parse import quote

import apsw
import msgspec

from memtxn.adapters.storage.sqlite.errors import translated
from memtxn.errors import StorageError, UnsafeSQLite

MEMORY = ":memory:"
_shared = count()
STATEMENTS = 128
"""Prepared statements kept per connection: more than there are."""

_CACHE_KIB = 16 * 1024
_READ_CACHE_KIB = 4 * 1024
"""Of each connection that only reads, of which there may be many; a quarter of the pages costs 4 % of time."""


class Place(msgspec.Struct, frozen=True):
    """Where a database is and how its connections behave. ``busy_timeout`` in seconds.

    ``in_memory``: it lives in this process only, as long as a connection to it is open. Without a log, a
    commit has to wait until no block reads. ``immutable``: nobody can write it, so SQLite makes no log and takes
    no lock. ``exists``: it was opened before, and is not made again when somebody has removed it.
    """

    path: str
    busy_timeout: float
    vfs: str | None = None
    read_only: bool = False
    in_memory: bool = False
    immutable: bool = False
    exists: bool = False

    @property
    def uri(self) -> str:
        """The path as SQLite takes it together with a parameter."""
        return f"file:{quote(self.path)}?immutable={int(self.immutable)}"


def place_of(path: str, busy_timeout: float, vfs: str | None, read_only: bool) -> Place:
    """The place of a path, made absolute and free of links: a later change of directory moves nothing.

    SQLite's file layer opens no link.

    Raises:
        StorageError: it is relative, and there is no directory to begin at.
    """
    if path == MEMORY:
        return Place(f"/memtxn-{next(_shared)}", busy_timeout, "memdb", in_memory=True)
    try:
        return Place(os.path.realpath(path), busy_timeout, vfs, read_only)
    except OSError as error:
        raise StorageError(f"{path}: {error.strerror}") from error


def refuse_unsafe(version: str) -> None:
    """Refuse a library with the WAL-reset bug, which can corrupt a file under two connections.

    Source: the release notes of SQLite 3.51.3; 3.7.0 to 3.51.2 have it. Backports are refused as well:
    the apsw wheel brings a fixed library everywhere.

    Raises:
        UnsafeSQLite: it is one of those.
    """
    number = tuple(int(part) for part in version.split("."))
    if (3, 7, 0) <= number < (3, 51, 3):
        raise UnsafeSQLite(f"SQLite {version}")


def connect(place: Place) -> apsw.Connection:
    """A bare connection: nothing is read or written yet. A missing file is made unless ``read_only``."""
    name, flags = place.path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    if place.immutable:
        name, flags = place.uri, apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    elif place.read_only:
        flags = apsw.SQLITE_OPEN_READONLY
    elif place.exists:
        flags = apsw.SQLITE_OPEN_READWRITE
    with translated(place.path):
        connection = apsw.Connection(name, flags, place.vfs, STATEMENTS)
        connection.set_busy_timeout(round(place.busy_timeout * 1000))
        # Plan once per statement. Without it SQLite 3.5x prepares every join anew for each value that is
        # bound to it, which costs ten times as much as running it.
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    return connection


def configure(connection: apsw.Connection, place: Place, *, query_only: bool = False) -> apsw.Connection:
    """Set every pragma that the promises rest on, and read it back.

    WAL with synchronous=FULL loses nothing at a power cut; checkpoints are ours (checkpoint.py); deleted
    text is overwritten, also where the tree is rearranged; sorting spills to memory, never to a file.

    Raises:
        StorageError: a pragma did not take.
    """
    with translated(place.path):
        for name, value in _pragmas(place, query_only):
            set_pragma(connection, name, value)
    return connection


def _pragmas(place: Place, query_only: bool) -> list[tuple[str, int | str]]:
    mode: list[tuple[str, int | str]] = [("journal_mode", "memory" if place.in_memory else "wal")]
    return mode * (not place.immutable) + [
        ("synchronous", 2),
        ("fullfsync", 1),
        ("checkpoint_fullfsync", 1),
        ("wal_autocheckpoint", 0),
        ("secure_delete", 1),
        ("cell_size_check", 1),
        ("trusted_schema", 0),
        ("temp_store", 2),
        ("cache_size", -(_READ_CACHE_KIB if query_only else _CACHE_KIB)),
        ("query_only", int(query_only)),
    ]


def shut(connection: apsw.Connection) -> None:
    """Close it, which it does in any case; only the copying of the log may fail, and is then the next one's."""
    with suppress(apsw.Error):
        connection.close(True)


def set_pragma(connection: apsw.Connection, name: str, value: int | str) -> None:
    """Set one pragma. ``Connection.pragma`` reads all rows of the answer, so the statement really ran.

    Raises:
        StorageError: SQLite kept another value.
    """
    if connection.pragma(name) != value:
        connection.pragma(name, value)
    kept = connection.pragma(name)
    if kept != value:
        raise StorageError(f"pragma {name} is {kept!r} and cannot be made {value!r}")
