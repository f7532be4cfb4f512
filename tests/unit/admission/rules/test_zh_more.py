"""Chinese neighbours of the same kinds."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
那位不爱说话的木匠住在湖州。 | Person/木匠/居住地 | 湖州 | ok
那位不爱说话的木匠不住湖州。 | Person/木匠/居住地 | 湖州 | negation_dropped
这条没人走的小路通往水库。 | Path/小路/通往 | 水库 | ok
从来没人修的水泵放在地窖。 | Device/水泵/位置 | 地窖 | ok/negation_dropped
水泵没放在地窖。 | Device/水泵/位置 | 地窖 | negation_dropped
我从来都不坐飞机。 | 出行 | 坐飞机 | negation_dropped
我从来都不坐飞机。 | 习惯 | 不坐飞机 | ok
老师傅饿坏了，吃了三碗面。 | Person/老师傅/吃了 | 三碗面 | ok
馆长罚了小吕五十元。 | Person/小吕/罚款 | 五十元 | ok
馆长罚了小吕五十元。 | Person/馆长/罚款 | 五十元 | wrong_subject
展厅八点开门，六点关门。 | Hall/展厅/关门时间 | 八点 | spliced
展厅八点开门，六点关门。 | Hall/展厅/开门时间 | 八点 | ok
我们的会计梁秋不喝酒。 | Person/梁秋/职务 | 会计 | ok
梁秋不是会计。 | Person/梁秋/职务 | 会计 | negation_dropped
""")
def test_zh_more(row: Row) -> None:
    assert row.holds(), row.got()
