"""What the binding tells a person about a refusal, and the words to which it points, behind another sentence.

``text | key | value`` (``! text``: it must name the entity), and below it ``what is wrong | words pointed to``.
"""

from __future__ import annotations

import pytest

from memtxn.core.admission import analyse, judge
from memtxn.core.admission.terms import Terms
from memtxn.model.key import Key
from tests.unit.admission.cases import NOW, POLICY, draft, finding, said
from tests.unit.admission.rules.test_mutants_behind import weather

TABLE = """
灯是铜的，茶不是铁的。 | Item/灯/材质 | 铁的
    this clause says the same of something else | 茶不
The ferry leaves at six. The old timetable was wrong. | Ferry/ferry/departure | wrong
    the clause has a subject of its own | The old timetable
Snow falls, the router is broken. | Router/router/status | Snow falls
    the entity is named in a later clause only | router
! It is green. | Boat/b-9/colour | green
    'b-9' is not named
! Rows on Sundays. | Person/bob/hobby | on Sundays
    nobody by the name of 'bob' is named
Nina is in Cork, the tent is in Oslo. | Person/nina/place | Oslo
    this clause says the same of somebody else | the tent
Our warden told Ida Holt to leave. | Person/ida holt/role | warden
    the value names the one who does it to the entity | Ida Holt
She plays the harp, Nora sings. | Person/nora/instrument | harp
    it is named in a later clause only | Nora
对门养了一只猫。 | Person/alice/pet | 猫
    the clause speaks of '对门', not of 'alice' | 对门
田中さんはハープを弾きます。 | Person/alice/楽器 | ハープ
    the clause speaks of '田中さん', not of 'alice' | 田中さん
A man whose sister takes the tram sings. | Person/alice/transport | tram
    the clause speaks of what belongs to it | whose sister
A man whose boat is red sings. | Person/alice/colour | red
    the clause speaks of 'man', not of 'alice' | man
我的学生的妈妈坐电车。 | Person/alice/transport | 电车
    the clause speaks of '妈妈', not of 'alice' | 妈妈
The pool opens at seven and closes at ten. | Pool/pool/opens_at | ten
    another verb stands in this half | opens
The pool opens at seven and closes at about ten. | Pool/pool/opens_at | ten
    another verb stands in this half | opens
The pool closes at ten and opens at seven. | Pool/pool/opens_at | ten
    another verb stands in this half | opens
泳池七点开门，十点关门。 | Pool/泳池/开门时间 | 十点
    开门 stands in another clause | 泳池七点开门，十点关门
Acme七点开门，十点关门。 | Shop/acme/开门时间 | 十点
    开门 stands in another clause | Acme七点开门，十点关门
Check-in is from 2, check-out by 10. | Hotel/h/check_in | 10
    another clause gives the attribute its value | Check-in is from 2
From 2 you check in, by 10 you check out. | Hotel/h/check_in | 10
    another clause gives the attribute its value | From 2 you check in
Everyone except Otto rows. | Person/otto/hobby | rows
    it is left out of those of whom the clause speaks | Otto
All but the van are red. | Car/van/colour | red
    it is left out of those of whom the clause speaks | van
三班以外的班都划船。 | Class/三班/爱好 | 划船
    it is left out of those of whom the clause speaks | 三班
The van, not the car, is red. | Car/car/colour | red
    it is named as the one of whom it does not hold | car
Otto paid Lin 300 euros. | Person/lin/paid | 300 euros
    it is done to the entity | Lin
Bolt rightly fined the courier 300 euros. | Company/bolt/fine | 300 euros
    it is done to somebody else | fined
法官罚了老冯三百元。 | Person/法官/罚款 | 三百元
    it is done to somebody else | 法官
法官罚老冯三百元。 | Person/法官/罚款 | 三百元
    it is done to somebody else | 法官
The north pump runs at nine and the south one at ten. | Pump/north-pump/runs_at | ten
    this part says the same of something else | runs at nine and the south one at
Gate 7 opens at nine. | Gate/gate-4/opens | nine
    the clause speaks of another one of its kind | Gate 7
Hall B is full. | Hall/hall-a/state | full
    the clause speaks of another one of its kind | Hall B
瑜伽课三点开始。 | Class/单车课/开始时间 | 三点
    the clause speaks of another one of its kind | 瑜伽课
杭州办公室三点开会。 | Office/苏州办公室/会议 | 三点
    the clause speaks of another one of its kind | 杭州办公室
中份三十六，小份二十二。 | Dish/中份/价格 | 二十二
    this clause says the same of something else | 小份
Flyers are 135 gsm, business cards 350 gsm. | Print/flyers/weight | 350 gsm
    this clause says the same of something else | business cards
Bolt holds the cellos; Acme, the organ. | Club/bolt/holds | organ
    this clause says the same of something else | Acme
Hall one holds the cellos; the old hall two, the organ. | Hall/hall one/holds | organ
    this clause says the same of something else | the old hall two
Colour: red; berth: north. | Boat/kayak/colour | north
    it stands under 'berth' | berth
Oslo: tram, Cork: bus. | City/cork/transport | tram
    it stands under 'Oslo' | Oslo
Seniors: nine. Juniors: four. | Group/juniors/number | nine
    it stands under 'Seniors' | Seniors
Hall one holds the cellos; hall two, the organ. | Hall/hall one/holds | organ
    this clause says the same of something else | hall two
"""
LINES = TABLE.strip().splitlines()


@pytest.mark.parametrize(("row", "told"), list(zip(LINES[::2], LINES[1::2], strict=True)))
def test_told(row: str, told: str) -> None:
    words, key, value = row.removeprefix("! ").split(" | ")
    problem, _, pointed = told.strip().partition(" | ")
    text = weather(words) + words
    source, terms = said(text), Terms(named=row.startswith("!"))
    entity = key.split("/")
    judgement = judge(
        draft(value, source.span(0, len(text)), key=Key(*entity)),
        {source.id: analyse(source)},
        now=NOW,
        policy=POLICY,
        treatment=POLICY.treatment(source.channel, entity[0], entity[2], "fact"),
        terms=terms,
    )
    found = finding(judgement, "binding")
    assert found.detail.startswith(f"{problem}. "), found
    assert " + ".join(text[start:end] for start, end in found.spans) == pointed
