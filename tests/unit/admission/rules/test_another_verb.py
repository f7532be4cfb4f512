"""The attribute's verb stands in another half than the value."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The coach arrives in Ghent at four and the tram departs at five. | Trip/default/arrives_at | five | spliced
The coach arrives in Ghent at four and the tram departs at five. | Trip/default/arrives_at | four | ok
The coach arrives in Ghent at four and the tram departs at five. | Trip/default/departs_at | five | ok
The coach arrives in Ghent at four and the tram departs at five. | Trip/default/departs_at | four | spliced
The pool opens at seven and closes at ten. | Pool/pool/opens_at | ten | spliced/wrong_subject/subject_unbound
The pool opens at seven and closes at ten. | Pool/pool/closes_at | ten | ok
The pool opens at seven and closes at ten. | Pool/pool/closes_at | seven | spliced/wrong_subject/subject_unbound
The pool opens at seven and at noon. | Pool/pool/opens_at | noon | ok
Check-in starts at three, and breakfast ends at ten. | Hotel/default/starts_at | ten | spliced
泳池七点开门，十点关门。 | Pool/泳池/关门时间 | 十点 | ok
泳池七点开门，十点关门。 | Pool/泳池/开门时间 | 十点 | spliced/wrong_subject/subject_unbound
""")
def test_another_verb(row: Row) -> None:
    assert row.holds(), row.got()
