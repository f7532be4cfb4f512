"""Of which person a clause speaks: rows that the other tables do not have."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
She sings. It is raining. Takes the tram. | transport | tram | ok
Nina sings, it is late, takes the tram. | transport | tram | wrong_subject
Nina sings. Takes the tram. | transport | tram | ok
She sings. Takes the tram. | transport | tram | subject_unbound
Nina sings, in Oslo, takes the tram. | transport | tram | wrong_subject
In Oslo, takes the tram. | transport | tram | ok
I take the tram. | Person/chen_ivy/transport | tram | ok | speaker=ivy chen
I take the tram. | Person/ivy/transport | tram | ok | speaker=ivy chen
I take the tram. | Person/chen/transport | tram | wrong_subject | speaker=ivy lee
""")
def test_the_speaker(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Bob sings, the sun is out. Rows on Sundays. | Person/lin/hobby | on Sundays | wrong_subject
I was there. Rows on Sundays. | Person/bob/hobby | on Sundays | ok
Otto, Lin left the harbour. | Person/otto/place | harbour | wrong_subject
Otto, the boss is ill. | Person/otto/state | ill | wrong_subject
Otto, the boss sails boats daily. | Person/otto/sails | boats | wrong_subject
A friend and Rita live in Ghent. | Person/rita/lives_in | Ghent | ok
A friend of Rita's lives in Ghent. | Person/rita/lives_in | Ghent | wrong_subject
A friend of Rita's is Otto. | Person/rita/friend | Otto | ok
Our warden sent for Ida Holt. | Person/ida holt/role | warden | wrong_subject
The judge named Lin rows. | Person/lin/job | judge | ok
In Cork live Otto and Lin. | Person/lin/city | Cork | ok
In Cork live the boss and Lin. | Person/lin/city | Cork | ok
在青岛的有周宁和王海。 | Person/王海/城市 | 青岛 | ok
""")
def test_another_person(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
His tram is late, Bob walks. | Person/bob/transport | tram | ok
He takes the tram, then Bob walks. | Person/bob/transport | tram | ok
He takes the tram, Bob Marsh walks. | Person/bob marsh/transport | tram | subject_unbound
It sank, Bob left. | Person/bob/event | sank | ok
""")
def test_named_later(row: Row) -> None:
    assert row.holds(), row.got()
