"""Rule 10 for what is no person: it need not be named, but no other of its kind may be."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
We are nine, and we need two tables. | Booking/b-77/tables | two tables | ok
# --- another of its kind
Gate 9 closes at noon. | Gate/gate-4/closes | noon | wrong_subject
Gate 4 closes at noon. | Gate/gate-4/closes | noon | ok
The gate closes at noon. | Gate/gate-4/closes | noon | ok
The Ghent depot closes at noon. | Depot/ghent-depot/closes | noon | ok
# --- a clause that leaves out what it has in common
The oak desk costs 400 euros, the pine desk 250 euros. | Desk/oak-desk/price | 250 euros | spliced
The oak desk costs 400 euros, the pine desk 250 euros. | Desk/oak-desk/price | 400 euros | ok
The oak desk costs 400 euros, the pine desk 250 euros. | Desk/pine-desk/price | 250 euros | ok
The desk is oak, and weighs 40 kg. | Desk/desk/weight | 40 kg | ok
The desk costs 400 euros, with a lamp 430 euros. | Desk/desk/price_with_lamp | 430 euros | ok
# --- named in a later clause only
The lock costs 40 euros, the bike 300 euros. | Bike/bike/price | 40 euros | spliced
The lock costs 40 euros, the bike 300 euros. | Bike/bike/price | 300 euros | ok
# --- the same said of something else
The loft is cold, the hall is warm. | Room/loft/state | warm | spliced
The loft is cold, the hall is warm. | Room/loft/state | cold | ok
The loft is cold, and it's damp too. | Room/loft/state | damp | ok
# --- the speaker's own
My kayak is green. | Boat/alice's-kayak/colour | green | ok
Our kayak is red, theirs is green. | Boat/kayak/colour | red | ok
Our kayak is red, theirs is green. | Boat/kayak/colour | green | wrong_subject/spliced/subject_unbound
# --- the value names the entity
Put us in Room 12. | Meeting/12/room | Room 12 | ok
We fly to Oslo. | Trip/oslo/destination | Oslo | ok
# --- declared
It is green. | Boat/b-9/colour | green | subject_unbound | terms={"named":true}
The kayak is here. It is green. | Boat/kayak/colour | green | ok | terms={"named":true}
The old tub is green. | Boat/b-9/colour | green | ok | terms={"named":true,"aliases":["old tub"]}
My brother packs the green bag. | Trip/t/bag | green | ok | terms={"owner":"session"}
# --- another item of an enumeration
The hut holds forty crates, six barrels and a sledge. | Stock/barrels/count | =6 | ok
The hut holds forty crates, six barrels and a sledge. | Stock/barrels/count | =40 | spliced
The hut holds forty crates, six barrels and a sledge. | Stock/crates/count | =40 | ok
木屋有瓦片四十箱、木桶六个。 | Stock/木桶/数量 | =6 | ok
木屋有四十箱瓦片、六个木桶。 | Stock/木桶/数量 | =40 | spliced
Ours is red, theirs is green. | Boat/kayak/colour | green | wrong_subject/subject_unbound
Ours is red, theirs is green. | Boat/kayak/colour | red | ok
His is green. | Boat/kayak/colour | green | wrong_subject/subject_unbound
The blue tent sleeps four and the red tent sleeps six. | Tent/blue-tent/sleeps | six | spliced/wrong_subject
The blue tent sleeps four and the red tent sleeps six. | Tent/blue-tent/sleeps | four | ok
The blue tent sleeps four and the red tent sleeps six. | Tent/red-tent/sleeps | six | ok
Room 12 is for Otto, room 14 is for Lin. | Room/room-12/guest | Lin | spliced/wrong_subject
Room 12 is for Otto, room 14 is for Lin. | Room/room-12/guest | Otto | ok
Room 12 is for Otto, room 14 is for Lin. | Room/room-14/guest | Lin | ok
Room 12: Otto\\nRoom 14: Lin | Room/room-12/guest | Lin | spliced/wrong_subject
Room 12: Otto\\nRoom 14: Lin | Room/room-14/guest | Lin | ok
Order 77 ships today, order 78 ships on Monday. | Order/77/ships | on Monday | spliced/wrong_subject
Order 77 ships today, order 78 ships on Monday. | Order/77/ships | today | ok
Order 77 ships today. Order 78 ships on Monday. | Order/78/ships | on Monday | ok
Order #78 ships on Monday. | Order/order-78/ships | on Monday | ok
Unlike the kayak, the barge is red. | Boat/barge/colour | red | ok
The kayak is red like the barge. | Boat/kayak/colour | red | ok
The kayak and the barge are red. | Boat/kayak/colour | red | ok
The kayak and the barge are red. | Boat/barge/colour | red | ok
The kayak is red and white. | Boat/kayak/colour | red and white | ok
The kayak is red and the barge white. | Boat/barge/colour | white | ok
We have a kayak. It is red. | Boat/kayak/colour | red | ok
The kayak's colour is red. | Boat/kayak/colour | red | ok
The colour of the kayak is red. | Boat/kayak/colour | red | ok
Next to the kayak stands a red barge. | Boat/barge/colour | red | ok
The refund policy allows 14 days. | Policy/refund-policy/window | 14 days | ok
Refunds take 14 days. | Policy/refund-policy/window | 14 days | ok
Otto's kayak is green. | Boat/alice's-kayak/colour | green | wrong_subject
The Delft depot closes at noon. | Depot/ghent-depot/closes | noon | wrong_subject
The lamp is not copper, it is brass. | Item/lamp/metal | brass | ok
The loft is cold, it is damp too. | Room/loft/state | damp | ok
The room number is no. 12. | Booking/b/room | 12 | ok
The rug is not wool, it is felt. | Item/rug/fabric | felt | ok
The rug is wool, that is soft. | Item/rug/fabric | wool | ok
The porch is dry, it's bright too. | Room/porch/state | bright | ok
The porch is dry, the cellar is damp. | Room/porch/state | damp | spliced
Bob's rug is felt. | Item/alice's-rug/fabric | felt | wrong_subject
My rug is felt. | Item/alice's-rug/fabric | felt | ok
The rug is felt. | Item/alice's-rug/fabric | felt | ok
The Lyon office opens at six. | Office/metz-office/opens | six | wrong_subject
The Metz office opens at six. | Office/metz-office/opens | six | ok
Our office opens at six. | Office/metz-office/opens | six | ok
The new office opens at six. | Office/metz-office/opens | six | ok
The head office opens at six. | Office/metz-office/opens | six | ok
# --- declared owners, persons and names
My brother rows at six. | Trip/t/rows_at | six | ok | terms={"owner":"session"}
Otto is nine. | Robot/otto/age | nine | ok | terms={"person":true}
I'm nine. | Robot/otto/age | nine | wrong_subject | terms={"person":true}
I'm nine. | Robot/otto/age | nine | ok | terms={"owner":"speaker"}
My sister is nine. | Robot/otto/age | nine | wrong_subject | terms={"person":true}
My sister is nine. | Person/otto/age | nine | ok | terms={"person":false}
The tub is green, the kayak is red. | Boat/b-9/colour | red | spliced/wrong_subject | terms={"aliases":["tub"]}
The tub is green, the kayak is red. | Boat/b-9/colour | green | ok | terms={"aliases":["tub"]}
The deck is green. | Boat/b-9/colour | green | subject_unbound | terms={"aliases":["tub"],"named":true}
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
# --- labels
Juniors: 12 pounds\\nSeniors: 9 pounds | Ticket/seniors/price | 12 pounds | spliced
Juniors: 12 pounds\\nSeniors: 9 pounds | Ticket/seniors/price | 9 pounds | ok
Juniors: 12 pounds, Seniors: 9 pounds | Ticket/seniors/price | 12 pounds | spliced
Price: 12 pounds | Ticket/seniors/price | 12 pounds | ok
Size: small\\nColour: green | Shirt/s/colour | green | ok
大人：四十元\\n儿童：二十元 | Ticket/儿童/价格 | 四十元 | spliced
大人：四十元\\n儿童：二十元 | Ticket/儿童/价格 | 二十元 | ok
# --- fields
cpu_load=71 disk_load=12 | Host/h/cpu_load | 12 | spliced
cpu_load=71 disk_load=12 | Host/h/cpu_load | 71 | ok
cpu_load=71 disk_load=12 | Host/h/disk_load | 12 | ok
old_seat=12A new_seat=14C | Ticket/t/seat | 12A | wrong_subject
old_seat=12A new_seat=14C | Ticket/t/seat | 14C | ok
old_seat=12A new_seat=14C | Ticket/t/old_seat | 12A | ok
build 91 passed failed=0 suite=net | Build/b/suite | net | ok
Kids: free\\nAdults: 9 pounds | Ticket/adults/price | free | spliced
Kids: free\\nAdults: 9 pounds | Ticket/adults/price | 9 pounds | ok
Kids free, adults 9 pounds. | Ticket/adults/price | free | spliced
Kids free, adults 9 pounds. | Ticket/adults/price | 9 pounds | ok
size=small, colour=green | Shirt/s/colour | green | ok
size=small, colour=green | Shirt/s/colour | small | spliced
size=small; colour=green | Shirt/s/size | green | spliced
"size": "small", "colour": "green" | Shirt/s/colour | green | ok
size: small, colour: green | Shirt/s/colour | green | ok
seat=14C previous_seat=12A | Ticket/t/seat | 12A | spliced/wrong_subject
seat=14C previous_seat=12A | Ticket/t/seat | 14C | ok
retries=0 timeout=30s | Job/j/timeout | 30s | ok
retries=0 timeout=30s | Job/j/retries | 30s | spliced
url=http://x.org/?a=1 host=h7 | Job/j/host | h7 | ok
From: Otto\\nTo: Lin | Mail/m/from | Otto | ok
From: Otto\\nTo: Lin | Mail/m/to | Lin | ok
Status: not paid | Bill/b/status | paid | negation_dropped
Status: paid | Bill/b/status | paid | ok
Paid: no\\nSent: yes | Bill/b/sent | =true | ok
Paid: no\\nSent: yes | Bill/b/paid | =true | not_ordered_subsequence/negation_dropped
Paid: no\\nSent: yes | Bill/b/paid | =false | ok
"size": "small", "colour": "green" | Shirt/s/colour | small | spliced
From: Otto\\nTo: Lin | Mail/m/to | Otto | spliced/wrong_subject
Open http://x.org/?q=7 on port 8080. | Server/s/port | 8080 | ok
Size: small\\nColour: green | Shirt/s/colour | small | spliced
size: small, colour: green | Shirt/s/colour | small | spliced
Weight: 9 kg\\nHeight: 2 m | Box/b/height | 9 kg | spliced
Weight: 9 kg\\nHeight: 2 m | Box/b/height | 2 m | ok
Weight: 9 kg\\nHeight: 2 m | Box/b/size | 2 m | ok
Arrival: Monday, departure: Friday | Stay/s/departure | Monday | spliced
Arrival: Monday, departure: Friday | Stay/s/departure | Friday | ok
Arrival: Monday, departure: Friday | Stay/s/arrival_day | Monday | ok
Main dish: crab\\nDessert: ice | Menu/m/dessert | crab | spliced
Main dish: crab\\nDessert: ice | Menu/m/main_dish | crab | ok
体重：九公斤\\n身高：两米 | Box/b/身高 | 九公斤 | spliced
体重：九公斤\\n身高：两米 | Box/b/身高 | 两米 | ok
Name: Rita\\nDog's name: Bo | Person/rita/name | Rita | ok
""")
def test_labels_and_fields(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
中杯十二元，大杯十五元。 | Drink/中杯/价格 | 十五元 | spliced
中杯十二元，大杯十五元。 | Drink/中杯/价格 | 十二元 | ok
中杯十二元，大杯十五元。 | Drink/大杯/价格 | 十五元 | ok
大连仓库中午关门。 | Depot/青岛仓库/关门 | 中午 | wrong_subject
青岛仓库中午关门。 | Depot/青岛仓库/关门 | 中午 | ok
仓库中午关门。 | Depot/青岛仓库/关门 | 中午 | ok
这张桌子四百元。 | Desk/那张桌子/价格 | 四百元 | ok
阁楼很冷，客厅很暖和。 | Room/阁楼/温度 | 暖和 | spliced
阁楼很冷，客厅很暖和。 | Room/阁楼/温度 | 冷 | ok
# --- Japanese names
桜の間は六名、梅の間は十名です。 | Room/梅の間/capacity | 十名 | ok
桜の間は六名、梅の間は十名です。 | Room/梅の間/capacity | 六名 | wrong_subject
""")
def test_chinese(row: Row) -> None:
    assert row.holds(), row.got()
