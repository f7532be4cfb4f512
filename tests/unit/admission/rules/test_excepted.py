"""Who is left out is not among those of whom it holds."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- all but one
三組以外は金曜に帰ります。 | Class/三組/leaves | 金曜 | restrictor_dropped/wrong_subject
一組は金曜に帰ります。 | Class/一組/leaves | 金曜 | ok
田中さん以外の全員が参加します。 | Person/田中さん/joins | 参加 | restrictor_dropped/wrong_subject
All classes except 3B leave on Friday. | Class/3B/leaves | Friday | restrictor_dropped/wrong_subject
Everyone but Otto swims. | Person/otto/does | swims | restrictor_dropped/wrong_subject
除了三班，其他班周五去。 | Class/三班/day | 周五 | restrictor_dropped
三班以外的班级周五去。 | Class/三班/day | 周五 | restrictor_dropped/wrong_subject
除三班外，各班周五去。 | Class/三班/day | 周五 | restrictor_dropped/wrong_subject
Tous sauf Otto nagent. | Person/otto/does | nagent | restrictor_dropped/wrong_subject
Todos menos Otto nadan. | Person/otto/does | nadan | restrictor_dropped/wrong_subject
Everyone except Otto got a badge. | Person/otto/got | badge | restrictor_dropped/wrong_subject
Apart from Otto, all guests stay at the inn. | Person/otto/stays_at | inn | restrictor_dropped/wrong_subject
All rooms except room 4 have a bath. | Room/4/has | bath | restrictor_dropped/wrong_subject
除了小王，大家都吃肉。 | Person/小王/eats | 肉 | restrictor_dropped
小王以外的人都吃肉。 | Person/小王/eats | 肉 | restrictor_dropped/wrong_subject
# --- whose
Ana, whose brother lives in Porto, plays the oboe. | Person/ana/city | Porto | wrong_subject
Ana, whose sister lives in Porto, sings. | Person/ana/sings | sings | ok
Otto, whose brother is a pilot, lives in Cork. | Person/otto/job | pilot | wrong_subject
Otto, whose brother is a pilot, lives in Cork. | Person/otto/city | Cork | ok
Otto, whose bike is red, lives in Cork. | Person/otto/bike_colour | red | ok
""")
def test_excepted(row: Row) -> None:
    assert row.holds(), row.got()
