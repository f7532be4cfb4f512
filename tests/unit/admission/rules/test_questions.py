"""Rule 7, questions: what is asked is not stated; a clause before the question is."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
You live in Ghent? | city | Ghent | question
I live in Ghent. | city | Ghent | ok
I live in Ghent, which branch is closest? | city | Ghent | ok
I live in Ghent, is there a branch? | city | Ghent | ok
I live in Ghent and where is the closest branch? | city | Ghent | ok
Is the depot in Ghent, or did it close? | Depot/d/city | Ghent | question
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
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()
