"""Rule 7, doubts: what the speaker is not sure of waits for somebody who knows."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Maybe the vet closes at five. | Vet/v/closes | five | hedge_dropped
The vet closes at five. | Vet/v/closes | five | ok
The vet probably closes at five. | Vet/v/closes | five | hedge_dropped
The vet closes at five, I think. | Vet/v/closes | five | hedge_dropped
I think the vet closes at five. | Vet/v/closes | five | hedge_dropped
The vet closes at five, or so I heard. | Vet/v/closes | five | hedge_dropped/reported_speech
The vet closes at five, which suits me. | Vet/v/closes | five | ok
The vet might close at five. | Vet/v/closes | five | hedge_dropped
Perhaps on Mondays, the vet closes at five. | Vet/v/closes | five | hedge_dropped
The vet closes at five. Or is it six? | Vet/v/closes | five | hedge_dropped
The vet closes at five. Is it far? | Vet/v/closes | five | ok
Overheating is possible. | Ticket/t/cause | Overheating | hedge_dropped
Overheating is the cause. | Ticket/t/cause | Overheating | ok
# --- a clause that does not share the doubt
Maybe it snows, but the vet closes at five. | Vet/v/closes | five | ok
I am not sure about the price, but the vet closes at five. | Vet/v/closes | five | ok
I might be wrong but the vet closes at five. | Vet/v/closes | five | hedge_dropped
# --- names
May Lindqvist runs the bakery. | Bakery/b/owner | May Lindqvist | ok
On Saturdays May runs the bakery. | Bakery/b/manager | May | ok
Our tenor is Will Porter. | Choir/c/tenor | Will Porter | ok
The parade is on May 12. | Parade/p/date | May 12 | ok
# --- kept, or expressed by the attribute
The vet probably closes at five. | Vet/v/note | probably closes at five | ok
The flood was possibly caused by a leak. | Flood/f/possible_cause | leak | ok
The flood was possibly caused by a leak. | Flood/f/cause | leak | hedge_dropped
The flood was caused by a leak. | Flood/f/cause | leak | ok
As far as I know, the vet closes at five. | Vet/v/closes | five | hedge_dropped
The vet closes at five as far as I know. | Vet/v/closes | five | hedge_dropped
I'm fairly sure the vet closes at five. | Vet/v/closes | five | hedge_dropped
I'm certain the vet closes at five. | Vet/v/closes | five | ok
I know the vet closes at five. | Vet/v/closes | five | ok
The vet closes at five, no doubt. | Vet/v/closes | five | ok
The vet closes at five or six. | Vet/v/closes | five | hedge_dropped/number_truncated/spliced
The vet closes at five, maybe six. | Vet/v/closes | six | hedge_dropped
The vet closes at five, maybe six. | Vet/v/closes | five | hedge_dropped
The vet closes at five (to be confirmed). | Vet/v/closes | five | hedge_dropped
The vet seems to close at five. | Vet/v/closes | five | hedge_dropped
The vet must be open at five. | Vet/v/open | at five | hedge_dropped/wish
I guess that's it. The vet closes at five. | Vet/v/closes | five | ok
The vet closes at five. I guess that's it. | Vet/v/closes | five | ok
Could be rain. The vet closes at five. | Vet/v/closes | five | ok
The vet, I believe, closes at five. | Vet/v/closes | five | hedge_dropped
The vet (I believe) closes at five. | Vet/v/closes | five | hedge_dropped
The vet, a friend of mine, closes at five. | Vet/v/closes | five | ok
Don't quote me but the vet closes at five. | Vet/v/closes | five | hedge_dropped
Probably Otto knows that the vet closes at five. | Vet/v/closes | five | hedge_dropped
In theory, the vet closes at five. | Vet/v/closes | five | hedge_dropped
We could not be happier with the vet on Elm Street. | Vet/v/street | Elm Street | ok
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
诊所可能五点关门。 | Clinic/诊所/关门 | 五点 | hedge_dropped
诊所五点关门。 | Clinic/诊所/关门 | 五点 | ok
我觉得诊所五点关门。 | Clinic/诊所/关门 | 五点 | hedge_dropped
诊所五点关门吧。 | Clinic/诊所/关门 | 五点 | hedge_dropped
在他看来，诊所五点关门。 | Clinic/诊所/关门 | 五点 | reported_speech
Quizás el taller cierra a las cinco. | Shop/taller/hora | cinco | hedge_dropped
El taller cierra a las cinco. | Shop/taller/hora | cinco | ok
L'atelier ferme peut-être à cinq heures. | Shop/atelier/ferme | cinq heures | hedge_dropped
L'atelier ferme à cinq heures. | Shop/atelier/ferme | cinq heures | ok
Die Werkstatt schließt vielleicht um fünf. | Shop/werkstatt/schluss | fünf | hedge_dropped
Die Werkstatt schließt um fünf. | Shop/werkstatt/schluss | fünf | ok
店はたぶん五時に閉まります。 | Shop/店/閉店 | 五時 | hedge_dropped
店は五時に閉まります。 | Shop/店/閉店 | 五時 | ok
诊所好像五点关门。 | Clinic/诊所/关门 | 五点 | hedge_dropped
诊所大概五点关门。 | Clinic/诊所/关门 | 五点 | hedge_dropped/approximation_dropped
诊所应该是五点关门。 | Clinic/诊所/关门 | 五点 | hedge_dropped
诊所五点关门，我猜的。 | Clinic/诊所/关门 | 五点 | hedge_dropped
诊所五点关门，不确定。 | Clinic/诊所/关门 | 五点 | hedge_dropped
我不确定诊所是否五点关门。 | Clinic/诊所/关门 | 五点 | hedge_dropped/question
我确定诊所五点关门。 | Clinic/诊所/关门 | 五点 | ok
诊所肯定五点关门。 | Clinic/诊所/关门 | 五点 | ok
说不定诊所五点关门。 | Clinic/诊所/关门 | 五点 | hedge_dropped
诊所五点或六点关门。 | Clinic/诊所/关门 | 五点 | hedge_dropped/number_truncated/spliced
# --- offers and names
We offer tea or coffee. | Cafe/c/offers | tea | ok
We accept cash or card. | Shop/s/accepts | card | ok
The meeting is on Monday or Tuesday. | Meeting/m/day | Monday | hedge_dropped
It was Leo or Ted. | Call/c/caller | Leo | hedge_dropped
Note: Maybe the ferry leaves at nine. | Ferry/f/departure | nine | hedge_dropped
I met Will, who lives in Cork. | Person/will/city | Cork | ok
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()
