"""Rule 8, parts and wholes: "two of the five guests" are two vegetarians and five guests."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Two of the five guests are vegetarian. | Party/p/vegetarians | five | number_truncated
Two of the five guests are vegetarian. | Party/p/vegetarians | =5 | number_truncated
Two of the five guests are vegetarian. | Party/p/vegetarians | =2 | ok
Two of the five guests are vegetarian. | Party/p/vegetarians | Two | ok
Two of the five guests are vegetarian. | Party/p/guests | =5 | ok
Two of the five guests are vegetarian. | Party/p/guests | five | ok
Two of the five guests are vegetarian. | Party/p/guests | Two | number_truncated
Two of the five guests are vegetarian. | Party/p/guests | =2 | number_truncated
3 of 10 tests failed. | Run/r/failed_tests | =10 | number_truncated
3 of 10 tests failed. | Run/r/failed_tests | =3 | ok
3 of 10 tests failed. | Run/r/failed | 10 | number_truncated
3 of 10 tests failed. | Run/r/tests | =10 | ok
3 of 10 tests failed. | Run/r/total_tests | =10 | ok
3 of 10 tests failed. | Run/r/total_tests | =3 | number_truncated
I paid 30 of the 200 euros. | paid | 200 euros | number_truncated
I paid 30 of the 200 euros. | paid_eur | =200 | number_truncated
I paid 30 of the 200 euros. | paid_eur | =30 | ok
Ten of us voted, six in favour. | Vote/v/in_favour | =10 | number_truncated
Ten of us voted, six in favour. | Vote/v/in_favour | =6 | ok
Ten of us voted, six in favour. | Vote/v/voted | Ten | ok
Out of 40 applicants, 12 were hired. | Job/j/hired | =40 | number_truncated
Out of 40 applicants, 12 were hired. | Job/j/hired | =12 | ok
Out of 40 applicants, 12 were hired. | Job/j/applicants | =40 | ok
Out of 40 applicants, 12 were hired. | Job/j/applicants | 12 | number_truncated
Of the 90 seats, 70 are taken. | Hall/h/taken | 90 | number_truncated
Of the 90 seats, 70 are taken. | Hall/h/taken | 70 | ok
Of the 90 seats, 70 are taken. | Hall/h/seats | 90 | ok
We have nine rooms, of which four are booked. | Inn/i/booked | nine | number_truncated
We have nine rooms, of which four are booked. | Inn/i/booked | four | ok
We have nine rooms, of which four are booked. | Inn/i/rooms | nine | ok
We invited 60 people, 45 of whom came. | Party/p/came | 60 | number_truncated
We invited 60 people, 45 of whom came. | Party/p/came | 45 | ok
We invited 60 people, 45 of whom came. | Party/p/invited | 60 | ok
Eleven out of fourteen players were fit. | Team/t/fit | fourteen | number_truncated
Eleven out of fourteen players were fit. | Team/t/fit_players | fourteen | number_truncated
Eleven out of fourteen players were fit. | Team/t/players | fourteen | ok
The hotel got 4 out of 5 stars. | Hotel/h/stars | 5 | number_truncated
The hotel got 4 out of 5 stars. | Hotel/h/stars | 4 | ok
I am on page 3 of 10. | Book/b/page | 3 | ok
I am on page 3 of 10. | Book/b/pages | 10 | ok
I am on page 3 of 10. | Book/b/page | 10 | number_truncated
Two of the five guests are vegetarian. | Party/p/guest_count | =2 | number_truncated
Two of the five guests are vegetarian. | Party/p/guest_count | =5 | ok
The hotel scored 4 out of 5. | Hotel/h/score | 5 | number_truncated
The hotel scored 4 out of 5. | Hotel/h/score | 4 | ok
I typed 80 of the 320 pages. | Book/b/pages_typed | 320 | number_truncated
I typed 80 of the 320 pages. | Book/b/pages_typed | 80 | ok
I typed 80 of the 320 pages. | Book/b/pages | 320 | ok
I typed 80 of the 320 pages. | Book/b/pages | 80 | number_truncated
Seven of my twelve hens lay eggs. | Farm/f/hens | seven | number_truncated
Seven of my twelve hens lay eggs. | Farm/f/hens | twelve | ok
Seven of my twelve hens lay eggs. | Farm/f/laying_hens | seven | ok
""")
def test_parts_and_wholes(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
The class has a group of 12 pupils. | Class/c/pupils | 12 | ok
We ordered one box of 12 eggs. | Order/o/eggs | 12 | ok
We ordered one box of 12 eggs. | Order/o/boxes | one | ok
Three of the red lamps, please. | Order/o/lamps | three | ok | type=goal
We meet on the 3rd of May. | Meeting/m/date | 3rd of May | ok
We need two bottles of the 2019 Riesling. | Order/o/bottles | two | ok
We need two bottles of the 2019 Riesling. | Order/o/vintage | 2019 | ok
The flat has three rooms of 20 square metres. | Flat/f/rooms | three | ok
It is a party of 6. | Booking/b/party_size | 6 | ok
Half of the 30 pupils are ill. | Class/c/ill | 30 | restrictor_dropped/number_truncated/approximation_dropped
""")
def test_no_part_of_a_whole(row: Row) -> None:
    assert row.holds(), row.got()
