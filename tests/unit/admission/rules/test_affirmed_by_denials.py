"""Denials that affirm: of none that is not, and what is denied in a clause beside."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
There isn't a single cabin on deck two that doesn't have a window. | Deck/deck two/cabin | window | ok
There is no flat in this block that doesn't have a balcony. | Block/block/flat | balcony | ok
There's no driver here who doesn't carry a spare wheel. | Crew/crew/carries | spare wheel | ok
Not one classroom lacks a projector that works. | School/school/classroom | projector | negation_dropped
We never sail without a flare gun. | Crew/crew/carries | flare gun | ok
No shift starts without a briefing. | Shift/shift/starts_with | briefing | ok
The shift starts without a briefing. | Shift/shift/starts_with | briefing | negation_dropped
There isn't a cabin on deck two that has a window. | Deck/deck two/cabin | window | negation_dropped
There is no flat in this block that has a balcony. | Block/block/flat | balcony | negation_dropped
There is a flat in this block that doesn't have a balcony. | Block/block/flat | balcony | negation_dropped
It's not true that the barn isn't heated. It is heated all winter. | Barn/barn/heated | =true | ok
It's not true that the barn is heated. It isn't heated now. | Barn/barn/heated | =true | negation_dropped
It isn't as if the lake weren't frozen. The lake is frozen. | Lake/lake/state | frozen | ok | quote=lake is frozen
The rule isn't wrong: guests sign in at the desk. | Rule/guests/sign_in | desk | ok
I can't not bring my harp. | brings | harp | ok/negation_dropped
Nobody but Pia cooks here. | Team/team/cook | Pia | ok/restrictor_dropped
""")
def test_affirmed_by_denials(row: Row) -> None:
    assert row.holds(), row.got()
