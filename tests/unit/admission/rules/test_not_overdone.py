"""What must not be taken for a verdict, a half, a sufferer or another row."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The pool opens at seven and closes on Sundays. | Pool/pool/opens_at | seven | ok
The bus stops in Hull and goes on to York. | Bus/bus/stops_in | Hull | ok
Rita lives in Ghent and works in Bruges. | Person/rita/lives_in | Ghent | ok
Rita lives in Ghent and works in Bruges. | Person/rita/works_in | Bruges | ok
Rita lives in Ghent and works in Bruges. | Person/rita/lives_in | Bruges | spliced
Rita lives in Ghent and works in Bruges. | Person/rita/works_in | Ghent | spliced
Rita works in Ghent and Bruges. | Person/rita/works_in | Bruges | ok
Rita trained in Ghent and in Bruges. | Person/rita/trained_in | Bruges | ok
The judge awarded costs to Rita. | Person/rita/award | costs | ok
Rita was awarded costs by the judge. | Person/rita/award | costs | ok
The clinic prescribed codeine. | Clinic/clinic/prescribed | codeine | ok
Rita won the cup in May. | Person/rita/won | cup | ok
Hall one, the largest, holds ninety. | Hall/hall one/holds | ninety | ok
We have two halls, a kiln, and a van. | Club/club/has | kiln | ok
The judge, Vera Pohl, fined Otto £50. | Person/otto/fine | £50 | ok
The soup is cold. That isn't right. | Soup/soup/state | cold | ok/negation_dropped
The clock is wrong by an hour. | Clock/clock/wrong_by | an hour | ok
The password is hunter2. That is never wrong. | Site/site/password | hunter2 | ok
The tooth is false. | Tooth/tooth/kind | false | ok
""")
def test_not_overdone(row: Row) -> None:
    assert row.holds(), row.got()
