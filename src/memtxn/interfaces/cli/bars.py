"""Bars: the versions of a key on the axis of valid time, one on a line.

The axis is not to scale: each instant at which something begins or ends has its place, in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from rich.text import Text

from memtxn.interfaces.cli.pieces import brief, named, since, word
from memtxn.interfaces.cli.words import time_text
from memtxn.model.belief import Belief, Status

LEGEND = "===> shown    ---| superseded    ...> scheduled    ---) expired    ---x retracted    : at no time"
"""What the bars mean."""
_FILLS = {Status.ACTIVE: "=", Status.SCHEDULED: "."}
_ENDS = {Status.EXPIRED: ")", Status.RETRACTED: "x"}


def bars(versions: list[Belief], now: datetime | None, width: int) -> Iterator[Text]:
    """The key, the axis with its first and its last instant and ``now`` (if it is known), then every version."""
    axis = _Axis(versions, now, width)
    yield Text(named(versions[0].key), "bold")
    yield Text(f"  {time_text(axis.first)} to {time_text(axis.last)}", "dim")
    ids = max(len(belief.id) for belief in versions)
    if now is not None:
        yield Text.assemble(" " * (ids + 4 + axis.at(now)), ("v", "green"), (" now", "dim"))
    for belief in versions:
        said = f"  {brief(belief.value)}  "
        bar, status = f"{axis.bar(belief):<{width}}", word(belief.status, 10)
        yield Text.assemble(
            f"  {belief.id:<{ids}}  ", (bar, status[1]), "  ", status, said, (since(belief), "dim")
        )
    yield Text(f"  {LEGEND}", "dim")


class _Axis:
    """Where each instant has its place."""

    def __init__(self, versions: list[Belief], now: datetime | None, width: int) -> None:
        ends = [belief.valid_to for belief in versions if belief.valid_to is not None]
        instants = sorted({*(belief.valid_from for belief in versions), *ends, *([now] if now else [])})
        self.first, self.last, self._width = instants[0], instants[-1], width
        step = (width - 2) / max(1, len(instants) - 1)
        self._places = {instant: round(number * step) for number, instant in enumerate(instants)}

    def at(self, instant: datetime) -> int:
        """The place of an instant, from 0."""
        return self._places[instant]

    def bar(self, belief: Belief) -> str:
        """From where to where a version is shown."""
        begin, fill = self._places[belief.valid_from], _FILLS.get(belief.status, "-")
        if belief.valid_to is None:
            return f"{' ' * begin}{fill * (self._width - 1 - begin)}>"
        if belief.valid_to <= belief.valid_from:
            return f"{' ' * begin}:"
        end = self._places[belief.valid_to]
        return f"{' ' * begin}{fill * max(1, end - begin)}{_ENDS.get(belief.status, '|')}"
