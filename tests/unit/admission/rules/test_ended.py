"""Rule 7, what was: a state that ended is no fact of now; an event stays one."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
I used to row for the college. | hobby | row for the college | ended_state
I row for the college. | hobby | row for the college | ok
I own a kayak. | owns | kayak | ok
I own a kayak, which I sold. | owns | kayak | ended_state
Ines was treasurer until March. | Person/ines/role | treasurer | ended_state
Ines was treasurer, until the club folded. | Person/ines/role | treasurer | ended_state
Ines is treasurer until March. | Person/ines/role | treasurer | ok
Ines kept the books before she retired. | Person/ines/duty | the books | ended_state
Formerly, the depot stood in Ghent. | Depot/d/city | Ghent | ended_state
The depot stands in Ghent. | Depot/d/city | Ghent | ok
I no longer play the harp. | plays | harp | negation_dropped/ended_state
I still play the harp. | plays | harp | ok
# --- an event is over and was
I used to row for the college. | rowed | row for the college | ok | terms={"kind":"event"}
Ines was treasurer until March. | Person/ines/stint | treasurer | ok | terms={"kind":"event"}
# --- the attribute says that it is over
I used to work at Orlo. | former_employer | Orlo | ok
I used to work at Orlo. | employer | Orlo | ended_state
I work at Orlo. | employer | Orlo | ok
I no longer play the harp. | gave_up | harp | ok
I used to own a barge. | owns | barge | ok | terms={"licenses":["ended"]}
We once had a barge. | owns | barge | ended_state
I lived in Ghent as a child. | city | Ghent | ended_state
When I was a child I lived in Ghent. | city | Ghent | ended_state
I lived in Ghent before I moved to Cork. | city | Ghent | ended_state
I have a barge but want to sell it. | owns | barge | ok
My ex works at Orlo. | partner_employer | Orlo | ended_state/wrong_subject
The shop has closed down since. | Shop/shop/state | closed | ok
In those days I ate crab. | eats | crab | ended_state
These days I eat crab. | eats | crab | ok
Until recently I ate crab. | eats | crab | ended_state
I ate crab until 2019. | eats | crab | ended_state
My old number was 4471. | phone | 4471 | ended_state
My number is 4471. | phone | 4471 | ok
My new number is 4471. | phone | 4471 | ok
The previous owner was Otto. | House/h/owner | Otto | ended_state
The previous owner was Otto. | House/h/previous_owner | Otto | ok
Otto joined Orlo in June. | Person/otto/employer | Orlo | ok
Otto, formerly of Orlo, is at Binto. | Person/otto/employer | Orlo | ended_state
Otto switched from Orlo to Binto. | Person/otto/employer | Orlo | wrong_subject/ended_state
I have lived in Ghent since May. | city | Ghent | ok
I moved out of Oslo. | city | Oslo | ended_state
I have worked at Orlo since June. | employer | Orlo | ok
I have worked at Orlo for ten years. | employer | Orlo | ok
I worked at Orlo for ten years. | employer | Orlo | ended_state
We moved out of the loft. | lives_in | the loft | ended_state
We moved into the loft. | lives_in | the loft | ok
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
我以前在银行上班。 | 工作 | 银行 | ended_state
我在银行上班。 | 工作 | 银行 | ok
我曾经养过鹦鹉。 | 宠物 | 鹦鹉 | ended_state
我养了一只鹦鹉。 | 宠物 | 鹦鹉 | ok
我以前在银行上班。 | 前单位 | 银行 | ok
Antes trabajaba en Orlo. | empresa | Orlo | ended_state
Trabajo en Orlo. | empresa | Orlo | ok
Avant, je travaillais chez Orlo. | entreprise | Orlo | ended_state
Je travaille chez Orlo. | entreprise | Orlo | ok
Früher habe ich bei Orlo gearbeitet. | firma | Orlo | ended_state
Ich arbeite bei Orlo. | firma | Orlo | ok
以前は銀行で働いていました。 | 勤務先 | 銀行 | ended_state
銀行で働いています。 | 勤務先 | 銀行 | ok
我原来住在大连。 | 城市 | 大连 | ended_state
我小时候住在大连。 | 城市 | 大连 | ended_state
我去年搬离了大连。 | 城市 | 大连 | ended_state/negation_dropped/wrong_subject
我已经不住在大连了。 | 城市 | 大连 | negation_dropped/ended_state
我从大连搬到了青岛。 | 城市 | 大连 | wrong_subject/ended_state
我从大连搬到了青岛。 | 城市 | 青岛 | ok
我曾在银行工作，现在在学校。 | 单位 | 学校 | ok
我曾在银行工作，现在在学校。 | 单位 | 银行 | ended_state
我一直住在大连。 | 城市 | 大连 | ok
我现在住在大连。 | 城市 | 大连 | ok
旧号码是4471。 | Phone/p/号码 | 4471 | ended_state
新号码是4471。 | Phone/p/号码 | 4471 | ok
我把船卖了。 | 拥有 | 船 | ended_state/negation_dropped
前任会长是老邱。 | Club/c/会长 | 老邱 | ended_state
现任会长是老邱。 | Club/c/会长 | 老邱 | ok
# --- the next sentence ends it
We owned a cabin by a fjord. We sold it again. | owns | cabin | ended_state | quote=We owned a cabin by a fjord.
I have a motorbike. I sold it in May. | owns | motorbike | ended_state | quote=I have a motorbike.
I have a piano. It was stolen in May. | owns | piano | ended_state | quote=I have a piano.
We had a canoe. Then it sank. | owns | canoe | ended_state | quote=We had a canoe.
I had a parrot. It died. | pet | parrot | ended_state | quote=I had a parrot.
I rented a flat in Lund. I moved out in June. | home | flat in Lund | ended_state | quote=I rented a flat in Lund.
I have a motorbike. I bought it in May. | owns | motorbike | ok | quote=I have a motorbike.
I have a piano. I love it. | owns | piano | ok | quote=I have a piano.
I have a piano. My brother sold his drums. | owns | piano | ok | quote=I have a piano.
I joined the choir. I left it after a year. | member_of | choir | ended_state | quote=I joined the choir.
我有一辆房车。五月卖掉了。 | owns | 房车 | ended_state | quote=我有一辆房车。
我有一架钢琴。去年被偷了。 | owns | 钢琴 | ended_state | quote=我有一架钢琴。
我养过一只鹦鹉。它死了。 | pet | 鹦鹉 | ended_state | quote=我养过一只鹦鹉。
我有一架钢琴。我很喜欢它。 | owns | 钢琴 | ok | quote=我有一架钢琴。
我有一辆房车。我哥把他的卖了。 | owns | 房车 | ok | quote=我有一辆房车。
# --- something takes its place
We've stopped using Trello and moved to Linear. | Team/t/tool | Linear | ok
We've stopped using Trello and moved to Linear. | Team/t/tool | Trello | negation_dropped
Replace the blue lamp with a red one. | Order/o/lamp_colour | blue | ended_state | type=goal
Replace the blue lamp with a red one. | Order/o/lamp_colour | red | ok | type=goal
We replaced the gas boiler with a heat pump. | House/h/heating | gas boiler | ended_state
We replaced the gas boiler with a heat pump. | House/h/heating | heat pump | ok
I swapped my bike for a scooter. | rides | bike | ended_state
I swapped my bike for a scooter. | rides | scooter | ok
请把蓝灯换成红灯。 | Order/o/lamp | 蓝灯 | corrected_later | type=goal
请把蓝灯换成红灯。 | Order/o/lamp | 红灯 | ok | type=goal
The plumber replaced the washer. | Job/j/part_replaced | washer | ok
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
I no longer work at Acme. | former_employer | Acme | ok
I no longer work at Acme. | employer | Acme | negation_dropped/ended_state
I no longer work at Acme. | job | Acme | ok | terms={"licenses":["ended"]}
I no longer work at Acme. | job | Acme | ok | terms={"licenses":["ended","negation"]}
I do not work at Acme. | former_employer | Acme | negation_dropped
I never worked at Acme. | former_employer | Acme | negation_dropped
I quit coffee. | former_drink | coffee | ok
I quit coffee. | drink | coffee | negation_dropped
I gave up coffee. | former_drink | coffee | ok
I stopped smoking cigars in May. | past_habit | smoking cigars | ok
I left Acme in May. | former_employer | Acme | ok
I left Acme in May. | employer | Acme | wrong_subject/ended_state
I quit Acme in May. | former_employer | Acme | ok
I moved from Leeds to Cork. | former_city | Leeds | ok
I moved from Leeds to Cork. | former_city | Cork | wrong_subject
I moved from Leeds to Cork. | city | Leeds | wrong_subject/ended_state
I don't play the harp anymore. | previous_instrument | harp | ok
We are not at the Elm Street office any more. | Team/t/old_office | Elm Street | ok
Otto resigned from Orlo. | Person/otto/former_employer | Orlo | ok
We cancelled the Trello plan. | Team/t/previous_tool | Trello | ok
The contract no longer ends on May 5. | Contract/c/end_date | May 5 | negation_dropped
I refused coffee. | former_drink | coffee | negation_dropped
# --- in Chinese
我不再用微信支付了。 | former_payment | 微信支付 | ok
我不再用微信支付了。 | payment | 微信支付 | negation_dropped/ended_state
我不再住在大连。 | 以前城市 | 大连 | ok
我不住在大连。 | 以前城市 | 大连 | negation_dropped
我戒了咖啡。 | former_drink | 咖啡 | ok
""")
def test_asked_for_what_was(row: Row) -> None:
    assert row.holds(), row.got()
