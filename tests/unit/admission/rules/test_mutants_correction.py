"""Corrections far into a text, of another sentence, and of what then stands again."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
It rains in the north, the wind is cold, the sea is grey. It leaves at 3, no, at 4. | start | 3 | corrected_later
The train goes at 3. The bus goes at 5. Scratch that, at 6. | train_time | 3 | ok
Is it 4? No. The train goes at 3. | train_time | 3 | ok
The guide is Petra, no wait, it is Petra. | guide | Petra | ok
The guide is Petra, no wait, it is Petra after all. | guide | Petra | ok
Send it to Gwen. Scratch that, to Petra, Gwen is on leave. | recipient | Gwen | corrected_later
Send it to Gwen. Scratch that, to gwen. | recipient | Gwen | ok
Send it to Gwen. Scratch that, to Gwen, Petra is on leave. | recipient | Gwen | ok
The guide is Petra. Scratch that, it is Gwen, not Petra. | guide | Petra | corrected_later
The guide is Petra. Scratch that, Petra no, Gwen. | guide | Petra | corrected_later
Write to ann@example.org, no, to bob@example.org. | email | ann@example.org | corrected_later
Write to ann@example.org, no, call us. | email | ann@example.org | ok
We rent the red room. Scratch that, the blue one. | room | red room | corrected_later
The rent is 900. I mean it. | rent | 900 | ok
The guide is Petra. Actually it is Gwen. | guide | Petra | corrected_later
We rent nine chairs, actually eleven. | chairs | nine | corrected_later
We rent nine chairs actually for eleven guests. | chairs | nine | ok
We have nine chairs. Scratch that, eleven. | chairs | nine | corrected_later
We have nine chairs. Scratch that, we are late. | chairs | nine | ok
The guide is Petra. Scratch that, we are late. | guide | Petra | ok
It leaves at 3, no visitors after 4. | start | 3 | ok
我们三点出发，不，四点。 | start | 三点 | corrected_later
""")
def test_corrections(row: Row) -> None:
    assert row.holds(), row.got()
