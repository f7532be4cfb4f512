"""Hostile texts, counted: twice the text takes about twice the steps of the interpreter, whatever it is made of.

Steps do not depend on the machine; `test_linear` measures time, in which searches in strings count too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import TypeAlias

import pytest

from memtxn.core.admission import analyse, judge
from memtxn.model.codec import Json
from tests.unit.admission.cases import NOW, POLICY, draft, said

SIZE = 2_000
MOST = 2.6

TEXTS: dict[str, tuple[str, str, Json]] = {
    "nested brackets": ("(", "zebra", "zebra"),
    "one long word": ("z", "", "zebra"),
    "commas": (",", "zebra", "zebra"),
    "lines": ("\n", "zebra", "zebra"),
    "words on lines": ("a\n", "zebra", "zebra"),
    "a cue on each line": ("not\n", "zebra", "zebra"),
    "refused on each line": ("if zebra\n", "", "zebra"),
    "questions": ("is it zebra? ", "", "zebra"),
    "digits": ("7", "", "8"),
    "numbers": ("7 ", "", 8),
    "number words": ("seven ", "", 8),
    "han numbers": ("千百", "", 8),
    "units": ("5 mg ", "", "6 mg"),
    "ranges": ("5-", "", "6"),
    "times": ("next monday at noon ", "", "2026-03-01T10:00:00Z"),
    "days": ("tomorrow ", "", "2026-03-01"),
    "chinese times": ("下周一下午三点", "", "2026-03-01"),
    "quotation marks": ('"', "zebra", "zebra"),
    "apostrophes": ("a'", "zebra", "zebra"),
    "joined emoji": ("👨‍👩‍👧", "zebra", "zebra"),
    "joiners": ("\u200d", "zebra", "zebra"),
    "negators": ("not ", "zebra", "zebra"),
    "chinese negators": ("不", "马", "马"),
    "all cues": ("not if unless maybe said used to only except want I think never ", "zebra", "zebra"),
    "cues around each": ("if not zebra, ", "", "zebra"),
    "bracketed words": ("( a ", "zebra", "zebra"),
    "words and commas": ("a, ", "zebra", "zebra"),
    "slashes": ("a/b ", "zebra", "zebra"),
    "fields": ("a=b ", "zebra=c", "zebra"),
    "subjects": ("I and ", "zebra", "zebra"),
    "corrections": ("zebra no wait ", "", "zebra"),
    "splices": ("big, ", "zebra", "big zebra"),
    "a list of as many": ("zebra. ", "", ["zebra"] * 9),
    "a yes or no": ("party size is set. ", "", True),
}


Tracer: TypeAlias = Callable[[FrameType, str, object], "Tracer"]


def steps(work: Callable[[], object]) -> int:
    """The instructions of Python that some work takes."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Tracer:
        nonlocal count
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def judging(text: str, value: Json) -> Callable[[], object]:
    source = said(text)
    proposal = draft(value, source.span(0, len(text)))
    return lambda: judge(proposal, {source.id: analyse(source)}, now=NOW, policy=POLICY)


@pytest.mark.parametrize(("piece", "ending", "value"), TEXTS.values(), ids=TEXTS.keys())
def test_twice_the_text_is_twice_the_work(piece: str, ending: str, value: Json) -> None:
    sizes = [SIZE // len(piece), 2 * SIZE // len(piece)]
    made = [judging(f"{piece * size} {ending}", value) for size in sizes]
    made[0]()  # what is made once: lexicons, tables
    small, large = map(steps, made)
    assert small > 100
    assert large < MOST * small + 2_000


def test_what_is_counted_grows_with_the_work() -> None:
    """The count sees a loop within a loop, also one inside a comprehension."""

    def pairs(size: int) -> Callable[[], object]:
        return lambda: [one + other for one in range(size) for other in range(size)]

    assert steps(pairs(60)) > 3.5 * steps(pairs(30))
