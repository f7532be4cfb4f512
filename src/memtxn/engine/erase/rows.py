"""Rows: which rows of the folds were made of texts that go, and what is left of them without."""

from __future__ import annotations

from collections.abc import Collection

from memtxn.core.fold import facts, rows_of
from memtxn.engine.receipts import Records
from memtxn.model.record import locate
from memtxn.model.rows import FoldRow


def changed_rows(
    records: Records, places: Collection[int], digest_key: bytes
) -> tuple[list[FoldRow], list[FoldRow]]:
    """(rows that are left of others, rows that go): the fold of each record with its texts, and without."""
    lacking: list[FoldRow] = []
    foreign: list[FoldRow] = []
    for seq in sorted({locate(where)[0] for where in places}):
        record, bodies = records.record(seq), records.bodies(seq)
        left = {ord_: body for ord_, body in bodies.items() if seq << 20 | ord_ not in places}
        before, after = (
            {kind(*row) for kind, rows in facts(rows_of(record, some, digest_key)) for row in rows}
            for some in (bodies, left)
        )
        lacking += sorted(after - before, key=repr)
        foreign += sorted(before - after, key=repr)
    return lacking, foreign
