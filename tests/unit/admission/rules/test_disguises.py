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
We don´t sell crab. | Shop/s/sells | crab | negation_dropped
We donʹt sell crab. | Shop/s/sells | crab | negation_dropped
We donʼt sell crab. | Shop/s/sells | crab | negation_dropped
We don‛t sell crab. | Shop/s/sells | crab | negation_dropped
We don＇t sell crab. | Shop/s/sells | crab | negation_dropped
WE DON'T SELL CRAB | Shop/s/sells | CRAB | negation_dropped
We needn't sell crab. | Shop/s/sells | crab | negation_dropped
We mustn't sell crab. | Shop/s/sells | crab | negation_dropped
Y'all can't row. | Team/t/hobby | row | negation_dropped
We ain't got crab. | Shop/s/has | crab | negation_dropped
We've got crab. | Shop/s/has | crab | ok
We'll have crab. | Shop/s/has | crab | ok
That's Otto's crab. | Person/otto/dish | crab | ok
It's nine o'clock. | Clock/c/time | nine o'clock | ok
We dunno if it's crab. | Dish/d/what | crab | negation_dropped/question/condition_dropped
We do nоt sell сrаb. | Shop/s/sells | сrаb | negation_dropped
# --- spelled out, and Cantonese
We do n-o-t deliver to Malta. | Shop/s/delivers_to | Malta | negation_dropped
We n-e-v-e-r deliver to Malta. | Shop/s/delivers_to | Malta | negation_dropped
我唔食牛肉。 | eats | 牛肉 | negation_dropped
我冇車。 | owns | 車 | negation_dropped
咪食海鮮。 | eats | 海鮮 | negation_dropped
我唔鍾意咖啡。 | likes | 咖啡 | negation_dropped
唔該，我要一杯咖啡。 | Order/o/item | 咖啡 | ok | type=goal
冇問題，我住喺旺角。 | city | 旺角 | ok
呢間餐廳唔收信用卡。 | Shop/s/收信用卡 | =true | negation_dropped/question
我養咗一隻貓咪。 | pet | 貓咪 | ok
# --- glued by what nobody sees
We do not\u200bdeliver to Malta. | Shop/s/delivers_to | Malta | negation_dropped
We never\u2060deliver to Malta. | Shop/s/delivers_to | Malta | negation_dropped
We do n\u200bot deliver to Malta. | Shop/s/delivers_to | Malta | negation_dropped
We de\u200bliver to Malta. | Shop/s/delivers_to | Malta | ok
Wir liefern nicht\u200bnach Malta. | Shop/s/liefert | Malta | negation_dropped
""")
def test_disguises(row: Row) -> None:
    assert row.holds(), row.got()
