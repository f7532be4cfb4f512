"""Those next door, who bear the clause without a name."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- Chinese
楼上那户养了三只狗，天天叫。 | pet | 狗 | wrong_subject
隔壁家装了新空调，很吵。 | has | 新空调 | wrong_subject
对门养了一只猫。 | pet | 猫 | wrong_subject
楼下的租客弹钢琴。 | plays | 钢琴 | wrong_subject
我家养了一只猫。 | pet | 猫 | ok
我住楼上，养了一只猫。 | pet | 猫 | ok
我养了一只猫，楼下那家养了狗。 | pet | 猫 | ok
我养了一只猫，楼下那家养了狗。 | pet | 狗 | wrong_subject
# --- English
The people upstairs have two dogs. | pet | dogs | wrong_subject
The family downstairs keeps hens. | keeps | hens | wrong_subject
Next door they keep hens. | keeps | hens | subject_unbound
The guy across the hall plays the tuba. | plays | tuba | wrong_subject
The upstairs neighbours have a parrot. | pet | parrot | wrong_subject
I keep hens. | keeps | hens | ok
""")
def test_next_door(row: Row) -> None:
    assert row.holds(), row.got()
