"""A file layer for SQLite that writes down all that is done to files, in the order in which it is done."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from threading import RLock
from typing import Literal, TypeAlias

import apsw
import msgspec

Kind: TypeAlias = Literal["db", "wal", "journal", "folder"]


class Create(msgspec.Struct, frozen=True, tag=True):
    """A file comes into being under a name. ``inode`` is its number for ever, whatever becomes of the name."""

    name: str
    inode: int


class Write(msgspec.Struct, frozen=True, tag=True):
    """Bytes are written."""

    inode: int
    offset: int
    data: bytes


class Truncate(msgspec.Struct, frozen=True, tag=True):
    """A file gets another size."""

    inode: int
    size: int


class Sync(msgspec.Struct, frozen=True, tag=True):
    """A file is flushed; with ``folder`` the names of all files as well."""

    inode: int
    folder: bool


class Delete(msgspec.Struct, frozen=True, tag=True):
    """A name is removed; ``folder``: and the names of all files are flushed."""

    name: str
    folder: bool


class Begin(msgspec.Struct, frozen=True, tag=True):
    """From here on that step of the workload may be there."""

    step: int


class Acknowledge(msgspec.Struct, frozen=True, tag=True):
    """From here on that step of the workload must be there."""

    step: int


Op: TypeAlias = Create | Write | Truncate | Sync | Delete | Begin | Acknowledge


class Recorder(apsw.VFS):
    """Passes everything on to the default layer, and writes it down in ``ops``.

    Flushes are not passed on: the simulation alone decides what is durable. ``lies`` names the kinds of files, or
    the folder, whose flushes are not written down either: a disk that says that it is done and is not.
    """

    def __init__(self, name: str, *, lies: Collection[Kind] = ()) -> None:
        self.name, self.lies = name, frozenset(lies)
        self.ops: list[Op] = []
        self.lock = RLock()
        self.randomness: Callable[[int], bytes] = os.urandom
        self._inodes: dict[str, int] = {}
        self._made = 0
        super().__init__(name, "")

    def adopt(self, folder: Path, files: Mapping[str, bytes]) -> None:
        """Let files stand in a folder, durable, as a power cut left them."""
        for name, data in files.items():
            (folder / name).write_bytes(data)
            self._create(name)
            self.ops += [Write(self._made, 0, data), Sync(self._made, True)]

    def xRandomness(self, numbytes: int) -> bytes:  # noqa: N802
        """SQLite asks for a seed of its random numbers, if this is the default layer at that moment."""
        super().xRandomness(numbytes)  # which notes the process, or else the first file that it opens seeds anew
        return self.randomness(numbytes)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> RecordedFile:  # noqa: N802
        """SQLite opens a file."""
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        with self.lock:
            is_new = path is not None and not Path(path).exists()
            file = RecordedFile(self, name, flags)
            if path is not None and is_new:
                self._create(Path(path).name)
            file.inode = self._inodes.get(Path(path).name, 0) if path is not None else 0
            file.names_too = bool(flags[0] & apsw.SQLITE_OPEN_CREATE) and file.kind != "db"
        return file

    def _create(self, name: str) -> None:
        self._made += 1
        self._inodes[name] = self._made
        self.ops.append(Create(name, self._made))

    def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: N802
        """SQLite deletes a log or a rollback journal."""
        with self.lock:
            super().xDelete(name, False)
            self._inodes.pop(Path(name).name, None)
            self.ops.append(Delete(Path(name).name, syncdir and "folder" not in self.lies))

    def mark(self, op: Begin | Acknowledge) -> None:
        """Note what the workload has come to."""
        with self.lock:
            self.ops.append(op)


class RecordedFile(apsw.VFSFile):
    """A file of that layer. ``names_too``: its first flush flushes the folder as well.

    So SQLite's layer for Unix does with each log or journal that it may have made, whoever made it.
    """

    def __init__(self, vfs: Recorder, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self._vfs, self.kind, self.inode, self.names_too = vfs, _kind(flags[0]), 0, False
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        """SQLite writes a piece of the file."""
        with self._vfs.lock:
            super().xWrite(data, offset)
            self._vfs.ops.append(Write(self.inode, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        """SQLite cuts the file off."""
        with self._vfs.lock:
            super().xTruncate(newsize)
            self._vfs.ops.append(Truncate(self.inode, newsize))

    def xSync(self, flags: int) -> None:  # noqa: ARG002, N802
        """SQLite makes the file durable."""
        lies = self._vfs.lies
        with self._vfs.lock:
            folder = self.names_too and "folder" not in lies
            self.names_too = False
            if self.kind not in lies:
                self._vfs.ops.append(Sync(self.inode, folder))


def _kind(flags: int) -> Kind:
    if flags & apsw.SQLITE_OPEN_MAIN_DB:
        return "db"
    return "wal" if flags & apsw.SQLITE_OPEN_WAL else "journal"
