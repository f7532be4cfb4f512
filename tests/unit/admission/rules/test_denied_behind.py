"""Verdicts in a following sentence or behind a colon, which deny what stands before."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The florist is Petal Row. At least that's what the card says. | Gala/gala/florist | Petal Row | reported_speech
The lift is fixed. Or that's what they told us. | Lift/lift/state | fixed | reported_speech
The lift is fixed. Well, that is what the sign claims. | Lift/lift/state | fixed | reported_speech
The lift is fixed. That's what the sign is for. | Lift/lift/state | fixed | ok
The mayor moved to Graz: that story is entirely made up. | Person/mayor/moved_to | Graz | negation_dropped
The mayor moved to Graz: this claim is simply untrue. | Person/mayor/moved_to | Graz | negation_dropped
The mayor moved to Graz. That report is totally wrong. | Person/mayor/moved_to | Graz | negation_dropped
The mayor moved to Graz. That is utter nonsense. | Person/mayor/moved_to | Graz | negation_dropped
The mayor moved to Graz. Sadly, that rumour is baseless. | Person/mayor/moved_to | Graz | negation_dropped
The mayor moved to Graz. None of this is true. | Person/mayor/moved_to | Graz | negation_dropped
The mayor moved to Graz. It's all a lie. | Person/mayor/moved_to | Graz | negation_dropped
The mayor moved to Graz. But that never happened. | Person/mayor/moved_to | Graz | negation_dropped
The mayor moved to Graz. That rumour is completely true. | Person/mayor/moved_to | Graz | ok
The mayor moved to Graz. That story is not false. | Person/mayor/moved_to | Graz | ok
The mayor moved to Graz. The other rumour is false. | Person/mayor/moved_to | Graz | ok
The mayor moved to Graz. The map in the hall is wrong. | Person/mayor/moved_to | Graz | ok
The ferry leaves at six. The old timetable was wrong. | Ferry/ferry/departure | six | ok
""")
def test_denied_behind(row: Row) -> None:
    assert row.holds(), row.got()
