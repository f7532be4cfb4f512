"""Rule 10, roles: who does it, to whom, from where and where to."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- from and to
The parcel goes from Lyon to Metz. | Parcel/p/origin | Metz | wrong_subject
The parcel goes from Lyon to Metz. | Parcel/p/origin | Lyon | ok
The parcel goes from Lyon to Metz. | Parcel/p/destination | Lyon | wrong_subject
The parcel goes from Lyon to Metz. | Parcel/p/destination | Metz | ok
We moved the archive from Lyon to Metz. | Archive/a/location | Lyon | wrong_subject
We moved the archive from Lyon to Metz. | Archive/a/location | Metz | ok
The archive is from Lyon. | Archive/a/origin | Lyon | ok
The lorry leaves from the quay at nine. | Lorry/l/departure_time | nine | ok
# --- by
Orlo acquired Binto. | Company/orlo/acquired_by | Binto | wrong_subject
Orlo acquired Binto. | Company/binto/acquired_by | Orlo | ok
Orlo was acquired by Binto. | Company/orlo/acquired_by | Binto | ok
Orlo was acquired by Binto. | Company/binto/acquired_by | Orlo | wrong_subject
The letter was sent to Otto. | Letter/letter/sent_by | Otto | wrong_subject
The letter was sent by Otto. | Letter/letter/sent_by | Otto | ok
Nina reports to Otto. | Person/nina/reports_to | Otto | ok
Nina reports to Otto. | Person/otto/reports_to | Nina | wrong_subject
# --- the plain verb
Nina coaches Otto. | Person/nina/coaches | Otto | ok
Nina coaches Otto. | Person/otto/coaches | Nina | wrong_subject
Nina is coached by Otto. | Person/nina/coaches | Otto | wrong_subject
# --- nouns of who does it
Nina trains Otto. | Person/otto/trainer | Nina | ok
Nina trains Otto. | Person/nina/trainer | Otto | wrong_subject
Nina's trainer is Otto. | Person/nina/trainer | Otto | ok
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
包裹从大连寄到青岛。 | Parcel/p/出发地 | 青岛 | wrong_subject
包裹从大连寄到青岛。 | Parcel/p/出发地 | 大连 | ok
包裹从大连寄到青岛。 | Parcel/p/目的地 | 大连 | wrong_subject
包裹从大连寄到青岛。 | Parcel/p/目的地 | 青岛 | ok
包裹从大连寄到青岛。 | Parcel/p/from | 青岛 | wrong_subject
包裹从大连寄到青岛。 | Parcel/p/to | 青岛 | ok
""")
def test_chinese(row: Row) -> None:
    assert row.holds(), row.got()
