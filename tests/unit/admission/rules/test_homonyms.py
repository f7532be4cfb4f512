"""Words that look like a cue, and pieces of words that do."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The roof is almost done. | Roof/roof/state | done | approximation_dropped/hedge_dropped
The report is nearly finished. | Report/report/status | finished | approximation_dropped/wish
The hall is not quite ready. | Hall/hall/status | ready | approximation_dropped/negation_dropped
The roof is almost new. | Roof/roof/condition | almost new | ok
We're almost out of flour. | Stock/flour/state | out of flour | approximation_dropped
我们节约三百元。 | Budget/预算/节约 | 三百元 | ok
我们节约300元。 | Budget/预算/节约 | 300元 | ok
团队签约两名工人。 | Team/团队/签约 | 两名工人 | ok
大约三百元。 | Budget/预算/费用 | 三百元 | approximation_dropped
我们排除了故障。 | Device/设备/处理结果 | 排除了故障 | ok
工程师排除了锅炉的故障。 | Device/锅炉/处理 | 排除了锅炉的故障 | ok
除了三号泵都好。 | Device/三号泵/状态 | 好 | wrong_subject/restrictor_dropped
Er half ihr in der Not. | Person/ihr/half | in der Not | ok
In der Not rief sie Otto an. | Person/sie/rief an | Otto | ok
这个月节约了三百元电费。 | Budget/电费/节约 | 三百元 | ok
双方签约5年。 | Deal/双方/年限 | 5年 | ok
她签约3年。 | Person/她/合同 | 3年 | ok
I'm in trouble. Wir halfen Lena in größter Not. | Person/lena/geholfen | in größter Not | ok
Er ist not amused. | Person/er/state | amused | negation_dropped
""")
def test_homonyms(row: Row) -> None:
    assert row.holds(), row.got()
