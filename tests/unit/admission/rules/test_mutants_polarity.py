"""Words that deny by their beginning, and what denies what is no longer so."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Our union bought lithium. | Lab/l/ion | lithium | ok
The ion team is called Volt. | Team/t/union_name | Volt | ok
The plug is incompatible. | Plug/p/compatible_state | incompatible | ok
I used to eat crab. | excluded_food | crab | ok
I stopped eating crab. | excluded_food | crab | ok
I gave up crab. | excluded_food | crab | ok
""")
def test_beginnings_of_words(row: Row) -> None:
    assert row.holds(), row.got()
