"""What a doubt or a wish takes for granted is no part of it."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
I think it began when I joined the harbour choir. | member_of | harbour choir | ok
Maybe the cough started after we moved to Turku. | city | Turku | ok
I guess he was cross since you sold the barge. | Person/you/sold | barge | ok
It possibly leaked while Ivo repaired the pump. | Person/Ivo/repaired | pump | ok
# --- the doubt is about the very thing
I think I joined the harbour choir. | member_of | harbour choir | hedge_dropped
Maybe we moved to Turku. | city | Turku | hedge_dropped
I think it begins when I join the harbour choir. | member_of | harbour choir | hedge_dropped/condition_dropped
When we moved to Turku, it was possibly March. | moved_in | March | hedge_dropped
I think that I lived in Turku when it flooded. | city | Turku | hedge_dropped
""")
def test_what_dates_a_doubt(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
I am going to keep rowing at the Dock 7 club. | club | Dock 7 | ok
I hope to continue to teach at the night school. | teaches_at | night school | ok
We plan to keep renting the loft on Pier Street. | rents | loft on Pier Street | ok
# --- nothing goes on
I am going to row at the Dock 7 club. | club | Dock 7 | wish
I hope to teach at the night school. | teaches_at | night school | wish
I plan to keep the red barge. | owns | red barge | wish
We plan to rent the loft on Pier Street. | rents | loft on Pier Street | wish
""")
def test_what_is_to_go_on(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
I try to swim twice a week. | swims | twice a week | ok
She tries to call her aunt every Sunday. | Person/She/calls | every Sunday | ok
I try to walk the dog once a day. | walks_dog | once a day | ok
# --- an attempt
I will try to swim on Friday. | swims | Friday | wish
We try to deliver within three days. | Shop/s/delivery_time | three days | wish
I am trying to sell the barge. | sells | barge | wish
I tried to sell the barge. | sold | barge | wish/negation_dropped
""")
def test_habits(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
It is a dream come true, as I have always wanted to sing at the old opera. | sings_at | old opera | ok
My wish came true, I always wanted to teach chess. | teaches | chess | ok
# --- it did not
I have always wanted to sing at the old opera. | sings_at | old opera | wish
I always wanted to teach chess, and I hope it will come true. | teaches | chess | wish
It is true that I wanted to teach chess. | teaches | chess | wish
""")
def test_what_came_true(row: Row) -> None:
    assert row.holds(), row.got()
