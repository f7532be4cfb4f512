"""On which file system a path is, by what Linux says of its mounts; and what is refused there."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import memtxn
from memtxn import ReadOnly, UnsafeFileSystem
from memtxn.adapters.storage.sqlite import filesystem
from memtxn.adapters.storage.sqlite.filesystem import Mount, mount_of, mounts
from memtxn.testkit.fakes import START

LAPTOP = """\
24 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw,errors=remount-ro
25 24 0:23 / /dev/shm rw,nosuid,nodev shared:4 - tmpfs tmpfs rw,size=8096064k
95 24 0:44 / /home/ann/with\\040space rw,nosuid,nodev,relatime shared:50 - fuse.sshfs a@host:/srv rw,user_id=1000
98 24 259:1 / /boot/efi rw,relatime shared:51 - vfat /dev/nvme0n1p1 rw,fmask=0077
99 24 0:46 / /run/user/1000/gvfs rw,nosuid,nodev,relatime shared:52 - fuse.gvfsd-fuse gvfsd-fuse rw,user_id=1000
101 24 8:17 / /media/ann/stick rw,nosuid,nodev shared:60 - fuseblk /dev/sdb1 rw,user_id=0,group_id=0,allow_other
"""
SERVER = """\
22 28 0:21 / /proc rw,nosuid,nodev,noexec,relatime shared:12 - proc proc rw
28 1 253:0 / / rw,relatime shared:1 - xfs /dev/mapper/root rw,attr2,inode64
60 28 0:39 / /net rw,relatime shared:33 - autofs /etc/auto.net rw,fd=6,pgrp=1177,timeout=300,minproto=5
70 60 0:52 / /net/filer/export rw,nosuid,nodev,relatime shared:40 - nfs4 filer:/export rw,vers=4.2,hard,proto=tcp
71 28 0:53 / /mnt/share rw,relatime shared:41 - cifs //winserver/share rw,vers=3.1.1,cache=strict
72 28 0:54 / /mnt/share/inner rw,relatime shared:42 - tmpfs none rw
73 28 0:55 / /scratch rw,relatime shared:43 - lustre 10.0.0.1@tcp:/lfs rw,flock
74 28 0:56 / /old rw,relatime - nfs filer:/old rw,vers=3
75 28 0:57 / /old rw,relatime - ext4 /dev/sdc1 rw
"""
CONTAINER = """\
1066 981 0:121 / / rw,relatime master:301 - overlay overlay rw,lowerdir=/l/A:/l/B,upperdir=/u,workdir=/w
1067 1066 0:124 / /proc rw,nosuid,nodev,noexec,relatime - proc proc rw
1080 1066 254:1 /docker/volumes/v/_data /data rw,relatime master:29 - ext4 /dev/vda1 rw
1081 1066 254:1 /etc/hosts /etc/hosts rw,relatime - ext4 /dev/vda1 rw
1082 1066 0:60 / /src rw,nosuid,nodev,relatime - fuse.grpcfuse grpcfuse rw,user_id=0,group_id=0
1083 1066 0:61 / /efs rw,relatime - nfs4 fs-1.efs.eu-west-1.amazonaws.com:/ rw,vers=4.1,noresvport
"""
BTRFS = """\
30 1 0:26 /@ / rw,relatime shared:1 - btrfs /dev/sda2 rw,ssd,subvolid=256,subvol=/@
31 30 0:26 /@home /home rw,relatime shared:2 - btrfs /dev/sda2 rw,ssd,subvolid=257,subvol=/@home
"""
WINDOWS = """\
66 60 8:32 / / rw,relatime - ext4 /dev/sdc rw,discard,errors=remount-ro
87 66 0:56 / /mnt/c rw,noatime - 9p C:\\134 rw,dirsync,aname=drvfs;path=C:\\;uid=1000,trans=fd,rfd=5,wfd=5
"""
SANDBOX = """\
2 1 0:2 / / rw - 9p none rw,trans=fd,rfdno=4,wfdno=4,aname=/,dfltuid=4294967294,dfltgid=4294967294
3 2 0:3 / /far rw - 9p 10.0.2.2 rw,trans=tcp,port=564
"""


def where(text: str, path: str, *devices: str) -> Mount:
    """The mount of a path."""
    found = mount_of(path, devices, list(mounts(text)))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "path", "kind", "folder"),
    [
        (LAPTOP, "/home/ann/agent.db", "ext4", "/"),
        (LAPTOP, "/home/ann/with space/agent.db", "fuse.sshfs", "/home/ann/with space"),
        (LAPTOP, "/home/ann/with spaces/agent.db", "ext4", "/"),
        (LAPTOP, "/run/user/1000/gvfs/smb-share/agent.db", "fuse.gvfsd-fuse", "/run/user/1000/gvfs"),
        (LAPTOP, "/media/ann/stick/agent.db", "fuseblk", "/media/ann/stick"),
        (LAPTOP, "/dev/shm/agent.db", "tmpfs", "/dev/shm"),
        (SERVER, "/var/lib/agent.db", "xfs", "/"),
        (SERVER, "/net/filer/export/agent.db", "nfs4", "/net/filer/export"),
        (SERVER, "/net/other/agent.db", "autofs", "/net"),
        (SERVER, "/mnt/share/agent.db", "cifs", "/mnt/share"),
        (SERVER, "/mnt/share/inner/agent.db", "tmpfs", "/mnt/share/inner"),
        (SERVER, "/scratch/agent.db", "lustre", "/scratch"),
        (SERVER, "/old/agent.db", "ext4", "/old"),
        (CONTAINER, "/app/agent.db", "overlay", "/"),
        (CONTAINER, "/data/agent.db", "ext4", "/data"),
        (CONTAINER, "/efs/deep/down/agent.db", "nfs4", "/efs"),
        (BTRFS, "/home/ann/agent.db", "btrfs", "/home"),
        (WINDOWS, "/mnt/c/agent.db", "9p", "/mnt/c"),
        (SANDBOX, "/agent.db", "9p", "/"),
    ],
)
def test_the_mount_of_a_path(text: str, path: str, kind: str, folder: str) -> None:
    found = where(text, path)
    assert (found.kind, found.folder) == (kind, folder)


def test_a_device_is_a_safer_sign_than_the_folders() -> None:
    assert where(SERVER, "/old/agent.db", "0:56").kind == "nfs"
    assert where(SERVER, "/mnt/share/inner/agent.db", "0:53").kind == "cifs"
    assert where(CONTAINER, "/app/agent.db", "0:99", "0:121").kind == "overlay"
    assert where(CONTAINER, "/etc/hosts", "254:1").folder == "/etc/hosts"
    assert where(BTRFS, "/home/ann/agent.db", "0:31").kind == "btrfs"
    assert where(CONTAINER, "/app/agent.db", "0:61").kind == "overlay"


def risky(text: str) -> dict[str, str]:
    """What is said of each mount that is not simply local."""
    told = {mount.folder: "network" if mount.is_network else "shared" for mount in mounts(text)}
    return {mount.folder: told[mount.folder] for mount in mounts(text) if mount.is_network or mount.is_shared}


def test_what_is_refused_and_what_is_only_shared_with_a_host() -> None:
    assert risky(LAPTOP) == {"/home/ann/with space": "network", "/run/user/1000/gvfs": "network"}
    assert list(risky(SERVER)) == ["/net/filer/export", "/mnt/share", "/scratch", "/old"]
    assert risky(CONTAINER) == {"/src": "shared", "/efs": "network"}
    assert risky(BTRFS) == {}
    assert risky(WINDOWS) == {"/mnt/c": "shared"}
    assert risky(SANDBOX) == {"/": "shared", "/far": "network"}


@pytest.mark.parametrize(
    "text", ["", "\n", "nonsense", "1 2 3", " - ", "1 1 8:1 / / rw - ", "1 1 8:1 / - ext4 a rw"]
)
def test_lines_that_are_no_mounts_are_left_out(text: str) -> None:
    assert list(mounts(text)) == []
    assert mount_of("/x", ("8:1",), []) is None


def test_names_in_any_script() -> None:
    line = "1 1 8:1 / /a\\040b\\011c\\134d\\303\\251 rw - ext4 x rw"
    assert [mount.folder for mount in mounts(line)] == ["/a b\tc\\dé"]
    assert [mount.folder for mount in mounts("1 1 8:1 / /\\377 rw - ext4 x rw")] == [os.fsdecode(b"/\xff")]


# -- what comes of it ------------------------------------------------------------------------------------


@pytest.fixture
def on_nfs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of which the system says that it is on NFS."""
    device = tmp_path.stat().st_dev
    listed = tmp_path.parent / "mountinfo"
    line = f"1 1 {os.major(device)}:{os.minor(device)} / {tmp_path} rw - nfs4 filer:/x rw,vers=4.2\n"
    listed.write_text(line)
    monkeypatch.setattr(filesystem, "MOUNTS", listed)
    return tmp_path


