"""A name beside what somebody is: our warden, Ida Holt."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Our warden, Ida Holt, is on leave and won't answer. | Person/ida holt/role | warden | ok
Our gardener, Milo Ganz, doesn't work today. | Person/milo ganz/job | gardener | ok
My landlady Vera Pohl isn't home today. | Person/vera pohl/role | landlady | ok
Ida Holt, our warden, is on leave. | Person/ida holt/role | warden | ok
Our warden, Ida Holt, is on leave. | Person/otto/role | warden | wrong_subject/subject_unbound
Our warden told Ida Holt to leave. | Person/ida holt/role | warden | wrong_subject/subject_unbound/reported_speech
Our warden, unlike Ida Holt, is on leave. | Person/ida holt/role | warden | wrong_subject
Ida Holt isn't our warden. | Person/ida holt/role | warden | negation_dropped
Our warden, not Ida Holt, has the key. | Person/ida holt/role | warden | wrong_subject
我们的教练孟洁今天不上课。 | Person/孟洁/角色 | 教练 | ok
公司的法律顾问韩松不在北京。 | Person/韩松/职务 | 法律顾问 | ok
韩松不是公司的法律顾问。 | Person/韩松/职务 | 法律顾问 | negation_dropped
我们没有叫韩松的法律顾问。 | Person/韩松/职务 | 法律顾问 | negation_dropped
公司的前法律顾问韩松不在北京。 | Person/韩松/职务 | 法律顾问 | ended_state
""")
def test_apposed(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Quick intro: I'm Ruth, a nurse from Cork, and I've two cats. | hometown | Cork | ok
I'm Ruth, and a nurse from Cork has two cats. | hometown | Cork | wrong_subject/subject_unbound/spliced
""")
def test_what_the_speaker_is(row: Row) -> None:
    assert row.holds(), row.got()
