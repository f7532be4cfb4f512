"""Terms, bargains and turnings away: what is free for some, what follows from a request, what was turned down."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Feed the ferret and I will fix the fence. | fixes | the fence | condition_dropped
Another goal and we can start the party. | starts | the party | condition_dropped
We met Otto and we will hire the barn. | hires | the barn | ok
The key is in the shed and the barn is open. | Key/key/location | in the shed | ok
Liver makes me gag. | favourite_food | Liver | negation_dropped
Cardigans give me a rash. | likes | Cardigans | negation_dropped
The smell of the fair made me ill. | ill_from | smell of the fair | ok
I like the film about migraine. | likes | film about migraine | ok
""")
def test_bargains_and_aversions(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
The board voted against the fountain. | Board/board/approved | the fountain | negation_dropped
My aunt talked me out of the tattoo. | has | the tattoo | negation_dropped
We did away with the buffet. | offers | the buffet | negation_dropped
The moths keep me from knitting. | hobby | knitting | negation_dropped
Figs disagree with me. | tolerates | Figs | negation_dropped
The old plug was dropped in spring. | Device/device/supports | the old plug | negation_dropped/ended_state
The skip comes on Monday. | Skip/skip/day | Monday | ok
The castle is free for children. | Castle/castle/entry | free | restrictor_dropped
The sauna is open all night for paying guests. | Sauna/sauna/hours | all night | restrictor_dropped
The bar opens anywhere bar the quay. | Bar/bar/opens | anywhere | restrictor_dropped
The shed is damp by the look of it. | Shed/shed/state | damp | hedge_dropped
Pretty sure the lock is brass. | Lock/lock/metal | brass | hedge_dropped
My best guess is that the vase is Danish. | Vase/vase/origin | Danish | hedge_dropped
""")
def test_turned_away(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Until the flood the mill stood in Weir Lane. | Mill/mill/address | Weir Lane | ended_state
I sang alto for nine years. | voice | alto | ended_state
I have sung alto for nine years. | voice | alto | ok
Before Ida it was Rao who had the keys. | Club/club/keyholder | Rao | ended_state
The pears are 4.20 a dozen. | Pear/pears/price_per_item | =4.2 | unit_dropped
The pears are 4.20 a dozen. | Pear/pears/price_per_dozen | =4.2 | ok
The card ends in 4411. | Card/card/number | 4411 | number_truncated
The card ends in 4411. | Card/card/last_digits | 4411 | ok
Rolf inherited the barn from Ada. | Person/rolf/heir | Ada | wrong_subject
Rolf mentored Ada. | Person/rolf/mentor | Ada | wrong_subject
Rolf mentored Ada. | Person/ada/mentor | Rolf | ok
I adore the tax office. Not. | adores | the tax office | irony
The label says "no sulphites". | Wine/wine/label_note | no sulphites | ok
""")
def test_ends_rates_and_sides(row: Row) -> None:
    assert row.holds(), row.got()
