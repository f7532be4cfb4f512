"""A disk whose power may fail: of what was not flushed there is nothing, all, some, a part, or garbage.

What is assumed: what was flushed is there, byte for byte; a write that is cut short changes no byte outside of it
(SQLite's "powersafe overwrite"); a name stands for one file or another, never for a mixture.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Literal, TypeAlias, get_args

from memtxn.testkit.powerloss.recorder import Create, Delete, Op, Sync, Truncate, Write

Treatment: TypeAlias = Literal["dropped", "kept", "subset", "torn", "garbage"]
TREATMENTS: tuple[Treatment, ...] = get_args(Treatment)
"""What becomes of writes that were not flushed: none is there, all are, some of them, some sectors of them, or
garbage stands in some of the sectors."""

SETTLED: tuple[Treatment, ...] = ("dropped", "kept")
"""The treatments that leave nothing to chance."""

SECTORS = (512, 4096)

Image: TypeAlias = Mapping[str, bytes]
"""The files of a folder, by name."""

Piece: TypeAlias = Write | Truncate


class Disk:
    """Follows a log of operations. ``flushes`` counts those of files."""

    def __init__(self) -> None:
        self._durable: dict[int, bytearray] = {}
        self._pending: dict[int, list[Piece]] = {}
        self._names: dict[str, int] = {}
        self._moves: list[Create | Delete] = []
        self.flushes = 0

    def apply(self, op: Op) -> None:
        """One more operation is done."""
        match op:
            case Create():
                self._durable[op.inode], self._pending[op.inode] = bytearray(), []
                self._moves.append(op)
            case Delete():
                self._moves.append(op)
                self._flush_names(op.folder)
            case Write() | Truncate():
                self._pending[op.inode].append(op)
            case Sync():
                for piece in self._pending[op.inode]:
                    put(self._durable[op.inode], piece)
                self._pending[op.inode].clear()
                self._flush_names(op.folder)
                self.flushes += 1
            case _:
                pass

    def _flush_names(self, flush: bool) -> None:
        if flush:
            for move in self._moves:
                _move(self._names, move)
            self._moves.clear()

    @property
    def unsettled(self) -> bool:
        """Whether anything is left to chance: two operations or more, or one write that may be torn."""
        return bool(self._moves) or any(self._pending.values())

    def image(self, treatment: Treatment, chance: Random) -> Image:
        """What the files may hold if the power fails now."""
        files: dict[str, bytes] = {}
        sector = chance.choice(SECTORS)
        for name, inode in sorted(self._named(treatment, chance).items()):
            data = bytearray(self._durable[inode])
            for piece in self._pending[inode]:
                _strike(data, piece, treatment, sector, chance)
            files[name] = bytes(data)
        return files

    def _named(self, treatment: Treatment, chance: Random) -> dict[str, int]:
        """Which names there are. The moves of one name happen in their order, those of two in any."""
        names, stopped = dict(self._names), set[str]()
        for move in self._moves:
            if treatment not in SETTLED and chance.random() < 0.5:
                stopped.add(move.name)
            if treatment != "dropped" and move.name not in stopped:
                _move(names, move)
        return names


def _move(names: dict[str, int], move: Create | Delete) -> None:
    if isinstance(move, Create):
        names[move.name] = move.inode
    else:
        names.pop(move.name, None)


def put(data: bytearray, piece: Piece) -> None:
    """Apply a write or a truncation. A gap is filled with zeros."""
    if isinstance(piece, Truncate):
        del data[piece.size :]
        data.extend(bytes(piece.size - len(data)))
    else:
        data.extend(bytes(max(0, piece.offset - len(data))))
        data[piece.offset : piece.offset + len(piece.data)] = piece.data


def _strike(data: bytearray, piece: Piece, treatment: Treatment, sector: int, chance: Random) -> None:
    if treatment == "dropped":
        return
    if treatment == "kept" or chance.random() < 0.25:
        put(data, piece)
    elif isinstance(piece, Truncate) or treatment == "subset":
        if chance.random() < 0.5:
            put(data, piece)
    else:
        for part in sectors(piece, sector):
            fate = chance.random()
            if treatment == "garbage" and fate < 0.2:
                put(data, Write(part.inode, part.offset, chance.randbytes(len(part.data))))
            elif fate < 0.6:
                put(data, part)


def sectors(write: Write, size: int) -> list[Write]:
    """A write, cut where sectors meet."""
    parts, at, end = list[Write](), write.offset, write.offset + len(write.data)
    while at < end:
        until = min(end, (at // size + 1) * size)
        parts.append(Write(write.inode, at, write.data[at - write.offset : until - write.offset]))
        at = until
    return parts
