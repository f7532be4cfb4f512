"""Of whom a clause speaks, at the head of a text and behind another sentence."""

from __future__ import annotations

import pytest

from tests.unit.admission.reading.reader import bearers, behind, lines

BEARERS = lines("""
# who is named where a clause ends
我问小宋，天很好。 | first:我 name:小_宋
我找王总。 | first:我 name:王_总
我找小宋。 | first:我 name:小_宋
周宁说，船很大。 | name:周_宁
# those next door
楼下有猫。 |
对门养猫。 | kin:对_门
天热，对门养猫。 | kin:对_门
天热，去对门买菜。 |
# names with a letter of familiarity
包裹从大连寄到青岛。 |
小青养猫。 | name:小_青
小宋的猫很大。 | name:小_宋+
小宋那个朋友划船。 | name:小_宋+ kin:朋_友
陪我爬山的老邱坐电车。 | first:我 name:老_邱
我同事小宋坐船。 | first:我 kin:同_事
我同事小宋坐电车。 | first:我 kin:同_事
红色的小方看来很旧。 |
旧的小管用完了。 |
天热，小管用完了。 |
天热，老褚扔铅球。 | name:老_褚
天热，老褚扔。 | name:老_褚
教练证丢了。 |
今天教练证丢了。 |
今天教练服务好。 | kin:教_练
他们室友来了。 | third:他_们 kin:室_友
红色的小包看来很旧。 |
红色的小包很旧。 |
旧的小费用完了。 |
那张小沙拉长了。 |
# a surname and a given name before a verb
天热，周宁在划船。 | name:周_宁
天热，把黄纸在桌上铺。 |
周海宁在划船。 | name:周_海_宁
黄船就在码头。 |
黄船靠岸。 |
黄河水在涨。 |
# titles
李老师划船。 | name:李_老_师
王总的船很大。 | name:王_总+
王总养猫。 | name:王_总
他舅划船。 | third:他 kin:舅
我找他舅。 | first:我 third:他 kin:舅
我姐来了。 | first:我 kin:姐
氏名は不明。 |
田中さんは走ります。 | name:田_中_さ_ん
林さんは走る。 | name:林_さ_ん
佐々木さんは走る。 | name:佐_々_木_さ_ん
妻の氏は林です。 | kin:妻+
私は林さん。 | first:私 name:林_さ_ん
林さんの車は古い。 | name:林_さ_ん+
私は林。 | first:私
我找王，总是很忙。 | first:我
# in scripts with spaces
today nan is out | kin:nan
we saw nan there | first:we
nan's boat sank | kin:nan+
your boat sank | second:your+
old brothers fight |
my Cross broke | first:my+ name:cross
my nieces row | first:my+ kin:nieces
my umpires row | first:my+ kin:umpires
my glass broke | first:my+
we love brother dear | first:we
we asked Who rows | first:we
we left Because it rained | first:we
we met Bo there | first:we name:bo
Voss is out | name:voss
Rowing helps a lot |
Tram ads help |
我见了Anna。 | first:我 name:anna
我在IBM上班。 | first:我
""")


@pytest.mark.parametrize(("text", "expected"), BEARERS)
def test_bearers(text: str, expected: str) -> None:
    assert bearers(text) == bearers(behind(text), 1) == expected
