"""Who did it, and who suffered it."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Judge Pohl fined the courier £300. | Person/judge pohl/fine | £300 | wrong_subject
Judge Pohl fined the courier £300. | Person/courier/fine | £300 | ok
The courier was fined £300. | Person/courier/fine | £300 | ok
The league fined Rovers 5,000 euros. | Club/league/fine | 5,000 euros | wrong_subject
The league fined Rovers 5,000 euros. | Club/rovers/fine | 5,000 euros | ok
Dr Amin diagnosed Otto with gout. | Person/dr amin/diagnosis | gout | wrong_subject
Dr Amin diagnosed Otto with gout. | Person/otto/diagnosis | gout | ok
Dr Amin prescribed Otto codeine. | Person/dr amin/prescription | codeine | wrong_subject
Judge Pohl sentenced Otto to six months. | Person/judge pohl/sentence | six months | wrong_subject
Otto was sentenced to six months. | Person/otto/sentence | six months | ok
The board appointed Otto treasurer. | Person/otto/appointed | treasurer | ok
The academy awarded Rita a gold medal. | Org/academy/award | gold medal | wrong_subject
Rita was awarded a gold medal. | Person/rita/award | gold medal | ok
Otto sued Rita. | Case/otto v rita/plaintiff | Rita | wrong_subject
Otto sued Rita. | Case/otto v rita/defendant | Rita | ok
Otto sued Rita. | Case/otto v rita/defendant | Otto | wrong_subject
Rita was sued by Otto. | Case/otto v rita/defendant | Otto | wrong_subject
Rita was sued by Otto. | Case/otto v rita/plaintiff | Otto | ok
The bank charged Otto 30 euros. | Bank/bank/fee | 30 euros | ok
法官罚了老冯三百元。 | Person/法官/罚款 | 三百元 | wrong_subject
老冯被罚了三百元。 | Person/老冯/罚款 | 三百元 | ok
Otto paid Lin 300 euros. | Person/otto/paid | 300 euros | ok
Otto paid Lin 300 euros. | Person/lin/paid | 300 euros | wrong_subject
Otto paid Lin 300 euros. | Person/lin/received | 300 euros | ok
Otto paid Lin 300 euros. | Person/otto/received | 300 euros | wrong_subject
""")
def test_suffered(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
The teacher awarded a prize to Rita. | Person/rita/award | a prize | ok
The teacher awarded a prize to Rita. | Person/otto/award | a prize | wrong_subject
The nurse handed the key to Rita. | Person/rita/received | the key | ok
The nurse handed the key to Rita. | Person/rita/job | nurse | wrong_subject
""")
def test_given_to_somebody(row: Row) -> None:
    assert row.holds(), row.got()
