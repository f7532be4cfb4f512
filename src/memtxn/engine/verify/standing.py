"""The open steps as they stand: what they sum to, and whether each shows one belief that is there."""

from __future__ import annotations

from collections.abc import Iterator

from memtxn.core.proof import EMPTY_DIGEST, Element, moved
from memtxn.engine.verify.check import Check
from memtxn.model.record import public_id
from memtxn.model.rows import BeliefRow
from memtxn.ports.storage import Standing


class OpenSteps:
    """One look through the open steps of a memory."""

    def __init__(self, check: Check, mem: int) -> None:
        self._check, self._mem = check, mem
        self._astray: list[Standing] = []

    def digest(self) -> bytes:
        """What they sum to."""
        key = self._check.runtime.digest_key
        digest = moved(EMPTY_DIGEST, key, (), self._elements())
        beliefs = self._beliefs()
        astray = [(kid, slot, vf, bid, beliefs.get(bid, b"?")) for kid, slot, vf, _, bid, _ in self._astray]
        return moved(digest, key, (), astray)

    def check(self) -> None:
        """Every step shows a belief that stands; at most one per key, value and instant."""
        before = None
        for step in self._steps():
            kid, slot, vf, *_, commitment = step
            if (kid, slot, vf) == before:
                self._found(kid, "two steps stand at one instant")
            before = kid, slot, vf
            if commitment is None:
                self._astray.append(step)
        beliefs = self._beliefs()
        for kid, _, _, _, bid, _ in self._astray:
            if bid not in beliefs:
                self._found(kid, f"it shows belief {public_id(bid)}, which is not there")

    def _found(self, kid: int, detail: str) -> None:
        self._check.found("timeline", f"StepRow {kid}", detail)

    def _elements(self) -> Iterator[Element]:
        for step in self._steps():
            kid, slot, vf, _, bid, commitment = step
            if commitment is None:
                self._astray.append(step)
            else:
                yield kid, slot, vf, bid, commitment

    def _steps(self) -> Iterator[Standing]:
        """All of them, up to the first that cannot be read."""
        self._astray.clear()
        with self._check.reading("folds", "fold"):
            yield from self._check.reader.standing(self._mem)

    def _beliefs(self) -> dict[int, bytes]:
        """The commitments of beliefs that were shown and are not filed under the key of their step."""
        wanted = {bid for *_, bid, _ in self._astray}
        found: dict[int, bytes] = {}
        with self._check.reading("folds", "fold"):
            for kind, rows in self._check.reader.written(self._mem) if wanted else ():
                if kind is BeliefRow:
                    found |= {row[1]: row[11] for row in rows if row[1] in wanted}
        return found
