"""Truth values: the words of the attribute stand in one clause, and whether they are denied there decides."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The flat has a balcony. | Flat/f/has_balcony | =true | ok
The flat has a balcony. | Flat/f/has_balcony | =false | negation_added
The flat has no balcony. | Flat/f/has_balcony | =false | ok
The flat has no balcony. | Flat/f/has_balcony | =true | negation_dropped
The flat has a cellar. | Flat/f/has_balcony | =true | not_ordered_subsequence
The flat has a cellar. | Flat/f/has_balcony | =false | not_ordered_subsequence
The flat has a cellar but no balcony. | Flat/f/has_balcony | =false | ok
The flat has a cellar but no balcony. | Flat/f/has_cellar | =true | ok
The flat has a cellar but no balcony. | Flat/f/has_cellar | =false | negation_added
Pets are allowed. | Flat/f/pets_allowed | =true | ok
Pets are not allowed. | Flat/f/pets_allowed | =false | ok
Pets are not allowed. | Flat/f/pets_allowed | =true | negation_dropped
Are pets allowed? | Flat/f/pets_allowed | =true | question
Pets are probably allowed. | Flat/f/pets_allowed | =true | hedge_dropped
I am a smoker. | smoker | =true | ok
I don't smoke. | smokes | =false | ok
I don't smoke. | smokes | =true | negation_dropped
My brother smokes. | smokes | =true | wrong_subject
# --- the text gives the value itself
balcony: no | Flat/f/balcony | =false | ok
balcony: no | Flat/f/balcony | =true | not_ordered_subsequence
balcony: yes | Flat/f/balcony | =true | ok
balcony: yes, lift: no | Flat/f/lift | =true | not_ordered_subsequence
balcony: yes, lift: no | Flat/f/lift | =false | ok
# --- in another language than the attribute's name
La casa tiene balcón. | Flat/f/has_balcony | =true | ok
La casa no tiene balcón. | Flat/f/has_balcony | =true | negation_dropped
La casa no tiene balcón. | Flat/f/has_balcony | =false | ok
这套房有阳台。 | Flat/f/has_balcony | =true | ok
这套房没有阳台。 | Flat/f/has_balcony | =true | negation_dropped
这套房没有阳台。 | Flat/f/has_balcony | =false | ok
这套房有阳台。 | Flat/f/has_balcony | =true | ok | terms={"words":["阳台"]}
这套房有地下室。 | Flat/f/has_balcony | =true | not_ordered_subsequence | terms={"words":["阳台"]}
""")
def test_truth_values(row: Row) -> None:
    assert row.holds(), row.got()
