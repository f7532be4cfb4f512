"""Rule 7, what changed: the old time, day or number is over, the new one holds; a range changes nothing."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The meeting moved from 3pm to 4pm. | Meeting/m/start_time | 3pm | ended_state
The meeting moved from 3pm to 4pm. | Meeting/m/start_time | 4pm | ok
The meeting has been moved from 3pm to 4pm. | Meeting/m/start_time | 3pm | ended_state
The meeting has been moved from 3pm to 4pm. | Meeting/m/start_time | 4pm | ok
We moved the meeting from Tuesday to Thursday. | Meeting/m/day | Tuesday | ended_state
We moved the meeting from Tuesday to Thursday. | Meeting/m/day | Thursday | ok
The dinner was rescheduled from Monday to Friday. | Dinner/d/day | Monday | ended_state
The dinner was rescheduled from Monday to Friday. | Dinner/d/day | Friday | ok
The launch was pushed back from Tuesday to Thursday. | Launch/l/day | Tuesday | ended_state
The launch was pushed back from Tuesday to Thursday. | Launch/l/day | Thursday | ok
The 3pm meeting is now at 4pm. | Meeting/m/start_time | 3pm | ended_state
The 3pm meeting is now at 4pm. | Meeting/m/start_time | 4pm | ok
The rent was raised to 500 from 300. | Flat/f/rent | 300 | ended_state/number_truncated
The rent was raised to 500 from 300. | Flat/f/rent | 500 | ok
The rent was raised to 500 euros from 300 euros. | Flat/f/rent | 300 euros | ended_state
The rent was raised to 500 euros from 300 euros. | Flat/f/rent | 500 euros | ok
They cut the fee to 40 euros from 60 euros. | Club/c/fee | 60 euros | ended_state
They cut the fee to 40 euros from 60 euros. | Club/c/fee | 40 euros | ok
The fee went up from 40 euros to 60 euros. | Club/c/fee | 40 euros | ended_state/number_truncated
The fee went up from 40 euros to 60 euros. | Club/c/fee | 60 euros | ok
We shifted the class from 10:15 to 11:45. | Class/c/time | 10:15 | ended_state
We shifted the class from 10:15 to 11:45. | Class/c/time | 11:45 | ok
The deadline slipped from 3 May to 9 May. | Project/p/deadline | 3 May | ended_state
The deadline slipped from 3 May to 9 May. | Project/p/deadline | 9 May | ok
The deadline slipped to 9 May from 3 May. | Project/p/deadline | 3 May | ended_state
The deadline slipped to 9 May from 3 May. | Project/p/deadline | 9 May | ok
Tuesday's rehearsal has moved to Thursday. | Rehearsal/r/day | Tuesday | ended_state
Tuesday's rehearsal has moved to Thursday. | Rehearsal/r/day | Thursday | ok
We postponed the Tuesday rehearsal to Thursday. | Rehearsal/r/day | Tuesday | ended_state
We postponed the Tuesday rehearsal to Thursday. | Rehearsal/r/day | Thursday | ok
The rehearsal on Tuesday was moved to Thursday. | Rehearsal/r/day | Tuesday | ended_state
The rehearsal at 6pm was brought forward to 5pm. | Rehearsal/r/time | 6pm | ended_state/corrected_later
The rehearsal at 6pm was brought forward to 5pm. | Rehearsal/r/time | 5pm | ok
The 9:30 ferry now leaves at 9:50. | Ferry/f/departure | 9:30 | ended_state
The 9:30 ferry now leaves at 9:50. | Ferry/f/departure | 9:50 | ok
From 300 euros the rent rose to 500 euros. | Flat/f/rent | 300 euros | ended_state/number_truncated
From 300 euros the rent rose to 500 euros. | Flat/f/rent | 500 euros | ok
The check-up was moved from Tuesday at 3pm to Friday at 5pm. | Visit/v/time | 3pm | ended_state
The check-up was moved from Tuesday at 3pm to Friday at 5pm. | Visit/v/day | Tuesday | ended_state
The check-up was moved from Tuesday at 3pm to Friday at 5pm. | Visit/v/time | 5pm | ok
The check-up was moved from Tuesday at 3pm to Friday at 5pm. | Visit/v/day | Friday | ok
The team grew from four to nine people. | Team/t/size | four | ended_state/number_truncated/unit_dropped
The price was 20 euros and is now 25 euros. | Item/i/price | 20 euros | ended_state
The price was 20 euros and is now 25 euros. | Item/i/price | 25 euros | ok
The call was at 3pm, it's now at 4pm. | Call/c/time | 3pm | ended_state/corrected_later
The call is at 4pm now, not 3pm. | Call/c/time | 3pm | negation_dropped
The call is at 4pm now, not 3pm. | Call/c/time | 4pm | ok
The price was increased from 300 euros. | Item/i/price | 300 euros | ended_state
""")
def test_changed(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
The shop is open from 9am to 5pm. | Shop/s/opens | 9am | ok
The shop is open from Monday to Friday. | Shop/s/first_day | Monday | ok
The course runs from 3 May to 9 May. | Course/c/start | 3 May | ok
We moved house and work from Monday to Thursday. | Job/j/first_day | Monday | ok
The changed menu is served from 6pm to 9pm. | Menu/m/served_from | 6pm | ok
On Monday we moved the meeting to Thursday. | Meeting/m/moved_on | Monday | ok
On Monday we moved the meeting to Thursday. | Meeting/m/day | Thursday | ok
The 3pm meeting is now in room B7. | Meeting/m/time | 3pm | ok
The Tuesday class now has 12 pupils. | Class/c/day | Tuesday | ok
In 2019 I moved to Oslo. | moved | 2019 | ok
The meeting moved from 3pm to 4pm. | Meeting/m/previous_time | 3pm | ok
The Tuesday rehearsal was moved to the hall. | Rehearsal/r/day | Tuesday | ok
The ferry at 9:30 moved to gate 4. | Ferry/f/departure | 9:30 | ok
We raised 500 euros from 20 donors. | Fund/f/raised | 500 euros | ok
We raised 500 euros from 20 donors. | Fund/f/donors | 20 | ok
""")
def test_no_change(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Can you move my massage from 3pm to 4pm? | Visit/v/time | 3pm | ended_state | type=goal
Can you move my massage from 3pm to 4pm? | Visit/v/time | 4pm | ok | type=goal
Please change it from four people to six. | Booking/b/people | four | ended_state/number_truncated | type=goal
Please change the booking from four people to six people. | Booking/b/people | six | ok | type=goal
Please change the booking to six people from four. | Booking/b/people | four | ended_state | type=goal
The price has risen from 20 euros to 25 euros. | Item/i/price | 25 euros | ok
The price has risen from 20 euros to 25 euros. | Item/i/price | 20 euros | ended_state
The price has risen from 20 to 25 euros. | Item/i/price | 25 euros | ok
She changed jobs and works from 9am to 5pm. | Person/mia/start | 9am | ok
They switched to summer hours: from 9am to 5pm. | Shop/s/start | 9am | ok
The library has shorter hours now, from 10am to 4pm. | Library/l/opens | 10am | ok
Now the 9am train is full. | Train/t/time | 9am | ok
It is 3pm now and the boat leaves at 4pm. | Boat/b/departure | 4pm | ok
The 3pm slot is free now. | Slot/s/time | 3pm | ok
The fee is now 40 euros. | Club/c/fee | 40 euros | ok
The moved tombola is on 3 May, from 2pm to 6pm. | Fair/f/start | 2pm | ok
Swimming was shifted from the morning of 3 May to 4 May. | Swim/s/date | 3 May | ended_state
The budget was reduced from 9,000 to 7,500 euros. | Budget/b/amount | 7,500 euros | ok
The budget was reduced to 7,500 euros. | Budget/b/amount | 7,500 euros | ok
The vote was put off from Friday to Sunday. | Vote/v/day | Friday | ended_state
The vote has been delayed from Friday. | Vote/v/day | Friday | ended_state
We rescheduled Monday's haircut for Friday. | Haircut/h/day | Monday | ended_state
We rescheduled Monday's haircut for Friday. | Haircut/h/day | Friday | ok
The Monday haircut got postponed until Friday. | Haircut/h/day | Monday | ended_state
The tour went from 3 hours to 4 hours. | Tour/t/duration | 3 hours | ended_state/number_truncated
We changed the pickup time, 3pm, to 4pm. | Trip/t/pickup | 3pm | ended_state
Pickup: changed from 3pm to 4pm. | Trip/t/pickup | 3pm | ended_state
My shift moves to 7am from 6am next week. | Shift/s/start | 6am | ended_state
It's 4pm instead of 3pm. | Trip/t/pickup | 3pm | negation_dropped
The pickup is 4pm, up from 3pm. | Trip/t/pickup | 3pm | ended_state/hedge_dropped/negation_dropped
The rent is 500 euros, up from 300 euros. | Flat/f/rent | 300 euros | ended_state
The rent is 500 euros, up from 300 euros. | Flat/f/rent | 500 euros | ok
The rent is 500 euros, down from 600 euros last year. | Flat/f/rent | 600 euros | ended_state
Pick up the van on March 2nd until the 7th. | Rental/r/pickup_date | March 2nd | ok
Please sign up from Monday to Friday. | Course/c/first_day | Monday | ok
We put it off from Friday to Sunday. | Vote/v/day | Friday | ended_state
Tea is 10 percent off from 2pm to 4pm. | Shop/s/start | 2pm | ok
""")
def test_other_words(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
They offered 500 euros, we agreed on 450. | Bike/b/price | 500 euros | ended_state
They offered 500 euros, we agreed on 450. | Bike/b/price | 450 | ok
He asked for 900 euros and we settled on 800 euros. | Bike/b/price | 900 euros | ended_state
He asked for 900 euros and we settled on 800 euros. | Bike/b/price | 800 euros | ok
They wanted noon but we agreed on 2pm. | Meeting/m/time | noon | ended_state/hedge_dropped
They proposed Friday, and we settled for Monday. | Meeting/m/day | Friday | ended_state/hedge_dropped
They proposed Friday, and we settled for Monday. | Meeting/m/day | Monday | ok
The asking price was 900 euros; we paid 850 euros. | Bike/b/price | 900 euros | ended_state/hedge_dropped
They offered 500 euros. | Bike/b/offer | 500 euros | ok
They offered 500 euros, we agreed on 450. | Bike/b/offer | 500 euros | ok
They offered 500 euros, we agreed on 450. | Bike/b/offered | 500 euros | ok
They offered 500 euros, we agreed on the colour. | Bike/b/price | 500 euros | ok
""")
def test_outbid(row: Row) -> None:
    assert row.holds(), row.got()
