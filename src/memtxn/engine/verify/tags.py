"""The digest from record to record, and the tag of each against it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from memtxn.core.proof import EMPTY_DIGEST, Element, moved, seals_hash, tag
from memtxn.model.keyop import RekeyOp
from memtxn.model.rows import FoldRows, JournalRow
from memtxn.ports.storage import Shown, StepKey

Ask: TypeAlias = Callable[[Sequence[StepKey]], Mapping[StepKey, Shown]]
"""What steps show that were opened by earlier records, or show a belief of one."""

_AT_ONCE = 2_000
"""Steps that are looked up together."""


class _Waiting(NamedTuple):
    """A record whose tag is not checked yet: the steps that it closed and opened.

    ``old`` are those that it opened to show a belief of an earlier record; ``base`` is the digest that it states.
    """

    row: JournalRow
    gone: list[StepKey]
    come: list[Element]
    old: list[tuple[StepKey, int]]
    base: bytes | None


class Tags:
    """Moves the digest as the commits did. What a record does not say itself is asked, many steps at a time."""

    def __init__(self, digest_key: bytes, tag_key: bytes | None, ask: Ask) -> None:
        self.digest = EMPTY_DIGEST
        self.wrong: list[int] = []
        self.astray = self.stated = False
        self._digest_key, self._tag_key, self._ask = digest_key, tag_key, ask
        self._waiting: list[_Waiting] = []
        self._size = 0
        self._seals = seals_hash()

    def add(self, row: JournalRow, rows: FoldRows, base: bytes | None = None) -> None:
        """The next record, and the digest that it states because it amends others."""
        self._seals.update(row.tag)
        own = {0: b""} | {belief.bid: belief.commitment for belief in rows.beliefs}
        gone = [(step.kid, step.slot, step.vf, step.s0) for step in rows.closed]
        come = [(step.kid, step.slot, step.vf, step.bid, own[step.bid]) for step in rows.steps if step.bid in own]
        old = [] if len(come) == len(rows.steps) else [step for step in rows.steps if step.bid not in own]
        shown = [((step.kid, step.slot, step.vf, step.s0), step.bid) for step in old]
        self._waiting.append(_Waiting(row, gone, come, shown, base))
        self._size += 1 + len(gone) + len(come) + len(old)
        if self._size >= _AT_ONCE:
            self.settle()

    def rekeyed(self, op: RekeyOp) -> bool:
        """The next record gives another key: the tags so far are what they were when it was written, or not."""
        self.settle()
        self.wrong.clear()
        whole, self._seals = self._seals.digest() == op.seals, seals_hash()
        return whole

    def settle(self) -> None:
        """Check the tags of all records so far."""
        waiting, self._waiting, self._size = self._waiting, [], 0
        keys = [key for each in waiting for key in each.gone + [step for step, _ in each.old]]
        shown = self._ask(keys) if keys else {}
        for each in waiting:
            gone = [_element(key, *shown.get(key, (0, b""))) for key in each.gone]
            old = [_element(key, bid, self._commitment(shown.get(key), bid)) for key, bid in each.old]
            self.digest = each.base or moved(self.digest, self._digest_key, gone, each.come + old)
            self.stated |= each.base is not None
            if self._tag_key is not None and tag(self._tag_key, each.row.link, self.digest) != each.row.tag:
                self.wrong.append(each.row.seq)

    def unexplained(self, resealed: Sequence[tuple[int, int]]) -> list[int]:
        """The wrong ones but for those of which a later record says that they were sealed upon damaged rows."""
        wrong = set(self.wrong)
        spans = [(last - count, last) for last, count in resealed if last not in wrong]
        return [seq for seq in self.wrong if not any(first <= seq < last for first, last in spans)]

    def _commitment(self, shown: Shown | None, bid: int) -> bytes | None:
        """Of an earlier belief that a record shows again; if there is none, that step is astray."""
        commitment = shown[1] if shown is not None and shown[0] == bid else None
        self.astray |= commitment is None
        return commitment


def _element(key: StepKey, bid: int, commitment: bytes | None) -> Element:
    kid, slot, vf, _ = key
    return (kid, slot, vf, bid, b"?" if commitment is None else commitment)
