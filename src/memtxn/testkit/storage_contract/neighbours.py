"""Neighbours: a memory among others answers as if it were alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.model.belief import State
from memtxn.model.rows import KeyRequest, SourceRow, ViewRequest
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Reader, Storage
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.scribe import Draft, Scribe
from memtxn.testkit.storage_contract.base import Base

NAMES = ["a", "ab", "b", "中"]
MOMENTS = [(n, t) for n in (1, 3, 6, LATEST) for t in (-1, 0, 2, 5, FOREVER)]

Question = Callable[[Reader, int], object]


def _asked(tx: bytes, idem: bytes | None, sources: tuple[str, ...], n: int) -> Question:
    """A view of all keys in every way."""
    keys = [
        KeyRequest(name, since, vhash)
        for name in NAMES
        for since in (None, 2)
        for vhash in (None, b"0", b"2", b"5")
    ]
    request = ViewRequest(tx, idem, tuple(keys), sources)
    return lambda reader, mem: reader.view(mem, request, n)


def _at(n: int, t: int) -> list[Question]:
    """What the keys show there and then."""
    asked: list[Question] = [
        lambda reader, mem: list(reader.scan(mem, "", n, t)),
        lambda reader, mem: [reader.visible(mem, name, n, t) for name in NAMES],
        lambda reader, mem: [reader.versions(mem, name, n) for name in NAMES],
        lambda reader, mem: [reader.steps(mem, name, n) for name in NAMES],
        lambda reader, mem: reader.timelines(mem, tuple(range(9)), n),
        lambda reader, mem: reader.declarations(mem, n),
    ]
    return asked


ALWAYS: list[Question] = [
    lambda reader, mem: reader.head(mem),
    lambda reader, mem: list(reader.journal(mem, 0, LATEST)),
    lambda reader, mem: [reader.bodies(mem, seq) for seq in range(9)],
    lambda reader, mem: [reader.seq_at(mem, at) for at in range(995, 1_020)],
    lambda reader, mem: list(reader.names(mem, "")),
    lambda reader, mem: [list(reader.turned(mem, "", (n, n + 2), (n, n + 2))) for n in range(6)],
    lambda reader, mem: list(reader.sources(mem, "0" * 32, "f" * 32)),
    lambda reader, mem: list(reader.transactions(mem, b"", b"\xff" * 17)),
    lambda reader, mem: [reader.refusals(mem, name) for name in NAMES],
    lambda reader, mem: list(reader.fold(mem)),
    lambda reader, mem: list(reader.texts(mem)),
    lambda reader, mem: sorted((kind.__name__, row) for kind, rows in reader.written(mem) for row in rows),
    lambda reader, mem: list(reader.standing(mem)),
    lambda reader, mem: list(reader.crowded(mem)),
    lambda reader, mem: reader.shown(mem, [step[:4] for step in reader.standing(mem)]),
    lambda reader, mem: reader.faults(mem),
    lambda reader, _: reader.faults(0),
]


class NeighboursContract(Base):
    """Nothing of one memory shows in another, whatever they have in common."""

    @pytest.mark.parametrize("turn", [0, 1, 2])
    def test_as_if_alone(self, storage: Storage, turn: int) -> None:
        """Names, numbers, transactions, keys and hashes are the same, and lie elsewhere in each memory."""
        scribes = [Scribe("m", tenant=0), Scribe("n", tenant=0, number=2), Scribe("m", tenant=1)]
        alone = MemoryStorage(ids=CountingIds())
        for each in (storage, alone):
            for scribe in scribes[turn : turn + 1] if each is alone else scribes:
                scribe.create(each)
        for round_ in range(6):
            for number, scribe in enumerate(scribes):
                self._write(scribe, (round_ + number) % 6, [storage] + [alone] * (number == turn))
        self._compare(storage, alone, scribes[turn], scribes)

    def _write(self, scribe: Scribe, round_: int, storages: list[Storage]) -> None:
        draft = scribe.draft(tx=b"t%015d" % round_, idem=b"i%015d" % round_)
        self._fill(draft, round_)
        entry = draft.entry()
        for storage in storages:
            with storage.write() as writer:
                writer.append(scribe.mem, entry)
                for old in range(round_):
                    writer.repeat(scribe.mem, b"%d" % old)
        scribe.accept(draft, entry)

    def _fill(self, record: Draft, round_: int) -> None:
        names = NAMES[round_ % 4 :] + NAMES[: round_ % 4]
        source = record.source("source", b"%d" % round_)
        one = record.put(names[0], f"{round_}", vf=round_)
        record.put(names[0], "among", vf=-round_, slot=None, vhash=b"%d" % round_)
        record.show(names[1], 2, record.belief(names[1], "shown", vf=2, keep=round_ % 2 == 0))
        record.state(names[0], one, State(round_))
        record.edge(source.place, one)
        record.refusal(names[2], b"%d" % round_)
        record.declare("T", names[2], many=round_ % 2 == 0)

    def _compare(self, storage: Storage, alone: Storage, scribe: Scribe, all_of: list[Scribe]) -> None:
        entries = [entry for each in all_of for entry in each.entries]
        sources = tuple(row.id for entry in entries for row in entry.fold.sources)
        asked = ALWAYS + [question for n, t in MOMENTS for question in _at(n, t)]
        for entry in entries:
            tx, idem = entry.journal.tx, entry.journal.idem
            asked += [_asked(tx, None, sources, LATEST), _asked(b"unknown", idem, sources, 6)]
        asked += [_looking_for(row) for entry in entries for row in entry.fold.sources]
        with storage.read() as reader, alone.read() as oracle:
            for question in asked:
                assert question(reader, scribe.mem) == question(oracle, scribe.mem)


def _looking_for(row: SourceRow) -> Question:
    return lambda reader, mem: reader.source(mem, row.id)
