"""Near a place is not in it, and half of a name is another name."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- the first half of a name
她在南京大学工作。 | Person/她/workplace | 南京大学 | ok
我表姐在浙江大学附属医院上班。 | Person/表姐/workplace | 浙江大学 | not_ordered_subsequence
她在复旦大学出版社工作。 | Person/她/workplace | 复旦大学 | not_ordered_subsequence
他在中国银行大厦上班。 | Person/他/employer | 中国银行 | not_ordered_subsequence
她在交通大学读书。 | Person/她/school | 交通大学 | ok
She works at Oslo University Hospital. | Person/she/workplace | Oslo University | not_ordered_subsequence
# --- near it
她在同济大学对面开店。 | Person/她/workplace | 同济大学 | approximation_dropped
我住在人民公园旁边。 | lives_in | 人民公园 | approximation_dropped
我家在西湖附近。 | lives_at | 西湖 | approximation_dropped
He works opposite Leeds Station. | Person/he/workplace | Leeds Station | approximation_dropped
He lives near Malmö. | Person/he/city | Malmö | approximation_dropped
He lives just outside Malmö. | Person/he/city | Malmö | approximation_dropped
# --- left
I left Paris. | city | Paris | wrong_subject
I left Paris in May. | city | Paris | wrong_subject
She left Acme. | Person/she/employer | Acme | wrong_subject
I left the keys at the porter's. | Keys/k/location | at the porter's | ok
My train leaves Paris at nine. | Train/t/from | Paris | ok
I live in Paris. | city | Paris | ok
""")
def test_places(row: Row) -> None:
    assert row.holds(), row.got()
