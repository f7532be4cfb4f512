"""Wrapped lines, brackets, forms and what is taken back: how a text is laid out does not hide what it denies."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table(r"""
Please remember that I am not\nallergic to nuts. | allergic_to | nuts | negation_dropped
From May on we will no longer\ndeliver to Iceland. | Shop/s/delivers_to | Iceland | negation_dropped/ended_state
We could meet in\nRoom B. | Meeting/m/room | Room B | hedge_dropped
Bob told me that\nwe deliver to Iceland. | Shop/s/delivers_to | Iceland | reported_speech
I don't eat meat (pork). | eats | pork | negation_dropped
I don't eat meat (beef, pork). | eats | pork | negation_dropped
我不喜欢香料（香菜）。 | 喜欢 | 香菜 | negation_dropped
I don't eat the following:\n- pork | eats | pork | negation_dropped
Not available:\n* Room A | available | Room A | negation_dropped
我们不配送到以下地区：\n- 冰岛 | Shop/s/配送 | 冰岛 | negation_dropped
We do not deliver to Norway, Iceland. | Shop/s/delivers_to | Iceland | negation_dropped
I don't like cats, dogs. | likes | dogs | negation_dropped
Allergic to nuts: no | allergic_to | nuts | negation_dropped
青霉素过敏：否 | 过敏 | 青霉素 | negation_dropped
We deliver to Iceland. Scratch that. | Shop/s/delivers_to | Iceland | corrected_later
We deliver to Iceland, not! | Shop/s/delivers_to | Iceland | negation_dropped
Myth: we deliver to Iceland. | Shop/s/delivers_to | Iceland | negation_dropped
Iceland is cold. We do not deliver to Iceland. | Shop/s/delivers_to | Iceland | negation_dropped
Iceland is cold. We deliver to Iceland. | Shop/s/delivers_to | Iceland | ok
It costs 1 500 euros. | Trip/t/price_eur | =500 | number_truncated
Account 12 has limit 500. | Account/13/limit | =500 | wrong_subject
Account 13 has limit 500. | Account/13/limit | =500 | ok
I'm a non-smoker. | smoker | =true | negation_dropped
We do not deliver to Iceland. | Shop/not/delivers_to | Iceland | negation_dropped
We do not deliver to Iceland. | Shop/not-deliver/delivers_to | Iceland | negation_dropped
我们不配送冰岛。 | Shop/不/配送 | 冰岛 | negation_dropped
We might deliver to Iceland. | Shop/might/delivers_to | Iceland | hedge_dropped
No Frills delivers to Iceland. | Shop/no-frills/delivers_to | Iceland | ok
We are 5 people. | Group/g/no_of_people | =5 | ok
We are not 5 people. | Group/g/no_of_people | =5 | negation_dropped
Pork: no\nBeef: yes | eats | Beef | ok
I live in Oslo\nI do not eat pork | city | Oslo | ok
We sell cups (blue, green). | Shop/s/sells | green | ok
No, Tuesday. | Visit/v/day | Tuesday | ok
Forget it, we meet in Oslo. | Meeting/m/city | Oslo | ok
Room 12 500 euros. | Room/r/price_eur | =500 | ok
We are not a shop. We deliver to Iceland. | Shop/s/delivers_to | Iceland | ok
""")
def test_layout(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
I'd rather you emailed me than called. | contact_preference | called | negation_dropped
I'd rather you emailed me than called. | contact_preference | emailed | ok
Perhaps we meet in Room B. | Team/team/meeting_room | Room B | hedge_dropped
We meet in Room B. | Team/team/meeting_room | Room B | ok
No actually I live in Oslo. | city | Oslo | ok
保洁阿姨周三来。 | Household/园丁/visit_day | 周三 | wrong_subject
园丁周三来。 | Household/园丁/visit_day | 周三 | ok
Carol lent Dan fifty euros. | Person/carol/owes_money_to | Dan | wrong_subject
Carol owes Dan fifty euros. | Person/carol/owes_money_to | Dan | ok
Lin sold Otto the kayak. | Person/lin/buys_from | Otto | wrong_subject
Contact at Orlo: Lin. Edit: Lin left, it's now Otto. | Supplier/orlo/contact | Lin | corrected_later
""")
def test_contrasts_and_roles(row: Row) -> None:
    assert row.holds(), row.got()
