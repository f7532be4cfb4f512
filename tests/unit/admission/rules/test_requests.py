"""What is asked for is no fact, but a goal, a preference or a commitment; and who asks counts."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Could you book a table for five? | Booking/b/seats | five | ok | type=goal
Could you book a table for five? | Booking/b/seats | five | question/hedge_dropped/wish
Could you book a table for five? | Booking/b/seats | five | ok | terms={"speech_act":"request"}
I would like a room with a balcony. | Booking/b/room | with a balcony | ok | type=preference
I would like a room with a balcony. | Booking/b/room | with a balcony | wish
May I have the corner table? | Booking/b/table | the corner table | ok | type=goal
# --- what counts against a request too
Do not book the terrace. | Booking/b/area | terrace | negation_dropped | type=goal
Book the terrace. | Booking/b/area | terrace | ok | type=goal
If the fare drops, add a bag. | Trip/t/luggage | a bag | condition_dropped | type=goal
Add a bag. | Trip/t/luggage | a bag | ok | type=goal
Perhaps the corner table, I have to ask. | Booking/b/table | the corner table | hedge_dropped | type=goal
The corner table, please. | Booking/b/table | the corner table | ok | type=goal
A table at seven, no, at eight. | Booking/b/time | seven | corrected_later | type=goal
A table at seven, no, at eight. | Booking/b/time | eight | ok | type=goal
# --- about is served, almost is not
A table for about five, please. | Booking/b/seats | five | ok | terms={"speech_act":"request"}
A table for almost five, please. | Booking/b/seats | five | approximation_dropped | terms={"speech_act":"request"}
# --- the condition stands in what is asked about
Is there a tram if I land at nine? | Trip/t/lands | nine | ok | type=goal
# --- an assistant asks what is wanted, it does not want it
Shall I add gift wrapping? | Order/o/extra | gift wrapping | question | type=preference | channel=assistant
Shall I add gift wrapping? | Order/o/extra | gift wrapping | ok | type=preference
Would you like the suite for 90 euros? | Booking/b/room | the suite | question | type=goal | channel=assistant
# --- refused, preferred, taken on
The terrace, not the hall, please. | Booking/b/area | terrace | ok | type=goal
The terrace, not the hall, please. | Booking/b/area | hall | negation_dropped | type=goal
Anything but the terrace. | Booking/b/area | terrace | restrictor_dropped/negation_dropped | type=goal
I'd like the suite, no smoking please. | Booking/b/room | the suite | ok | type=goal
I want a room that does not face the road. | Booking/b/room | face the road | negation_dropped | type=goal
I want a room that faces the sea. | Booking/b/room | faces the sea | ok | type=goal
Don't forget to add the sauna. | Booking/b/extra | sauna | ok | type=goal
I would not mind the attic. | Booking/b/room | attic | ok | type=preference
Could we not sit by the door? | Booking/b/seat | by the door | negation_dropped | type=goal
Can we sit by the door? | Booking/b/seat | by the door | ok | type=goal
Otto wants the attic. | Booking/b/room | attic | ok | type=goal
Otto says he wants the attic. | Booking/b/room | attic | ok | type=goal
I wanted the attic until I saw it. | Booking/b/room | attic | ended_state | type=goal
We used to like the attic. | Booking/b/room | attic | ended_state | type=preference
We will pay by Friday. | Deal/d/payment | by Friday | ok | type=commitment
We will not pay by Friday. | Deal/d/payment | by Friday | negation_dropped | type=commitment
If we win, we will pay by Friday. | Deal/d/payment | by Friday | condition_dropped | type=commitment
We might pay by Friday. | Deal/d/payment | by Friday | hedge_dropped | type=commitment
We will pay by Friday. | Deal/d/payment | by Friday | ok
I prefer tea to coffee. | prefers | tea | ok
I like tea better than coffee. | favourite | tea | ok
A terrace table is not what I want. | Booking/b/table | terrace table | negation_dropped | type=goal
Everything except peanuts, please. | Order/o/snack | peanuts | restrictor_dropped/negation_dropped | type=goal
Peanuts are never fine with me. | Order/o/snack | Peanuts | negation_dropped | type=preference
The terrace is not an option for us. | Booking/b/area | The terrace | negation_dropped | type=goal
A loft is never what I ask for. | Booking/b/room | loft | negation_dropped | type=goal
Dogs are not something I want near me. | Booking/b/pets | Dogs | negation_dropped | type=preference
A loft is what I ask for. | Booking/b/room | loft | ok | type=goal
A loft, and no noise at night please. | Booking/b/room | loft | ok | type=goal
A loft but not next to the lift. | Booking/b/room | loft | ok | type=goal
A loft is fine, the lift does not matter. | Booking/b/room | loft | ok | type=goal
Any room except the loft, please. | Booking/b/room | loft | restrictor_dropped/negation_dropped | type=goal
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
可以帮我订一张五人桌吗？ | Booking/b/桌子 | 五人桌 | ok | type=goal
可以帮我订一张五人桌吗？ | Booking/b/桌子 | 五人桌 | question
我要热的，不要糖。 | Order/o/温度 | 热的 | ok | type=preference
我要热的，不要糖。 | Order/o/配料 | 糖 | negation_dropped | type=preference
要香菜、不加葱。 | Order/o/配料 | 香菜 | ok | type=preference
要香菜、不要葱。 | Order/o/配料 | 葱 | negation_dropped | type=preference
我想订靠窗的位置。 | Booking/b/位置 | 靠窗 | ok | type=goal
我想订靠窗的位置。 | Booking/b/位置 | 靠窗 | wish/hedge_dropped
靠窗也许行，我再问问。 | Booking/b/位置 | 靠窗 | hedge_dropped | type=preference
¿Me reserva una mesa para cinco? | Booking/b/personas | cinco | ok | type=goal
¿Me reserva una mesa para cinco? | Booking/b/personas | cinco | question
Pourriez-vous réserver une table pour cinq ? | Booking/b/places | cinq | ok | type=goal
Können Sie einen Tisch für fünf reservieren? | Booking/b/plätze | fünf | ok | type=goal
Können Sie einen Tisch für fünf reservieren? | Booking/b/plätze | fünf | question
五人の席を予約できますか？ | Booking/b/席 | 五人 | ok | type=goal
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Please cancel the rental van. | Trip/t/vehicle | rental van | ok | retracts=true
The rental van is no longer booked. | Trip/t/vehicle | rental van | ok | retracts=true
We sold the barge. | owns | barge | ok | retracts=true
I no longer play the harp. | plays | harp | ok | retracts=true
Not at nine. | Meeting/m/time | at nine | ok | retracts=true
If it rains, cancel the rental van. | Trip/t/vehicle | rental van | condition_dropped | retracts=true
Shall we cancel the rental van? | Trip/t/vehicle | rental van | question/wish | retracts=true
Otto says the rental van is cancelled. | Trip/t/vehicle | rental van | reported_speech | retracts=true
The rental van is probably cancelled. | Trip/t/vehicle | rental van | hedge_dropped | retracts=true
Please cancel the rental van. | Trip/t/vehicle | rental car | not_ordered_subsequence | retracts=true
把面包车退了吧。 | Trip/t/车辆 | 面包车 | ok | retracts=true
我不弹琴了。 | 爱好 | 弹琴 | ok | retracts=true
如果下雨就把面包车退了。 | Trip/t/车辆 | 面包车 | condition_dropped | retracts=true
We no longer have the barge. | owns | barge | ok | retracts=true
The barge is gone. | owns | barge | ok | retracts=true
I don't live in Oslo any more. | city | Oslo | ok | retracts=true
I might sell the barge. | owns | barge | hedge_dropped | retracts=true
I want to sell the barge. | owns | barge | wish | retracts=true
If we sell the barge, we'll be rich. | owns | barge | condition_dropped | retracts=true
Forget the sauna, please. | Booking/b/extra | sauna | ok | retracts=true
Skip the sauna. | Booking/b/extra | sauna | ok | retracts=true
Skip the sauna. | Booking/b/extra | pool | not_ordered_subsequence | retracts=true
Have we cancelled the sauna? | Booking/b/extra | sauna | question | retracts=true
They say the sauna is cancelled. | Booking/b/extra | sauna | reported_speech | retracts=true
取消桑拿。 | Booking/b/项目 | 桑拿 | ok | retracts=true
桑拿取消了吗？ | Booking/b/项目 | 桑拿 | question | retracts=true
我不住大连了。 | 城市 | 大连 | ok | retracts=true
可能要取消桑拿。 | Booking/b/项目 | 桑拿 | hedge_dropped | retracts=true
""")
def test_retractions(row: Row) -> None:
    assert row.holds(), row.got()
