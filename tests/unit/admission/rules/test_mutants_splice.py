"""Where a value jumps, in a sentence that is not the first: ``text | value | jumped over``, ``-``: it may."""

from __future__ import annotations

import json

import pytest

from memtxn.model.key import Key
from tests.unit.admission.cases import finding, judged, said

LINES = """
We keep cats. Dogs bark. | =["cats", "Dogs"] | -
We keep cats. Dogs bark. | cats bark | Dogs
We keep cats. Big dogs bark. | =["cats", "dogs"] | Big
We keep cats here. Dogs bark. | cats Dogs | here
Cats and dogs bark. | =["Cats", "dogs"] | -
我们养猫、很大的狗。 | =["猫", "狗"] | 很大的
We keep cats and dogs. | =["cats", "dogs"] | -
We keep cats, mice and dogs. | =["cats", "dogs"] | mice and
We keep cats or dogs. | =["cats", "dogs"] | or
We keep cats and big dogs. | cats dogs | and big
We keep cats and big dogs. | =["cats", "dogs"] | and big
We keep old cats and dogs. | keep cats | -
We keep old cats, and dogs bark. | keep cats | -
Bob rows, Ann swims very fast. | Ann fast | -
We keep cats, dogs. | cats dogs | -
We keep small, quiet cats. | keep cats | small, quiet
We keep, as a rule, cats. | keep cats | as a rule
We keep well-fed small cats. | well cats | -
We keep small well-fed cats, dogs bark. | small cats | -
我们养很小的猫、狗。 | 养猫 | -
We keep cats and, all through a winter like ours, dogs. | cats dogs | and, all through a winter like ours
"""


@pytest.mark.parametrize("line", LINES.strip().splitlines())
def test_jumps(line: str) -> None:
    words, given, jumped = line.split(" | ")
    text, value = f"It is raining. {words}", json.loads(given[1:]) if given.startswith("=") else given
    found = finding(judged(value, said(text).span(0, len(text)), key=Key("Home", "h", "detail")), "splice")
    assert ("".join(text[start:end] for start, end in found.spans) or "-") == jumped


def test_of_a_long_jump_the_beginning_is_told() -> None:
    jumped = f"and {'x' * 70}"
    text = f"We keep cats {jumped} dogs."
    found = finding(judged("cats dogs", said(text).span(0, len(text)), key=Key("Home", "h", "detail")), "splice")
    assert f"jumps over {jumped[:60]!r}, from" in found.detail
