"""Of whom or what a clause speaks, behind another sentence: another of the kind, another role, another owner."""

from __future__ import annotations

from memtxn.model.key import Key
from memtxn.model.verdict import Decision
from tests.unit.admission.cases import finding, judged, said, seen
from tests.unit.admission.rules.table import Row, table


@table("""
It is raining. Gate 7 opens at nine. | Gate/north/opens | nine | wrong_subject | terms={"aliases":["gate 4"]}
It is raining. Gate 4 opens at nine. | Gate/north/opens | nine | ok | terms={"aliases":["gate 4"]}
It is raining. The Ghent depot opens at nine. | Depot/antwerp-depot/opens | nine | wrong_subject
It is raining. The Ghent depot opens at nine. | Depot/antwerp-north-depot/opens | nine | wrong_subject
It is raining. Unlike the Ghent depot the Antwerp depot opens at nine. | Depot/antwerp-depot/opens | nine | ok
今天休息，杭州店三点开门。 | Shop/苏州店/opens | 三点 | wrong_subject
明天杭州办公室三点开门。 | Office/苏州办公室/opens | 三点 | wrong_subject
天气很好。我们的办公室三点开门。 | Office/苏州办公室/opens | 三点 | ok
天气很好。瓷砖四十箱、填缝剂六桶。 | Material/填缝剂/quantity | =6 | ok
""")
def test_others_of_the_kind(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
It is raining. Bolt coached the painters. | Team/bolt/coached_by | painter | wrong_subject
It is raining. Bolt was coached by the painters. | Team/bolt/coached_by | painter | ok
It is raining. Acme is coached by Bolt. | Team/bolt/coaches | Acme | ok
It is raining. Bolt is coached by Acme. | Team/bolt/coaches | Acme | wrong_subject
It is raining. Ann's coach coaches Bolt. | Team/bolt/coaches | Ann | wrong_subject
It is raining. Ann babysits Bob. | Person/ann/babysitter | Bob | wrong_subject
It is raining. Ann was lent a rake by Bob. | Person/ann/borrowed | rake | ok
It is raining. Ann lent Bob a rake. | Person/ann/borrowed | rake | wrong_subject
It is raining. The departure of the tram is moved to noon. | Tram/tram/departure_time | noon | ok
It is raining. Wherever you come from, Oslo is our destination. | destination | Oslo | ok
It is raining. From Oslo we sail north. | destination | Oslo | wrong_subject
天气很好。牛奶给咖啡店。 | Cafe/咖啡店/given_to | 牛奶 | wrong_subject
天气很好。咖啡店用牛奶做茶。 | Cafe/咖啡店/made_with | 牛奶 | ok
""")
def test_roles(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
It is raining. I like tea. | Profile/p/likes | tea | ok | terms={"owner":"speaker"}
It is raining. Bob likes tea. | Person/alice/likes | tea | wrong_subject | terms={"owner":"speaker"}
It is raining. My bike is red. | Bike/alice's bike/colour | red | ok
It is raining. Tom's bike is red. | Bike/alice's bike/colour | red | wrong_subject/subject_unbound
""")
def test_owners(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
It is raining. It is I who take the tram. | transport | tram | ok
天气很好。我教过的一个学生坐电车。 | transport | 电车 | wrong_subject
天气很好。我最好的朋友叫小梅。 | friend | 小梅 | ok
""")
def test_who_bears_a_clause(row: Row) -> None:
    assert row.holds(), row.got()


def test_who_is_not_known_waits_for_a_person() -> None:
    def decided(text: str) -> Decision:
        key = Key("Person", "alice", "transport")
        return finding(judged("tram", said(text).span(0, len(text)), key=key), "binding").decision

    assert decided("She takes the tram.") is Decision.QUARANTINE
    assert decided("Bob takes the tram.") is Decision.REJECT


def test_a_channel_that_cannot_speak_about_persons_is_told() -> None:
    evidence, key = seen({"note": "Alice takes the tram."}).pointer("/note"), Key("Person", "alice", "transport")
    found = finding(judged("tram", evidence, key=key), "binding")
    assert found.detail.startswith("a source of the channel 'tool' cannot speak about persons. ")
    assert found.spans == ()
