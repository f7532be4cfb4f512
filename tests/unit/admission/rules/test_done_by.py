"""Passives: who did it stands behind *by*."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The mural was painted by Rita Solano in 1931 and hangs in the hall. | Artwork/mural/painter | Rita Solano | ok
The clock was designed by Otto Frey. | Object/clock/designer | Otto Frey | ok
The clock was designed by Otto Frey for Ida Holt. | Object/clock/designer | Ida Holt | wrong_subject
The bakery was founded by two sisters in 1950. | Shop/bakery/founder | two sisters | ok
The hymn was composed by Otto Frey. | Hymn/hymn/composer | Otto Frey | ok
The play was directed by Rita Solano and written by Otto Frey. | Play/play/director | Rita Solano | ok
The play was directed by Rita Solano and written by Otto Frey. | Play/play/director | Otto Frey | wrong_subject
The play was directed by Rita Solano and written by Otto Frey. | Play/play/writer | Otto Frey | ok
Rita Solano painted the mural. | Artwork/mural/painter | Rita Solano | ok
Rita Solano painted Otto Frey. | Person/rita solano/painter | Otto Frey | wrong_subject
Otto Frey was painted by Rita Solano. | Person/otto frey/painter | Rita Solano | ok
Otto Frey was painted by Rita Solano. | Person/rita solano/painter | Otto Frey | wrong_subject
The bridge was inspected by Otto Frey after Ida Holt. | Bridge/bridge/inspector | Ida Holt | wrong_subject
""")
def test_done_by(row: Row) -> None:
    assert row.holds(), row.got()
