"""Hostile texts: four times the text costs about four times the work, never sixteen."""

import time
from collections.abc import Callable

import pytest

from memtxn.core.admission import analyse, judge
from memtxn.core.admission.analysis import analyse_text
from tests.unit.admission.cases import NOW, POLICY, draft, said

SIZE = 16_000
HOSTILE = {
    "one letter": "a",
    "a b": "a b ",
    "combining marks": "\u0301",
    "marks out of order": "\u0315\u0300",
    "zero width": "\u200b",
    "spaces": " \t",
    "underscores": "_",
    "digits": "1",
    "grouping": "1,500,",
    "clocks": "1:",
    "minus": "-1 ",
    "han": "一",
    "han and spaces": "一 ",
    "han and commas": "一，",
    "thai": "กั",
    "jamo": "\u1100",
    "ligatures": "ﷺ",
    "family": "👨\u200d",
    "flags": "🇩",
    "virama": "क्",
    "quotes": "a'",
}


def cost(work: Callable[[], object]) -> float:
    """The least processor time of a few runs, which is what the work itself takes."""
    times = []
    for _ in range(4):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def grows(work: Callable[[int], Callable[[], object]]) -> float:
    return cost(work(SIZE * 4)) / max(cost(work(SIZE)), 1e-4)


@pytest.mark.parametrize("letter", HOSTILE.values(), ids=HOSTILE.keys())
def test_analysis_is_linear(letter: str) -> None:
    assert grows(lambda size: lambda: analyse_text(letter * (size // len(letter)))) < 10


@pytest.mark.parametrize("letter", ["a ", "a b ", "一", "一 ", "一二", "一，", "1 ", "👍"])
@pytest.mark.parametrize("ending", ["", " z", "z", "一二", "b b b"])
def test_judging_is_linear(letter: str, ending: str) -> None:
    def work(size: int) -> Callable[[], object]:
        text = letter * (size // len(letter)) + " z z"
        source = said(text)
        proposal = draft(text[: size // 4] + ending, source.span(0, len(text)))
        analyses = {source.id: analyse(source)}
        return lambda: judge(proposal, analyses, now=NOW, policy=POLICY)

    assert grows(work) < 10


def test_a_long_run_among_many_cuts_is_linear() -> None:
    def work(size: int) -> Callable[[], object]:
        source = said("一 " * size + "一" * (size // 8))
        proposal = draft("一" * (size // 8 - 1) + "、一", source.span(0, len(source.text or "")))
        analyses = {source.id: analyse(source)}
        return lambda: judge(proposal, analyses, now=NOW, policy=POLICY)

    assert grows(work) < 10


@pytest.mark.parametrize("letter", ["a\ufe0f", "\u202eabc\u2066", "n\u200bot\u200b"])
def test_a_word_of_unseen_characters_is_linear(letter: str) -> None:
    def work(size: int) -> Callable[[], object]:
        source = said(letter * (2 * size // len(letter)) + " z z")  # what is squared shows late
        proposal = draft("z z", source.quote("z z"))
        return lambda: judge(proposal, {source.id: analyse(source)}, now=NOW, policy=POLICY)

    assert grows(work) < 8
