"""Only before a noun: the one there is, not a limit."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
My only pet is a tortoise. | pet | tortoise | ok
My only allergy is sesame, ever since school. | allergy | sesame | ok
Our only daughter is called Edda. | daughter_name | Edda | ok
The only door code is 7714. | Door/door/code | 7714 | ok
Her only vice is liquorice. | Person/her/vice | liquorice | ok
I only eat sesame on Sundays. | eats | sesame | restrictor_dropped
My tortoise only eats clover. | Pet/tortoise/eats | clover | restrictor_dropped/ok
The pool is only open at night. | Pool/pool/open | night | restrictor_dropped
It's the only room open on Mondays, and only for members. | Room/room/open_to | members | restrictor_dropped
I have worked here ever since 2011. | worked_since | 2011 | ok
""")
def test_only_one(row: Row) -> None:
    assert row.holds(), row.got()
