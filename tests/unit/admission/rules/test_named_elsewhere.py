"""The attribute is named in another clause, with a value of its own."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Check-in is from 2 pm, check-out by 10 am. | Hostel/default/check_out | 2 pm | spliced
Check-in is from 2 pm, check-out by 10 am. | Hostel/default/check_out | 10 am | ok
Check-in is from 2 pm, check-out by 10 am. | Hostel/default/check_in | 2 pm | ok
Check-in is from 2 pm, check-out by 10 am. | Hostel/default/check_in | 10 am | spliced
The entry fee is 8 euros and the parking fee 3 euros. | Garden/garden/parking_fee | 8 euros | spliced
The entry fee is 8 euros and the parking fee 3 euros. | Garden/garden/entry_fee | 8 euros | ok
My office phone is 5540 and the private one is 7731. | private_phone | 5540 | spliced
My office phone is 5540 and the private one is 7731. | private_phone | 7731 | ok
My office phone is 5540 and the private one is 7731. | office_phone | 5540 | ok
The parking fee is 3 euros. Pay at the kiosk by 9. | Garden/garden/parking_fee | 3 euros | ok
""")
def test_named_elsewhere(row: Row) -> None:
    assert row.holds(), row.got()
