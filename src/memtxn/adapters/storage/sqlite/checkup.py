"""Looking after a database from outside: its library, its files, their place, and who holds its locks.

No row is written. The write lock is asked for, and given back at once; so is the turn in the line.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import msgspec

from memtxn.adapters.storage.sqlite import lockfile
from memtxn.adapters.storage.sqlite.checkpoint import LIMIT
from memtxn.adapters.storage.sqlite.connection import Place, connect, place_of, refuse_unsafe
from memtxn.adapters.storage.sqlite.errors import translated
from memtxn.adapters.storage.sqlite.filesystem import mounted_at
from memtxn.adapters.storage.sqlite.holders import holders
from memtxn.adapters.storage.sqlite.lockfile import LockFile
from memtxn.adapters.storage.sqlite.patient import PatientLock
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.adapters.storage.sqlite.schema import migrations, recognise, sizes
from memtxn.errors import MemtxnError, StorageBusy, StorageError, UnsafeSQLite
from memtxn.model.checkup import Check, ok, problem, warning

PAGE = 4096
_RIGHTS = "permissions"
_LOG_LIMIT = 4 * LIMIT * PAGE
"""Bytes of a log that has not begun anew for far longer than checkpoints take."""
_SCARCE, _SHORT = 16 * 1024 * 1024, 256 * 1024 * 1024
_WRITE_LOCK = 120
"""The byte of the index to the log that a writer locks (https://sqlite.org/walformat.html#locks)."""


def checkup(path: str, *, patience: float, allow_network: bool = False) -> Iterator[Check]:
    """What is found of a database at a path, from the library to the locks; ``patience`` for those in seconds."""
    yield _library()
    try:
        place = place_of(path, patience, None, read_only=True)
        yield from _files(place, allow_network=allow_network)
    except MemtxnError as error:
        yield problem("file", error.detail, error.advice)


def _library() -> Check:
    version = apsw.sqlite_lib_version()
    try:
        refuse_unsafe(version)
    except UnsafeSQLite as error:
        return problem("SQLite", f"{version} can damage a file under two connections", error.advice)
    return ok("SQLite", f"{version}, which has no known bug that damages files; apsw {apsw.apsw_version()}")


def _files(place: Place, *, allow_network: bool) -> Iterator[Check]:
    if not Path(place.path).exists():
        yield problem("file", f"{place.path} is not there", "Make a store with `memtxn init`, or name another")
        return
    yield _file(recognise(place))
    yield from _permissions(place)
    yield _space(place)
    mount = _file_system(place, allow_network=allow_network)
    yield mount
    yield _log(place)
    if not mount.advice:
        yield from _locks(msgspec.structs.replace(place, read_only=False))


# -- the file ------------------------------------------------------------------------------------------


def _file(place: Place) -> Check:
    """That it is ours was seen already; its format stands in its header (https://sqlite.org/fileformat2.html)."""
    known = len(migrations())
    sealed = msgspec.structs.replace(place, immutable=True)
    with closing(connect(sealed)) as connection, translated(place.path):
        version = connection.pragma("user_version")
    if version > known:
        return warning(
            "file", f"format {version}; this version knows up to {known}", "Upgrade memtxn to write to it"
        )
    return ok("file", f"{place.path}, a store of format {version}")


def _permissions(place: Place) -> Iterator[Check]:
    told = [*_of_folder(Path(place.path).parent), *_of_files(place)]
    yield from told or [ok(_RIGHTS, "the file, its folder and what stands beside it are open to this user")]


def _of_folder(folder: Path) -> Iterator[Check]:
    if not _may(folder, os.W_OK):
        yield warning(
            _RIGHTS,
            f"the folder {folder} is write-protected for this user",
            "Writing needs files beside the store: open it as somebody who may write there",
        )


def _of_files(place: Place) -> Iterator[Check]:
    owner = Path(place.path).stat()
    for suffix in ("", "-wal", "-shm", "-turn"):
        path = Path(place.path + suffix)
        try:
            found = path.lstat()
        except FileNotFoundError:
            continue
        if suffix and not stat.S_ISREG(found.st_mode):
            yield problem("permissions", f"{path} is no regular file", "Find out who put it there, and remove it")
        elif not _may(path, os.R_OK):
            yield problem(
                "permissions", f"{path} may not be read", f"Give this user the rights: chmod u+rw {path}"
            )
        elif not _may(path, os.W_OK):
            yield warning(
                "permissions", f"{path} may not be written", f"To write, give the rights: chmod u+w {path}"
            )
        elif suffix and (found.st_uid, found.st_gid) != (owner.st_uid, owner.st_gid):
            yield warning(
                _RIGHTS,
                f"{path} belongs to another user than the store, who may keep its owner out",
                f"When nobody has the store open: chown --reference={place.path} {path}",
            )
        elif found.st_mode & stat.S_IWOTH:
            yield warning("permissions", f"{path} may be written by everybody", f"chmod o-w {path}")


def _may(path: Path, mode: int) -> bool:
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


# -- its place -----------------------------------------------------------------------------------------


def _space(place: Place) -> Check:
    folder = Path(place.path).parent
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return warning("space", f"{folder}: {error.strerror}", "Look at the disk with df")
    said = f"{free // 1024**2:,} MiB are free"
    if free < _SCARCE:
        return problem(
            "space", said, "Free space: a commit that finds none is refused, and nothing of it applied"
        )
    if free < max(_SHORT, sum(sizes(place))):
        return warning("space", f"{said}, less than a copy of the store or a long log may need", "Free space")
    return ok("space", said)


def _file_system(place: Place, *, allow_network: bool) -> Check:
    mount = mounted_at(place.path)
    if mount is None:
        return ok("file system", "this system does not tell which one it is")
    said = f"{mount.kind}, mounted at {mount.folder}"
    if mount.is_network and not allow_network:
        return problem(
            "file system", f"{said}: SQLite's locks end at one machine", "Move the store to a local disk"
        )
    if mount.is_network:
        return warning("file system", f"{said}, allowed by allow_network", "Let no other machine ever open it")
    if mount.is_shared:
        return warning(
            "file system",
            f"{said}: a folder of the host, whose programs do not see the locks of this side",
            "Open the store from this side alone, or move it to a disk of this machine",
        )
    return ok("file system", said)


def _log(place: Place) -> Check:
    _, log = sizes(place)
    if log > _LOG_LIMIT:
        return warning(
            "log",
            f"{log // 1024**2:,} MiB wait to be copied into the file; usually at most {LIMIT * PAGE // 1024**2}",
            "A block that reads for long, or a process that was stopped, keeps it from beginning anew: end that",
        )
    return ok("log", f"{log:,} bytes")


# -- its locks -----------------------------------------------------------------------------------------


def _locks(place: Place) -> Iterator[Check]:
    if not _may(Path(place.path), os.W_OK) or not _may(Path(place.path).parent, os.W_OK):
        return
    yield _line(place)
    yield _write_lock(place)


def _line(place: Place) -> Check:
    """Whether this process gets its turn among those that write."""
    path = Path(f"{place.path}-turn")
    if not lockfile.AVAILABLE or not path.is_file():
        return ok("line", "nobody stands in it")
    try:
        lock = PatientLock(LockFile(str(path), Path(place.path).stat()))
    except (StorageError, OSError) as error:
        return problem("line", f"{path} cannot be opened: {error}", "Remove it when nobody has the store open")
    try:
        lock.enter(place.busy_timeout)
    except StorageBusy:
        return _held("line", "the turn to write", path, None, place.busy_timeout)
    except StorageError as error:
        return problem("line", error.detail, error.advice)
    finally:
        lock.leave()
        lock.close()
    return ok("line", "this process had its turn")


def _write_lock(place: Place) -> Check:
    """Whether SQLite lets this process write: other programs stand in no line."""
    try:
        with closing(connect(place)) as connection, translated(place.path):
            connection.execute(SQL["begin_write"])
            connection.execute(SQL["rollback"])
    except StorageBusy:
        shm = Path(f"{place.path}-shm")
        return _held("write lock", "SQLite's write lock", shm, _WRITE_LOCK, place.busy_timeout)
    except StorageError as error:
        return problem("write lock", error.detail, error.advice)
    return ok("write lock", "it is free")


def _held(name: str, what: str, path: Path, byte: int | None, seconds: float) -> Check:
    found = holders(path, byte)
    who = f" by process {' and '.join(map(str, found))}" if found else ""
    return problem(
        name,
        f"{what} has been held{who} for {seconds:g} s",
        "Let that process commit, or end it; nothing is lost",
    )
