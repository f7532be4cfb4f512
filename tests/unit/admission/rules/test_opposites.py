"""The clause speaks of the contrary of what the attribute asks for: closed for open, an end for a start."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The museum is not open on Mondays. | Venue/museum/closed_on | Mondays | ok
The museum is closed on Mondays. | Venue/museum/closed_on | Mondays | ok
The museum is closed on Mondays. | Venue/museum/open_on | Mondays | negation_added
The museum is shut on Mondays. | Venue/museum/opens_on | Mondays | negation_added
The museum is open on Mondays. | Venue/museum/closed_on | Mondays | negation_added
The museum is open on Mondays. | Venue/museum/closed | Mondays | negation_added
Dogs are not allowed on the beach. | Beach/b/dogs_forbidden | =true | ok
Dogs are forbidden on the beach. | Beach/b/dogs_allowed | =true | negation_dropped
Dogs are forbidden on the beach. | Beach/b/dogs_allowed | =false | ok
Dogs are allowed on the beach. | Beach/b/dogs_forbidden | =true | negation_added
The pool is closed for repairs. | Pool/pool/open | =false | ok
The pool is closed for repairs. | Pool/pool/open | =true | negation_added
The pool is not open this week. | Pool/pool/open | =true | negation_dropped
The pool is open again. | Pool/pool/closed | =true | negation_added
The pool is not open this week. | Pool/pool/closed | =true | ok
本店周一休息。 | 店/x/营业日 | 周一 | negation_added
本店周一休息。 | 店/x/open_on | 周一 | negation_added
本店周一不营业。 | 店/x/closed_on | 周一 | ok
本店周一休息。 | 店/x/closed_on | 周一 | ok
本店周一照常营业。 | 店/x/休息日 | 周一 | negation_added
本店周一照常营业。 | 店/x/closed_on | 周一 | negation_added
The yoga class ends at 5 pm. | Class/yoga/start_time | 5 pm | wrong_subject
The shop closes at 9 pm. | Shop/shop/opening_time | 9 pm | wrong_subject
The flight departs at 10:40. | Flight/f/arrival_time | 10:40 | wrong_subject
瑜伽课五点结束。 | 课/瑜伽/开始时间 | 五点 | wrong_subject
店里晚上九点关门。 | 店/店/开门时间 | 九点 | wrong_subject
The minimum temperature of the tank is 25. | Tank/t/max_temp | 25 | wrong_subject
I bought the boat. | sold | the boat | wrong_subject
My expenses are 3000 a month. | income | 3000 | wrong_subject
The company exports coffee. | Company/c/imports | coffee | wrong_subject
I leave Lyon on Friday. | arrives_at | Lyon | wrong_subject
机器最低温度80度。 | 机器/m/最高温度 | 80度 | wrong_subject
My right eye is 0.8. | left_eye | 0.8 | wrong_subject
Right now my left eye is 0.8. | left_eye | 0.8 | ok
My last name is Okafor. | first_name | Okafor | wrong_subject
左眼视力0.8。 | 右眼视力 | 0.8 | wrong_subject
The yoga class ends at 5 pm. | Class/yoga/end_time | 5 pm | ok
The yoga class starts at 4 and runs until 5 pm. | Class/yoga/end_time | 5 pm | ok
The shop stays open until 9 pm. | Shop/shop/closing_time | 9 pm | ok
The shop closes at 9 pm. | Shop/shop/open_until | 9 pm | ok
The shop stays closed until 10. | Shop/shop/opening_time | 10 | ok
We are open 9 to 5. | Shop/shop/opening_hours | 9 to 5 | ok
It starts on 3 May and ends on 5 May. | Event/e/start_date | 3 May | ok
It starts on 3 May and ends on 5 May. | Event/e/end_date | 3 May | wrong_subject
At most 25 please, at least for now. | Order/o/max_price | 25 | ok
I am married. | married | =true | ok
I am married. | single | =true | negation_added
I am married. | single | =false | ok
We are open Monday to Friday and closed on Sundays. | Shop/s/open_on | Sundays | negation_added
We are open Monday to Friday and closed on Sundays. | Shop/s/closed_on | Sundays | ok
我们九点开门五点关门。 | 店/x/开门时间 | 五点 | wrong_subject
我们九点开门五点关门。 | 店/x/关门时间 | 五点 | ok
We leave on 1 May and arrive on 3 May. | Trip/t/arrival_date | 3 May | ok
I pick up the car at 7 and return it March 3rd. | Rental/r/dropoff_date | March 3rd | ok
My new phone is 555-0143, the old one is dead. | new_phone | 555-0143 | ok
My new phone is 555-0143. | old_phone | 555-0143 | wrong_subject
""")
def test_opposites(row: Row) -> None:
    assert row.holds(), row.got()
