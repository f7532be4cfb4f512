"""What is asked, what goes on with what, and until when: rows that the other tables do not have."""

from __future__ import annotations

import pytest

from tests.unit.admission.reading.reader import asked, behind, ended, heads, lines

ASKED = lines("""
may it rain on you |
is my boat here | is my boat here
I live in Rome, and which branch is closest? | which branch is closest
I row, and you? | and you
I row, can you? | can you
I row, at which pier? | which pier
I row, since when? | since when
我划船，去哪里？ | 去 哪 里
""")
HEADS = lines("""
We do not, in May, row. | 0 0 0
We never - in May - row. | 0 0 0
It rains, we do not, in May, row. | 0 1 1 1
I don't eat meat (fresh pork). | 0 0
我不吃肉（猪肉块）。 | 0 0
I do not row, ski. | 0 0
I do not eat crab here, smoked blue squid. | 0 1
We bake rolls, they sing and dance. | 0 1
We bake bread, very small rye rolls, buns and cakes. | 0 0 0
We bake bread, pies and small round rye rolls. | 0 0
We do not eat crab, squid, mussels. | 0 0 0
Is: Rome. | 0 1
I don't eat: pork. | 0 0
It rains, I don't eat: pork. | 0 1 1
The rule is not wrong: guests. | 0 1
""")
ENDED = lines("""
It rained, Otto was lead until June. | Otto | yes
It rained, Otto was lead, until June came. | lead | yes
Otto was lead, before June came. | lead | yes
Otto was lead, and we row until June. | lead | no
Otto was lead, and June came before us. | lead | no
""")


@pytest.mark.parametrize(("text", "expected"), ASKED)
def test_asked(text: str, expected: str) -> None:
    assert asked(text) == asked(behind(text), 1) == expected


@pytest.mark.parametrize(("text", "expected"), HEADS)
def test_heads(text: str, expected: str) -> None:
    assert heads(text) == heads(behind(text), 1) == [int(one) for one in expected.split()]


@pytest.mark.parametrize(("text", "words", "expected"), ENDED)
def test_ended(text: str, words: str, expected: str) -> None:
    words = words.lower()
    assert ended(text, words) == ended(behind(text), words, 1) == (expected == "yes")
