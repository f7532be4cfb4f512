"""A second half that leaves out its verb speaks of something else."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Hall one holds the cellos; hall two, the organ. | Hall/hall one/holds | organ | spliced
Hall one holds the cellos; hall two, the organ. | Hall/hall one/holds | cellos | ok
Hall one holds the cellos; hall two, the organ. | Hall/hall two/holds | organ | ok
The north gate takes lorries, the south gate, bicycles. | Gate/north gate/takes | bicycles | spliced
The north gate takes lorries and the south one bicycles. | Gate/north gate/takes | bicycles | spliced
Edda gets the attic; Milo, the cellar. | Person/edda/room | cellar | spliced/wrong_subject/subject_unbound
Edda gets the attic; Milo, the cellar. | Person/milo/room | cellar | ok
Edda gets the attic; Milo, the cellar. | Person/milo/room | attic | spliced/wrong_subject/subject_unbound
The north gate, in summer, takes lorries. | Gate/north gate/takes | lorries | ok
Hall one, on weekdays, holds the organ. | Hall/hall one/holds | organ | ok
一号厅放大提琴，二号厅管风琴。 | Hall/一号厅/放 | 管风琴 | spliced/wrong_subject/subject_unbound
""")
def test_ellipsis(row: Row) -> None:
    assert row.holds(), row.got()
