"""Whose it is: of, 's, and whose."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The name of my dentist is Vera Pohl. | dentist | Vera Pohl | ok
Rita's dog's name is Fig. | Person/rita/dog_name | Fig | ok
The owner of the kiln is Rita. | Kiln/kiln/owner | Rita | ok
The kiln is Rita's. | Kiln/kiln/owner | Rita | ok
The kiln belongs to Rita. | Kiln/kiln/owner | Rita | ok
A friend of mine lives in Ghent. | lives_in | Ghent | wrong_subject
A friend of Rita's lives in Ghent. | Person/rita/lives_in | Ghent | wrong_subject
My neighbour's son, Milo, plays the harp. | Person/milo/instrument | harp | ok
My neighbour's son, Milo, plays the harp. | instrument | harp | wrong_subject
Rita, a friend from Ghent, runs the bakery. | Person/rita/runs | bakery | ok
""")
def test_possessives(row: Row) -> None:
    assert row.holds(), row.got()
