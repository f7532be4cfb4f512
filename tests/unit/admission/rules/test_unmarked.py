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


@table("""
遇暴雨，游船停开。 | Boat/b/status | 停开 | condition_dropped
碰上大雾，我坐地铁去厂里。 | commutes_by | 地铁 | condition_dropped
要我唱戏也行，得给伴奏。 | 唱戏 | =true | condition_dropped
签满三年我就送空调。 | Flat/f/gift | 空调 | condition_dropped
有年假的话我去趟伊犁。 | Trip/t/destination | 伊犁 | condition_dropped
那把琴送我师妹了。 | owns | 琴 | ended_state
快递送到楼下了。 | Parcel/p/at | 楼下 | ok
我在林场干了六年，去年调走了。 | employer | 林场 | ended_state
我差那么一点就进了省队。 | team | 省队 | wish
他是南安人，我瞎蒙的。 | Person/他/from | 南安 | hedge_dropped
小邵她姐姐在渡口上班。 | Person/小邵/workplace | 渡口 | wrong_subject
小邵她在渡口上班。 | Person/小邵/workplace | 渡口 | ok
我经纪人对海鲜过敏。 | allergic_to | 海鲜 | wrong_subject
小季替小管写了祭文。 | Person/小管/wrote_for | 小季 | wrong_subject
""")
def test_more_builds(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
我老家在潍坊。 | residence | 潍坊 | wrong_subject
我老家在潍坊。 | hometown | 潍坊 | ok
我住在潍坊老家。 | residence | 潍坊 | ok
押金两千，租金三千。 | Flat/f/rent | 两千 | wrong_subject
押金两千，租金三千。 | Flat/f/rent | 三千 | ok
此券与满减互斥。 | Coupon/此券/combinable_with | 满减 | negation_added
甲方是恒远，乙方是恒通。 | Deal/d/party_b | 恒远 | wrong_subject
甲方是恒远，乙方是恒通。 | Deal/d/party_b | 恒通 | ok
选修课改在周五。 | Course/c/day | 周五 | ok
""")
def test_the_other_of_two(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
我戒了槟榔，改嚼口香糖。 | quit | 槟榔 | ok
合同到后年三月一号为止。 | Deal/合同/ends | 后年三月一号 | ok
海报用的模板是深空蓝。 | Poster/海报/template | 深空蓝 | ok
别针在线盒第二格。 | Pin/别针/place | 第二格 | ok
年假的天数是十二天。 | Leave/l/days | =12 | ok
""")
def test_what_only_looks_like_one(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
老王欠我两千。 | owes | 老王 | wrong_subject
我欠老王两千。 | owes | 老王 | ok
把周二的课换到周四了。 | Course/c/new_day | 周二 | ended_state
把周二的课换到周四了。 | Course/c/new_day | 周四 | ok
请把大碗换成小碗。 | Order/o/size | 大碗 | ended_state | type=goal
你肯出饭钱，我就掌勺。 | role | 掌勺 | condition_dropped
年满六十者，门票半价。 | Park/p/门票 | 半价 | condition_dropped
逾期未领的，转交失物处。 | Find/f/goes_to | 失物处 | condition_dropped
在我舅妈嘴里，我是个船长。 | occupation | 船长 | reported_speech
我们的思路是改用竹钉。 | Desk/d/uses | 竹钉 | wish
“塘水有毒”系对手捏造。 | Pond/塘/water | 有毒 | negation_dropped | quote=塘水有毒
我从排球队退下来了。 | member_of | 排球队 | ended_state
我特别烦开晨会。 | dislikes | 开晨会 | ok
起大风的时节我才收网。 | 收网 | =true | condition_dropped
昨天我才搬到渡口。 | residence | 渡口 | ok
养鹅可以，得交押金。 | 养鹅 | =true | condition_dropped
未登记船只，一律按散客收费。 | Boat/b/fee | 散客 | condition_dropped
据库管反馈，漆是上周补的。 | Paint/漆/day | 上周 | reported_speech
我戴了三年护膝，上月总算摘了。 | wears | 护膝 | ended_state
“塘水有毒”的照片是P的。 | Pond/塘/water | 有毒 | negation_dropped | quote=塘水有毒
不夸张地说，老靳是最好的木匠。 | Person/老靳/trade | 木匠 | ok
非周末时段球馆三十块。 | Hall/球馆/price | 三十块 | ok
大伙想去海边，但钱不够，最终定在千岛湖。 | Trip/t/place | 千岛湖 | ok
大伙想去海边，但钱不够，最终定在千岛湖。 | Trip/t/place | 海边 | wish
他没有哪天不练字。 | Person/他/daily | 练字 | ok
""")
def test_rules_for_a_case_and_changes(row: Row) -> None:
    assert row.holds(), row.got()
