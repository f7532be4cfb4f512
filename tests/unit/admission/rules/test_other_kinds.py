"""Spanish, French: places behind a preposition bear nothing; what would be is not."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Ya no trabajo en Soria: desde mayo trabajo en Huesca, cerca. | works_in | Huesca | ok
Ya no trabajo en Soria: desde mayo trabajo en Huesca. | works_in | Soria | negation_dropped/ended_state
Ya no vive aquí Marta: desde mayo vive en Huesca. | lives_in | Huesca | wrong_subject/subject_unbound/ok
Sans cette panne, je serais pilote à Lyon. | occupation | pilote | wish/hedge_dropped/condition_dropped
Sans cette panne, nous serions à Lyon. | Group/we/location | Lyon | wish/hedge_dropped/condition_dropped
Sin aquella avería, yo sería piloto. | occupation | piloto | wish/hedge_dropped/condition_dropped
Ohne die Panne wäre ich Pilot. | occupation | Pilot | wish/hedge_dropped/condition_dropped/restrictor_dropped
Without that breakdown I'd be a pilot. | occupation | pilot | wish/hedge_dropped/condition_dropped
But for the breakdown, I would be a pilot. | occupation | pilot | wish/hedge_dropped/condition_dropped
""")
def test_other_kinds(row: Row) -> None:
    assert row.holds(), row.got()
