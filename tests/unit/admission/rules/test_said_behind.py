"""Quotatives: a verb of saying before its subject, behind what is said."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The loft is dry, reported Otto. | Loft/loft/state | dry | reported_speech
The hall is free, said Nina. | Hall/hall/state | free | reported_speech
The lift works, claimed the janitor. | Lift/lift/state | works | reported_speech
The loft is dry, wrote Otto. | Loft/loft/state | dry | reported_speech
The hall is free, explained the new caretaker. | Hall/hall/state | free | reported_speech
The hall is free, as reported on Monday. | Hall/hall/state | free | ok
The soup is bland, added salt at six. | Soup/soup/taste | bland | ok
The gym is open, confirmed Lena. | Gym/gym/state | open | reported_speech
The lift is out, reports the landlady. | Lift/lift/state | out | reported_speech
""")
def test_said_behind(row: Row) -> None:
    assert row.holds(), row.got()
