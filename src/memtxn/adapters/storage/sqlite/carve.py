"""Carve: the rows of records and texts out of the pages of a file, whatever became of its trees.

Every leaf page of a table is looked at, whether or not anything leads to it; the shape of its rows tells which
table it was of. What comes out is not trusted: whoever asks compares hashes.

Source: https://sqlite.org/fileformat2.html, "B-tree Pages" and "Record Format".
"""

from __future__ import annotations

import mmap
import shutil
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from memtxn.ports.storage import Columns

_LEAF = 0x0D
_USUAL = 4096
_SIZES = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}


def carved(path: str) -> Iterator[tuple[int, Columns]]:
    """The (rowid, columns) of every row that can be made out, of whatever table; the file is not touched.

    What a log beside it holds is taken into a copy first, as far as SQLite can.
    """
    with TemporaryDirectory(prefix="memtxn-") as folder:
        copy = Path(folder, "copy.db")
        shutil.copyfile(path, copy)
        if Path(path + "-wal").exists():
            shutil.copyfile(path + "-wal", f"{copy}-wal")
            with suppress(apsw.Error), closing(apsw.Connection(str(copy))) as connection:
                connection.pragma("wal_checkpoint(truncate)")
        if copy.stat().st_size:
            with copy.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                yield from _Pages(data).rows()


class _Pages:
    """The pages of one file."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        size = int.from_bytes(data[16:18], "big")
        size = 65536 if size == 1 else size
        self._size = size if size in {2**power for power in range(9, 17)} else _USUAL
        self._usable = self._size - (data[20] if len(data) > 20 and data[20] < 64 else 0)

    def rows(self) -> Iterator[tuple[int, Columns]]:
        for number in range(len(self._data) // self._size):
            page = self._data[number * self._size : (number + 1) * self._size]
            start = 100 if number == 0 else 0
            if page[start] == _LEAF:
                yield from self._cells(page, start)

    def _cells(self, page: bytes, start: int) -> Iterator[tuple[int, Columns]]:
        count = int.from_bytes(page[start + 3 : start + 5], "big")
        for at in range(start + 8, min(start + 8 + 2 * count, self._size - 1), 2):
            with suppress(IndexError, ValueError, OverflowError):
                yield self._cell(page, int.from_bytes(page[at : at + 2], "big"))

    def _cell(self, page: bytes, at: int) -> tuple[int, Columns]:
        size, at = _varint(page, at)
        rowid, at = _varint(page, at)
        return rowid, _columns(self._payload(page, at, size))

    def _payload(self, page: bytes, at: int, size: int) -> bytes:
        most, least = self._usable - 35, (self._usable - 12) * 32 // 255 - 23
        if size > len(self._data):
            raise ValueError("longer than the file")
        if size <= most:
            return page[at : at + size]
        local = least + (size - least) % (self._usable - 4)
        local = local if local <= most else least
        parts, left = [page[at : at + local]], size - local
        number = int.from_bytes(page[at + local : at + local + 4], "big")
        while left > 0 and number:
            begin = (number - 1) * self._size
            number = int.from_bytes(self._data[begin : begin + 4], "big")
            parts.append(self._data[begin + 4 : begin + 4 + min(left, self._usable - 4)])
            if not parts[-1]:
                raise ValueError("the chain leads nowhere")
            left -= len(parts[-1])
        return b"".join(parts)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9


def _columns(payload: bytes) -> Columns:
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    found: list[object] = []
    at = end
    for kind in kinds:
        size = (kind - 12) // 2 if kind >= 12 else _SIZES[kind]
        part = payload[at : at + size]
        if len(part) < size:
            raise ValueError("cut short")
        found.append(_value(kind, part))
        at += size
    return tuple(found)


def _value(kind: int, part: bytes) -> object:
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind < 7:
        return int.from_bytes(part, "big", signed=True)
    return part.decode() if kind % 2 and kind > 12 else bytes(part)
