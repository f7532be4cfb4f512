"""Damage: rows of any columns, and a real store's file with other bytes in it."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import memtxn
from memtxn.adapters.storage.sqlite import rows as made_of
from memtxn.errors import MemtxnError
from memtxn.model.rows import KeyRequest, ViewRequest
from tests.promises.world import World, grow

BUILDERS: tuple[Callable[[tuple[object, ...]], object], ...] = (
    made_of.meta,
    made_of.memory,
    made_of.head,
    made_of.journal,
    made_of.body,
    made_of.key,
    made_of.step,
    made_of.edge,
    made_of.source,
    made_of.refusal,
    made_of.declaration,
    made_of.number,
    made_of.change,
    made_of.name,
    made_of.state,
    made_of.belief,
)
WIDE: tuple[Callable[[tuple[object, ...]], object], ...] = (
    made_of.visible,
    lambda columns: made_of.version(columns, 1),
    lambda columns: made_of.view(_answer(columns), ViewRequest(b"t", b"i", (KeyRequest("a", 0),), ("ab" * 16,))),
)
"""Those that look at more columns than they take."""

WIDTH = 26
"""Columns of the widest answer."""


def _answer(columns: tuple[object, ...]) -> list[tuple[object, ...]]:
    """The rows that the statement `view` always gives, whatever stands in the tables."""
    return [(0, *columns), (1, 0, *columns), (2, "ab" * 16, *columns)]


def damaged_rows(fields: Sequence[bytes]) -> None:
    """Make a row of these columns: the first field says of which kind."""
    number = int.from_bytes(fields[0][:1], "big") % len(BUILDERS + WIDE) if fields else 0
    columns = tuple(map(_column, fields[1:]))
    if number < len(BUILDERS):
        BUILDERS[number](columns)
    else:
        WIDE[number - len(BUILDERS)]((*columns, *[None] * WIDTH)[:WIDTH])


def _column(field: bytes) -> object:
    """A value as SQLite gives it: its first byte says of which type."""
    kind, data = field[:1], field[1:]
    if kind == b"i":
        return int.from_bytes(data[:8], "big", signed=True)
    if kind == b"t":
        return data.decode("utf-8", "replace")
    if kind == b"f":
        return float(len(data)) / 3
    return data if kind == b"b" else None


# -- a file --------------------------------------------------------------------------------------------


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="memtxn-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _whole() -> bytes:
    """The file of a store with a bit of everything."""
    folder = _folder() / "whole"
    folder.mkdir()
    world = World("sqlite", folder)
    grow(world)
    world.close()
    return world.path.read_bytes()


def damaged_file(data: bytes) -> None:
    """Write bytes into a store's file, three to say where and one or more to stand there, and ask everything."""
    content = bytearray(_whole())
    for change in data.split(b"\xff"):
        at, put = int.from_bytes(change[:3], "big") % len(content), change[3:]
        content[at : at + len(put)] = put
    path = _folder() / "agent.db"
    path.write_bytes(content)
    try:
        with memtxn.open(path) as store:
            _ask(store.memory("m"))
    except MemtxnError:
        pass
    finally:
        for left in _folder().glob("agent.db*"):
            left.unlink()


def _ask(memory: memtxn.Memory) -> None:
    """All questions; each may say that it cannot be answered."""
    questions: list[Callable[[], object]] = [
        lambda: memory.verify("tail"),
        lambda: memory.verify("digest"),
        lambda: memory.verify("full"),
        lambda: list(memory.log()),
        memory.find,
        lambda: memory.get("Meeting/client", "time"),
        lambda: memory.get("Person/ben", "allergy"),
        lambda: memory.history("Meeting/client", "room"),
        lambda: str(memory.why("Meeting/client", "time")),
        lambda: str(memory.why_not("Talk/1", "length")),
        lambda: memory.at(seq=3).find(),
        lambda: memory.run(lambda tx: tx.set_state("Run/1", "step", 2)),
    ]
    for question in questions:
        with suppress(MemtxnError):
            question()
