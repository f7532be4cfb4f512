"""Maintaining a store as a whole, when nobody needs to have it open."""

from __future__ import annotations

import os
from contextlib import closing

from memtxn.adapters.storage.sqlite.restore import Restoring
from memtxn.adapters.storage.sqlite.restore import restore as put_back
from memtxn.adapters.system import system_clock, system_ids
from memtxn.app.carving import carve_into
from memtxn.app.open import checked_key, opened, path_of
from memtxn.app.settings import settings_of
from memtxn.engine.rekeying import Rekeyed
from memtxn.engine.rekeying import rekey as rekey_store
from memtxn.engine.restoring import Again, Judge, Restored
from memtxn.engine.salvaging import SalvageReport
from memtxn.errors import InvalidInput
from memtxn.model.exact import exact_flag, exact_function, one_line
from memtxn.ports.storage import Progress


def restore(
    backup: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    replace: bool = False,
    key: bytes | None = None,
    busy_timeout: float = 5.0,
    progress: Progress | None = None,
) -> Restored:
    """Put a backup in the place of a store, or where there is none, after a check of all that it holds.

    It is copied beside the target and verified in full there, every memory of it. Then it gets another epoch, so
    that nobody takes what comes after for what once came after, and its name, in one step: a kill or a power cut
    at any moment leaves the old store or the new one. The backup stays as it is.

    What was erased in the store that is replaced is erased in the copy as well, before that gets its name.

    Args:
        backup: the file that `Store.backup` made.
        target: the path of the store.
        replace: put it in the place of a store that stands there. It is gone then: back it up first.
        key: the key of a backup that is sealed with one from outside. Without it its seals are not checked.
        busy_timeout: seconds to wait until nobody has the target open.
        progress: called with the bytes copied and in all; what it raises ends it.

    Raises:
        BackupDamaged: something in it does not hold. StorageBusy: somebody has the target open. InvalidInput:
            the target exists and is not to be replaced, or is the backup. WrongKey: the key is not that of the
            backup, or something is to be erased again and none was given. NewerFormat. NotADatabase. StorageFull.
            StorageError; also when what was erased in the target cannot be read. Nothing was changed.
    """
    wanted, told = exact_flag(replace, "replace"), exact_function(progress, "progress")
    sealing, wait = checked_key(key), settings_of({"busy_timeout": busy_timeout}).busy_timeout
    source, path = path_of(backup), path_of(target)
    if ":memory:" in (source, path):
        raise InvalidInput("a backup and what it is restored to are files")
    judged, again = Judge(system_clock, system_ids, sealing), Again(system_clock, system_ids, sealing)
    given = Restoring(
        backup=source,
        target=path,
        replace=wanted,
        key=sealing,
        busy_timeout=wait,
        ids=system_ids,
        judge=judged.look,
        learn=again.learn,
        erase=again.erase,
        progress=told,
    )
    size = put_back(given)
    return Restored(
        path=path,
        bytes=size,
        memories=judged.memories,
        records=judged.records,
        sealed=judged.sealed,
        erased=again.erased,
    )


def salvage(url: str | os.PathLike[str], to: str | os.PathLike[str]) -> SalvageReport:
    """Write what a damaged store still proves into a new file: each journal up to its first bad record.

    The pages of the file are looked through one by one, whatever became of its trees; nothing in it is changed,
    and nobody should write it meanwhile. A record is taken when it follows its predecessor by hash, with the
    texts that are what it committed to; folds are made anew from that. The new store keeps its seals and its key,
    and has another epoch. The report names for each memory where its journal breaks off and what texts are lost.

    Args:
        url: the damaged file; a log beside it is read as well.
        to: the file to make.

    Raises:
        InvalidInput: there is no such file, or the new one exists. JournalDamaged: what the hashes of the store
            are made with is destroyed. StorageError.
    """
    source, target = path_of(url), path_of(to)
    if ":memory:" in (source, target) or not os.path.isfile(source):  # noqa: PTH113  # of any text
        raise InvalidInput(f"there is no store at {one_line(source)}")
    if os.path.lexists(target):
        raise InvalidInput(f"{one_line(target)} exists already; name another file")
    memories, nameless = carve_into(source, target, system_ids)
    return SalvageReport(path=target, memories=memories, nameless=nameless)


def rekey(
    url: str | os.PathLike[str],
    *,
    key: bytes | None = None,
    new_key: bytes | None = None,
    lost: bool = False,
    busy_timeout: float = 5.0,
    progress: Progress | None = None,
) -> Rekeyed:
    """Give a store another key, in one durable step that every journal records.

    What is there is verified first, with the seals of the old key, and not sealed anew: the first seal of the
    new key covers it as it stood then. Whoever has the store open must open it again with the new key; until then
    they read, and do not write (`WrongKey`). Idempotency keys that were used before are not recognised any more.

    Args:
        url: the file of the store, which must be there.
        key: the key that it has, unless that lies in the store.
        new_key: 16 to 64 bytes to be kept outside. None: one of the store's own is made and kept in it.
        lost: the key that it has is lost: its seals are not checked. Everything else is.
        busy_timeout: seconds to wait for other writers.
        progress: called with the records checked and in all; what it raises ends it, and nothing was changed.

    Raises:
        WrongKey: the old key is not known. JournalDamaged: something does not hold that a new seal would vouch
            for; nothing was changed. NotADatabase. InvalidInput. StorageError.
    """
    new, gone = checked_key(new_key, "new_key"), exact_flag(lost, "lost")
    told = exact_function(progress, "progress")
    runtime = opened(url, key=key, busy_timeout=busy_timeout, must_exist=True)
    with closing(runtime.storage):
        return rekey_store(runtime, new, lost=gone, progress=told)
