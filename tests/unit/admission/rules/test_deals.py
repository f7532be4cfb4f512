"""Two sides of one event: the attribute asks for one of them, the clause gives the value the other."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- matches
In the semifinal Ada beat Bo 3-1. | Match/m/winner | Ada | ok
In the semifinal Ada beat Bo 3-1. | Match/m/winner | Bo | wrong_subject
In the semifinal Ada beat Bo 3-1. | Match/m/loser | Bo | ok
In the semifinal Ada beat Bo 3-1. | Match/m/loser | Ada | wrong_subject
Ada lost to Bo. | Match/m/winner | Ada | wrong_subject
Ada lost to Bo. | Match/m/winner | Bo | ok
Ada lost to Bo. | Match/m/loser | Ada | ok
Ada was beaten by Bo. | Match/m/winner | Ada | wrong_subject
Ada was beaten by Bo. | Match/m/winner | Bo | ok
The Owls defeated the Hawks. | Match/m/winner | Hawks | wrong_subject
The Owls defeated the Hawks. | Match/m/winner | Owls | ok
The Owls' defeat by the Hawks was bitter. | Match/m/winner | Hawks | ok
Ada won against Bo. | Match/m/winner | Bo | wrong_subject
Ada won against Bo. | Match/m/winner | Ada | ok
红队赢了蓝队。 | Match/m/winner | 蓝队 | wrong_subject
红队赢了蓝队。 | Match/m/winner | 红队 | ok
红队二比一击败蓝队。 | Match/m/winner | 蓝队 | wrong_subject
红队二比一击败蓝队。 | Match/m/winner | 红队 | ok
红队输给了蓝队。 | Match/m/winner | 红队 | wrong_subject
红队输给了蓝队。 | Match/m/winner | 蓝队 | ok
红队被蓝队击败。 | Match/m/winner | 红队 | wrong_subject
红队被蓝队击败。 | Match/m/winner | 蓝队 | ok
红队战胜了蓝队。 | Match/m/loser | 蓝队 | ok
The Bears edged the Wolves 2-1. | Match/m/winner | Wolves | wrong_subject
The Bears edged the Wolves 2-1. | Match/m/winner | Bears | ok
# --- trade, loans and work
Ines sold the boat to Otto. | Sale/s/seller | Otto | wrong_subject
Ines sold the boat to Otto. | Sale/s/buyer | Otto | ok
Ines sold the boat to Otto. | Sale/s/buyer | Ines | wrong_subject
Ines bought the boat from Otto. | Sale/s/seller | Otto | ok
Ines bought the boat from Otto. | Sale/s/seller | Ines | wrong_subject
Ines bought the boat from Otto. | Sale/s/buyer | Otto | wrong_subject
Ines lent Otto the drill. | Loan/l/lender | Otto | wrong_subject
Ines lent Otto the drill. | Loan/l/borrower | Otto | ok
Otto borrowed the drill from Ines. | Loan/l/lender | Ines | ok
Otto borrowed the drill from Ines. | Loan/l/borrower | Ines | wrong_subject
Ines hired Otto. | Hire/h/employee | Ines | wrong_subject
Ines hired Otto. | Hire/h/employer | Ines | ok
Ines teaches Otto. | Lesson/l/teacher | Otto | wrong_subject
Ines teaches Otto. | Lesson/l/student | Otto | ok
Ines wrote to Otto. | Letter/l/sender | Otto | wrong_subject
Ines wrote to Otto. | Letter/l/recipient | Otto | ok
The letter from Ines to Otto arrived. | Letter/l/sender | Otto | wrong_subject
The letter from Ines to Otto arrived. | Letter/l/sender | Ines | ok
Ines paid Otto 20 euros. | Payment/p/payer | Otto | wrong_subject
Ines paid Otto 20 euros. | Payment/p/payee | Otto | ok
Otto was hired by Ines. | Hire/h/employer | Ines | ok
Otto was hired by Ines. | Hire/h/employer | Otto | wrong_subject
Ana replaced Ben as captain. | Team/t/successor | Ben | wrong_subject
Ana replaced Ben as captain. | Team/t/predecessor | Ben | ok
The doctor treats Ines. | Case/c/patient | Ines | ok
The doctor treats Ines. | Case/c/doctor | Ines | wrong_subject
# --- Chinese
小李把车卖给了小王。 | Sale/s/seller | 小王 | wrong_subject
小李把车卖给了小王。 | Sale/s/buyer | 小王 | ok
小李把车卖给了小王。 | Sale/s/buyer | 小李 | wrong_subject
小李向小王借了电钻。 | Loan/l/lender | 小王 | ok
小李向小王借了电钻。 | Loan/l/lender | 小李 | wrong_subject
小李借给小王一本书。 | Loan/l/borrower | 小王 | ok
小李借给小王一本书。 | Loan/l/lender | 小王 | wrong_subject
信是小李寄给小王的。 | Letter/l/sender | 小王 | wrong_subject
信是小李寄给小王的。 | Letter/l/recipient | 小王 | ok
# --- no deal of the attribute
Otto wrote the opening speech. | Speech/s/author | Otto | ok
Ines taught in Cork. | Person/ines/taught_in | Cork | ok
My teacher taught us Latin. | subject | Latin | ok
""")
def test_deals(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Dorian rents the barn to Philippa. | Building/barn/landlord | Philippa | wrong_subject
Dorian rents the barn to Philippa. | Building/barn/tenant | Philippa | ok
Dorian rents the barn from Philippa. | Building/barn/landlord | Philippa | ok
Dorian rents the barn from Philippa. | Building/barn/landlord | Dorian | wrong_subject
Dorian rents the barn. | Building/barn/tenant | Dorian | ok
蓝队赢了红队，三比一。 | Team/红队/defeated | 蓝队 | wrong_subject
蓝队赢了红队，三比一。 | Team/蓝队/defeated | 红队 | ok
小葛拜老褚为师学木雕。 | Person/老褚/apprentice_of | 小葛 | wrong_subject
小葛拜老褚为师学木雕。 | Person/小葛/apprentice_of | 老褚 | ok
老王把房子租给小李。 | House/房子/landlord | 老王 | ok
中学老师小葛在校。 | School/学校/teacher | 小葛 | ok
""")
def test_both_ways(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
I lent Hao 40 euros. | Person/alice/owes | 40 euros | wrong_subject
I lent Hao 40 euros. | Person/alice/lent | 40 euros | ok
I lent Hao 40 euros. | Person/hao/owes | 40 euros | ok
Hao owes me 40 euros. | Person/alice/owes | 40 euros | wrong_subject
Hao borrowed 40 euros from me. | Person/alice/owes | 40 euros | wrong_subject
Hao lent me 40 euros. | Person/alice/owes | 40 euros | ok
I owe Hao 40 euros. | Person/alice/owes | 40 euros | ok
We lent Mia our tent. | Person/alice/borrowed | our tent | wrong_subject
I sold Otto the kayak. | bought | the kayak | wrong_subject
""")
def test_the_speaker_in_a_deal(row: Row) -> None:
    assert row.holds(), row.got()
