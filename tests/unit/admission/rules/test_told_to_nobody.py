"""Reports: passives of telling that tell nothing, and the nouns of verbs of saying."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- who has been told
The valve leaks and the plumber has been told. | Valve/valve/state | leaks | ok
Bed 4 needs a drip and the night nurse was told. | Bed/bed 4/needs | drip | ok
The gig starts at nine; the band has been told. | Gig/gig/start | nine | ok
The gig starts at nine, the drummer told us. | Gig/gig/start | nine | reported_speech
The gig starts at nine, we were told. | Gig/gig/start | nine | reported_speech
The gig starts at nine, or so I was told. | Gig/gig/start | nine | reported_speech/hedge_dropped
We have been told the gig starts at nine. | Gig/gig/start | nine | reported_speech
The band has been told that the gig starts at nine. | Gig/gig/start | nine | reported_speech
# --- nouns
The plan pays 80 euros per claim. | Plan/plan/payout | 80 euros | ok
Each claim costs you 40 euros. | Policy/policy/cost | 40 euros | ok
Your claim number is KX-204. | Claim/claim/number | KX-204 | ok
The insurance claim was filed on 3 May. | Claim/claim/filed | 3 May | ok
Claims are handled by Rosa. | Dept/claims/handled_by | Rosa | ok
The claim is that the roof is slate. | Roof/roof/material | slate | reported_speech
His claim that the roof is slate stands. | Roof/roof/material | slate | reported_speech
He claims the roof is slate. | Roof/roof/material | slate | reported_speech
They claim the roof is slate. | Roof/roof/material | slate | reported_speech
""")
def test_told_to_nobody(row: Row) -> None:
    assert row.holds(), row.got()
