"""Lists under headings without a colon."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
ALLERGIES\\n- sulfa\\n- bee venom\\n\\nIMPLANTS\\n- none | Patient/default/allergies | bee venom | ok
ALLERGIES\\n- sulfa\\n- bee venom\\n\\nIMPLANTS\\n- none | Patient/default/allergies | sulfa | ok | quote=- sulfa
Allergies:\\n- sulfa\\n- bee venom | Patient/default/allergies | bee venom | ok
# Allergies\\n* sulfa\\n* bee venom | Patient/default/allergies | bee venom | ok
IMPLANTS\\n- steel pin\\n\\nALLERGIES\\n- sulfa | Patient/default/allergies | steel pin | negation_added
ALLERGIES\\n- none\\n\\nIMPLANTS\\n- steel pin | Patient/default/allergies | steel pin | negation_added
过敏史\\n- 磺胺\\n- 青霉素\\n\\n植入物\\n- 无 | Patient/default/过敏史 | 磺胺 | ok
植入物\\n- 钢钉\\n\\n过敏史\\n- 磺胺 | Patient/default/过敏史 | 钢钉 | negation_added
MEMBERS\\n- Ida\\n- Otto | Team/default/members | Otto | ok
NOT INVITED\\n- Ida\\n- Otto | Party/default/invited | Otto | negation_dropped
""")
def test_under_headings(row: Row) -> None:
    assert row.holds(), row.got()
