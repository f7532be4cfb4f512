"""A condition reaches a whole series; a doubt before a colon reaches what follows."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
I say maybe: the loft is dry. | Loft/loft/state | dry | hedge_dropped
I'd say perhaps: the pump is fine. | Pump/pump/state | fine | hedge_dropped
If it snows, we ski, we skate and we sing. | Family/we/plan | sing | condition_dropped
If it snows, we ski, we skate and we sing. | Family/we/plan | skate | condition_dropped
If the sun shines, I swim, I row and I bake. | activity | bake | condition_dropped
If it rains, we stay in. We sing on Mondays. | Choir/choir/sings | Mondays | ok
If it's dry, the boys mow; the girls paint. | Family/girls/task | paint | ok
If you have news, I'm in room four; I leave at nine. | leaves_at | nine | ok
""")
def test_series(row: Row) -> None:
    assert row.holds(), row.got()
