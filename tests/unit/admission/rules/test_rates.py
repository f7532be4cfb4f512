"""So much a month is not so much a year, nor all of it."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The sauna costs 40 euros a month. | Club/c/annual_fee | =40 | unit_dropped
The sauna costs 40 euros a month. | Club/c/monthly_fee | =40 | ok
The sauna costs 40 euros a month. | Club/c/fee | =40 | ok
The cabin is 90 per night. | Cabin/c/total_price | 90 | unit_dropped
The cabin is 90 per night. | Cabin/c/price_per_night | 90 | ok
The cabin is 90 per person. | Cabin/c/price_per_night | 90 | unit_dropped
I work 20 hours a week. | hours_per_week | =20 | ok
I work 20 hours a week. | monthly_hours | =20 | unit_dropped
The rent is 700/month. | Flat/f/yearly_rent | =700 | unit_dropped
民宿一晚四百二，住三晚。 | Booking/b/total_price | =420 | unit_dropped
民宿一晚四百二，住三晚。 | Booking/b/price_per_night | =420 | ok
健身房每月两百块。 | Gym/g/年费 | =200 | unit_dropped
""")
def test_rates(row: Row) -> None:
    assert row.holds(), row.got()
