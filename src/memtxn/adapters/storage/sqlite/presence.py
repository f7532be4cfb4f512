"""Signs of life: a lock file for each beside the database, which the kernel frees when its holder dies.

A holder that was stopped, or hangs as a whole, keeps its lock. So it also writes into the file until when it
means to be heard of again, and a thread of its own puts that off. That is told by the clock which counts from the
start of the machine and is the same for all its processes: nobody sets it. A file that is left over from before
is locked by nobody.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from struct import pack, unpack
from threading import Event, Thread
from weakref import ReferenceType, WeakSet, WeakValueDictionary, ref

from memtxn.adapters.storage.sqlite import lockfile
from memtxn.adapters.storage.sqlite.connection import Place
from memtxn.adapters.storage.sqlite.lockfile import LockFile, look_into
from memtxn.errors import StorageError

_SIZE = 8
_BEATS = 4
"""So many times within a lease it is put off."""

_TRIES = 100

_here: WeakValueDictionary[tuple[str, str, bytes], Sign] = WeakValueDictionary()
"""Signs about databases that are no files of the system: those of this process are all that there are."""


class Sign:
    """A sign that is given until it is closed, or nobody has it any more."""

    def __init__(self, file: LockFile | None, lease: float) -> None:
        self._file, self._lease, self._pid = file, lease, os.getpid()
        self.closed, self._end = False, Event()
        if file is not None:
            self.put_off()
            Thread(target=_beat, args=(ref(self), self._end, lease), name="memtxn-guard", daemon=True).start()

    def put_off(self) -> None:
        """Mean to be heard of again within the lease."""
        assert self._file is not None
        self._file.write(pack("<q", time.monotonic_ns() + round(self._lease * 1e9)))

    def close(self) -> None:
        """See `ports.storage.Presence`. In a fork it is the parent's, and stays."""
        if self.closed or os.getpid() != self._pid:
            return
        self.closed = True
        self._end.set()
        if self._file is not None:
            with suppress(OSError):
                if self._file.is_at_its_path():
                    Path(self._file.path).unlink()
            self._file.close()


class Signs:
    """The signs that one storage gives, and those that it sees."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._given: WeakSet[Sign] = WeakSet()

    def give(self, name: bytes, lease: float) -> Sign:
        """See `Storage.presence`."""
        if self._is_file():
            self._sweep()
            sign = Sign(_locked(self._path(name), self._place.path), lease)
        else:
            key = (self._place.vfs or "", self._place.path, name)
            if self.sees(name):
                raise StorageError("that sign is given already")
            sign = _here[key] = Sign(None, lease)
        self._given.add(sign)
        return sign

    def sees(self, name: bytes) -> bool:
        """See `Storage.is_present`."""
        if not self._is_file():
            sign = _here.get((self._place.vfs or "", self._place.path, name))
            return sign is not None and not sign.closed
        found = look_into(self._path(name), _SIZE)
        if found is None or not found[0]:
            return False
        return len(found[1]) < _SIZE or unpack("<q", found[1])[0] > time.monotonic_ns()

    def close(self) -> None:
        """Take all of them away that were given here."""
        for sign in list(self._given):
            sign.close()

    def _is_file(self) -> bool:
        return not self._place.in_memory and Path(self._place.path).exists()

    def _path(self, name: bytes) -> str:
        return f"{self._place.path}-guard-{name.hex()}"

    def _sweep(self) -> None:
        """Remove what those left behind that were killed before they had begun."""
        folder, _, mine = self._place.path.rpartition(os.sep)
        with suppress(OSError), os.scandir(folder or os.sep) as found:
            for entry in found:
                if entry.name.startswith(f"{mine}-guard-"):
                    look_into(entry.path, _SIZE)


def _locked(path: str, beside: str) -> LockFile:
    """A new lock file that this process holds. Whoever looks for left-overs may remove it before it is held."""
    for _ in range(_TRIES):
        try:
            file = LockFile(path, Path(beside).stat())
        except OSError as error:
            raise StorageError(f"{beside}: {error.strerror}") from error
        if not lockfile.AVAILABLE:
            return file
        if file.try_take() and not file.is_deleted():
            return file
        file.close()
    raise StorageError(f"{path}: somebody holds it")


def _beat(sign_of: ReferenceType[Sign], end: Event, lease: float) -> None:
    """Put it off as long as there is one to put off."""
    while not end.wait(lease / _BEATS):
        sign = sign_of()
        if sign is None:
            return
        with suppress(StorageError):
            sign.put_off()
        del sign
