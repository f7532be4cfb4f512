"""Two verbs with a time each, and who is left out: rows that the other tables do not have."""

from __future__ import annotations

from memtxn.model.key import Key
from memtxn.model.verdict import Decision
from tests.unit.admission.cases import finding, judged, said
from tests.unit.admission.rules.table import Row, table


@table("""
The pool is big and opens at seven and at ten. | Pool/pool/opens_at | ten | ok
The pool opens at seven and in the holidays at ten. | Pool/pool/opens_at | ten | ok
The pool opens at seven and on Sundays at ten. | Pool/pool/opens_at | ten | ok
The pool opens at seven and each day at ten. | Pool/pool/opens_at | ten | ok
The pool opens at seven and closes at ten. | Pool/pool/opens_at | ten | spliced
泳池平日七点开门，周末十点开门。 | Pool/泳池/开门时间 | 十点 | ok
泳池七点营业，十点关门。 | Pool/泳池/开门时间 | 七点 | ok
""")
def test_the_time_of_a_verb(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Everyone except Otto rows. | Person/otto/rows | =true | wrong_subject
The van, not the car, is red. | Car/van/colour | red | ok
""")
def test_who_is_left_out(row: Row) -> None:
    assert row.holds(), row.got()


def test_of_who_is_left_out_the_contrary_is_true() -> None:
    evidence, key = said("Everyone except Otto rows.").span(0, 26), Key("Person", "otto", "rows")
    assert finding(judged(False, evidence, key=key), "binding").decision is Decision.ADMIT
    assert finding(judged(True, evidence, key=key), "binding").decision is Decision.REJECT
