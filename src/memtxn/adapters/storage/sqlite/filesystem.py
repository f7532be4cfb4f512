"""The file system that a database is on: SQLite's locks, and the memory that its log needs, end at one machine.

On a network file system a writer on another machine is not seen, or half, and the file is damaged in silence. So
it is refused there. Linux tells what is mounted where; elsewhere nothing is found out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from memtxn.adapters.storage.sqlite.connection import Place
from memtxn.errors import UnsafeFileSystem

MOUNTS = Path("/proc/self/mountinfo")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NETWORK = _words(
    """
    acfs afs auristorfs beegfs ceph cifs coda davfs gfs gfs2 glusterfs gpfs lustre ncp ncpfs nfs nfs4
    ocfs2 orangefs panfs pvfs2 smb2 smb3 smbfs
    """
)
"""Types of file systems that several machines may have mounted at a time."""

NETWORK_FUSE = _words(
    """
    beegfs blobfuse blobfuse2 ceph ceph-fuse cephfs curlftpfs davfs2 dbxfs gcsfuse geesefs glusterfs
    goofys google-drive-ocamlfuse gvfsd-fuse hdfs ipfs juicefs kio-fuse lizardfs mfs moosefs mount-s3
    mountpoint-s3 onedriver rclone s3fs s3ql seaweedfs smbnetfs sshfs weed
    """
)
"""Programs behind a file system in user space that fetch their files from elsewhere."""

SHARED = _words("9p drvfs fakeowner prl_fs vboxsf virtiofs vmhgfs wslfs")
SHARED_FUSE = _words("grpcfuse osxfs prl_fsd vmhgfs-fuse")
"""Folders of a host in a virtual machine: locks hold on each side, and not between them."""

_ESCAPED = re.compile(r"\\([0-7]{3})")


class Mount(msgspec.Struct, frozen=True):
    """One mounted file system: the device as ``major:minor``, the folder, the type, and its own options."""

    device: str
    folder: str
    kind: str
    options: tuple[str, ...] = ()

    @property
    def is_network(self) -> bool:
        """Whether other machines may have it mounted too."""
        if self.kind == "9p":
            return any(option in self.options for option in ("trans=tcp", "trans=rdma"))
        return self.kind in NETWORK or self._program in NETWORK_FUSE

    @property
    def is_shared(self) -> bool:
        """Whether it is a folder of the host that this machine runs on."""
        return not self.is_network and (self.kind in SHARED or self._program in SHARED_FUSE)

    @property
    def _program(self) -> str:
        """What serves a file system in user space."""
        return self.kind.partition(".")[2] if self.kind.startswith(("fuse.", "fuseblk.")) else ""


def mounts(text: str) -> Iterator[Mount]:
    r"""The mounts that a ``mountinfo`` tells of, in its order; a line that is none is left out.

    A line is ``id parent major:minor root folder options optional… - type source options``, and white space in
    a name stands as ``\040`` (proc_pid_mountinfo(5)).
    """
    for line in text.splitlines():
        before, dash, after = line.partition(" - ")
        first, last = before.split(" "), after.split(" ")
        if dash and len(first) >= 6 and last[0]:
            options = tuple(last[-1].split(",")) if len(last) >= 3 else ()
            yield Mount(first[2], _unescaped(first[4]), last[0], options)


def _unescaped(name: str) -> str:
    """The name itself; bytes that are no UTF-8 as `os.fsdecode` has them."""
    raw = os.fsencode(name)
    return os.fsdecode(re.sub(_ESCAPED.pattern.encode(), lambda found: bytes([int(found[1], 8) & 255]), raw))


def mount_of(path: str, devices: tuple[str, ...], known: list[Mount]) -> Mount | None:
    """Where a path without links is: by its devices, or else the last of the innermost mounts around it.

    A device is the safer sign, for one mount may hide another. Some file systems tell others than they list.
    """
    around = [mount for mount in known if _holds(mount.folder, path)]
    for device in devices:
        same = [mount for mount in around if mount.device == device]
        if same:
            return _innermost(same)
    return _innermost(around)


def _holds(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _innermost(around: list[Mount]) -> Mount | None:
    depth = max((len(mount.folder) for mount in around), default=0)
    deepest = [mount for mount in around if len(mount.folder) == depth]
    return deepest[-1] if deepest else None


def mounted_at(path: str) -> Mount | None:
    """The file system of a path, or of the folder in which it would be made; None when that is not known."""
    try:
        known = list(mounts(os.fsdecode(MOUNTS.read_bytes())))
    except OSError:
        return None
    devices = tuple(_devices(path, str(Path(path).parent)))
    return mount_of(path, devices, known)


def _devices(*paths: str) -> Iterator[str]:
    """The devices of what is there. A file may be mounted alone; some tell only of their folders truly."""
    for path in paths:
        try:
            device = Path(path).stat().st_dev
        except OSError:
            continue
        yield f"{os.major(device)}:{os.minor(device)}"


def refuse_network(place: Place) -> Place:
    """Refuse a database on a network file system, unless it is only read, as a file that nobody writes.

    Returns the place as it is to be opened.

    Raises:
        UnsafeFileSystem: it is to be written, or its log holds commits that only a writer may copy.
    """
    mount = mounted_at(place.path)
    if mount is None or not mount.is_network:
        return place
    where = f"{place.path} is on {mount.kind}, mounted at {mount.folder}"
    if not place.read_only:
        raise UnsafeFileSystem(where)
    if _is_in_work(place.path):
        raise UnsafeFileSystem(f"{where}; and a log beside it holds commits that were not copied into it yet")
    return msgspec.structs.replace(place, immutable=True)


def _is_in_work(path: str) -> bool:
    """Whether a log of either kind stands beside it, with something in it."""
    for suffix in ("-wal", "-journal"):
        try:
            if Path(path + suffix).stat().st_size:
                return True
        except OSError:
            continue
    return False
