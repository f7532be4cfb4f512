"""Pieces of codes with digits, wherever they stand in their sentence."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The part is AX-7-B. | part | AX-7 | number_truncated
The part is AX-4471-BC. | part | AX-4471 | number_truncated
The part is AX-4471-200. | part | AX-4471 | number_truncated
The part is AX-4471 - B is another. | part | AX-4471 | ok
It is part 4471-B. | label | part 4471 | number_truncated
It rains. AX-4471/B is the part. | part | AX-4471 | number_truncated
""")
def test_codes(row: Row) -> None:
    assert row.holds(), row.got()
