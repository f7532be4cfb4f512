"""What a relative clause or an apposition says of its noun is said of nothing else."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The kiln, which nobody has lit since Easter, stands in shed 4. | Kiln/kiln/location | shed 4 | ok
The kiln, which stands in shed 4, has never been lit. | Kiln/kiln/location | shed 4 | ok
The minibus, which doesn't start in frost, is parked in bay 6. | Vehicle/minibus/parked | bay 6 | ok
Mr Adeyemi, who never wanted a phone, repairs clocks in Hull. | Person/mr adeyemi/repairs | clocks | ok
Mr Adeyemi, who never wanted a phone, mends clocks. | Person/mr adeyemi/wants | phone | negation_dropped/wish
Mr Adeyemi, who wants to sell kites, repairs clocks in Hull. | Person/mr adeyemi/sells | kites | wish
The chapel, whose bell is said to be cursed, seats ninety. | Chapel/chapel/seats | ninety | ok
The chapel, whose bell is said to be cursed, seats ninety. | Chapel/chapel/bell | cursed | reported_speech
My aunt, who might move to Bonn, teaches maths in Trier. | Person/aunt/teaches | maths | ok
My aunt, who might move to Bonn, teaches maths in Trier. | Person/aunt/city | Bonn | hedge_dropped
The van, not the car, is parked in bay 6. | Vehicle/van/parked | bay 6 | ok
The van, not the car, is parked in bay 6. | Vehicle/car/parked | bay 6 | wrong_subject
The kiln, a gift from the monks, stands in shed 4. | Kiln/kiln/location | shed 4 | ok
The mill, which is shut, is on Weir Lane, and the inn is on Tan Street. | Mill/mill/address | Tan Street | spliced
The kiln, which nobody has lit since May, isn't in shed 4. | Kiln/kiln/location | shed 4 | negation_dropped
""")
def test_beside(row: Row) -> None:
    assert row.holds(), row.got()
