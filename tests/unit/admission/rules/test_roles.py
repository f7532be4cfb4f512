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
Lin sold the kayak to Otto. | Sale/kayak/buyer | Otto | ok
Lin sold the kayak to Otto. | Sale/kayak/seller | Lin | ok
Lin bought the kayak from Otto. | Sale/kayak/seller | Otto | ok
Lin lent Otto 40 euros. | Person/otto/lender | Lin | ok
Otto owes Lin 40 euros. | Person/otto/owes | Lin | ok
Otto owes Lin 40 euros. | Person/lin/owes | Otto | wrong_subject
Otto owes Lin 40 euros. | Person/otto/owes | 40 euros | ok
Otto manages Lin. | Person/lin/manager | Otto | ok
Otto manages Lin. | Person/otto/manager | Lin | wrong_subject
Otto manages Lin. | Person/lin/managed_by | Otto | ok
Otto manages Lin. | Person/otto/managed_by | Lin | wrong_subject
Otto manages Lin. | Person/otto/manages | Lin | ok
Otto manages Lin. | Person/lin/manages | Otto | wrong_subject
Lin's manager is Otto. | Person/lin/manager | Otto | ok
Lin's manager is Otto. | Person/otto/manager | Lin | wrong_subject
Otto is Lin's manager. | Person/lin/manager | Otto | ok
The train to Metz leaves from Lyon. | Train/t/destination | Metz | ok
The train to Metz leaves from Lyon. | Train/t/destination | Lyon | wrong_subject
The train to Metz leaves from Lyon. | Train/t/origin | Metz | wrong_subject
The train to Metz leaves from Lyon. | Train/t/departure_station | Lyon | ok
Flight Lyon to Metz at nine. | Flight/f/from | Lyon | ok
Flight Lyon to Metz at nine. | Flight/f/from | Metz | wrong_subject
Flight Lyon-Metz at nine. | Flight/f/time | nine | ok
Send the crate to Metz. | Crate/crate/ship_to | Metz | ok
Send the crate to Metz. | Crate/crate/ship_from | Metz | wrong_subject
I come from Lyon. | hometown | Lyon | ok
Orlo is the parent of Binto. | Company/binto/parent | Orlo | ok
The kayak was painted by Otto for Lin. | Boat/kayak/painted_by | Otto | ok
The kayak was painted by Otto for Lin. | Boat/kayak/painted_for | Lin | ok
Nina tutors Otto. | Person/nina/tutor | Otto | wrong_subject
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
