"""Opening a store: the only file that names adapters."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.adapters.storage.sqlite.checkup import checkup
from memtxn.adapters.system import system_clock, system_ids
from memtxn.app.cue_files import packs_of
from memtxn.app.key_file import KEY_SIZES
from memtxn.app.settings import settings_of
from memtxn.engine.runtime import Runtime, known_tag_key
from memtxn.engine.store import Store
from memtxn.errors import InvalidInput, StorageError
from memtxn.model.checkup import Check
from memtxn.model.exact import Foreign, brief, exact_text, exact_whole, one_line
from memtxn.ports.clock import Clock


def open(
    url: str | os.PathLike[str],
    *,
    clock: Clock | None = None,
    key: bytes | None = None,
    tenant: int | None = None,
    **settings: Any,
) -> Store:
    """Open a store, making it if there is none.

    Args:
        url: a file's path, or ``":memory:"`` for SQLite in memory.
        clock: returns the present as an aware datetime; by default the system's.
        key: 16 to 64 bytes that seal the journal's tags. By default a key is made and kept in the database;
            only one from outside makes the history tamper-evident.
        tenant: the number of the tenant whose memories are opened, 0 to 2^22 - 1 (default 0).
        settings: any of these, by name.
            busy_timeout: seconds that a writer waits for other processes, 0 to 3600 (default 5).
            read_only: True: never write to the file (default False).
            allow_network: True: open a file on a network file system all the same; no other machine may ever have
                it open (default False).
            policy: admission and limits, a `Policy`; or ``"shadow"``: the default one, but what only the rules of
                support would refuse is admitted and says so.
            cues: the paths of files of cues, for a domain or a language of your own (docs/reference/cues.md).
                They are read now, and count for all that is proposed through this store.
            vfs: the name of a SQLite VFS that is registered with apsw.
            guard: the token of a guard that somebody else holds (`Guard.token`): its memory is written under it.

    Raises:
        InvalidInput: a setting, or a file of cues. NotADatabase: the file is something else. UnsafeSQLite.
            UnsafeFileSystem: it is on a network file system. StorageError.
    """
    number = _checked_tenant(tenant)
    runtime = opened(url, clock=clock, key=key, **settings)
    _go_on(runtime)
    return Store(runtime, number)


def opened(
    url: str | os.PathLike[str],
    *,
    clock: Clock | None = None,
    key: bytes | None = None,
    must_exist: bool = False,
    **settings: Any,
) -> Runtime:
    """What a store works with, as `open` takes it. Raises what `open` raises."""
    path = path_of(url)
    if clock is not None and not callable(clock):
        raise InvalidInput(f"clock must be callable, not {brief(clock)}")
    chosen, sealing = settings_of(settings), checked_key(key)
    if must_exist and (path == ":memory:" or not os.path.lexists(path)):
        raise InvalidInput(f"there is no store at {one_line(path)}")
    packs = packs_of(chosen.cues)
    storage = SQLiteStorage(
        path,
        ids=system_ids,
        key=sealing,
        busy_timeout=chosen.busy_timeout,
        vfs=chosen.vfs,
        read_only=chosen.read_only,
        allow_network=chosen.allow_network,
    )
    return Runtime(
        storage=storage,
        clock=clock or system_clock,
        ids=system_ids,
        policy=chosen.policy,
        packs=packs,
        tag_key=known_tag_key(storage, sealing),
        guard=bytes.fromhex(chosen.guard) if chosen.guard else None,
        place=one_line("memory" if path == ":memory:" else os.path.basename(path)),  # noqa: PTH119  # of any text
    )


def _go_on(runtime: Runtime) -> None:
    """Go on with what an erasure left in the files, if nobody else is at it; else the next one does."""
    storage = runtime.storage
    if storage.read_only is None and runtime.tag_key is not None and not storage.scrubbed:
        with suppress(StorageError):
            storage.scrub()


def path_of(url: object) -> str:
    """The path that a url names. Raises InvalidInput."""
    with Foreign(f"url is {brief(url)}, which does not say its path"):
        path = exact_text(os.fspath(url) if isinstance(url, str | os.PathLike) else None)
    if not path or not _is_plain(path):
        raise InvalidInput(f"url must be a path or ':memory:', not {brief(url)}")
    if "://" in path:
        raise InvalidInput(f"no storage for {path.partition('://')[0][:20]}:// urls in this version; give a path")
    return path


def _is_plain(path: str) -> bool:
    """Whether it is text that a file system can carry: no NUL, no lone surrogate."""
    return "\x00" not in path and path.encode("utf-8", "replace").decode() == path


def checked_key(key: object, what: str = "key") -> bytes | None:
    """A key that was given, or None. Raises InvalidInput."""
    if key is None:
        return None
    if not isinstance(key, bytes) or len(key) not in KEY_SIZES:
        raise InvalidInput(f"{what} must be 16 to 64 bytes")
    return key


def _checked_tenant(tenant: object) -> int:
    exact = 0 if tenant is None else exact_whole(tenant)
    if exact is None or not 0 <= exact < 2**22:
        raise InvalidInput(f"tenant must be a whole number from 0 to 2^22 - 1, not {brief(tenant)}")
    return exact


def examine(url: str, *, patience: float, allow_network: bool = False) -> Iterator[Check]:
    """Look at a store from outside, whatever its state: library, files, their place, locks. Writes nothing.

    ``patience`` is how many seconds a lock may be held before that is told.

    Raises:
        InvalidInput: the url names no path.
    """
    return checkup(path_of(url), patience=patience, allow_network=allow_network)
