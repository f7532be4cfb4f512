"""Mine and ours stand for a thing of the speaker's."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Tom's tutor is a chemist and mine is a botanist. | tutor_job | botanist | ok
Tom's tutor is a chemist and mine is a botanist. | tutor_job | chemist | wrong_subject
My brother's bike is red, mine is green. | bike_colour | green | ok
My brother's bike is red, mine is green. | bike_colour | red | wrong_subject
Their dog is called Bo; ours is called Fig. | dog_name | Fig | ok
Their dog is called Bo; ours is called Fig. | dog_name | Bo | wrong_subject/subject_unbound
Mine is a botanist, Tom's tutor is a chemist. | tutor_job | chemist | wrong_subject
Mine is the grey tent and hers is the blue one. | tent | grey tent | ok
Mine is the grey tent and hers is the blue one. | tent | blue one | wrong_subject/subject_unbound
""")
def test_mine(row: Row) -> None:
    assert row.holds(), row.got()
