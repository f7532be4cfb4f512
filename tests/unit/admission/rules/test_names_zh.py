"""A Chinese name without a title bears its clause; common words that begin with a surname bear none."""

from __future__ import annotations

from memtxn.core.admission import analyse
from memtxn.core.admission.binding.bearers import bearers_in
from memtxn.core.admission.reading.sentence import reading_of
from tests.unit.admission.rules.table import Row, source_of, table


@table("""
郝明下周二去深圳出差，我不去。 | trip_to | 深圳 | wrong_subject
张伟的生日是3月8日。 | birthday | 3月8日 | wrong_subject
张伟今年三十岁。 | age | =30 | wrong_subject
张伟的电话是13800001111。 | phone | 13800001111 | wrong_subject
郝明喜欢咖啡。 | likes | 咖啡 | wrong_subject
郝明对花生过敏。 | allergy | 花生 | wrong_subject
欧阳娜周五去苏州。 | trip_to | 苏州 | wrong_subject
欧阳娜对虾过敏。 | allergy | 虾 | wrong_subject
李晓光明天飞成都。 | trip_to | 成都 | wrong_subject
下周沈薇去南京培训。 | training_city | 南京 | wrong_subject
陈静属兔。 | zodiac | 兔 | wrong_subject
刘洋比我高，身高一米八二。 | height | 一米八二 | wrong_subject
赵磊已经搬到杭州了。 | city | 杭州 | wrong_subject
马丽最近在学法语。 | learning | 法语 | wrong_subject
高翔不吃香菜。 | avoids | 香菜 | wrong_subject
吴敏也养了一只猫。 | pet | 猫 | wrong_subject
昨天周婷买了一台相机。 | owns | 相机 | wrong_subject
徐慧的邮箱是xh@example.org。 | email | xh@example.org | wrong_subject
李娜工作的地方是大理。 | city | 大理 | wrong_subject
诸葛云属兔。 | zodiac | 兔 | wrong_subject
王一帆周末要去大理。 | trip_to | 大理 | wrong_subject
任远星期五去大理。 | trip_to | 大理 | wrong_subject
林晓慧3月12日做手术。 | surgery_date | 3月12日 | wrong_subject
Hao下周去深圳。 | trip_to | 深圳 | wrong_subject
Hao的生日是3月8日。 | birthday | 3月8日 | wrong_subject
Mia对花生过敏。 | allergy | 花生 | wrong_subject
""")
def test_a_name_at_the_head_of_its_clause_is_its_subject(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
郝明下周二去深圳出差。 | Person/郝明/trip_to | 深圳 | ok
张伟的生日是3月8日。 | Person/张伟/birthday | 3月8日 | ok
我和郝明下周二去深圳出差。 | trip_to | 深圳 | ok
高兴的是，下周二去深圳。 | trip_to | 深圳 | ok
安全起见，密码改成了绿树。 | detail | 绿树 | ok
白天在银行上班。 | workplace | 银行 | ok
周二去南京培训。 | training_city | 南京 | ok
周二的会在苏州开。 | meeting_city | 苏州 | ok
江边的房子租到了，在武汉。 | city | 武汉 | ok
金额是三百元。 | amount | 三百元 | ok
林业局上班，住在吉林。 | city | 吉林 | ok
高铁去南京。 | trip_to | 南京 | ok
高质量的豆子，我买云南的。 | buys_from | 云南 | ok
单人间的价格是三百元。 | price | 三百元 | ok
白米饭我每天吃。 | eats | 白米饭 | ok
黄皮肤的苹果我不买，我买红富士。 | buys | 红富士 | ok
钱在招商银行。 | bank | 招商银行 | ok
向东走，住在鼓楼。 | lives | 鼓楼 | ok
连续三年在深圳上班。 | city | 深圳 | ok
路上堵，改去苏州。 | trip_to | 苏州 | ok
何时去都行，反正去北京。 | trip_to | 北京 | ok
左手对花粉过敏。 | allergy | 花粉 | ok
温水每天喝两杯。 | drinks | 温水 | ok
石头每周换一次，养的是孔雀鱼。 | pet | 孔雀鱼 | ok
史上最好的假期，去了大理。 | trip_to | 大理 | ok
毛利是三百元。 | margin | 三百元 | ok
许多时候喝绿茶。 | drinks | 绿茶 | ok
万一下雨也去黄山。 | trip_to | 黄山 | ok/condition_dropped
成都明天有雨，我住在绵阳。 | city | 绵阳 | ok
易过敏，对花粉过敏。 | allergy | 花粉 | ok
常去苏州出差。 | trips_to | 苏州 | ok
安排在周五去苏州。 | trip_to | 苏州 | ok
项目组每周三开会，在南京。 | city | 南京 | ok
党员活动在周五，去井冈山。 | trip_to | 井冈山 | ok
时常在公园跑步。 | runs_in | 公园 | ok
水电费每月三百元。 | utilities | 三百元 | ok
于是去了苏州。 | trip_to | 苏州 | ok
平日在家喝绿茶。 | drinks | 绿茶 | ok
金毛每天要遛，我养的是金毛。 | pet | 金毛 | ok
明天去苏州。 | trip_to | 苏州 | ok
陶轮的皮带型号是A31。 | belt | A31 | ok
工作的地方是大理。 | city | 大理 | ok
王一直在大理。 | Person/王/city | 大理 | ok
车在修，先骑山地车。 | rides | 山地车 | ok
米饭也行，我爱吃馒头。 | likes | 馒头 | ok
查过血型，是O型。 | blood_type | O型 | ok
管理员权限给我，我用的是Debian。 | uses | Debian | ok
Netflix每月扣三十元。 | monthly_fee | 三十元 | ok
Notion很好用，我每天用Notion。 | uses | Notion | ok
Visa的卡号是4411。 | card | 4411 | ok
Python我用了三年。 | uses | Python | ok
""")
def test_words_that_begin_like_a_name_are_none(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
豆豆周五去苏州。 | trip_to | 苏州 | wrong_subject | terms={"others":["豆豆"]}
豆豆的生日是3月8日。 | birthday | 3月8日 | wrong_subject | terms={"others":["豆豆"]}
明天去苏州找豆豆。 | trip_to | 苏州 | ok | terms={"others":["豆豆"]}
我和豆豆周五去苏州。 | trip_to | 苏州 | ok | terms={"others":["豆豆"]}
豆豆周五去苏州。 | Person/dd/trip_to | 苏州 | ok | terms={"aliases":["豆豆"],"others":["圆圆"]}
豆豆去苏州，圆圆去无锡。 | Person/dd/to | 无锡 | wrong_subject | terms={"aliases":["豆豆"],"others":["圆圆"]}
robin goes to Cork on Friday. | trip_to | Cork | wrong_subject | terms={"others":["robin"]}
bo's allergy is peanuts. | allergy | peanuts | wrong_subject | terms={"others":["bo"]}
On Friday I see robin in Cork. | seen_in | Cork | ok | terms={"others":["robin"]}
郝明周五去苏州。 | Person/hao/trip_to | 苏州 | ok | terms={"aliases":["郝明","Hao"]}
""")
def test_a_declared_name_of_another_is_another(row: Row) -> None:
    assert row.holds(), row.got()


def test_every_time_word_is_seen_behind_a_name() -> None:
    times = "下周二 明天 周五 今年 星期三 三月 3月8日 最近 已经 下个月"
    for name in ("郝明", "沈薇", "陈静怡", "欧阳娜"):
        for time in times.split():
            reading = reading_of(analyse(source_of(f"{name}{time}去无锡。")))
            sentence = reading.sentence(0)
            found = bearers_in(reading.analysis, sentence, 0)
            assert [(one.kind, one.first, one.last) for one in found] == [("name", 0, len(name))], (name, time)
