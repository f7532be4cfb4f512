"""Bits that turn over in a closed file, as on a disk that goes bad: whatever a reader could see is found out.

Each trial flips one to eight bits of a store's file. When what the storage shows is no longer what it was,
opening it, reading it or ``verify("full")`` has to say so. It is counted how often SQLite's own check would have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

import apsw
import msgspec

from memtxn.engine.store import Store
from memtxn.errors import StorageError
from memtxn.ports.storage import LATEST, Reader
from memtxn.testkit.powerloss.view import view_of

MOST = 8
"""Bits that are flipped at a time."""

Fate: TypeAlias = Literal["unseen", "not opened", "not read", "verify", "missed"]
"""Nothing changed; or what changed was told by opening, by reading, by the check in full, or by nobody."""

Shown: TypeAlias = tuple[object, ...]


class Flip(msgspec.Struct, frozen=True):
    """What became of a trial. ``bits`` are their numbers in the file; ``sqlite``: SQLite's own check found it."""

    seed: str
    bits: tuple[int, ...]
    fate: Fate
    sqlite: bool
    detail: str = ""


class Flipping:
    """Trials on a closed store. ``opener`` opens it at a path; ``folder`` is emptied for each trial."""

    def __init__(self, original: bytes, folder: Path, opener: Callable[[Path], Store]) -> None:
        self._original, self._path, self._opener = original, folder / "flipped.db", opener
        self._lay_out(original)
        with opener(self._path) as store:
            self._labels, self._shown = set(store.memories()), shown(store)

    def _lay_out(self, data: bytes) -> None:
        for path in self._path.parent.iterdir():
            path.unlink()
        self._path.write_bytes(data)

    def trial(self, seed: str) -> Flip:
        """Flip some bits, and see."""
        chance, data = Random(f"flip {seed}"), bytearray(self._original)
        bits = tuple(sorted(chance.sample(range(8 * len(data)), chance.randint(1, MOST))))
        for bit in bits:
            data[bit // 8] ^= 1 << bit % 8
        self._lay_out(bytes(data))
        sqlite = _sqlite_finds(self._path)
        self._lay_out(bytes(data))
        fate, detail = self._fate()
        return Flip(seed, bits, fate, sqlite, detail)

    def _fate(self) -> tuple[Fate, str]:
        fate: Fate = "not opened"
        try:
            with self._opener(self._path) as store:
                fate = "not read"
                now = shown(store)
                if now == self._shown:
                    return "unseen", ""
                found = self._problems(store)
        except StorageError as error:
            return fate, error.code
        return ("verify", found) if found else ("missed", _difference(self._shown, now))

    def _problems(self, store: Store) -> str:
        every = sorted(self._labels | set(store.memories()))
        found = {problem.invariant for labels in every for problem in store.memory(*labels).verify().problems}
        return " ".join(sorted(found))


def shown(store: Store) -> Shown:
    """All that a reader of the store could see, row by row, and through the interface."""
    return (store._runtime.storage.meta, view_of(store), *_rows(store))


def _rows(store: Store) -> Iterator[object]:
    with store._runtime.storage.read() as reader:
        for memory in reader.every_memory(0):
            yield memory
            yield from _of_memory(reader, memory.mem)


def _of_memory(reader: Reader, mem: int) -> Iterator[object]:
    yield reader.head(mem)
    yield from reader.journal(mem, 1, LATEST)
    yield from reader.texts(mem)
    yield from reader.fold(mem)


def _difference(before: Shown, after: Shown) -> str:
    lost, new = set(map(repr, before)) - set(map(repr, after)), set(map(repr, after)) - set(map(repr, before))
    return f"{sorted(lost)} became {sorted(new)}"[:2_000]


def _sqlite_finds(path: Path) -> bool:
    """Whether SQLite's own check finds anything, or cannot be made."""
    try:
        with closing(apsw.Connection(str(path))) as connection:
            return bool(connection.pragma("integrity_check") != "ok")
    except apsw.Error:
        return True


def told(flips: list[Flip]) -> dict[str, int]:
    """The numbers by name: of all trials, of those that changed what is seen, and who found them."""
    fates = Counter(flip.fate for flip in flips)
    changed = [flip for flip in flips if flip.fate != "unseen"]
    return {
        "trials": len(flips),
        "changed_what_is_seen": len(changed),
        "refused_when_opened": fates["not opened"],
        "not_readable": fates["not read"],
        "found_by_verify": fates["verify"],
        "missed": fates["missed"],
        "missed_by_integrity_check_alone": sum(not flip.sqlite for flip in changed),
    }
