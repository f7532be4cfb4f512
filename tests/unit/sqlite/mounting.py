"""Opens a store on a file system that is really mounted: run as a program, in namespaces of its own.

The network file system is one in user space, called ``fuse.sshfs``, which this program serves itself: an empty
folder and nothing more. The answer is a line of JSON for each file system.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import struct
import sys
import threading
from pathlib import Path

_NEWNS, _NEWUSER, _REC, _PRIVATE = 0x00020000, 0x10000000, 0x4000, 1 << 18
_LOOKUP, _GETATTR, _INIT = 1, 3, 26
_libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> None:
    if getattr(_libc, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def own_namespaces() -> None:
    """What is mounted from now on is seen by this process alone; whoever is not root becomes it there."""
    user, group = os.getuid(), os.getgid()
    call("unshare", _NEWNS | (0 if user == 0 else _NEWUSER))
    if user != 0:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    mount("none", "/", None, _REC | _PRIVATE)


def mount(source: str, folder: str, kind: str | None, flags: int = 0, options: str = "") -> None:
    call("mount", source.encode(), folder.encode(), kind and kind.encode(), flags, options.encode())


def serve(device: int) -> None:
    """Answer what the kernel asks of an empty folder (linux/fuse.h)."""
    while True:
        request = os.read(device, 1 << 17)
        _, opcode, unique = struct.unpack_from("<IIQ", request)
        body = b""
        if opcode == _INIT:
            body = struct.pack("<IIIIHHIIHHI28x", 7, 31, 0, 0, 1, 1, 4096, 1, 1, 0, 0)
        elif opcode == _GETATTR:
            body = struct.pack("<QII6Q10I", 60, 0, 0, 1, *[0] * 5, *[0] * 3, 0o40755, 2, 0, 0, 0, 4096, 0)
        error = 0 if body else -errno.ENOENT if opcode == _LOOKUP else -errno.ENOSYS
        os.write(device, struct.pack("<IiQ", 16 + len(body), error, unique) + body)


def mount_network(folder: str) -> None:
    device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
    mount("host:/home", folder, "fuse.sshfs", options=f"fd={device},rootmode=40000,user_id=0,group_id=0")
    threading.Thread(target=serve, args=(device,), daemon=True).start()


def said_of(folder: str, *, knowingly: bool = False) -> str:
    """What comes of opening a store there: its file system, or the error."""
    import memtxn
    from memtxn.adapters.storage.sqlite.filesystem import mounted_at

    path = str(Path(folder, "agent.db"))
    try:
        memtxn.open(path, allow_network=knowingly).close()
    except memtxn.MemtxnError as error:
        return f"{error.code}: {error.detail}"
    found = mounted_at(path)
    return found.kind if found else "unknown"


def main(network: str = "", local: str = "") -> None:
    own_namespaces()
    if not network:
        return  # it was only asked whether that is possible
    mount_network(network)
    mount("none", local, "tmpfs")
    print(json.dumps([said_of(network), said_of(network, knowingly=True), said_of(local)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
