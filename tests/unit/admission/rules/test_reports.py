"""Rule 7, reports: the words of somebody who is not here, and who may speak for whom."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Marta says the bus leaves at six. | Bus/b/leaves | six | reported_speech
The bus leaves at six. | Bus/b/leaves | six | ok
The bus leaves at six, Marta says. | Bus/b/leaves | six | reported_speech
The roof is watertight, the owner assured us. | House/h/roof | watertight | reported_speech
The roof is watertight, the owner is glad. | House/h/roof | watertight | ok
According to the flyer, entry is 5 euros. | Museum/m/entry | 5 euros | reported_speech
Entry is 5 euros. | Museum/m/entry | 5 euros | ok
Word is that the kiosk moves to the pier. | Kiosk/k/place | the pier | reported_speech
Rumour among the staff is that the kiosk moves to the pier. | Kiosk/k/place | the pier | reported_speech
I heard the bus leaves at six. | Bus/b/leaves | six | reported_speech
Allegedly, the bus leaves at six. | Bus/b/leaves | six | reported_speech
# --- the speaker, the one of whom it is said, a thing that shows it
As I said, the bus leaves at six. | Bus/b/leaves | six | ok
Rita came by. She says she plays the cello. | Person/rita/plays | the cello | ok
Rita came by. She says he plays the cello. | Person/otto/plays | the cello | reported_speech/wrong_subject
It says firmware 4.2 on the label. | Device/d/firmware | 4.2 | ok
# --- what the attribute expresses
The sign says mind the gap. | Sign/s/text | mind the gap | ok
The vet claims the cat is twelve. | Cat/c/claimed_age | twelve | ok
Rita told me the bus leaves at six. | Bus/b/leaves | six | reported_speech
I told Rita the bus leaves at six. | Bus/b/leaves | six | ok
They say the bus leaves at six. | Bus/b/leaves | six | reported_speech
We say six, they say seven. | Bus/b/leaves | seven | reported_speech
"The bus leaves at six", said Rita. | Bus/b/leaves | six | reported_speech
Rita: the bus leaves at six. | Bus/b/leaves | six | ok
My sister claims that the bus leaves at six. | Bus/b/leaves | six | reported_speech
The bus leaves at six, or so Rita claims. | Bus/b/leaves | six | reported_speech/hedge_dropped
The bus, they say, leaves at six. | Bus/b/leaves | six | reported_speech
The article says the bus leaves at six. | Bus/b/leaves | six | reported_speech
I read that the bus leaves at six. | Bus/b/leaves | six | reported_speech
I swear the bus leaves at six. | Bus/b/leaves | six | ok
I must say the bus leaves at six. | Bus/b/leaves | six | ok
Needless to say, the bus leaves at six. | Bus/b/leaves | six | ok
Rita says hello. The bus leaves at six. | Bus/b/leaves | six | ok
Rita thinks the bus leaves at six. | Bus/b/leaves | six | reported_speech
Rita knows that the bus leaves at six. | Bus/b/leaves | six | ok
The bus is said to leave at six. | Bus/b/leaves | six | reported_speech
Rita promised me a kayak. | owns | kayak | reported_speech/wish/wrong_subject
Rita gave me a kayak. | owns | kayak | ok
The bus supposedly leaves at six. | Bus/b/leaves | six | reported_speech/hedge_dropped
I was told the hut is heated. | Hut/hut/state | heated | reported_speech
We were told the ferry is late. | Ferry/f/state | late | reported_speech
I am told the ferry is late. | Ferry/f/state | late | reported_speech
I've been told that the ferry is late. | Ferry/f/state | late | reported_speech
I was assured the ferry is safe. | Ferry/f/state | safe | reported_speech
I told you the ferry is late. | Ferry/f/state | late | ok
We told the crew that the ferry is late. | Ferry/f/state | late | ok
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
小王说班车六点出发。 | Bus/b/出发 | 六点 | reported_speech
班车六点出发。 | Bus/b/出发 | 六点 | ok
据说班车六点出发。 | Bus/b/出发 | 六点 | reported_speech
据说，班车六点出发。 | Bus/b/出发 | 六点 | reported_speech
据导游介绍，门票五块。 | Museum/m/门票 | 五块 | reported_speech
门票五块。 | Museum/m/门票 | 五块 | ok
听司机说班车六点出发。 | Bus/b/出发 | 六点 | reported_speech
我说班车六点出发。 | Bus/b/出发 | 六点 | ok
这本小说六点开售。 | Book/b/开售 | 六点 | ok
Dicen que el autobús sale a las seis. | Bus/b/hora | seis | reported_speech
El autobús sale a las seis. | Bus/b/hora | seis | ok
On dit que le bus part à six heures. | Bus/b/part | six heures | reported_speech
Le bus part à six heures. | Bus/b/part | six heures | ok
Angeblich fährt der Bus um sechs. | Bus/b/abfahrt | sechs | reported_speech
Der Bus fährt um sechs. | Bus/b/abfahrt | sechs | ok
バスは六時に出るそうです。 | Bus/b/出発 | 六時 | reported_speech
バスは六時に出ます。 | Bus/b/出発 | 六時 | ok
她告诉我班车六点出发。 | Bus/b/出发 | 六点 | reported_speech
有人说班车六点出发。 | Bus/b/出发 | 六点 | reported_speech
网上说班车六点出发。 | Bus/b/出发 | 六点 | reported_speech
司机说了，班车六点出发。 | Bus/b/出发 | 六点 | reported_speech
班车六点出发，司机说的。 | Bus/b/出发 | 六点 | reported_speech
班车六点出发，我说的。 | Bus/b/出发 | 六点 | ok
司机认为班车六点出发。 | Bus/b/出发 | 六点 | reported_speech/hedge_dropped
传言班车六点出发。 | Bus/b/出发 | 六点 | reported_speech
说实话，班车六点出发。 | Bus/b/出发 | 六点 | ok
说明书上写班车六点出发。 | Bus/b/出发 | 六点 | ok
Rita dice que el autobús sale a las seis. | Bus/b/hora | seis | reported_speech
Según Rita, el autobús sale a las seis. | Bus/b/hora | seis | reported_speech
Rita dit que le bus part à six heures. | Bus/b/heure | six heures | reported_speech
Selon Rita, le bus part à six heures. | Bus/b/heure | six heures | reported_speech
Rita sagt, der Bus fährt um sechs. | Bus/b/abfahrt | sechs | reported_speech
Laut Rita fährt der Bus um sechs. | Bus/b/abfahrt | sechs | reported_speech
Der Bus soll um sechs fahren. | Bus/b/abfahrt | sechs | reported_speech/wish/hedge_dropped
バスは六時に出ると聞きました。 | Bus/b/出発 | 六時 | reported_speech
友達によると、バスは六時に出ます。 | Bus/b/出発 | 六時 | reported_speech
我听说班车六点出发。 | Bus/b/出发 | 六点 | reported_speech
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()
