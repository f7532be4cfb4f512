"""Rule 9: a value that the speaker takes back in the same breath for something of its kind."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Pick us up at 3, no, at 4. | Trip/t/pickup | at 3 | corrected_later
Pick us up at 3, no, at 4. | Trip/t/pickup | at 4 | ok
Pick us up at 3, sorry, at 4. | Trip/t/pickup | at 3 | corrected_later
Pick us up at 3, not at the dock. | Trip/t/pickup | at 3 | ok
The vet is on Elm Street, wait, on Oak Street. | Vet/v/street | Elm Street | corrected_later
The vet is on Elm Street, wait, on Oak Street. | Vet/v/street | Oak Street | ok
The vet is on Elm Street. | Vet/v/street | Elm Street | ok
Send it to Oslo. No, to Bergen. | Order/o/city | Oslo | corrected_later
Send it to Oslo. No, to Bergen. | Order/o/city | Bergen | ok
My bike is red, I mean blue. | bike_colour | red | corrected_later
My bike is red, I mean blue. | bike_colour | blue | ok
Write to a@orlo.org, sorry, b@orlo.org. | email | a@orlo.org | corrected_later
Write to a@orlo.org, sorry, b@orlo.org. | email | b@orlo.org | ok
# --- nothing of its kind follows
We meet at 3, sorry, no parking there. | Meeting/m/time | at 3 | ok
We meet at 3. Sorry for the noise. | Meeting/m/time | at 3 | ok
We meet in Oslo, sorry for the late word. | Meeting/m/city | Oslo | ok
Write to a@orlo.org, sorry for the hurry. | email | a@orlo.org | ok
# --- the value stands again
We meet at 3, no wait, yes, at 3. | Meeting/m/time | at 3 | ok
We meet at 3, no wait, not 3, at 4. | Meeting/m/time | 3 | corrected_later
# --- before a noun it corrects nothing
I land at 4, no visitors before 6. | Trip/t/lands | 4 | ok
I land at 4. No visitors before 6. | Trip/t/lands | 4 | ok
# --- other ways
Send it to Otto, scratch that, to Lin, Otto is ill. | Parcel/p/recipient | Lin | ok
Pick us up at 3. Actually make it 4. | Trip/t/pickup | at 3 | corrected_later
Pick us up at 3. Actually make it 4. | Trip/t/pickup | 4 | ok
Pick us up at 3. Actually, the dock is fine. | Trip/t/pickup | at 3 | ok
Two pies, or rather three. | Order/o/pies | Two | corrected_later
Two pies, or rather three. | Order/o/pies | three | ok
I ordered soup, not stew. Wait, no, stew. | Order/o/dish | soup | corrected_later
No, the vet is on Elm Street. | Vet/v/street | Elm Street | ok
Sorry, I meant Elm Street. | Vet/v/street | Elm Street | ok
Not Oak Street but Elm Street. | Vet/v/street | Elm Street | ok
The gate is B4 (was B7). | Flight/f/gate | B4 | ok
The gate changed from B7 to B4. | Flight/f/gate | B4 | ok
The gate changed from B7 to B4. | Flight/f/gate | B7 | wrong_subject/ended_state
The gate is now B4 instead of B7. | Flight/f/gate | B4 | ok
The gate is now B4 instead of B7. | Flight/f/gate | B7 | negation_dropped
The gate is no longer B7. | Flight/f/gate | B7 | negation_dropped/ended_state
The paint is green. I mean it. | Room/r/paint | green | ok
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
三点见，不对，四点。 | Meeting/m/时间 | 三点 | corrected_later
三点见，不对，四点。 | Meeting/m/时间 | 四点 | ok
三点见。 | Meeting/m/时间 | 三点 | ok
寄到大连，哦不，寄到青岛。 | Order/o/城市 | 大连 | corrected_later
寄到大连，哦不，寄到青岛。 | Order/o/城市 | 青岛 | ok
Nos vemos a las tres, no, a las cuatro. | Meeting/m/hora | las tres | corrected_later
Nos vemos a las tres, no, a las cuatro. | Meeting/m/hora | las cuatro | ok
Rendez-vous à 15 h, non, à 16 h. | Meeting/m/heure | 15 h | corrected_later
Rendez-vous à 15 h, non, à 16 h. | Meeting/m/heure | 16 h | ok
Wir treffen uns um 15 Uhr, nein, um 16 Uhr. | Meeting/m/zeit | 15 Uhr | corrected_later
Wir treffen uns um 15 Uhr, nein, um 16 Uhr. | Meeting/m/zeit | 16 Uhr | ok
三点，不，四点见。 | Meeting/m/时间 | 三点 | corrected_later
三点，不，四点见。 | Meeting/m/时间 | 四点 | ok
三点见，不用带伞。 | Meeting/m/时间 | 三点 | ok
三点见，不好意思，没有停车位。 | Meeting/m/时间 | 三点 | ok
三点见，说错了，是四点。 | Meeting/m/时间 | 三点 | corrected_later
Nos vemos a las tres, perdón, a las cuatro. | Meeting/m/hora | las tres | corrected_later
Rendez-vous à 15 h, pardon, à 16 h. | Meeting/m/heure | 15 h | corrected_later
Wir treffen uns um 15 Uhr, Entschuldigung, um 16 Uhr. | Meeting/m/zeit | 15 Uhr | corrected_later
3時、いや、4時に会いましょう。 | Meeting/m/時間 | 3時 | corrected_later
3時、いや、4時です。 | Meeting/m/時間 | 4時 | ok
灯是铜的，不是铁的。 | Item/灯/材质 | 铜的 | ok
# --- in other languages, and to a longer time
集合时间是八点，哦不，八点半。 | Trip/t/time | 八点半 | ok
La reunión es el lunes, digo, el martes. | Meeting/m/day | martes | ok
La reunión es el lunes, digo, el martes. | Meeting/m/day | lunes | corrected_later
La réunion est lundi, pardon, mardi. | Meeting/m/day | mardi | ok
La réunion est lundi, pardon, mardi. | Meeting/m/day | lundi | corrected_later
Die Sitzung ist am Montag, nein, am Dienstag. | Meeting/m/day | Dienstag | ok
Die Sitzung ist am Montag, nein, am Dienstag. | Meeting/m/day | Montag | corrected_later
会議は月曜、いや、火曜です。 | Meeting/m/day | 火曜 | ok
会議は月曜、いや、火曜です。 | Meeting/m/day | 月曜 | corrected_later
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
The dinner is on December 3rd at 10:30, no wait, at 11:30. | Dinner/d/date | December 3rd | ok
The dinner is on December 3rd at 10:30, no wait, at 11:30. | Dinner/d/time | 10:30 | corrected_later
The dinner is on December 3rd at 10:30, no wait, at 11:30. | Dinner/d/time | 11:30 | ok
The dinner is on December 3rd at 10:30, no wait, on December 4th. | Dinner/d/date | December 3rd | corrected_later
The dinner is on December 3rd at 10:30, no wait, on December 4th. | Dinner/d/time | 10:30 | ok
The party is in the garden at six, no, seven. | Party/p/place | garden | ok
The party is in the garden at six, no, seven. | Party/p/time | six | corrected_later
The party is in the garden at six, no, seven. | Party/p/time | seven | ok
The party is in the garden at six, no, in the hall. | Party/p/place | garden | corrected_later
The party is in the garden at six, no, in the hall. | Party/p/time | six | ok
See you Friday at 7, actually 8. | Meeting/m/day | Friday | ok
See you Friday at 7, actually 8. | Meeting/m/time | 7 | corrected_later
See you Friday at 7, actually 8. | Meeting/m/time | 8 | ok
See you Friday at 7, actually Saturday. | Meeting/m/day | Friday | corrected_later
See you Friday at 7, actually Saturday. | Meeting/m/time | 7 | ok
We meet Gwen on Friday, no, Saturday. | Meeting/m/with | Gwen | ok
We meet Gwen on Friday, no, Saturday. | Meeting/m/day | Friday | corrected_later
We meet Gwen on Friday, no, Petra. | Meeting/m/with | Gwen | corrected_later
We leave for Oslo at nine, sorry, ten. | Trip/t/destination | Oslo | ok
We leave for Oslo at nine, sorry, ten. | Trip/t/time | nine | corrected_later
We leave for Oslo at nine, sorry, Bergen at ten. | Trip/t/destination | Oslo | corrected_later
The gate is B7 at noon, wait, B9. | Flight/f/gate | B7 | corrected_later
The gate is B7 at noon, wait, 1pm. | Flight/f/gate | B7 | ok
The gate is B7 at noon, wait, 1pm. | Flight/f/time | noon | corrected_later
The visit is on the 3rd, no, the 4th. | Visit/v/date | the 3rd | corrected_later
The visit is on 3 May at 9, no, 4 May. | Visit/v/date | 3 May | corrected_later
The visit is on 3 May at 9am, no, 10am. | Visit/v/date | 3 May | ok
The visit is on 3 May at 9am, no, 10am. | Visit/v/time | 9am | corrected_later
I ordered two pies on Monday, no, three. | Order/o/pies | two | corrected_later
I ordered two pies on Monday, no, three. | Order/o/day | Monday | ok
I ordered two pies on Monday, no, on Tuesday. | Order/o/pies | two | ok
The visit is on May 3 at 9, no, make it May 5. | Visit/v/date | May 3 | corrected_later
Lunch is at the Crown tomorrow, no, today. | Lunch/l/place | Crown | ok
Lunch is at the Crown tomorrow, no, today. | Lunch/l/day | tomorrow | corrected_later
Room 4 on Friday, sorry, 5. | Meeting/m/room | 4 | corrected_later
Room 4 on Friday, sorry, Room 5. | Meeting/m/day | Friday | ok
My bike is red since May, I mean June. | bike_colour | red | ok
The guide on Friday is Petra. Actually it is Gwen. | Tour/t/day | Friday | ok
The guide on Friday is Petra. Actually it is Gwen. | Tour/t/guide | Petra | corrected_later
# --- in other languages
会议周五三点，不对，四点。 | Meeting/m/日期 | 周五 | ok
会议周五三点，不对，四点。 | Meeting/m/时间 | 三点 | corrected_later
会议周五三点，不对，四点。 | Meeting/m/时间 | 四点 | ok
会议周五三点，不对，周六。 | Meeting/m/日期 | 周五 | corrected_later
会议周五三点，不对，周六三点。 | Meeting/m/日期 | 周五 | corrected_later
聚餐在花园六点，不对，七点。 | Party/p/地点 | 花园 | ok
Der Termin ist am Freitag um 9 Uhr, nein, um 10 Uhr. | Meeting/m/tag | Freitag | ok
Der Termin ist am Freitag um 9 Uhr, nein, um 10 Uhr. | Meeting/m/zeit | 9 Uhr | corrected_later
La cita es el lunes a las tres, no, a las cuatro. | Meeting/m/dia | lunes | ok
La cita es el lunes a las tres, no, a las cuatro. | Meeting/m/hora | las tres | corrected_later
""")
def test_of_its_kind(row: Row) -> None:
    assert row.holds(), row.got()
