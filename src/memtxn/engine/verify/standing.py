"""The open steps as they stand: what they sum to, and whether each shows one belief that is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from memtxn.core.proof import EMPTY_DIGEST, Element, moved
from memtxn.engine.verify.check import Check
from memtxn.model.record import public_id
from memtxn.model.rows import BeliefRow
from memtxn.ports.storage import Standing


class OpenSteps:
    """A look through the open steps of a memory.

    ``apart`` are those of which ``counts`` said, of their key and what they show, that they do not count.
    Steps that show a belief which is not filed under their key are few, if any: they are kept, and their beliefs
    looked for among all.
    """

    def __init__(self, check: Check, mem: int, counts: Callable[[int, int], bool] | None = None) -> None:
        self._check, self._mem, self._counts = check, mem, counts
        self.apart: list[Element] = []
        self._astray: list[Standing] = []
        self._found: dict[int, bytes] = {}

    def digest(self) -> bytes:
        """What they sum to."""
        key = self._check.runtime.digest_key
        digest = moved(EMPTY_DIGEST, key, (), self._elements())
        self._look_for({bid for *_, bid, _ in self._astray})
        astray = [(kid, slot, vf, bid, self._found.get(bid, b"?")) for kid, slot, vf, _, bid, _ in self._astray]
        return moved(digest, key, (), astray)

    def shows(self) -> None:
        """Every step shows a belief that stands. After `digest`."""
        for kid, _, _, _, bid, _ in self._astray:
            if bid not in self._found:
                self._tell(kid, f"it shows belief {public_id(bid)}, which is not there")

    def alone(self) -> None:
        """At most one stands per key, value and instant."""
        with self._check.reading("folds", "fold"):
            for kid, _, _ in self._check.reader.crowded(self._mem):
                self._tell(kid, "two steps stand at one instant")

    def _tell(self, kid: int, detail: str) -> None:
        self._check.found("timeline", f"StepRow {kid}", detail)

    def _elements(self) -> Iterator[Element]:
        """Of all steps, up to the first that cannot be read."""
        with self._check.reading("folds", "fold"):
            for step in self._check.reader.standing(self._mem):
                kid, slot, vf, _, bid, commitment = step
                if commitment is None:
                    self._astray.append(step)
                else:
                    element = (kid, slot, vf, bid, commitment)
                    if self._counts is not None and not self._counts(kid, bid):
                        self.apart.append(element)
                    yield element

    def _look_for(self, wanted: set[int]) -> None:
        with self._check.reading("folds", "fold"):
            for kind, rows in self._check.reader.written(self._mem) if wanted else ():
                if kind is BeliefRow:
                    self._found.update((row[1], row[11]) for row in rows if row[1] in wanted)
