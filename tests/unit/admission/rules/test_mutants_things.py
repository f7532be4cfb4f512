"""Of which thing a clause speaks: rows that the other tables do not have."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Ours is red, theirs is green. | Boat/kayak/colour | green | subject_unbound
Ours is red, his bike is green. | Boat/kayak/colour | green | ok
Our kayak is red, theirs is green. | Boat/kayak/colour | green | spliced
The green one is theirs. | Boat/kayak/colour | green | ok
His is green. | Boat/kayak/colour | green | subject_unbound
The colour of hers is green. | Boat/kayak/colour | green | subject_unbound
His tub is green. | Boat/kayak/colour | green | ok
The tub is green, but it is not his. | Boat/kayak/colour | green | ok
""")
def test_pronouns_for_a_thing(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
We have a kayak. The barge is red. | Boat/kayak/colour | red | subject_unbound
The barge is red. | Boat/kayak/colour | red | ok
We have a kayak. The red barge was sold. | Boat/kayak/colour | red | ok
We have a kayak. The colour is red. | Boat/kayak/colour | red | ok
We have a kayak. The deck of it is red. | Boat/kayak/colour | red | ok
We have a kayak. The old barge is red. | Boat/kayak/colour | red | subject_unbound
""")
def test_a_subject_of_its_own(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Snow falls, the router is broken. | Router/router/status | Snow falls | spliced
It is red, the kayak. | Boat/kayak/colour | red | ok
Red, the kayak. | Boat/kayak/colour | red | spliced
""")
def test_named_later(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
The north pump runs at nine and the south one at ten. | Pump/north-pump/runs_at | nine | ok
The north pump runs at nine and the south one at ten. | Pump/north-pump/runs_at | ten | spliced
In May and the other months the kayak is red. | Boat/kayak/colour | red | ok
The kayak is green and the other is red. | Boat/kayak/colour | red | spliced
Gate 7b opens at nine. | Gate/gate-4/opens | nine | wrong_subject
The hall a guest found is full. | Hall/hall-b/state | full | ok
瑜伽课三点开始。 | Class/单车课/开始时间 | 三点 | wrong_subject
今天，瑜伽课三点开始。 | Class/单车课/开始时间 | 三点 | wrong_subject
我们的瑜伽课三点开始。 | Class/单车课/开始时间 | 三点 | ok
我们在杭州办公室三点开会。 | Office/苏州办公室/会议 | 三点 | wrong_subject
""")
def test_another_of_its_kind(row: Row) -> None:
    assert row.holds(), row.got()
