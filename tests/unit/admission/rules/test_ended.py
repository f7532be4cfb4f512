"""Rule 7, what was: a state that ended is no fact of now; an event stays one."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
I used to row for the college. | hobby | row for the college | ended_state
I row for the college. | hobby | row for the college | ok
I own a kayak. | owns | kayak | ok
I own a kayak, which I sold. | owns | kayak | ended_state
Ines was treasurer until March. | Person/ines/role | treasurer | ended_state
Ines was treasurer, until the club folded. | Person/ines/role | treasurer | ended_state
Ines is treasurer until March. | Person/ines/role | treasurer | ok
Ines kept the books before she retired. | Person/ines/duty | the books | ended_state
Formerly, the depot stood in Ghent. | Depot/d/city | Ghent | ended_state
The depot stands in Ghent. | Depot/d/city | Ghent | ok
I no longer play the harp. | plays | harp | negation_dropped/ended_state
I still play the harp. | plays | harp | ok
# --- an event is over and was
I used to row for the college. | rowed | row for the college | ok | terms={"kind":"event"}
Ines was treasurer until March. | Person/ines/stint | treasurer | ok | terms={"kind":"event"}
# --- the attribute says that it is over
I used to work at Orlo. | former_employer | Orlo | ok
I used to work at Orlo. | employer | Orlo | ended_state
I work at Orlo. | employer | Orlo | ok
I no longer play the harp. | gave_up | harp | ok
I used to own a barge. | owns | barge | ok | terms={"licenses":["ended"]}
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
我以前在银行上班。 | 工作 | 银行 | ended_state
我在银行上班。 | 工作 | 银行 | ok
我曾经养过鹦鹉。 | 宠物 | 鹦鹉 | ended_state
我养了一只鹦鹉。 | 宠物 | 鹦鹉 | ok
我以前在银行上班。 | 前单位 | 银行 | ok
Antes trabajaba en Orlo. | empresa | Orlo | ended_state
Trabajo en Orlo. | empresa | Orlo | ok
Avant, je travaillais chez Orlo. | entreprise | Orlo | ended_state
Je travaille chez Orlo. | entreprise | Orlo | ok
Früher habe ich bei Orlo gearbeitet. | firma | Orlo | ended_state
Ich arbeite bei Orlo. | firma | Orlo | ok
以前は銀行で働いていました。 | 勤務先 | 銀行 | ended_state
銀行で働いています。 | 勤務先 | 銀行 | ok
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()
