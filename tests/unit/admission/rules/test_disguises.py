"""What looks like another word is that word: contractions, look-alike letters, other forms of Unicode."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
I don't eat crab. | eats | crab | negation_dropped
I dont eat crab. | eats | crab | negation_dropped
I don’t eat crab. | eats | crab | negation_dropped
I do eat crab. | eats | crab | ok
I can't eat crab. | eats | crab | negation_dropped
I cannot eat crab. | eats | crab | negation_dropped
I can eat crab. | eats | crab | ok
I won't eat crab. | eats | crab | negation_dropped
We shan't sail at night. | sails | at night | negation_dropped
The pool ain't heated. | Pool/p/state | heated | negation_dropped
The pool's heated. | Pool/p/state | heated | ok
The pool isn't heated. | Pool/p/state | heated | negation_dropped
I'd like the corner table. | Booking/b/table | the corner table | wish
I'm Otto's neighbour. | neighbour_of | Otto | ok
Je n'ai pas de moto. | moto | moto | negation_dropped
J'ai une moto. | moto | moto | ok
# --- one letter of another alphabet in a Latin word
I n\u0435ver eat crab. | eats | crab | negation_dropped
I n\u043et eat crab. | eats | crab | negation_dropped
I do n\u03bft eat crab. | eats | crab | negation_dropped
I \uff4eever eat crab. | eats | crab | negation_dropped
I ne\u200bver eat crab. | eats | crab | negation_dropped
I \U0001d427\U0001d41e\U0001d42f\U0001d41e\U0001d42b eat crab. | eats | crab | negation_dropped
I ever eat cr\u0430b, gladly. | eats | crab | not_ordered_subsequence
# --- traditional letters
我不吃龍蝦。 | 饮食 | 龍蝦 | negation_dropped
我沒有摩托車。 | 车辆 | 摩托車 | negation_dropped
我有摩托車。 | 车辆 | 摩托車 | ok
""")
def test_disguises(row: Row) -> None:
    assert row.holds(), row.got()
