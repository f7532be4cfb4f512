"""What a key shows inside a transaction: the snapshot, with the transaction's own proposals laid over it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from memtxn.core.plan import version_of
from memtxn.core.project import shown_belief, visible_belief
from memtxn.core.proof import EMPTY_DIGEST
from memtxn.core.rules import Rules
from memtxn.core.timeline import Step, Timeline
from memtxn.core.workspace import Item
from memtxn.engine.runtime import Ledger
from memtxn.model.belief import Belief
from memtxn.model.key import Key
from memtxn.model.record import place
from memtxn.model.rows import Head, KeyRequest, KeyView, VersionRow, View, ViewRequest
from memtxn.ports.storage import Reader

_EVER = -(2**62)
"""Before all valid times."""


class Staging(Protocol):
    """What a transaction has staged (its workbench)."""

    overlay: Overlay

    def staged(self, name: str) -> Sequence[Item]:
        """The admitted proposals for a key."""


def shown(reader: Reader, ledger: Ledger, bench: Staging, key: Key, n: int, t: int) -> tuple[int, list[Belief]]:
    """(committed version, beliefs) of a key as of ``n`` and ``t``; uncommitted beliefs have provisional ids."""
    mem = ledger.mem(reader)
    laid = bench.overlay.laid(reader, mem, key.name, bench.staged(key.name), t)
    own = {line.slot: shown_belief(line.line.steps, key.name, t, laid.ver) for line in laid.lines.values()}
    found = [(row.slot, row) for row in (reader.visible(mem, key.name, n, t) if mem else [])]
    beliefs = {slot: visible_belief(row) for slot, row in found if slot not in own}
    beliefs |= {slot: belief for slot, belief in own.items() if belief is not None}
    return laid.ver, [belief for _, belief in sorted(beliefs.items())]


class _Line(msgspec.Struct):
    """One slot of a key from ``since`` on, and the transaction's own versions that contend in it."""

    since: int
    slot: int
    line: Timeline
    own: list[VersionRow]


class _Laid(msgspec.Struct):
    """A key with the first ``count`` of its proposals laid over it; ``ver`` is its committed version."""

    ver: int
    at: int
    count: int = 0
    lines: dict[bytes | None, _Line] = {}


class Overlay:
    """The keys that a transaction proposes for. What was laid over a key stays: each proposal is laid once."""

    def __init__(self, tx: bytes, n: int, rules: Rules) -> None:
        self._tx, self._n, self._rules = tx, n, rules
        self._keys: dict[str, _Laid] = {}
        self._versions = 0

    def laid(self, reader: Reader, mem: int, name: str, items: Sequence[Item], t: int) -> _Laid:
        """A key with all its proposals laid over the snapshot, good for every valid instant from ``t`` on."""
        if name not in self._keys:
            view = self._view(reader, mem, (KeyRequest(name),))
            self._keys[name] = _Laid(view.keys[0].ver, view.head.at + 1)
        laid = self._keys[name]
        new = items[laid.count :]
        self._load(reader, mem, name, laid, _needed(laid, new, t))
        for item in new:
            self._lay(laid, item)
        laid.count = len(items)
        return laid

    def versions(self, reader: Reader, mem: int, names: Iterable[str]) -> dict[str, int]:
        """The versions that keys have in the snapshot."""
        wanted = tuple(map(KeyRequest, names))
        found = self._view(reader, mem, wanted).keys
        return {asked.name: known.ver for asked, known in zip(wanted, found, strict=True)}

    def _load(self, reader: Reader, mem: int, name: str, laid: _Laid, since: dict[bytes | None, int]) -> None:
        """Read slots of the snapshot; into one that was read before, its own versions are put again."""
        if not since:
            return
        view = self._view(reader, mem, tuple(KeyRequest(name, start, vhash) for vhash, start in since.items()))
        for (vhash, start), found in zip(since.items(), view.keys, strict=True):
            before = laid.lines.get(vhash)
            protected = self._rules.protected(name)
            line = _line(found, start, place(self._n + 1, self._versions), protected=protected)
            self._versions += 1
            if before is not None:
                line.slot, line.own = before.slot, before.own
            for version in line.own:
                line.line.insert(version)
            laid.lines[vhash] = line

    def _lay(self, laid: _Laid, item: Item) -> None:
        version = version_of(item, place(self._n + 1, self._versions), 0, self._tx, laid.at)
        self._versions += 1
        line = laid.lines[item.vhash]
        line.own.append(version)
        line.line.insert(version)

    def _view(self, reader: Reader, mem: int, keys: tuple[KeyRequest, ...]) -> View:
        """The view as of the snapshot, also of a memory that does not exist yet."""
        if mem:
            return reader.view(mem, ViewRequest(self._tx, None, keys), self._n)
        unknown = tuple(KeyView(0, 0, None if wanted.vhash else 0) for wanted in keys)
        return View(Head(0, 0, EMPTY_DIGEST, 0, b"", b"", 0), None, unknown)


def _needed(laid: _Laid, new: Sequence[Item], t: int) -> dict[bytes | None, int]:
    """Since when the slots must be read that are not read yet, or not from early enough: then all of them."""
    since: dict[bytes | None, int] = dict.fromkeys(laid.lines, t)
    for item in new:
        since[item.vhash] = min(item.vf, since.get(item.vhash, t))
    known = {vhash: line.since for vhash, line in laid.lines.items()}
    missing = {vhash: start for vhash, start in since.items() if vhash not in known}
    return missing | {vhash: _EVER for vhash, start in since.items() if start < known.get(vhash, _EVER)}


def _line(found: KeyView, since: int, own_slot: int, *, protected: bool) -> _Line:
    """A slot as the snapshot has it; a value that the key does not hold yet gets a slot of its own."""
    steps = [Step(step.vf, step.shown) for step in found.steps]
    slot = own_slot if found.slot is None else found.slot
    return _Line(since, slot, Timeline(steps, protected=protected), [])
