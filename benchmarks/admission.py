"""Table *admission*: what a verdict costs: the first one on a turn, each further one, and how that grows."""

from __future__ import annotations

import gc
import math
import statistics
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from benchmarks.measure import at_most, quantile, short, table
from memtxn.core.admission import analyse
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


def case(text: str, value: Any, *, attribute: str = "place", kind: str = "fact") -> WrittenCase:  # noqa: ANN401
    """A case as it would come from a conversation."""
    key = ("Booking", "b1", attribute)
    return WrittenCase("speed", Seen("ana", AT, text), text, key, value, "admit", type=kind)


# -- a turn of 40 tokens -----------------------------------------------------------------------------------


def _turns(rounds: int) -> bool:
    texts = [_TURN.format(n=number) for number in range(rounds)]
    plain = [case(text, "second floor") for text in texts]
    dated = [
        case(f"{text[:-1]}, by Nov 12 at 5 pm.", "2026-11-12", attribute="due", kind="goal") for text in texts
    ]
    refused = [case(text, "third floor") for text in texts]
    rows, held = [], True
    for name, cases in (("a span", plain), ("no match", refused), ("a date read", dated)):
        first, further = _timed(cases)
        goals = name != "a date read"
        for what, times, goal in (("first on a source", first, FIRST), ("each further one", further, FURTHER)):
            median = statistics.median(times)
            figure = at_most(median, goal) if goals else short(median)
            held = held and (not goals or median <= goal)
            rows.append([f"{name}, {what}", min(times), figure, quantile(times, 0.99)])
    tokens = len(analyse(observed(plain[0])).tokens.texts)
    table(f"admission: a turn of {tokens} tokens, µs", ["proposal", "min", "p50", "p99"], rows)
    return held


def _timed(cases: Sequence[WrittenCase]) -> tuple[list[float], list[float]]:
    """Microseconds of a proposal with its analysis, and of another one on the same analysis."""
    first, further = [], []
    drafts = [(observed(one), drafted(one, observed(one))) for one in cases]
    gc.collect()
    gc.disable()
    try:
        for source, draft in drafts:
            begun = time.perf_counter_ns()
            analysis = analyse(source)
            gate(draft, source, analysis)
            between = time.perf_counter_ns()
            gate(draft, source, analysis)
            ended = time.perf_counter_ns()
            first.append((between - begun) / 1000)
            further.append((ended - between) / 1000)
    finally:
        gc.enable()
    return first[len(first) // 10 :], further[len(further) // 10 :]


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
    table("admission: analysis and one verdict on a long text", titles, rows)
    return held


def _seconds(shape: Shape, size: int) -> float:
    """The least of a few runs."""
    one = case(shape.text(size), shape.value)
    source = observed(one)
    draft = drafted(one, source)
    times = []
    for _ in range(3 if size > 50_000 else 9):
        begun = time.perf_counter()
        gate(draft, source, analyse(source))
        times.append(time.perf_counter() - begun)
    return min(times)


def _power(sizes: Sequence[int], times: Sequence[float]) -> float:
    """The power of the size that fits the times, by least squares of their logarithms."""
    return statistics.linear_regression(*([math.log(number) for number in row] for row in (sizes, times))).slope


def _repeated(piece: str, size: int) -> str:
    """So many bytes of it, in whole pieces."""
    return piece * (size // len(piece.encode()))
