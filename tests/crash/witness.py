"""The witness of one writer: hears what it begins and what was acknowledged, and says what must be there."""

from __future__ import annotations

from collections.abc import Iterable

from memtxn import Memory
from tests.crash.rounds import Round, State, after, is_there, planned, shown

Named = tuple[Round, str]
"""A round and its name: the id by which the memory answers for it."""


class Witness:
    """``kept`` are the rounds that stand; ``pending`` is the one that began and was not acknowledged.

    ``landed`` counts the deaths inside a commit, as (it was not applied, it was applied whole).
    """

    def __init__(self, writer: str) -> None:
        self.writer = writer
        self.state: State = {}
        self.kept: list[Named] = []
        self.pending: Named | None = None
        self.next = 0
        self.landed = [0, 0]

    def heard(self, lines: Iterable[str]) -> int:
        """Take note of what the writer said; returns how many rounds were acknowledged."""
        known = len(self.kept)
        for line in lines:
            what, number, name = line.split()
            if what == "begun":
                self.pending = planned(self.writer, int(number)), name
                self.next = int(number) + 1
            else:
                assert self.pending is not None
                assert (what, number) == ("done", str(self.pending[0].number))
                self._keep(self.pending)
        return len(self.kept) - known

    def _keep(self, named: Named) -> None:
        self.state = after(self.state, named[0])
        self.kept.append(named)
        self.pending = None

    def judge(self, memory: Memory, first: int = 0) -> None:
        """The writer is dead: what it began last is there wholly or not at all, and all else is there.

        The rounds before ``first``, in the order in which they were kept, are not asked for again.
        """
        if self.pending is not None:
            there = is_there(memory, *self.pending)
            self.landed[there] += 1
            if there:
                self._keep(self.pending)
            self.pending = None
        assert shown(memory, self.writer) == self.state
        lost = [name for done, name in self.kept[first:] if not is_there(memory, done, name)]
        assert not lost
