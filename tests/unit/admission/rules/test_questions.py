"""Rule 7, questions: what is asked is not stated; a clause before the question is."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
You live in Ghent? | city | Ghent | question
I live in Ghent. | city | Ghent | ok
I live in Ghent, which branch is closest? | city | Ghent | ok
I live in Ghent, is there a branch? | city | Ghent | ok
I live in Ghent and where is the closest branch? | city | Ghent | ok
Is the depot in Ghent, or did it close? | Depot/d/city | Ghent | question/hedge_dropped
Is the depot in Ghent? | Depot/d/city | Ghent | question
Is the depot in Ghent? Yes, the depot is in Ghent. | Depot/d/city | Ghent | ok
In which street is the depot in Ghent? | Depot/d/city | Ghent | question
does the ferry run on Sundays | Ferry/f/runs | on Sundays | question
the ferry does run on Sundays | Ferry/f/runs | on Sundays | ok
is the ferry red | Ferry/f/colour | red | question
have a safe trip to Oslo | Trip/t/destination | Oslo | ok
The train leaves at nine, doesn't it? | Train/t/leaves | nine | question
The train leaves at nine, doesn't it. | Train/t/leaves | nine | question
The train leaves at nine. | Train/t/leaves | nine | ok
I wonder whether the pool is heated. | Pool/p/state | heated | question
Let me know if the pool is heated. | Pool/p/state | heated | question/condition_dropped
How about Thursday? | Meeting/m/day | Thursday | question
The meeting is on Thursday. | Meeting/m/day | Thursday | ok
So is the depot in Ghent? | Depot/d/city | Ghent | question
Please, is the depot in Ghent? | Depot/d/city | Ghent | question
Open http://x.org/?q=7 in Firefox. | Page/p/browser | Firefox | ok
Who lives in Ghent? | city | Ghent | question
I live in Ghent?! | city | Ghent | question
You're in Ghent, right? | city | Ghent | question
I'm in Ghent, right by the canal. | city | Ghent | ok
Ghent? | city | Ghent | question
Which depot, Ghent or Delft? | Depot/d/city | Ghent | question/hedge_dropped
Can you tell me if the depot is in Ghent? | Depot/d/city | Ghent | question
I asked whether the depot is in Ghent. | Depot/d/city | Ghent | question
I know where the depot in Ghent is. | Depot/d/city | Ghent | ok
Since the depot is in Ghent, can you drive? | Depot/d/city | Ghent | ok
As I live in Ghent, can you deliver? | city | Ghent | ok
I live in Ghent. Can you deliver? | city | Ghent | ok
Can you deliver? I live in Ghent. | city | Ghent | ok
My name is Ruth, what's yours? | name | Ruth | ok
Hi, I'm Ruth! Are you Otto? | name | Ruth | ok
Hi, I'm Ruth! Are you Otto? | Person/bot/name | Otto | question
Would you say that Ghent is pretty? | City/ghent/look | pretty | question/wish
Did you know the depot is in Ghent? | Depot/d/city | Ghent | question
Was it Ghent or Delft where we met? | Trip/t/met_in | Ghent | question/hedge_dropped
Tell me about Ghent. | city | Ghent | ok
Nine o'clock ok? | Meeting/m/time | Nine o'clock | question
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
你住在苏州吗？ | 城市 | 苏州 | question
我住在苏州。 | 城市 | 苏州 | ok
我住在苏州，哪家店最近？ | 城市 | 苏州 | ok
我住在苏州，附近有没有健身房？ | 城市 | 苏州 | ok
苏州有分店吗 | Shop/s/分店 | 苏州 | question
苏州有没有分店 | Shop/s/分店 | 苏州 | question
苏州有分店。 | Shop/s/分店 | 苏州 | ok
会议是不是周四开 | Meeting/m/日期 | 周四 | question
会议是周四开。 | Meeting/m/日期 | 周四 | ok
¿El almacén está en Gante? | Depot/d/ciudad | Gante | question
El almacén está en Gante. | Depot/d/ciudad | Gante | ok
Vivo en Gante, ¿qué tienda está más cerca? | ciudad | Gante | ok
Est-ce que le dépôt est à Gand ? | Depot/d/ville | Gand | question
Le dépôt est à Gand. | Depot/d/ville | Gand | ok
Ist das Lager in Gent? | Depot/d/stadt | Gent | question
Das Lager ist in Gent. | Depot/d/stadt | Gent | ok
Ich wohne in Gent, welche Filiale ist am nächsten? | stadt | Gent | ok
倉庫は横浜ですか？ | Depot/d/都市 | 横浜 | question
倉庫は横浜ですか。 | Depot/d/都市 | 横浜 | question
倉庫は横浜です。 | Depot/d/都市 | 横浜 | ok
苏州的分店在哪？ | Shop/s/城市 | 苏州 | question
请问分店在苏州还是无锡？ | Shop/s/城市 | 苏州 | question
分店在苏州，对吧？ | Shop/s/城市 | 苏州 | question
分店难道在苏州？ | Shop/s/城市 | 苏州 | question
不知道分店在不在苏州。 | Shop/s/城市 | 苏州 | question/negation_dropped/hedge_dropped
我知道分店在苏州。 | Shop/s/城市 | 苏州 | ok
我叫若兰，你呢？ | 名字 | 若兰 | ok
分店在苏州。你知道吗？ | Shop/s/城市 | 苏州 | ok
¿Vives en Gante? | ciudad | Gante | question
Vives en Gante, ¿no? | ciudad | Gante | question
Dime si el almacén está en Gante. | Depot/d/ciudad | Gante | question/condition_dropped
¿Vienes? Vivo en Gante. | ciudad | Gante | ok
Tu habites à Gand ? | ville | Gand | question
Dis-moi si le dépôt est à Gand. | Depot/d/ville | Gand | question/condition_dropped
Wohnst du in Gent? | stadt | Gent | question
Das Lager ist in Gent, oder? | Depot/d/stadt | Gent | question
倉庫は横浜でしょうか。 | Depot/d/都市 | 横浜 | question/hedge_dropped
倉庫が横浜かどうか知りません。 | Depot/d/都市 | 横浜 | question/negation_dropped
横浜に住んでいますが、店はどこですか。 | 都市 | 横浜 | ok
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()