def local_store(path: Path) -> None:
    """A store with a record, made where that is safe."""
    with memtxn.open(path, allow_network=True) as store, store.memory("m").transaction() as tx:
        tx.set_state("A/1", "x", 1)


def test_a_network_file_system_is_refused_and_nothing_is_made(on_nfs: Path) -> None:
    with pytest.raises(UnsafeFileSystem) as caught:
        memtxn.open(on_nfs / "agent.db")
    assert f"is on nfs4, mounted at {on_nfs}" in caught.value.detail
    assert "allow_network=True" in str(caught.value)
    assert list(on_nfs.iterdir()) == []


def test_a_link_leads_there_too(on_nfs: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    link = tmp_path_factory.mktemp("local") / "agent.db"
    link.symlink_to(on_nfs / "agent.db")
    with pytest.raises(UnsafeFileSystem):
        memtxn.open(link)


def test_it_can_be_opened_knowingly(on_nfs: Path) -> None:
    local_store(on_nfs / "agent.db")
    with memtxn.open(on_nfs / "agent.db", allow_network=True) as store:
        assert store.read_only is None
        assert len(store.memory("m").find()) == 1


def test_read_only_it_is_read_as_a_file_that_nobody_writes(on_nfs: Path) -> None:
    local_store(on_nfs / "agent.db")
    before = sorted(path.name for path in on_nfs.iterdir())
    with memtxn.open(on_nfs / "agent.db", read_only=True) as store:
        assert len(store.memory("m").find()) == 1
        with pytest.raises(ReadOnly):
            store.memory("m").observe("x", speaker="a", at=START)
        assert sorted(path.name for path in on_nfs.iterdir()) == before


def test_read_only_with_a_log_beside_it_is_refused(on_nfs: Path) -> None:
    path = on_nfs / "agent.db"
    with memtxn.open(path, allow_network=True) as store, store.memory("m").transaction() as tx:
        tx.set_state("A/1", "x", 1)
        tx.commit()
        assert Path(f"{path}-wal").stat().st_size
        copy = on_nfs / "copy.db"
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
    with pytest.raises(UnsafeFileSystem, match="a log beside it"):
        memtxn.open(copy, read_only=True)


def test_in_memory_there_is_no_file_system(on_nfs: Path) -> None:
    memtxn.open(":memory:").close()


def test_where_nothing_is_listed_nothing_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filesystem, "MOUNTS", tmp_path / "none")
    memtxn.open(tmp_path / "agent.db").close()


# -- really mounted, where a test may do that --------------------------------------------------------------

MOUNTING = [sys.executable, str(Path(__file__).with_name("mounting.py"))]


def can_mount() -> bool:
    """Whether this process may have namespaces of its own, and serve a file system."""
    if not os.access("/dev/fuse", os.R_OK | os.W_OK):
        return False
    return subprocess.run(MOUNTING, capture_output=True, check=False).returncode == 0


if can_mount():

    def test_a_real_mount_is_recognised(tmp_path: Path) -> None:
        network, local = tmp_path / "network", tmp_path / "local"
        network.mkdir()
        local.mkdir()
        done = subprocess.run([*MOUNTING, network, local], capture_output=True, text=True, check=True, timeout=60)
        refused, knowingly, kind = json.loads(done.stdout)
        assert refused == f"UnsafeFileSystem: {network}/agent.db is on fuse.sshfs, mounted at {network}"
        assert knowingly.startswith("StorageError: ")  # past the check: there is nothing behind that mount
        assert kind == "tmpfs"
