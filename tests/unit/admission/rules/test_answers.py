"""Answers to questions."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Do you eat fish? Yes, mostly cod. | eats | cod | ok/restrictor_dropped
Where do you live? In Ghent. | lives_in | Ghent | ok
Who runs the bakery? Rita does. | Person/rita/runs | bakery | ok/question
What's your locker number? It's 48. | locker_number | 48 | ok
Is the pool open? No, it's closed. | Pool/pool/state | closed | ok
Is the pool open? No, it's closed. | Pool/pool/state | open | question/negation_dropped
""")
def test_answers(row: Row) -> None:
    assert row.holds(), row.got()
