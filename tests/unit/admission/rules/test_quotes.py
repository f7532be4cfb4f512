"""How much is quoted changes nothing: the whole sentence around the value is looked at, and no other one."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- cropped
I have never been to Oslo. | visited | Oslo | negation_dropped | quote=been to Oslo
I have been to Oslo. | visited | Oslo | ok | quote=been to Oslo
If it snows, we sleep in the hut. | Trip/t/sleeps | the hut | condition_dropped | quote=we sleep in the hut
Does Otto keep goats? | Person/otto/keeps | goats | question | quote=Otto keep goats
My aunt and her dog live in Oslo. | city | Oslo | wrong_subject | quote=live in Oslo
It is not true that I live in Oslo. | city | Oslo | negation_dropped | quote=I live in Oslo
I live in Oslo, I guess. | city | Oslo | hedge_dropped | quote=I live in Oslo
Meet at 3, no, at 4. | Meeting/m/time | 3 | corrected_later | quote=Meet at 3
The boat cost 12,500 euros. | Boat/b/price | 12 | number_truncated/not_ordered_subsequence | quote=12
# --- over the end of a sentence
I row. I live in Oslo. | city | Oslo | ok | quote=row. I live in Oslo
I don't row. I live in Oslo. | city | Oslo | ok
I don't row. I live in Oslo. | city | Oslo | ok | quote=row. I live in Oslo
I live in Oslo. I don't row. | city | Oslo | ok
Do you row? I live in Oslo. | city | Oslo | ok
Otto rows. I live in Oslo. | city | Oslo | ok
If it snows, ring me. I live in Oslo. | city | Oslo | ok
I live in Oslo.\\nNever ring me at night. | city | Oslo | ok
I don't live in Oslo. I live in Bergen. | city | Oslo | negation_dropped
I don't live in Oslo. I live in Bergen. | city | Bergen | ok
我不划船。我住在大连。 | 城市 | 大连 | ok
我不划船。我住在大连。 | 城市 | 大连 | ok | quote=划船。我住在大连
我不住在大连。我住在青岛。 | 城市 | 大连 | negation_dropped | quote=住在大连
# --- what is no end of a sentence
I never saw Dr. Marsh at the clinic. | saw | Dr. Marsh | negation_dropped | quote=Dr. Marsh
I saw Dr. Marsh at the clinic. | saw | Dr. Marsh | ok | quote=Dr. Marsh
I never use no. 7 for the bass. | uses | 7 for the bass | negation_dropped | quote=7 for the bass
# --- said twice, once without what speaks against it
I may live in Oslo. Yes, I live in Oslo. | city | Oslo | ok
I may live in Oslo. Yes, I live in Oslo. | city | Oslo | hedge_dropped | quote=I may live in Oslo
# --- not in the source
I live in Oslo. | city | Bergen | quote_not_in_source | quote=I live in Bergen
I live in Oslo. | city | Bergen | not_ordered_subsequence
We do not sell crab. Ask Otto. | Shop/s/sells | crab | negation_dropped | quote=sell crab. Ask Otto
Ask Otto. We do not sell crab. | Shop/s/sells | crab | negation_dropped | quote=Otto. We do not sell crab
Crab? We sell crab. | Shop/s/sells | crab | ok | quote=We sell crab
Crab? We sell crab. | Shop/s/sells | Crab | question | quote=Crab?
Do we sell crab, Otto asked. | Shop/s/sells | crab | question | quote=we sell crab
We sell crab, or so I hear. | Shop/s/sells | crab | reported_speech/hedge_dropped | quote=We sell crab
We sell crab; no squid. | Shop/s/sells | crab | ok
We sell crab; no squid. | Shop/s/sells | squid | negation_dropped | quote=squid
WE DO NOT SELL CRAB | Shop/s/sells | CRAB | negation_dropped
we do NOT sell crab | Shop/s/sells | crab | negation_dropped
We do *not* sell crab. | Shop/s/sells | crab | negation_dropped
We do _not_ sell crab. | Shop/s/sells | crab | negation_dropped
We do "not" sell crab. | Shop/s/sells | crab | negation_dropped
We do not. Sell. Crab. | Shop/s/sells | Crab | ok
We do not\\nsell crab | Shop/s/sells | crab | ok
We do n o t sell crab. | Shop/s/sells | crab | ok
We do not (ever) sell crab. | Shop/s/sells | crab | negation_dropped
We never ever sell crab. | Shop/s/sells | crab | negation_dropped
- no crab\\n- squid | Shop/s/sells | crab | negation_dropped
- no crab\\n- squid | Shop/s/sells | squid | ok
1. no crab\\n2. squid | Shop/s/sells | squid | ok
For sale: crab, squid | Shop/s/sells | squid | ok
Crab: sold out. Squid: in stock. | Shop/s/in_stock | Squid | ok
""")
def test_quotes(row: Row) -> None:
    assert row.holds(), row.got()
