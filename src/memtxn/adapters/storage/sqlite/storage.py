"""The storage itself: blocks that read one moment, blocks that write durably or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import apsw
import msgspec

from memtxn.adapters.storage.sqlite.backup import back_up
from memtxn.adapters.storage.sqlite.checkpoint import Checkpointer
from memtxn.adapters.storage.sqlite.connection import configure, connect, place_of, refuse_unsafe, shut
from memtxn.adapters.storage.sqlite.errors import translate
from memtxn.adapters.storage.sqlite.filesystem import refuse_network
from memtxn.adapters.storage.sqlite.inherited import ADVICE, closed, opened, refuse_inherited
from memtxn.adapters.storage.sqlite.pool import ReadPool
from memtxn.adapters.storage.sqlite.presence import Sign, Signs
from memtxn.adapters.storage.sqlite.read_block import Glance, ReadBlock
from memtxn.adapters.storage.sqlite.schema import (
    migrations,
    prepare,
    read_meta,
    recognise,
    sizes,
    stamp,
    stores_beside,
)
from memtxn.adapters.storage.sqlite.scrub import is_done, scrub
from memtxn.adapters.storage.sqlite.whereabouts import Whereabouts, refuse_moved
from memtxn.adapters.storage.sqlite.write_side import WriteBlock, WriteSide
from memtxn.adapters.storage.sqlite.writer import SQLiteWriter
from memtxn.core.proof import key_fingerprint
from memtxn.errors import Closed, NewerFormat, ReadOnly, StorageError, WrongKey
from memtxn.ports.ids import Ids
from memtxn.ports.storage import Facts, Meta, Progress


class SQLiteStorage:
    """Memories in one SQLite file, or in memory for ``":memory:"``. The contract is `ports.storage.Storage`.

    ``ids`` gives the random bytes of a new database; ``key`` seals its tags from outside, and only its
    fingerprint is kept. ``busy_timeout`` is in seconds. ``vfs`` names another file layer of SQLite's;
    ``allow_network`` opens a file on a network file system all the same. In memory a commit waits for the
    blocks that read, so one inside them ends as StorageBusy.

    Raises:
        NotADatabase: the file is somebody else's; it was not touched. UnsafeSQLite. UnsafeFileSystem.
        StorageError.
    """

    def __init__(
        self,
        path: str,
        *,
        ids: Ids,
        key: bytes | None = None,
        busy_timeout: float = 5.0,
        vfs: str | None = None,
        read_only: bool = False,
        allow_network: bool = False,
    ) -> None:
        refuse_unsafe(apsw.sqlite_lib_version())
        place = place_of(path, busy_timeout, vfs, read_only)
        if not place.in_memory:
            place = recognise(place if allow_network else refuse_network(place))
            refuse_inherited(place.path)
        self._place = place
        connection = connect(place)
        try:
            self._format = version = prepare(connection, place, ids, key)
            self._meta = read_meta(configure(connection, place), place)
            self._refusal = self._why_read_only(connection, version, key)
            self._stamp = stamp(place) if place.immutable else None
            self._whereabouts = None if place.in_memory else Whereabouts(place.path)
            refuse_moved(connection, place.path)
        except BaseException:
            shut(connection)
            raise
        self._place = place = msgspec.structs.replace(place, exists=not place.in_memory)
        self._pid, self._closed, self._ids = os.getpid(), False, ids
        self._pool = ReadPool(self._another)
        self._write_side = WriteSide(connection, place, self._meta.tag_key_id)
        self._signs = Signs(place)
        if not place.in_memory:
            opened(self, place.path)

    def _why_read_only(self, connection: apsw.Connection, version: int, key: bytes | None) -> ReadOnly | None:
        known, own = len(migrations()), self._meta.tag_key
        if version > known:
            return NewerFormat(f"format {version}; this version knows up to {known}")
        if (key or own) is None or key_fingerprint(key or own or b"") != self._meta.tag_key_id:
            return WrongKey("none was given" if key is None else "another one was given")
        if self._place.read_only:
            return ReadOnly("it was opened with read_only")
        return ReadOnly("the file or its folder is write-protected") if connection.readonly("main") else None

    @property
    def meta(self) -> Meta:
        return self._meta

    @property
    def read_only(self) -> str | None:
        return str(self._refusal) if self._refusal else None

    def facts(self) -> Facts:
        self._require_readable()
        place, versions = self._place, {"SQLite": apsw.sqlite_lib_version(), "apsw": apsw.apsw_version()}
        if place.in_memory:
            return Facts(path=None, format=self._format, versions=versions)
        file_bytes, log_bytes = sizes(place)
        return Facts(
            path=place.path,
            format=self._format,
            versions=versions,
            file_bytes=file_bytes,
            log_bytes=log_bytes,
        )

    @property
    def checkpointer(self) -> Checkpointer:
        """What copies the log into the database; for those who watch."""
        return self._write_side.checkpointer

    def read(self) -> ReadBlock:
        self._require_readable()
        return ReadBlock(self._pool, self._place.path, self._write_side.is_settled)

    def glance(self) -> Glance:
        self._require_readable(in_a_glance=True)
        return Glance(self._pool, self._write_side.is_settled)

    def write(self) -> WriteBlock:
        return WriteBlock(self._write_side, self._require_writable)

    @contextmanager
    def rekey(self, key: bytes, *, inside: bool) -> Iterator[SQLiteWriter]:
        key_id, own = key_fingerprint(key), key if inside else None
        with WriteBlock(self._write_side, self._require_rekeyable) as writer:
            writer.change_key(own, key_id)
            yield writer
        self._meta = msgspec.structs.replace(self._meta, tag_key=own, tag_key_id=key_id)
        self._write_side.key_id = key_id
        if isinstance(self._refusal, WrongKey):
            self._refusal = None

    def renew(self, epoch: bytes) -> None:
        """Let the database be another line of itself, whatever its key."""
        with WriteBlock(self._write_side, self._require_rekeyable) as writer:
            writer.change_epoch(epoch)
        self._meta = msgspec.structs.replace(self._meta, epoch=epoch)

    def backup(self, target: str, *, replace: bool = False, progress: Progress | None = None) -> int:
        self._require_readable()
        return back_up(self._place, target, replace=replace, progress=progress, still=self._require_readable)

    @contextmanager
    def scratch(self) -> Iterator[SQLiteStorage]:
        from tempfile import TemporaryDirectory  # and with it all that packs and unpacks archives

        self._require_writable()
        try:
            folder = TemporaryDirectory(prefix="memtxn-", ignore_cleanup_errors=True)
        except OSError as error:
            raise StorageError(f"a folder for a scratch copy: {error.strerror}") from error
        with folder as name:
            path = str(Path(name, "scratch.db"))
            self.backup(path)
            wait = self._place.busy_timeout
            twin = SQLiteStorage(path, ids=self._ids, busy_timeout=wait, allow_network=True)
            twin._refusal = self._refusal  # whoever may write here knows the key
            with closing(twin):
                yield twin

    def _another(self) -> apsw.Connection:
        """One more connection that reads, to the file that was opened and no other."""
        if self._whereabouts is not None:
            self._whereabouts.check()
        return configure(connect(self._place), self._place, query_only=True)

    def _require_readable(self, *, in_a_glance: bool = False) -> None:
        self._require_usable()
        if self._whereabouts is not None and not (in_a_glance and self._whereabouts.were_checked()):
            self._whereabouts.check()
        if self._stamp is not None and self._stamp != stamp(self._place):
            raise StorageError(
                f"{self._place.path} was written since it was opened write-protected: open it again"
            )

    def _require_writable(self) -> None:
        self._require_usable()
        if self._refusal is not None:
            raise type(self._refusal)(self._refusal.detail)
        if self._whereabouts is not None:
            self._whereabouts.check()
            self._whereabouts.check_log()

    def _require_rekeyable(self) -> None:
        """Like the above; but the key that it has need not be known."""
        refusal = self._refusal
        try:
            self._refusal = None if isinstance(refusal, WrongKey) else refusal
            self._require_writable()
        finally:
            self._refusal = refusal

    def _require_usable(self) -> None:
        if self._closed:
            raise Closed(self._place.path)
        if os.getpid() != self._pid:
            raise StorageError("it was opened before a fork: " + ADVICE)

    def presence(self, name: bytes, lease: float) -> Sign:
        self._require_writable()
        return self._signs.give(name, lease)

    def is_present(self, name: bytes) -> bool:
        self._require_usable()
        return self._signs.sees(name)

    def scrub(self, patience: float = 0.0) -> bool:
        self._require_writable()
        return scrub(self._place, partial(self._write_side.patiently, patience), patience)

    @property
    def scrubbed(self) -> bool:
        self._require_readable()
        connection = self._pool.take()
        try:
            return is_done(connection)
        except apsw.Error as error:
            raise translate(error, self._place.path) from error
        finally:
            self._pool.give(connection)

    def copies(self) -> tuple[str, ...]:
        self._require_readable()
        return () if self._place.in_memory else tuple(stores_beside(self._place))

    def forget(self) -> None:
        self._require_usable()
        self._pool.empty()
        with self._write_side.turn():
            self._write_side.forget()

    def close(self) -> None:
        """Release everything. The last connection of all processes empties the log into the database.

        Raises:
            StorageBusy: a write block of another thread did not end in time; nothing was closed.
        """
        if self._closed or os.getpid() != self._pid:
            return
        with self._write_side.turn():
            first, self._closed = not self._closed, True  # another thread may close it as well
        if first:
            self._signs.close()
            self._pool.close()
            self._write_side.close()
        closed(self)
