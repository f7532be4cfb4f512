"""Of whom a clause speaks."""

from __future__ import annotations

import pytest

from tests.unit.admission.reading.reader import bearers, lines

BEARERS = lines("""
I row. | first:i
Nina rows. | name:nina
Boats sink. |
It sinks. |
My brother and Nina row. | first:my+ kin:brother name:nina
Bob's sister rows. | name:bob+ kin:sister
Marsh's boat sank. | name:marsh+
The new boss shouted at me. | kin:boss first:me
He saw her. | third:he third:her+
Mum is out, and you know it. | kin:mum second:you
Mr. Marsh came. | name:mr_marsh
I met J. R. Marsh there. | first:i name:marsh
my friend Lou rows | first:my+ kin:friend name:lou
we rowed in Oslo | first:we name:oslo
we rowed in oslo | first:we
brothers fight |
their brothers fight | third:their+ kin:brothers
# Chinese
我划船。 | first:我
我姐夫会划船。 | first:我 kin:姐_夫
我的学生喜欢你。 | first:我+ kin:学_生 second:你
小宋和赵总划船。 | name:小_宋 name:赵_总
小区停水。 |
周宁在划船。 | name:周_宁
他们划船。 | third:他_们
# others
Mi hermano y tú | first:mi+ kin:hermano second:tú
Mein Bruder rudert. | first:mein+ kin:bruder
弟は走ります。 | kin:弟
""")


@pytest.mark.parametrize(("text", "expected"), BEARERS)
def test_bearers(text: str, expected: str) -> None:
    assert bearers(text) == expected
