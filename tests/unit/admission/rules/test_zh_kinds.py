"""Chinese: attributive clauses, complements of degree, frames that a value keeps, a name behind a title."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
那台没人会开的铲车停在后院。 | Vehicle/铲车/位置 | 后院 | ok
那辆没人要的三轮车停在后院。 | Vehicle/三轮车/位置 | 后院 | ok
没人用的投影仪放在库房。 | Device/投影仪/位置 | 库房 | ok
那台没人会开的铲车不在后院。 | Vehicle/铲车/位置 | 后院 | negation_dropped
没人把坏的投影仪放在库房。 | Device/投影仪/位置 | 库房 | negation_dropped
没人知道那台投影仪放在库房。 | Device/投影仪/位置 | 库房 | negation_dropped/ok
那台不用的铲车停在后院。 | Vehicle/铲车/位置 | 后院 | ok
昨天的拓展跑了三个小时，大家都累坏了。 | Event/拓展/时长 | 三个小时 | ok
拓展跑了三个小时，孩子们乐坏了。 | Event/拓展/时长 | 三个小时 | ok
洗衣机用了三年，坏了。 | Device/洗衣机/状态 | 用了三年 | ended_state/ok
我吃面向来都不放醋。 | 吃面口味 | 不放醋 | ok
我吃面从来不放醋。 | 吃面口味 | 不放醋 | ok
我吃面从来都不放醋。 | 吃面口味 | 放醋 | negation_dropped
我从来没去过拉萨。 | 去过 | 拉萨 | negation_dropped
她连水都不喝。 | Person/她/习惯 | 水都不喝 | ok/negation_dropped
李姐坐302，哎不对，302是周哥，李姐坐405。 | Person/李姐/座位 | 302 | corrected_later | quote=李姐坐302
李姐坐302，哎不对，302是周哥，李姐坐405。 | Person/李姐/座位 | 405 | ok
Milo sits in 302, no wait, 302 is Otto, Milo sits in 405. | Person/milo/seat | 302 | corrected_later
Milo sits in 302, no wait, 302 is Otto, Milo sits in 405. | Person/milo/seat | 405 | ok
洗澡的时候帮我记一下，我喝茶一直是不放糖的。 | 喝茶口味 | 不放糖 | ok | quote=我喝茶一直是不放糖的
下雨的时候，我坐电车。 | 通勤 | 电车 | condition_dropped
下雨的时候我坐电车。 | 通勤 | 电车 | condition_dropped
""")
def test_zh_kinds(row: Row) -> None:
    assert row.holds(), row.got()
