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
The hut is heated. | Hut/hut/heated | =true | ok
The hut is unheated. | Hut/hut/heated | =true | not_ordered_subsequence/negation_dropped
The hut used to be heated. | Hut/hut/heated | =true | ended_state
The hut is heated only in May. | Hut/hut/heated | =true | restrictor_dropped
The hut will be heated soon. | Hut/hut/heated | =true | ok
If it snows, the hut is heated. | Hut/hut/heated | =true | condition_dropped
Otto says the hut is heated. | Hut/hut/heated | =true | reported_speech
Heated: yes | Hut/hut/heated | =true | ok
Heated: yes | Hut/hut/heated | =false | not_ordered_subsequence
Heated? Yes. | Hut/hut/heated | =true | question
The hut is not only heated but sunny. | Hut/hut/heated | =true | ok
The loft is heated, the hut is not. | Hut/hut/heated | =true | spliced/negation_dropped/subject_unbound
I am not a vegetarian. | vegetarian | =false | ok
I am not a vegetarian. | vegetarian | =true | negation_dropped
I'm vegetarian. | is_vegetarian | =true | ok
I'm vegetarian. | is_vegetarian | =false | negation_added
My wife is vegetarian, I am not. | is_vegetarian | =true | wrong_subject/negation_dropped
Otto has a driving licence. | Person/otto/has_driving_licence | =true | ok
Otto has no driving licence. | Person/otto/has_driving_licence | =false | ok
Otto has no driving licence. | Person/otto/has_driving_licence | =true | negation_dropped
Otto lost his driving licence. | Person/otto/has_driving_licence | =true | negation_dropped/ended_state
Parking is included. | Offer/o/parking_included | =true | ok
Parking is excluded. | Offer/o/parking_included | =true | negation_dropped/not_ordered_subsequence
Parking isn't included. | Offer/o/parking_included | =false | ok
Is parking included? | Offer/o/parking_included | =true | question
我不抽烟。 | smokes | =true | negation_dropped
我不抽烟。 | smokes | =false | ok
我抽烟。 | smokes | =false | negation_added
Ich rauche nicht. | smokes | =false | ok
Ich rauche nicht. | smokes | =true | negation_dropped
Je ne fume pas. | smokes | =true | negation_dropped
Je ne fume pas. | smokes | =false | ok
タバコは吸いません。 | smokes | =true | negation_dropped
タバコは吸いません。 | smokes | =false | ok
balcony=false | Flat/f/balcony | =false | ok
balcony=false | Flat/f/balcony | =true | not_ordered_subsequence
""")
def test_truth_values(row: Row) -> None:
    assert row.holds(), row.got()
