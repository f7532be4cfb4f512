"""Two negators of one value: rows that the other tables do not have."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
There is no guest who does not row. | Guest/guests/do | row | ok
There is no guest that never rows. | Guest/guests/do | rows | ok
There is not a guest who does not row. | Guest/guests/do | row | ok
I do not see that he never rows. | Guest/guests/do | rows | negation_dropped
It rains, and there is no guest who does not row. | Guest/guests/do | row | ok
There is no guest who does not row, but I never sing. | Guest/guests/do | row | ok
""")
def test_denied_twice(row: Row) -> None:
    assert row.holds(), row.got()
