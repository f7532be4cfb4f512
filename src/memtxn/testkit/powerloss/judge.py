"""Judging what a power cut left: open it as anybody would, look at everything, and use it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from memtxn.engine.store import Store
from memtxn.engine.verify import Level
from memtxn.errors import MemtxnError
from memtxn.testkit.powerloss.disk import Image
from memtxn.testkit.powerloss.view import View, view_of
from memtxn.testkit.powerloss.workload import FILE, MEMORIES

Opener: TypeAlias = Callable[[Path], Store]
"""Opens the store at a path, with a clock that is after all that was recorded."""

Fault: TypeAlias = Literal["lost", "torn", "damaged", "unusable"]
"""Something acknowledged is not there; what is there is the state of no moment; a check found something, or it
could not be read; or it could not be opened or written again."""


class Looked(msgspec.Struct, frozen=True):
    """What there is to see in an image: what the store shows, or what is wrong with it."""

    view: View = ()
    fault: Fault | None = None
    detail: str = ""


class Judge:
    """Judges images in a folder of its own, which it empties each time."""

    def __init__(self, folder: Path, opener: Opener) -> None:
        self._folder, self._open = folder, opener

    def look(self, image: Image, *, closely: bool = False) -> Looked:
        """Open it, look, and check every memory; ``closely`` in full, write to it, and open that once more."""
        level: Level = "full" if closely else "digest"
        self._lay_out(image)
        fault: Fault = "unusable"
        try:
            with self._open(self._folder / FILE) as store:
                fault = "damaged"
                view = view_of(store)
                if problems := _problems(store, level):
                    return Looked(view, "damaged", problems)
                fault = "unusable"
                if store.read_only:
                    return Looked(view, fault, store.read_only)
                wrong = _written(store, len(image.get(FILE, b""))) if closely else ""
            wrong = self._reopened() if closely and not wrong else wrong
        except MemtxnError as error:
            return Looked((), fault, str(error))
        return Looked(view, "unusable", wrong) if wrong else Looked(view)

    def _lay_out(self, image: Image) -> None:
        for path in self._folder.iterdir():
            path.unlink()
        for name, data in image.items():
            (self._folder / name).write_bytes(data)

    def _reopened(self) -> str:
        with self._open(self._folder / FILE) as store:
            return _problems(store, "tail")


def _problems(store: Store, level: Level) -> str:
    found = [problem for labels in store.memories() for problem in store.memory(*labels).verify(level).problems]
    return "; ".join(f"{problem.invariant} {problem.where}: {problem.detail}" for problem in found)


def _written(store: Store, number: int) -> str:
    """Whether the store takes a transaction, in a memory by that number; if not, what is wrong."""
    memory = store.memory(MEMORIES[number // 4096 % len(MEMORIES)])
    with memory.transaction() as tx:
        tx.set_state(("After", "the cut"), "is", "well")
    shown = memory.get(("After", "the cut"), "is")
    if isinstance(shown, list) or shown is None or shown.value != "well":
        return f"a transaction after the cut shows {shown}"
    return "; ".join(problem.detail for problem in memory.verify("tail").problems)


def verdict(looked: Looked, views: Sequence[View], acknowledged: int, begun: int) -> Looked:
    """What to say of it: ``views`` are those after each step, of which so many were acknowledged, or begun."""
    if looked.fault is not None or looked.view in views[max(acknowledged, 0) : begun + 1]:
        return looked
    if acknowledged < 0 and looked.view == ():
        return looked
    if looked.view in views:
        at = views.index(looked.view)
        return Looked(looked.view, "lost", f"step {acknowledged} was acknowledged, and the store stands at {at}")
    return Looked(looked.view, "torn", f"what the store shows was never so: {looked.view}")
