"""A lock between processes: an empty file that the kernel lets one opener hold, and queues the others for."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from weakref import WeakSet

from memtxn.errors import StorageError

try:
    import fcntl
except ImportError:  # Windows
    AVAILABLE = False
    """Whether this platform has such locks."""
else:
    AVAILABLE = True

_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | os.O_RDWR
"""Not for programs that this one starts; no links; no waiting for the other end of a pipe."""


class LockFile:
    """One lock, of whoever opened the file: it dies with its process, however that ends.

    A new file is as open to others as the database ``beside`` it.

    Raises:
        StorageError: no file can be there, or it is a link, a folder or anything else.
    """

    _fd = -1

    def __init__(self, path: str, beside: os.stat_result) -> None:
        self.path = path
        try:
            self._fd = _opened(path, beside)
        except OSError as error:
            raise StorageError(f"{path}: {error.strerror}") from error
        if not stat.S_ISREG(os.fstat(self._fd).st_mode):
            self.close()
            raise StorageError(f"{path} is no regular file")
        _all.add(self)

    def take(self) -> None:
        """Wait for it, however long that may be. Taking what one has is harmless."""
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX)
        except OSError as error:
            raise StorageError(f"{self.path}: {error.strerror}") from error

    def try_take(self) -> bool:
        """Take it if that is possible at once."""
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            raise StorageError(f"{self.path}: {error.strerror}") from error
        return True

    def let_go(self) -> None:
        """Let the next one have it. Letting go of what one has not is harmless."""
        with suppress(OSError):
            fcntl.flock(self._fd, fcntl.LOCK_UN)

    def write(self, data: bytes) -> None:
        """Let this stand in it, for `read_unlocked`."""
        try:
            os.pwrite(self._fd, data, 0)
        except OSError as error:
            raise StorageError(f"{self.path}: {error.strerror}") from error

    def is_deleted(self) -> bool:
        """Whether others would find another file there, or none."""
        return os.fstat(self._fd).st_nlink == 0

    def is_at_its_path(self) -> bool:
        """Whether this very file stands where it was opened, neither renamed nor deleted."""
        try:
            return os.path.samestat(Path(self.path).lstat(), os.fstat(self._fd))
        except OSError:
            return False

    def close(self) -> None:
        """Close it, which lets go of it, unless a fork has a copy. Closing twice is harmless."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def __del__(self) -> None:
        self.close()


def look_into(path: str, size: int) -> tuple[bool, bytes] | None:
    """Whether somebody holds the lock of a file, and what stands in it; None when there is no such file.

    One that nobody holds is removed. Whoever was just about to take it finds it deleted.
    """
    try:
        fd = os.open(path, _FLAGS)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageError(f"{path}: {error.strerror}") from error
    try:
        data = os.read(fd, size)
        if AVAILABLE and _takes(fd):
            with suppress(OSError):
                Path(path).unlink()
            return False, data
    finally:
        os.close(fd)
    return True, data


def _takes(fd: int) -> bool:
    """Whether nobody holds it. Several may ask at once."""
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _opened(path: str, beside: os.stat_result) -> int:
    while True:
        with suppress(FileExistsError):
            return _made(path, beside)
        with suppress(FileNotFoundError):  # deleted in between
            return os.open(path, _FLAGS)


def _made(path: str, beside: os.stat_result) -> int:
    """Make it, with the permissions of the database, as SQLite does with its log: root locks nobody out."""
    mode = stat.S_IMODE(beside.st_mode) & 0o777
    fd = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, mode)
    with suppress(PermissionError):
        os.fchmod(fd, mode)  # whatever the umask took away
        if os.geteuid() == 0:
            os.fchown(fd, beside.st_uid, beside.st_gid)
    return fd


_all: WeakSet[LockFile] = WeakSet()


def _close_all() -> None:
    for file in list(_all):
        file.close()


if hasattr(os, "register_at_fork"):  # a child's copy would keep a lock alive when its parent is killed
    os.register_at_fork(after_in_child=_close_all)
