"""Rule 7, restrictions and exceptions: what holds only at times, or but for something, says so in the value."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- at the front
On Sundays only, the museum opens at ten. | Museum/m/opens | ten | restrictor_dropped
On the whole, the museum is dull. | Museum/m/verdict | dull | ok
The museum opens at ten. | Museum/m/opens | ten | ok
# --- inside
The museum is open only on Sundays. | Museum/m/open | on Sundays | restrictor_dropped
The museum is open only on Sundays. | Museum/m/open | only on Sundays | ok
The museum is open on Sundays. | Museum/m/open | on Sundays | ok
# --- at the end
The café is open daily, except Mondays. | Cafe/c/open | daily | restrictor_dropped
The café is open daily, except Mondays. | Cafe/c/open | daily, except Mondays | ok
The café is open daily. | Cafe/c/open | daily | ok
The deposit is 300 euros, minus a fee. | Flat/f/deposit | 300 euros | restrictor_dropped/negation_dropped
The deposit is 300 euros, plus a fee for pets. | Flat/f/rule | a fee for pets | ok
All rooms have a bath, barring the attic. | Hotel/h/bath | All rooms | restrictor_dropped/condition_dropped
All rooms have a bath. | Hotel/h/bath | All rooms | ok
I take sugar, but only on holidays. | takes | sugar | restrictor_dropped
# --- another subject's restriction
Dana leads the tour, I only carry the bags. | Tour/t/leader | Dana | ok
Dana only leads the tour. | Tour/t/leader | Dana | restrictor_dropped
# --- the attribute limits by itself
Each rider brings only one bag. | Flight/f/max_bags | one bag | ok
Each rider brings only one bag. | Flight/f/bags | one bag | restrictor_dropped
Rooms cost at most 90 euros. | Search/s/max_price | 90 euros | ok
Rooms cost at most 90 euros. | Search/s/price | 90 euros | approximation_dropped/restrictor_dropped
Rooms cost 90 euros. | Search/s/price | 90 euros | ok
# --- none
Mine is the only house on the lane. | House/h/lane | only house on the lane | ok
Otto is an only child. | Person/otto/siblings | only child | ok
The pool opens at six, unless it rains. | Pool/p/opens | six | condition_dropped
The pool opens at six except on Sundays. | Pool/p/opens | six | condition_dropped/restrictor_dropped
The pool opens at six, but not on Sundays. | Pool/p/opens | six | condition_dropped/restrictor_dropped
The pool opens at six but never on Sundays. | Pool/p/opens | six | condition_dropped/restrictor_dropped
The pool opens at six (weekdays only). | Pool/p/opens | six | condition_dropped/restrictor_dropped
The pool opens at six on weekdays only. | Pool/p/opens | six | condition_dropped/restrictor_dropped
The pool opens at six, weekdays only. | Pool/p/opens | six | condition_dropped/restrictor_dropped
The pool opens at six for members only. | Pool/p/opens | six | condition_dropped/restrictor_dropped
The pool opens at six for now. | Pool/p/opens | six | restrictor_dropped
The pool opens at six at the earliest. | Pool/p/opens | six | restrictor_dropped/approximation_dropped
The pool opens at six or later. | Pool/p/opens | six | restrictor_dropped/approximation_dropped
The pool opens at six sharp. | Pool/p/opens | six | ok
The pool opens around six. | Pool/p/opens | six | approximation_dropped/restrictor_dropped
The pool opens at six, the sauna only at ten. | Pool/p/opens | six | ok
Only the sauna is shut, the pool opens at six. | Pool/p/opens | six | ok
Not only the sauna but the pool opens at six. | Pool/p/opens | six | ok
All pools open at six, except the lido. | Pool/lido/opens | six | restrictor_dropped/negation_dropped
I eat everything but crab. | eats | crab | restrictor_dropped/negation_dropped
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
只有周日，博物馆十点开门。 | Museum/m/开门 | 十点 | restrictor_dropped/condition_dropped
博物馆十点开门。 | Museum/m/开门 | 十点 | ok
我只喝绿茶。 | 饮品 | 只喝绿茶 | ok
咖啡馆每天营业，周一除外。 | Cafe/c/营业 | 每天 | restrictor_dropped
咖啡馆每天营业。 | Cafe/c/营业 | 每天 | ok
除了周一，咖啡馆每天营业。 | Cafe/c/营业 | 每天 | restrictor_dropped
El museo abre solo los domingos. | Museum/m/abre | los domingos | restrictor_dropped
El museo abre los domingos. | Museum/m/abre | los domingos | ok
Le musée ouvre seulement le dimanche. | Museum/m/ouvre | le dimanche | restrictor_dropped
Le musée ouvre le dimanche. | Museum/m/ouvre | le dimanche | ok
Das Museum öffnet nur sonntags. | Museum/m/öffnet | sonntags | restrictor_dropped
Das Museum öffnet sonntags. | Museum/m/öffnet | sonntags | ok
美術館は日曜日だけ開いています。 | Museum/m/開館 | 日曜日 | restrictor_dropped
美術館は日曜日に開いています。 | Museum/m/開館 | 日曜日 | ok
# --- one more, or all but one
除了茶，我们也卖咖啡。 | Shop/s/sells | 咖啡 | ok
除了茶，我们还卖咖啡。 | Shop/s/sells | 咖啡 | ok
除了周一，每天开放。 | Museum/m/open | 每天 | restrictor_dropped
Besides tea we also sell coffee. | Shop/s/sells | coffee | ok
Apart from tea we also sell coffee. | Shop/s/sells | coffee | ok
Apart from Mondays we are open daily. | Shop/s/open | daily | restrictor_dropped
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()
