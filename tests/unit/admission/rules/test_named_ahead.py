"""Of whom a clause speaks: a pronoun before the name, "it is I who", a name that a relative clause describes."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
It is I who take the tram. | Person/bob/commute | tram | wrong_subject/subject_unbound
It was me who took the tram. | Person/bob/commute | tram | wrong_subject/subject_unbound
It is I who take the tram. | commute | tram | ok
It's me who keeps the bees. | Person/carl/hobby | keeps the bees | wrong_subject/subject_unbound
It is Bob who takes the tram. | Person/bob/commute | tram | ok
It is Bob who takes the tram. | commute | tram | wrong_subject/subject_unbound
It was we who paid for the roof. | Person/bob/paid | the roof | wrong_subject/subject_unbound
He takes the tram, Bob walks. | Person/bob/commute | tram | wrong_subject/subject_unbound/spliced
She plays the harp, Nora sings. | Person/nora/instrument | harp | wrong_subject/subject_unbound/spliced
陪我爬山的老邱坐电车。 | 通勤 | 电车 | wrong_subject/subject_unbound
陪我爬山的老邱坐电车。 | Person/老邱/通勤 | 电车 | ok
教我弹琴的小宋住在苏州。 | 居住地 | 苏州 | wrong_subject/subject_unbound
教我弹琴的小宋住在苏州。 | Person/小宋/居住地 | 苏州 | ok
借我钱的老冯开货车。 | 职业 | 开货车 | wrong_subject/subject_unbound
When he was six, Bob moved to Cork. | Person/bob/moved_to | Cork | ok
Before he joined us, Bob sold kites. | Person/bob/sold | kites | ok
She's a nurse, my sister Ann. | Person/ann/job | nurse | ok
教我弹琴的小宋拉二胡。 | 乐器 | 二胡 | wrong_subject/subject_unbound
借给我的小车坐五人。 | Car/小车/容量 | 五人 | ok
""")
def test_named_ahead(row: Row) -> None:
    assert row.holds(), row.got()
