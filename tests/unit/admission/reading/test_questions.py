"""Which clauses of a sentence ask."""

from __future__ import annotations

import pytest

from tests.unit.admission.reading.reader import asked, lines

ASKED = lines("""
I live in Ghent. |
You live in Ghent? | you live in ghent
I live in Ghent, which branch is closest? | which branch is closest
I live in Ghent, is it far? | is it far
Is it far, or can we walk? | is it far / or can we walk
the pool is open, isn't it? | is not it
So where is the key? | where is the key
Well, hey, is it far? | is it far
# without the mark
does it rain | does it rain
have you eaten | have you eaten
is the pool open | is the pool open
the pool is open |
do come in |
have a seat |
can openers rust |
# Chinese asks anywhere
你住在苏州吗？ | 你 住 在 苏 州 吗
我住在苏州，哪家店最近？ | 哪 家 店 最 近
我住在苏州。 |
Vivo en Lima, ¿dónde está la tienda? | dónde está la tienda
Vivo en Lima. |
J'habite à Lima, où est le magasin ? | où est le magasin
Ich wohne in Lima, wo ist der Laden? | wo ist der laden
""")


@pytest.mark.parametrize(("text", "expected"), ASKED)
def test_asked(text: str, expected: str) -> None:
    assert asked(text) == expected
