"""Which cues govern some words: a graph of clauses, not a distance."""

from __future__ import annotations

import pytest

from tests.unit.admission.reading.reader import ended, governed, lines

GOVERNED = lines("""
# own clause, with its list
I don't eat pork, beef or lamb. | lamb | negation
I don't eat pork, but I eat lamb. | pork | negation
I don't eat pork, but I eat lamb. | lamb |
I don't eat pork, I eat lamb. | lamb |
I doubt that the loft is dry. | dry | negation
# ahead: only what stands behind it
An espresso, black, no sugar. | sugar | negation
An espresso, black, no sugar. | black |
A burger without onions and cheese. | burger |
A burger without onions and cheese. | cheese | negation
# onward: until the speaker turns
I think the loft is dry, and the hall is damp. | damp | hedge
I think the loft is dry, but the hall is damp. | damp |
I think the loft is dry; the hall is damp. | damp |
The hall is damp, I hope the loft is dry. | damp |
# around: a condition, and what follows from it
If it snows, we ski. | ski | condition
We ski if it snows. | ski | condition
We ski, and if it snows, we stay. | ski |
We ski, and if it snows, we stay. | stay | condition
If it snows, we ski, but the loft is dry. | dry |
Provided, we ski. | ski | condition
# aside: what is short speaks of the clause before it
The loft is dry, I think. | dry | hedge
The loft is dry, I think the hall is too warm today. | dry |
# behind
I own a kayak, which I sold. | kayak | ended
I own a kayak, which I paint. | kayak |
# at the front, at the end
On Sundays only, we ski. | ski | restriction
On Sundays, we ski. | ski |
We only ski, they row. | row |
The fee is 9 pounds, minus tax. | 9 pounds | negation
The fee is 9 pounds, plus tax. | 9 pounds |
The loft is dry, the owner assured us. | dry | report
The loft is dry, the owner is glad. | dry |
# in brackets
The hut (not heated) is cheap. | cheap |
The hut (not heated) is cheap. | heated | negation
# frames
Word here is that the loft is dry. | dry | report
A word to Otto, the loft is dry. | dry |
Keep the dog away from cheese. | cheese | negation
Keep the dog near the cheese. | cheese |
据导游介绍，阁楼很干。 | 干 | report
小王说阁楼很干。 | 干 | report
我说阁楼很干。 | 干 |
小说很干。 | 干 |
等油漆干了才开放。 | 开放 | condition restriction
我从来不喝酒。 | 酒 | negation
我连酒都不喝。 | 酒 | negation
下雪的时候，我坐电车。 | 电车 | condition
上周下了雪的时候，我坐电车。 | 电车 |
# Chinese scope
我觉得阁楼很干，但是客厅很湿。 | 湿 |
我觉得阁楼很干，但是客厅很湿。 | 干 | hedge
如果下雪，我们就滑雪。 | 滑雪 | condition
老婆想看雪，我们住木屋。 | 木屋 |
老婆想看雪，住木屋。 | 木屋 | wish
# pseudo cues govern nothing
No doubt the loft is dry. | dry |
他不但划船，还游泳。 | 划船 |
""")


@pytest.mark.parametrize(("text", "words", "expected"), GOVERNED)
def test_governed(text: str, words: str, expected: str) -> None:
    assert governed(text, words) == expected


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Ines was chair until June.", "chair", True),
        ("Ines is chair until June.", "chair", False),
        ("Ines was chair.", "chair", False),
        ("Until June Ines was chair.", "chair", True),
        ("Ines was chair, until the club folded.", "chair", True),
        ("Ines kept the books before she retired.", "books", True),
        ("Ines keeps the books before she retires.", "books", False),
        ("Ines taught Greek till June.", "greek", True),
        ("Ines teaches Greek till June.", "greek", False),
    ],
)
def test_until_when(text: str, words: str, expected: bool) -> None:
    assert ended(text, words) is expected
