"""Rule 7, conditions: what holds only if something else does is no fact yet."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- the condition leads
If it rains, the match moves to the gym. | Match/m/place | the gym | condition_dropped
The match moves to the gym. | Match/m/place | the gym | ok
Provided it stays dry, lunch is on the terrace. | Event/e/place | the terrace | condition_dropped
Provided, of course, that Rita agrees, lunch is on the roof. | Event/e/place | the roof | condition_dropped
If you hold a key, use the door, the porch or cellar. | House/h/entry | cellar | condition_dropped
Once the paint is dry, the stairs are open. | House/h/stairs | open | condition_dropped
When you reach the kiosk, the code is 5512. | Kiosk/k/code | 5512 | condition_dropped
When you called, I was in the cellar. | seen_in | the cellar | ok | terms={"kind":"event"}
Whenever it snows, I take the tram. | commute | tram | condition_dropped
I take the tram. | commute | tram | ok
# --- the condition trails
The pool opens at six unless the guard is ill. | Pool/p/opens | six | condition_dropped
The pool opens at six. | Pool/p/opens | six | ok
We dine on the deck, weather permitting. | Event/e/place | the deck | condition_dropped
We dine on the deck, as usual. | Event/e/place | the deck | ok
The tour is free as long as you are under twelve. | Tour/t/price | free | condition_dropped
# --- it opens a new statement
The match is in the gym, and if it rains, bring boots. | Match/m/place | the gym | ok
The match is in the gym, and if it rains, bring boots. | Match/m/gear | boots | condition_dropped
If it rains, bring boots; the match is in the gym. | Match/m/place | the gym | ok
If it rains, bring boots, but the match is in the gym. | Match/m/place | the gym | ok
# --- looks like one and is none
Breakfast is provided in the cellar. | Hotel/h/breakfast | in the cellar | ok
The crown is in case 7. | Exhibit/crown/place | case 7 | ok
Bring a torch in case the light fails. | Trip/t/gear | torch | condition_dropped
The sign says parking if permitted. | Sign/s/text | parking if permitted | ok
# --- kept, or expressed by the attribute
The tour is free if you are under twelve. | Tour/t/price | free if you are under twelve | ok
If it rains, we meet in the gym. | Match/m/rain_plan | in the gym | ok
Otherwise, lunch is on the roof. | Event/e/place | the roof | condition_dropped
Subject to approval, lunch is on the roof. | Event/e/place | the roof | condition_dropped
Lunch is on the roof, subject to approval. | Event/e/place | the roof | condition_dropped
Lunch is on the roof should the lift work. | Event/e/place | the roof | condition_dropped
Should the lift work, lunch is on the roof. | Event/e/place | the roof | condition_dropped
Had the lift worked, lunch would be on the roof. | Event/e/place | the roof | condition_dropped/wish
Lunch is on the roof even if it rains. | Event/e/place | the roof | condition_dropped
It depends on the lift whether lunch is on the roof. | Event/e/place | the roof | condition_dropped/question
In an emergency, use the roof. | House/h/exit | the roof | condition_dropped
Given that the lift works, lunch is on the roof. | Event/e/place | the roof | condition_dropped
Since the lift works, lunch is on the roof. | Event/e/place | the roof | ok
Because the lift works, lunch is on the roof. | Event/e/place | the roof | ok
Although it rains, lunch is on the roof. | Event/e/place | the roof | ok
After the tour, lunch is on the roof. | Event/e/place | the roof | ok
As soon as the lift works, lunch is on the roof. | Event/e/place | the roof | condition_dropped
Ring me if you get lost. Lunch is on the roof. | Event/e/place | the roof | ok
Lunch is on the roof (if dry). | Event/e/place | the roof | condition_dropped
Lunch is on the roof – if it's dry. | Event/e/place | the roof | condition_dropped
If dry: roof; if wet: hall. | Event/e/place | roof | condition_dropped
If dry: roof; if wet: hall. | Event/e/place | hall | condition_dropped
If it's dry we have lunch on the roof. | Event/e/place | the roof | condition_dropped
If it rains then we eat in the hall, otherwise on the roof. | Event/e/place | the roof | condition_dropped
If it rains we eat in the hall or in the porch. | Event/e/place | porch | condition_dropped
We eat in the hall and, if it rains, in the porch. | Event/e/rain_place | porch | ok
We eat in the hall. If not, in the porch. | Event/e/place | porch | condition_dropped
If you hold a key, use the side door, the porch or the cellar. | House/h/entry | cellar | condition_dropped
When you rang, I was in the cellar. | seen_in | the cellar | ok | terms={"kind":"event"}
When you sang, I was in the porch. | seen_in | the porch | ok | terms={"kind":"event"}
When you sing, I am in the porch. | seen_in | the porch | condition_dropped
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
如果下雨，比赛改在体育馆。 | Match/m/地点 | 体育馆 | condition_dropped
比赛改在体育馆。 | Match/m/地点 | 体育馆 | ok
只要天气好，午饭在露台吃。 | Event/e/地点 | 露台 | condition_dropped
午饭在露台吃。 | Event/e/地点 | 露台 | ok
等油漆干了才开放楼梯。 | House/h/开放 | 楼梯 | condition_dropped/restrictor_dropped
除非下雪，我坐电车上班。 | 通勤 | 电车 | condition_dropped
我坐电车上班。 | 通勤 | 电车 | ok
下雪的时候，我坐电车。 | 通勤 | 电车 | condition_dropped
Si llueve, el partido es en el gimnasio. | Match/m/lugar | gimnasio | condition_dropped
El partido es en el gimnasio. | Match/m/lugar | gimnasio | ok
S'il pleut, le match est au gymnase. | Match/m/lieu | gymnase | condition_dropped
Le match est au gymnase. | Match/m/lieu | gymnase | ok
Wenn es regnet, ist das Spiel in der Halle. | Match/m/ort | Halle | condition_dropped
Das Spiel ist in der Halle. | Match/m/ort | Halle | ok
雨なら、試合は体育館です。 | Match/m/場所 | 体育館 | condition_dropped
試合は体育館です。 | Match/m/場所 | 体育館 | ok
下雨的话，比赛改在体育馆。 | Match/m/地点 | 体育馆 | condition_dropped
比赛改在体育馆，如果下雨的话。 | Match/m/地点 | 体育馆 | condition_dropped
万一下雨，比赛改在体育馆。 | Match/m/地点 | 体育馆 | condition_dropped
即使下雨，比赛也在体育馆。 | Match/m/地点 | 体育馆 | condition_dropped
虽然下雨，比赛还在体育馆。 | Match/m/地点 | 体育馆 | ok
因为下雨，比赛改在体育馆。 | Match/m/地点 | 体育馆 | ok
比赛在体育馆，如果下雨就带伞。 | Match/m/地点 | 体育馆 | ok
比赛在体育馆。如果下雨就带伞。 | Match/m/地点 | 体育馆 | ok
如果下雨就带伞，但是比赛在体育馆。 | Match/m/地点 | 体育馆 | ok
要下雨才在体育馆比赛。 | Match/m/地点 | 体育馆 | condition_dropped/wish
条件是会员才能进体育馆。 | Match/m/地点 | 体育馆 | condition_dropped/restrictor_dropped
El partido es en el gimnasio si llueve. | Match/m/lugar | gimnasio | condition_dropped
El partido es en el gimnasio a menos que nieve. | Match/m/lugar | gimnasio | condition_dropped
El partido es en el gimnasio porque llueve. | Match/m/lugar | gimnasio | ok
Le match est au gymnase s'il pleut. | Match/m/lieu | gymnase | condition_dropped
Le match est au gymnase sauf s'il fait beau. | Match/m/lieu | gymnase | condition_dropped/restrictor_dropped
Le match est au gymnase parce qu'il pleut. | Match/m/lieu | gymnase | ok
Das Spiel ist in der Halle, falls es regnet. | Match/m/ort | Halle | condition_dropped
Das Spiel ist in der Halle, außer es schneit. | Match/m/ort | Halle | condition_dropped/restrictor_dropped
Das Spiel ist in der Halle, weil es regnet. | Match/m/ort | Halle | ok
雨が降ったら、試合は体育館です。 | Match/m/場所 | 体育館 | condition_dropped
雨が降っているので、試合は体育館です。 | Match/m/場所 | 体育館 | ok
下雪的时候我坐电车。 | 通勤 | 电车 | condition_dropped
# --- behind what leads up to them
Once and for all: the code is 4471. | Gate/g/code | 4471 | ok
News: If the wind drops, the ferry leaves at nine. | Ferry/f/departure | nine | condition_dropped
Update - Assuming the wind drops, the ferry leaves at nine. | Ferry/f/departure | nine | condition_dropped
消息：假如风停了，船九点开。 | Ferry/f/departure | 九点 | condition_dropped
* Once the paint is dry, we move the shelf to the attic. | Shelf/s/location | attic | condition_dropped
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()
