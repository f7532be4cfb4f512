"""Who bears a clause: rows that the other tables do not have."""

from __future__ import annotations

from memtxn.core.admission.binding.kin import named_by
from tests.unit.admission.rules.table import Row, table


@table("""
Takes the tram with her. | transport | tram | ok
Unlike Alice women who take the tram sing. | transport | tram | wrong_subject
A man whose sister takes the tram sings. | transport | tram | wrong_subject
My Oslo trips are by tram. | transport | tram | ok
My brothers are Otto and Lin. | brother | Otto | ok
你和我教过的一个学生坐电车。 | transport | 电车 | wrong_subject
我的学生的妈妈坐电车。 | transport | 电车 | wrong_subject
""")
def test_who_bears_it(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
我妈叫王兰。 | 妈妈 | 王兰 | ok
我妈叫王兰。 | mother | 王兰 | ok
我妈妈叫王兰。 | 妈 | 王兰 | ok
我妈叫王兰。 | Person/bob/妈妈 | 王兰 | wrong_subject
我妈叫王兰。 | name | 王兰 | wrong_subject
我妈坐电车。 | 爸爸 | 电车 | wrong_subject
我妈五月生日。 | 妈妈生日 | 五月 | ok
我老婆叫王兰。 | 妻子姓名 | 王兰 | ok
我女朋友叫王兰。 | 妻子姓名 | 王兰 | wrong_subject
My spouse is called Ann. | husband_name | Ann | ok
My wife is called Ann. | husband_name | Ann | wrong_subject
""")
def test_a_noun_that_says_whose_it_is(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
我未婚妻叫王兰。 | 未婚妻姓名 | 王兰 | ok
无线网密码是6620。 | 无线网密码 | 6620 | ok
我的未来计划是划船。 | 未来计划 | 划船 | ok
我的缺点是迟到。 | 缺点 | 迟到 | ok
我吃香菜。 | 不吃 | 香菜 | negation_added
我不吃香菜。 | 不吃 | 香菜 | ok
我缺盐。 | 缺 | 盐 | ok
""")
def test_an_attribute_with_the_letter_of_a_negator(row: Row) -> None:
    assert row.holds(), row.got()


def test_the_nouns_for_whom_an_attribute_asks() -> None:
    assert "老婆" in named_by(("wife", "name"))
    assert "老婆" in named_by(("wives", "wifes"))
    assert "老师" in named_by(tuple("班级老师姓名"))
    assert "未婚妻" in named_by(tuple("未婚妻姓名"))
    assert "老师" not in named_by(tuple("班级姓名"))
    assert named_by(("ladder",)) == {"ladder"}
