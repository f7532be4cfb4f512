"""Chinese: what has changed, parts of a whole, rough numbers, debts, wishes that came to something else."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
价格从20元涨到25元。 | price | 20元 | ended_state/corrected_later/number_truncated
价格从20元涨到25元。 | price | 25元 | ok
房租由三千降到两千八。 | rent | 三千 | ended_state/corrected_later/number_truncated
房租由三千降到两千八。 | rent | 两千八 | ok
票价从80元提高到100元。 | ticket_price | 80元 | ended_state/corrected_later/number_truncated
体重从70公斤减到了65公斤。 | weight | 70公斤 | ended_state/corrected_later/number_truncated
体重从70公斤减到了65公斤。 | weight | 65公斤 | ok
会议从周二推迟到周四。 | Meeting/default/day | 周二 | ended_state/corrected_later/number_truncated
会议从周二推迟到周四。 | Meeting/default/day | 周四 | ok
从三点改到四点。 | Meeting/default/start_time | 三点 | ended_state/corrected_later/number_truncated
班级人数从30人增加到35人。 | class_size | 30人 | ended_state/corrected_later/number_truncated
原来20元，现在25元。 | price | 20元 | ended_state
门票从100元到300元不等。 | ticket_price | 100元 | number_truncated/approximation_dropped
每天从九点到五点上班。 | start_time | 九点 | ok
""")
def test_what_it_was_before_is_over(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
我三个孩子里两个上学。 | children | =2 | wrong_subject/restrictor_dropped/number_truncated/spliced
我三个孩子里两个上学。 | children | =3 | ok
五位客人中两位吃素。 | guests | =2 | wrong_subject/restrictor_dropped/number_truncated/spliced
五位客人中有两位吃素。 | guests | =2 | wrong_subject/restrictor_dropped/number_truncated/spliced
五位客人中有两位吃素。 | vegetarians | =5 | wrong_subject/restrictor_dropped/number_truncated/spliced
十个测试里面有三个没过。 | failed_tests | =10 | wrong_subject/restrictor_dropped/number_truncated/spliced
二十名学员当中六名来自云南。 | students | =6 | wrong_subject/restrictor_dropped/number_truncated/spliced
""")
def test_a_part_is_not_the_whole(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
合同金额约为一百二十万。 | amount | 一百二十万 | approximation_dropped
距离大约为三公里。 | distance | 三公里 | approximation_dropped
费用大概在五百元。 | fee | 五百元 | approximation_dropped
人数约有四十人。 | attendance | 四十人 | approximation_dropped
工期约需三个月。 | duration | 三个月 | approximation_dropped
会议室要么是A12要么是B7。 | Meeting/default/room | A12 | hedge_dropped
会议室要么是A12要么是B7。 | Meeting/default/room | B7 | hedge_dropped
要么周三，要么周四开会。 | Meeting/default/day | 周四 | hedge_dropped
会议室或者是A12或者是B7。 | Meeting/default/room | B7 | hedge_dropped
""")
def test_rough_numbers_and_one_of_two(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
郝明欠我四十块。 | owes | 四十块 | wrong_subject
小邱欠我五百。 | owes | =500 | wrong_subject
我欠小邱五百。 | owes | =500 | ok
我借给郝明四十块。 | owes | 四十块 | wrong_subject
我借了郝明四十块。 | owes | 四十块 | ok
""")
def test_who_owes_whom(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
价格不含税。 | tax_included | =false | ok
报价不含税。 | Quote/q/tax_included | =false | ok
不含运费。 | Quote/q/shipping_included | =false | ok
房租不含水电。 | Flat/f/utilities_included | =false | ok
房费不含早餐。 | Hotel/h/breakfast_included | =false | ok
房费不含早餐。 | Hotel/h/breakfast_included | =true | negation_dropped
本来想订十二个，最后订了九个。 | order_count | =9 | ok
本来想订十二个，最后订了九个。 | order_count | 九个 | ok
本来想订十二个，最后订了九个。 | order_count | 十二个 | wish
本想买红的，后来买了蓝的。 | bought | 蓝的 | ok
本来想订十二个，最后想订九个。 | order_count | 九个 | wish
""")
def test_what_is_not_included_and_what_came_of_a_wish(row: Row) -> None:
    assert row.holds(), row.got()
