"""What is crossed out, what a cross stands beside, and what is not ticked, does not hold."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- boxes
[x] milk\\n[ ] bread | List/l/bought | milk | ok
[x] milk\\n[ ] bread | List/l/bought | bread | negation_dropped
- [x] enable cache\\n- [ ] enable proxy | Config/c/enabled | proxy | negation_dropped
- [x] enable cache\\n- [ ] enable proxy | Config/c/enabled | cache | ok
☑ Wifi\\n☐ Parking | Hotel/h/offers | Parking | negation_dropped
☑ Wifi\\n☐ Parking | Hotel/h/offers | Wifi | ok
Options: ( ) red (x) blue | Order/o/colour | red | negation_dropped
Options: ( ) red (x) blue | Order/o/colour | blue | ok
□ 停车 ☑ 早餐 | Hotel/h/offers | 停车 | negation_dropped
□ 停车 ☑ 早餐 | Hotel/h/offers | 早餐 | ok
# --- crosses
✅ Wifi\\n❌ Parking | Hotel/h/offers | Parking | negation_dropped
✅ Wifi\\n❌ Parking | Hotel/h/offers | Wifi | ok
✅ 无线网\\n❌ 停车位 | Hotel/h/offers | 停车位 | negation_dropped
✅ 无线网\\n❌ 停车位 | Hotel/h/offers | 无线网 | ok
✅ Wifi ❌ Parking | Hotel/h/offers | Wifi | ok
✅ Wifi ❌ Parking | Hotel/h/offers | Parking | negation_dropped
Wifi ✅, parking ❌ | Hotel/h/offers | Wifi | ok
Wifi ✅, parking ❌ | Hotel/h/offers | parking | negation_dropped
Wifi ✅\\nParking ❌ | Hotel/h/offers | Parking | negation_dropped
Wifi ✅\\nParking ❌ | Hotel/h/offers | Wifi | ok
# --- strokes
The price is ~~40~~ 35 euros. | Item/i/price_eur | =40 | negation_dropped
The price is ~~40~~ 35 euros. | Item/i/price_eur | =35 | ok
I live in ~~Oslo~~ Bergen. | city | Oslo | negation_dropped
I live in ~~Oslo~~ Bergen. | city | Bergen | ok
集合地点：~~北门~~ 南门。 | Trip/t/place | 北门 | negation_dropped
集合地点：~~北门~~ 南门。 | Trip/t/place | 南门 | ok
<del>Oslo</del> Bergen is my home. | home | Oslo | negation_dropped/wrong_subject
<s>Oslo</s> Bergen is my home. | home | Oslo | negation_dropped/wrong_subject
""")
def test_crossed(row: Row) -> None:
    assert row.holds(), row.got()
