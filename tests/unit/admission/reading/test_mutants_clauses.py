"""Clauses, at the head of a text and behind another sentence: rows that the other tables do not have."""

from __future__ import annotations

import pytest

from tests.unit.admission.reading.reader import behind, clauses, lines

CLAUSES = lines("""
# what goes on behind a clause that is put in
old boats, which leak, sank here | old boats / which leak / sank here
Otto Lang, who rows, sings well | otto lang sings well / who rows
the hut, which leaks, cold and old | the hut / which leaks / cold and old
the very old red wooden hut, which leaks, is cold | the very old red wooden hut is cold / which leaks
the hut that nobody owns sits empty | the hut sits empty / that nobody owns
the hut was sold, which leaks, is cold | the hut was sold / which leaks / is cold
the hut, a ruin, is cold | the hut is cold / a ruin
the hut: a ruin, is cold | the hut / a ruin / is cold
it rains, the hut, which leaks, is cold | it rains / the hut is cold / which leaks
the hut, which leaks, is cold, we row | the hut is cold / which leaks / we row
the hut, which leaks; is cold | the hut / which leaks / is cold
the hut, which leaks, is | the hut / which leaks / is
# where one is cut
a=1 b= | a = 1 / b =
船坏了反正 | 船 坏 了 / 反 正
今天买米、然后划船 | 今 天 买 米 然 后 划 船
it rains -- we row | it rains / we row
it rains then we row | it rains / then we row
we rowed until then we sang | we rowed until then we sang
stopped using it and moved to Oslo | stopped using it / and moved to oslo
we row 3 - 5 miles | we row 3 5 miles
we row - 5 miles | we row / 5 miles
we work 3 hours - 5 hours | we work 3 hours 5 hours
we work 3 hours - 5 men | we work 3 hours / 5 men
Otto lives in Cork and Lin in Perth | otto lives in cork / and lin in perth
Otto lives in Cork and Lin at home | otto lives in cork and lin at home
""")


@pytest.mark.parametrize(("text", "expected"), CLAUSES)
def test_clauses(text: str, expected: str) -> None:
    assert clauses(text) == clauses(behind(text), 1) == expected
