"""Cues that are none where they stand: in names, in fields, in other words, behind a value, in a request."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# over the end of a sentence
It is raining. We don't keep cats. Dogs bark. | pets | =["cats", "Dogs"] | negation_dropped
给我来杯咖啡。拿铁别放冰块。 | drinks | =["咖啡","拿铁"] | ok | type=goal
# around a field, and in it
It is raining. Maybe old, weight=88 | weight | 88 | ok
It is raining. weight=maybe 88 | weight | 88 | hedge_dropped
# "but not", before what bounds and before what is another thing
We buy tea but not after June. | purchase | tea | restrictor_dropped
It is raining. We buy tea, but not after June. | purchase | tea | restrictor_dropped
Acme suits us, but not before June. | supplier | Acme | restrictor_dropped
It is raining. We drink wine but not beer. | drink | wine | ok
We drink wine, but not everyone does. | drink | wine | ok
It is raining. We like tea but not. | drink | tea | ok
It is raining. We buy from Acme, but not from Bolt. | supplier | Acme | ok
From Acme, but not from Bolt. | supplier | Acme | ok
Wir kaufen Tee, aber nicht nach Juni. | purchase | Tee | restrictor_dropped
Wir kaufen Tee, aber nicht Kaffee. | purchase | Tee | ok
# names
It is raining. We shop at No Frills for tea. | Shop/no-frills/sells | tea | ok
No frills are sold here. | Shop/no-frills/sells | frills | negation_dropped
It is raining. We hired Hope for the tour. | event | tour | ok
It is raining. We hired Hope Miller for the tour. | event | tour | ok
It is raining. WE HOPE TO SEE SPAIN. | country | SPAIN | wish
可能性咖啡馆在南京路。 | Cafe/可能性咖啡馆/street | 南京路 | ok
天气很好。也许咖啡馆在南京路。 | Cafe/也许咖啡馆/street | 南京路 | ok
天气很好。不夜城酒店不收押金。 | Hotel/不夜城酒店/charge | 押金 | negation_dropped
# pieces of other words
天气很好。许可能用三年。 | validity | 三年 | ok
天气很好。证据说明阁楼很干。 | Loft/阁楼/state | 干 | ok
# places that look like conditions
It is raining. In case 4b lies a fossil. | Case/4b/content | fossil | ok
It is raining. In case it rains take a fossil. | Museum/m/content | fossil | condition_dropped
# what the attribute asks for does not take away what denies it
It is raining. The shop has green tea sold out. | Shop/shop/tea_sold | green tea | negation_dropped
It is raining. I love the tram lol not. | transport | tram | irony
""")
def test_cues_that_are_none(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
It is raining. I like crab not really. | food | crab | negation_dropped
It is raining. We take the tram not the bus. | transport | tram | ok
It is raining. We do not open until June. | opening | June | ok
The room is no 4b. | room | 4b | ok
天气很好。我有虾、没蟹。 | food | 虾 | ok
我没可乐。 | drink | 可乐 | negation_dropped
# must
天气很好。我非坐电车不可。 | transport | 电车 | ok
天气很好。我非坐电车不行。 | transport | 电车 | ok
他非学生，不可入内。 | Person/他/job | 学生 | negation_dropped
天气很好。坐电车不可。 | transport | 电车 | negation_dropped
电车非常不行。 | transport | 电车 | negation_dropped
# requests
天气很好。给我来杯拿铁别放冰块。 | drink | 拿铁 | ok | type=goal
天气很好。给我来杯拿铁别放冰块。 | drink | 拿铁 | negation_dropped
天气很好。电车别坐。 | transport | 电车 | negation_dropped | type=goal
天气很好。我们坐不坐电车？ | transport | 电车 | ok | type=goal
天气很好。有茶没？ | drink | 茶 | ok | type=goal
""")
def test_negators(row: Row) -> None:
    assert row.holds(), row.got()
