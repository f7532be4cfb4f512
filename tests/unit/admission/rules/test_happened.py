"""What happened on a day is an event, not a state that ended."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
We were married in Oban on 9 June 2012. | wedding_date | 2012-06-09 | ok
We were married in Oban on 9 June 2012. | wedding_place | Oban | ok
We got engaged on 1 May 2020. | engagement_date | 2020-05-01 | ok
They were married by a sea captain. | Couple/they/married_by | sea captain | ok
We were married for nine years. | marital_status | married | ended_state
We were married until 2010. | marital_status | married | ended_state
We were engaged in 2010. | engaged_in | 2010 | ok
She was a nurse in Oban. | Person/she/job | nurse | ended_state
""")
def test_happened(row: Row) -> None:
    assert row.holds(), row.got()
