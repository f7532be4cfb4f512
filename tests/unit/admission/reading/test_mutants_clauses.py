"""Clauses, at the head of a text and behind another sentence: rows that the other tables do not have."""

from __future__ import annotations

import pytest

from tests.unit.admission.reading.reader import behind, clauses

RESUMED = [
    line.split(" | ")
    for line in """
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
""".strip().splitlines()
]


@pytest.mark.parametrize(("text", "expected"), RESUMED)
def test_what_goes_on_behind_a_clause_put_in(text: str, expected: str) -> None:
    assert clauses(text) == clauses(behind(text), 1) == expected
