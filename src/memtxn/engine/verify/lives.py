"""Lives: every change of a belief's state is a move of the table."""

from __future__ import annotations

from collections.abc import Iterable

from memtxn.core import lifecycle
from memtxn.core.lifecycle import Move
from memtxn.model.belief import State
from memtxn.model.record import public_id
from memtxn.model.rows import StateRow
from memtxn.ports.storage import Columns


class Lives:
    """The states of beliefs up to now, and the changes (belief, what happened) that are no moves."""

    def __init__(self) -> None:
        self.wrong: list[tuple[str, str]] = []
        self._states: dict[int, State] = {}

    def stored(self, rows: Iterable[Columns]) -> None:
        """Changes of all beliefs, one belief after the other: each is forgotten with the next."""
        for _, bid, _, state in rows:
            if bid not in self._states:
                self._states.clear()
            self._moved(bid, state)

    def written(self, rows: Iterable[StateRow]) -> None:
        """The changes of the next record. The state of whatever is changed must be kept."""
        for row in rows:
            self._moved(row.bid, row.state)

    def settled(self, rows: Iterable[Columns]) -> None:
        """What became of proposals that waited: they are confirmed or denied, and nothing else."""
        ends = {lifecycle.after(State.QUARANTINED, move) for move in (Move.CONFIRM, Move.DENY)}
        for where, _, _, state in rows:
            if state not in ends:
                self.wrong.append((public_id(where), f"QUARANTINED does not become {State(state).name}"))

    def _moved(self, bid: int, state: State) -> None:
        before = self._states.get(bid, State.ADMITTED)
        if not lifecycle.reachable(before, state):
            self.wrong.append((public_id(bid), f"{before.name} does not become {state.name}"))
        self._states[bid] = state
