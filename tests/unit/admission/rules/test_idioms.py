"""Idioms of negation and of modality that affirm or say nothing."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
You can't beat the soup at Nonna's: it costs 6 euros. | Soup/soup/price | 6 euros | ok
I couldn't be happier in Ghent. | city | Ghent | ok
Not a day goes by without a swim in the lake. | swims_in | lake | ok
No doubt the choir sings in Latin. | Choir/choir/language | Latin | ok
Needless to say, the choir sings in Latin. | Choir/choir/language | Latin | ok
I don't mind telling you: my locker is number 48. | locker | number 48 | ok
Don't forget that the pool shuts at eight. | Pool/pool/closing_time | eight | ok
Remember that the pool shuts at eight. | Pool/pool/closing_time | eight | ok
It's no secret that Rita runs the bakery. | Person/rita/runs | bakery | ok
There's no denying that Rita runs the bakery. | Person/rita/runs | bakery | ok
I have to say, Rita runs the bakery. | Person/rita/runs | bakery | ok
Nothing beats tea: I drink oolong. | drinks | oolong | ok
Rita can sing in Latin. | Person/rita/sings_in | Latin | ok
It turns out Rita runs the bakery. | Person/rita/runs | bakery | ok
I must admit I love liquorice. | loves | liquorice | ok
Why not meet in Ghent? | city | Ghent | question/wish/negation_dropped
Rita, whose van never starts, lives in Ghent. | Person/rita/lives_in | Ghent | ok
I, for one, live in Ghent. | lives_in | Ghent | ok
Nobody else knows, but I live in Ghent. | lives_in | Ghent | ok
""")
def test_idioms(row: Row) -> None:
    assert row.holds(), row.got()
