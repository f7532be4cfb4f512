"""Table *admission*: what a verdict costs: the first one on a turn, each further one, and how that grows.

Times are those of the processor: nothing here waits, and what else runs on the machine is no part of it.
"""

from __future__ import annotations

import gc
import math
import statistics
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import msgspec

from benchmarks.measure import at_most, quantile, short, table
from memtxn.core.admission import analyse
from memtxn.model.proposal import Draft
from memtxn.model.source import Source
from memtxn.testkit.audit import drafted, gate, observed
from memtxn.testkit.cases import Seen, WrittenCase

AT = datetime(2026, 11, 3, 10, 15, tzinfo=UTC)
FIRST, FURTHER = 150.0, 40.0
"""µs, the goals for a turn of 40 tokens."""
SIZES, QUICK_SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000), (10_000, 100_000)
GROWTH = 1.2
"""The power of the size with which the time may grow from the smallest to the largest; 1 is linear."""
_TURN = (
    "Thanks for the quick answer, {n} of us will join on Friday and the room on the second floor is fine for us,"
    " please send the invoice to the office in Ghent and keep the table near the window."
)
_CLAUSE = "We did not book the harbour room, "
_FILLER = "The harbour was calm and the crew rested in the shade of the old lighthouse. "


class Shape(msgspec.Struct, frozen=True):
    """A text of a size, and what is proposed on it."""

    name: str
    text: Callable[[int], str]
    value: str


SHAPES = (
    Shape("no match", lambda size: _repeated(_FILLER, size), "observatory"),
    Shape("match at the end", lambda size: _repeated(_FILLER, size) + "The meeting point is Dock 7.", "Dock 7"),
    Shape("every match refused", lambda size: _repeated(_CLAUSE, size), "harbour room"),
    Shape("one endless word", lambda size: "a" * size, "harbour room"),
    Shape("Han, every match refused", lambda size: _repeated("我们没有预订海景房，", size), "海景房"),
    Shape("commas alone", lambda size: "," * size, "harbour room"),
)


def main() -> bool:
    """Print the table at full size."""
    return measured(2000, SIZES)


def quick() -> bool:
    """Fewer rounds, and no text of 1 MB."""
    return measured(300, QUICK_SIZES)


def measured(rounds: int, sizes: Sequence[int]) -> bool:
    """Whether turns are within their goals, and times grow with the text and not faster."""
    return _turns(rounds) & _growth(sizes)


def case(text: str, value: str, *, quote: str | None = None, kind: str = "fact") -> WrittenCase:
    """A case as it would come from a conversation."""
    key = ("Booking", "b1", "detail")
    return WrittenCase("speed", Seen("ana", AT, text), quote or text, key, value, "admit", type=kind)


# -- a turn of 40 tokens -----------------------------------------------------------------------------------


class Kind(msgspec.Struct, frozen=True):
    """A proposal on a turn, and another one on the same; ``held``: whether the goals are about it.

    ``quote``: the evidence of both, if not the whole turn.
    """

    name: str
    text: str
    values: tuple[str, str]
    held: bool = True
    kind: str = "fact"
    quote: str | None = None


KINDS = (
    Kind(
        "a clause quoted",
        _TURN,
        ("second floor", "fine for us"),
        quote="the room on the second floor is fine for us",
    ),
    Kind("the turn quoted", _TURN, ("second floor", "office in Ghent")),
    Kind("no match", _TURN, ("third floor", "office in Lisbon")),
    Kind("a date read", f"{_TURN[:-1]} by Nov 12 at 5 pm.", ("2026-11-12", "17:00"), held=False, kind="goal"),
)


def _turns(rounds: int) -> bool:
    rows, held = [], True
    for kind in KINDS:
        first, further = _timed(kind, rounds)
        for what, times, goal in (("first on a source", first, FIRST), ("each further one", further, FURTHER)):
            median = statistics.median(times)
            held = held and (not kind.held or median <= goal)
            figure = at_most(median, goal) if kind.held else short(median)
            rows.append([f"{kind.name}, {what}", min(times), figure, quantile(times, 0.99)])
    tokens = len(analyse(observed(case(_TURN, ""))).tokens.texts)
    table(f"admission: a turn of {tokens} tokens, µs of processor time", ["proposal", "min", "p50", "p99"], rows)
    return held


def _timed(kind: Kind, rounds: int) -> tuple[list[float], list[float]]:
    """Microseconds of a proposal with its analysis, and of another one on that analysis; a tenth warms up."""
    first, further, made = [], [], [_prepared(kind, number) for number in range(rounds)]
    gc.collect()
    gc.disable()
    try:
        for source, one, other in made:
            begun = time.thread_time_ns()
            analysis = analyse(source)
            gate(one, source, analysis)
            between = time.thread_time_ns()
            gate(other, source, analysis)
            ended = time.thread_time_ns()
            first.append((between - begun) / 1000)
            further.append((ended - between) / 1000)
    finally:
        gc.enable()
    return first[rounds // 10 :], further[rounds // 10 :]


def _prepared(kind: Kind, number: int) -> tuple[Source, Draft, Draft]:
    """A turn that no other one equals, and two proposals on it."""
    one, other = (
        case(kind.text.format(n=number), value, quote=kind.quote, kind=kind.kind) for value in kind.values
    )
    source = observed(one)
    return source, drafted(one, source), drafted(other, source)


# -- growth ------------------------------------------------------------------------------------------------


def _growth(sizes: Sequence[int]) -> bool:
    rows, held = [], True
    for shape in SHAPES:
        times = [_seconds(shape, size) for size in sizes]
        power = _power(sizes, times)
        held = held and power <= GROWTH
        speed = f"{sizes[-1] / times[-1] / 1e6:.2f}"
        rows.append([shape.name, *(f"{1000 * seconds:.1f}" for seconds in times), speed, at_most(power, GROWTH)])
    titles = ["text", *(f"{size // 1000:,} KB, ms" for size in sizes), "MB/s", "power of growth"]
    table("admission: analysis and one verdict on a long text, processor time", titles, rows)
    return held


def _seconds(shape: Shape, size: int) -> float:
    """The least of a few runs."""
    one = case(shape.text(size), shape.value)
    source = observed(one)
    draft = drafted(one, source)
    times = []
    for _ in range(3 if size > 50_000 else 9):
        begun = time.thread_time()
        gate(draft, source, analyse(source))
        times.append(time.thread_time() - begun)
    return min(times)


def _power(sizes: Sequence[int], times: Sequence[float]) -> float:
    """The power of the size that fits the times, by least squares of their logarithms."""
    return statistics.linear_regression(*([math.log(number) for number in row] for row in (sizes, times))).slope


def _repeated(piece: str, size: int) -> str:
    """So many bytes of it, in whole pieces."""
    return piece * (size // len(piece.encode()))
