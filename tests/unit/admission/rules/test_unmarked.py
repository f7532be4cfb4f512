"""Chinese builds that ask, suppose or doubt without a word for it, and kinds that strangers wrote."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
药房周末营不营业 | Shop/药房/营业 | =true | question
你们喜欢不喜欢下棋 | hobby | 下棋 | question/negation_dropped
# what is all the same asks nothing
不管去不去，集合点在北门。 | Trip/t/place | 北门 | ok
他时不时去河边钓鱼。 | Person/他/hobby | 钓鱼 | ok
""")
def test_one_or_the_other_is_asked(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
抽得中就住东楼，抽不中住西楼。 | building | 东楼 | condition_dropped
有票就看夜场，没票回家。 | plan | 夜场 | condition_dropped
等孩子断了奶，我就回厂里上班。 | workplace | 厂里 | condition_dropped
等了半小时，我就上了二路车。 | took | 二路车 | ok
没人替班我就自己盯柜台。 | does | 盯柜台 | condition_dropped
从去年起我就住在渡口。 | residence | 渡口 | ok
图纸审完再开模。 | Job/j/next | 开模 | condition_dropped
再次核对，货在三号库。 | Goods/g/place | 三号库 | ok
满六十送停车券。 | Mall/m/送停车券 | =true | condition_dropped
小满在三号库。 | Goods/小满/place | 三号库 | ok
客人到齐后方可开席。 | Feast/f/next | 开席 | condition_dropped
""")
def test_what_it_depends_on(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
除了冬瓜味的，这家的糖我都爱吃。 | 爱吃这家的糖 | =true | restrictor_dropped
除了二胡，我还会吹笙。 | plays | 吹笙 | ok
他儿子上初二的样子。 | Child/他儿子/grade | 初二 | hedge_dropped
照房东那套说法，这屋冬暖夏凉。 | House/这屋/quality | 冬暖夏凉 | reported_speech
照我的意思，桌子摆东屋。 | Desk/桌子/place | 东屋 | ok
""")
def test_but_for_and_by_whose_word(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
新章程里删去了加急费。 | Rule/r/includes | 加急费 | negation_dropped
那批木料还差着熏蒸证。 | Goods/木料/has | 熏蒸证 | negation_dropped
我见了蟑螂就躲。 | likes | 蟑螂 | negation_dropped
我住过鼓浪屿。 | residence | 鼓浪屿 | ended_state
我住过鼓浪屿。 | places_lived | 鼓浪屿 | ok
我上个月把摩托转了。 | owns | 摩托 | ended_state
年票下月八号到期。 | Pass/年票/due | 八号 | ended_state
改天去配副老花镜。 | owns | 老花镜 | wish
店员拍着胸脯说是纯棉。 | Shirt/s/material | 纯棉 | reported_speech
木箱在东库，瞧我这记性，在西库。 | Box/木箱/place | 东库 | corrected_later
阿宽把小琪推荐给了剧团。 | Person/小琪/recommended | 阿宽 | wrong_subject
阿宽把小琪推荐给了剧团。 | Person/小琪/recommended_by | 阿宽 | ok
下周一开始刷墙。 | Job/j/start | 下周一 | ok
无痛针是今天打的。 | Shot/s/day | 今天 | ok
""")
def test_words_of_a_kind(row: Row) -> None:
    assert row.holds(), row.got()
