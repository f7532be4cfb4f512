"""Rule 10 for a person who does not speak: named in the clause, or the one that is still spoken of."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Bob rows on Sundays. | Person/bob/hobby | rows on Sundays | ok
I row on Sundays. | Person/bob/hobby | row on Sundays | wrong_subject
Carla rows on Sundays. | Person/bob/hobby | rows on Sundays | wrong_subject
My brother rows on Sundays. | Person/bob/hobby | rows on Sundays | wrong_subject
Bob's sister rows on Sundays. | Person/bob/hobby | rows on Sundays | wrong_subject
Bob's hobby is rowing. | Person/bob/hobby | rowing | ok
My brother Bob rows on Sundays. | Person/bob/hobby | rows on Sundays | ok
# --- appositions
My crewmate Lou is left-handed. | Person/lou/hand | left-handed | ok
My crewmate Lou is left-handed. | hand | left-handed | wrong_subject
Lou, my crewmate, is left-handed. | Person/lou/hand | left-handed | ok
# --- still spoken of
Bob is here. He rows on Sundays. | Person/bob/hobby | rows on Sundays | ok
Bob is here. Carla came too. She rows on Sundays. | Person/bob/hobby | rows on Sundays | wrong_subject
Bob is here. I row on Sundays. | Person/bob/hobby | row on Sundays | wrong_subject
Bob is here. My sister is ill. She rows on Sundays. | Person/bob/hobby | rows on Sundays | wrong_subject
Bob is here, he rows on Sundays. | Person/bob/hobby | rows on Sundays | ok
Bob is tall and rows on Sundays. | Person/bob/hobby | rows on Sundays | ok
# --- side by side
Lin is in Perth, Otto is in Cork. | Person/lin/place | Cork | wrong_subject/spliced
Lin is in Perth, Otto is in Cork. | Person/lin/place | Perth | ok
Lin is in Perth, Otto is in Cork. | Person/otto/place | Cork | ok
Bob met Carla in Cork. | Person/bob/met | Carla | ok
# --- who-clauses
Nina, who collects stamps, is late. | Person/nina/collects | stamps | ok
Nina met a man who collects stamps. | Person/nina/collects | stamps | wrong_subject
# --- more than one name
Bob Marsh rows on Sundays. | Person/bob-marsh/hobby | rows on Sundays | ok
Mr Marsh rows on Sundays. | Person/marsh/hobby | rows on Sundays | ok
Bobby the plumber rows on Sundays. | Person/p4/hobby | rows on Sundays | ok | terms={"aliases":["Bobby"]}
Bobby the plumber rows on Sundays. | Person/p4/hobby | rows on Sundays | wrong_subject
Rows on Sundays. | Person/bob/hobby | Rows on Sundays | subject_unbound | terms={"named":true}
Bob: rows on Sundays. | Person/bob/hobby | rows on Sundays | ok | terms={"named":true}
# --- the value is a person
Bob's dentist is Carla. | Person/bob/dentist | Carla | ok
Bob is married to Carla. | Person/bob/married_to | Carla | ok
Otto and Lin live in Cork. | Person/lin/city | Cork | ok
Otto lives in Cork and Lin in Perth. | Person/otto/city | Cork | ok
Otto lives in Cork and Lin in Perth. | Person/lin/city | Perth | ok
Otto lives in Cork and Lin in Perth. | Person/lin/city | Cork | wrong_subject/spliced
Otto's brother Lin rows. | Person/lin/hobby | rows | ok
Otto's brother Lin rows. | Person/otto/hobby | rows | wrong_subject
Otto's kayak is green. | Person/otto/kayak_colour | green | ok
Otto's wife's kayak is green. | Person/otto/kayak_colour | green | wrong_subject
Lin likes Otto's kayak. | Person/lin/likes | Otto's kayak | ok
Lin gave Otto a kayak. | Person/otto/owns | kayak | ok
Lin is older than Otto. | Person/lin/older_than | Otto | ok
Otto is a baker. Lin is a judge. | Person/lin/job | judge | ok
Otto is a baker. Lin is a judge. | Person/lin/job | baker | wrong_subject
Otto is a baker. Lin is a judge. | Person/otto/job | judge | wrong_subject
Otto (baker), Lin (judge) | Person/otto/job | judge | wrong_subject/spliced
Otto (baker), Lin (judge) | Person/lin/job | judge | ok
Otto: baker\\nLin: judge | Person/otto/job | judge | wrong_subject/spliced
Otto: baker\\nLin: judge | Person/lin/job | judge | ok
The baker is Otto. | Person/otto/job | baker | ok
The baker is Otto and the judge is Lin. | Person/otto/job | judge | wrong_subject/spliced
The baker is Otto and the judge is Lin. | Person/lin/job | judge | ok
Otto rows, as does Lin. | Person/otto/hobby | rows | ok
Neither Otto nor Lin rows. | Person/otto/hobby | rows | negation_dropped
Otto rows but Lin doesn't. | Person/otto/hobby | rows | ok
Otto rows but Lin doesn't. | Person/lin/hobby | rows | wrong_subject/negation_dropped
Otto doesn't row but Lin does. | Person/otto/hobby | row | negation_dropped
Mr Marsh rows on Sundays. | Person/bob-marsh/hobby | rows on Sundays | ok
Otto lives in Cork and Lin in Perth. | Person/otto/city | Perth | wrong_subject/spliced
Otto likes jazz and Lin rock. | Person/otto/likes | rock | wrong_subject/spliced
Otto likes jazz and Lin rock. | Person/lin/likes | rock | ok
Otto likes jazz and rock. | Person/otto/likes | rock | ok
Otto likes jazz and Lin. | Person/otto/likes | Lin | ok
Otto plays chess with Lin and Rita. | Person/otto/plays | chess | ok
Otto works for Orlo and Binto. | Person/otto/employer | Binto | ok
Mrs Marsh rows. | Person/rita-marsh/hobby | rows | ok
Dr Marsh rows. | Person/rita-marsh/hobby | rows | ok
Mr Stone rows. | Person/rita-marsh/hobby | rows | wrong_subject
Ruth Marsh rows. | Person/rita-marsh/hobby | rows | wrong_subject
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
周宁在大连，郑文在青岛。 | Person/周宁/地点 | 青岛 | spliced/wrong_subject
周宁在大连，郑文在青岛。 | Person/周宁/地点 | 大连 | ok
周宁在大连，郑文在青岛。 | Person/郑文/地点 | 青岛 | ok
周宁在大连，租了一间公寓。 | Person/周宁/住处 | 公寓 | ok
周宁来了。他周末划船。 | Person/周宁/爱好 | 划船 | ok
小宋的妹妹周末划船。 | Person/小宋/爱好 | 划船 | wrong_subject
小宋周末划船。 | Person/小宋/爱好 | 划船 | ok
我周末划船。 | Person/小宋/爱好 | 划船 | wrong_subject
小宋的牙医是老邱。 | Person/小宋/牙医 | 老邱 | ok
""")
def test_chinese(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Bruno rema los domingos. | Person/bruno/hobby | rema | ok
Mi hermano rema los domingos. | Person/bruno/hobby | rema | wrong_subject
Remo los domingos con mi hermano. | Person/bruno/hobby | Remo | wrong_subject
Bruno rame le dimanche. | Person/bruno/hobby | rame | ok
Mon frère rame le dimanche. | Person/bruno/hobby | rame | wrong_subject
Bruno rudert sonntags. | Person/bruno/hobby | rudert | ok
Ich rudere sonntags. | Person/bruno/hobby | rudere | wrong_subject
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()
