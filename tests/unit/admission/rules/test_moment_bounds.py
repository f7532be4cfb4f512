"""Rule 8, moments: after six is not at six, unless the attribute asks for an end."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Please call me back after 6pm. | callback_time | 6pm | approximation_dropped
Please call me back after 6pm. | callback_time | after 6pm | ok
Please call me back at 6pm. | callback_time | 6pm | ok
Please call me back after 6pm. | earliest_callback | 6pm | ok
I am free before 12 May. | visit_date | 12 May | approximation_dropped
I am free on 12 May. | visit_date | 12 May | ok
The visit is between 2pm and 4pm. | Visit/v/time | 2pm | approximation_dropped
The visit is between 2pm and 4pm. | Visit/v/time | 4pm | approximation_dropped
The visit is between 2pm and 4pm. | Visit/v/time | between 2pm and 4pm | ok
The shop opens before 9am. | Shop/s/hour | 9am | approximation_dropped
请在下午五点以后打电话。 | 回电时间 | 下午五点 | approximation_dropped
请在下午五点打电话。 | 回电时间 | 下午五点 | ok
请在晚上八点前打电话。 | 回电时间 | 晚上八点 | approximation_dropped
The visit is after the lunch. | Visit/v/time | the lunch | ok
Otto comes after Nina. | Person/otto/friend | Nina | ok
""")
def test_a_bound_is_no_moment(row: Row) -> None:
    assert row.holds(), row.got()
