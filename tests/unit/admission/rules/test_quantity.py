"""Rule 8: a value word for word cuts no number, range or unit of its sentence in two."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The boat cost 12,500 euros. | Boat/b/price | 500 euros | number_truncated/not_ordered_subsequence
The boat cost 12,500 euros. | Boat/b/price | 12,500 euros | ok
The boat is 12 metres long. | Boat/b/length | 12 | unit_dropped
The boat is 12 metres long. | Boat/b/length_metres | 12 | ok
Give the cat 0.5 ml twice a day. | Cat/c/dose | 5 ml | number_truncated/not_ordered_subsequence
Give the cat 0.5 ml twice a day. | Cat/c/dose | 0.5 ml | ok
Give the cat 0.5 ml twice a day. | Cat/c/dose | 0.5 | unit_dropped
The hike takes 6-8 hours. | Hike/h/duration | 8 hours | number_truncated
The hike takes 6-8 hours. | Hike/h/duration | 6-8 hours | ok
The hike takes 8 hours. | Hike/h/duration | 8 hours | ok
We are almost 40 people. | Party/p/size | 40 people | approximation_dropped
We are 40 people. | Party/p/size | 40 people | ok
We are almost 40 people. | Party/p/size | almost 40 people | ok
The flat is on the 3rd floor. | Flat/f/floor | 3rd floor | ok
The code is B-4471. | Gate/g/code | 4471 | number_truncated
The code is B-4471. | Gate/g/code | B-4471 | ok
It is minus 7 degrees. | Weather/w/temperature | 7 degrees | number_truncated/unit_dropped
It is plus 7 degrees. | Weather/w/temperature | plus 7 degrees | ok
We meet at half past three. | Meeting/m/time | half past three | ok
船票一万两千元。 | Boat/b/价格 | 两千元 | number_truncated
船票一万两千元。 | Boat/b/价格 | 一万两千元 | ok
每天喝半升水。 | 饮水 | 升水 | number_truncated/not_ordered_subsequence
每天喝半升水。 | 饮水 | 半升水 | ok
Das Boot kostet 12.500 Euro. | Boat/b/preis | 500 Euro | number_truncated/not_ordered_subsequence
Das Boot kostet 12.500 Euro. | Boat/b/preis | 12.500 Euro | ok
诊所五点左右关门。 | Clinic/诊所/关门 | 五点 | approximation_dropped/hedge_dropped
""")
def test_quantities(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
They have north of 2 million users. | App/a/users | 2 million | approximation_dropped
The house costs north of 2 million. | House/h/price | 2 million | approximation_dropped
The house costs north of 2 million. | House/h/price | =2000000 | approximation_dropped
The house costs south of 2 million euros. | House/h/price | 2 million euros | approximation_dropped
""")
def test_bounds_on_a_compass(row: Row) -> None:
    assert row.holds(), row.got()
