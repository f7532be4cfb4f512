"""Conditions at the head of a sentence, whatever stands in them."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Unless my ankle heals by then, I'm skipping the regatta. | regatta | skipping | condition_dropped
Unless the snow melts by then, we're sleeping in the hut. | Group/we/sleeping_in | hut | condition_dropped
If my visa comes by then, I'm flying from Bergen. | flying_from | Bergen | condition_dropped
If the frost goes before then, we plant the beans. | Garden/garden/plant | beans | condition_dropped
By then, I'm flying from Bergen. | flying_from | Bergen | ok
Since then we plant the beans in May. | Garden/garden/planted | May | ok
""")
def test_sentence_conditions(row: Row) -> None:
    assert row.holds(), row.got()
