"""Which role a clause gives a value, at the head of a text and behind another sentence.

``text | attribute | value | entity``; without an entity the clause does not name it.
"""

from __future__ import annotations

import pytest

from memtxn.core.admission.binding.roles import role_reversed
from tests.unit.admission.reading.reader import behind, lines, place, sentence

REVERSED = lines("""
Bolt was bought from Acme. | bought by | Acme |
We sail to the fair. | origin | fair |
We moved from Dropbox to Nextcloud. | storage | Dropbox |
Nina left Paris. | home | Paris |
Bolt acquired Acme. | acquired company by | Acme | Bolt
Bolt acquired Acme by phone. | acquired by | Acme | Bolt
Bolt acquired Acme in May by phone. | acquired by | Acme | Bolt
Bolt acquired Acme Tiles by phone. | acquired by | Acme Tiles | Bolt
The whole of Acme is coached by Bolt. | coaches | Bolt | Acme
Training Weekly was trained by Ann. | trained by | Training Weekly | Ann
Training Weekly trained Ann. | trained by | Ann | Training Weekly
Bolt painted Acme in May by hand. | painted by | Acme | Bolt
Bolt painted Acme Tiles by hand. | painted by | Acme Tiles | Bolt
Bolt painted Acme. | painted picture by | Acme | Bolt
Painting Weekly was painted by Ann. | painted by | Painting Weekly | Ann
Painting Weekly painted Ann. | painted by | Ann | Painting Weekly
Nina rides Bolt. | rider | Bolt | Nina
Bob is trained by the man from Cork. | trainer | Bob | man from Cork
Ann is trained by friends of Bob. | trainer | Bob | Ann
# deals
Bolt coaches Acme. | coach of team | Acme |
Bolt coaches Acme. | coach name | Acme |
Bolt coaches Acme. | team coach name | Acme |
The coach coaches Acme. | team coach | Acme |
Ann sold the boat to Bob. | household owner | Ann |
Got beaten by Acme. | loser | Acme |
Bolt was soundly beaten by Acme. | loser | Acme |
Ann got a letter from Bob. | sender | Ann |
Ann lent a rake to Bob. | lender | Bob |
Bolt beat old Acme. | winner | Acme |
Bolt beat Acme. | winner of | Bolt |
Bolt defeated Acme. | defeated | Bolt | Acme
# Chinese
蓝队击败了红队。 | 冠军队 | 红队 |
王海卖给李静一条船。 | 业主 | 王海 |
信发了给兰。 | 发件人 | 兰 |
跟兰借了钱。 | 借款人 | 兰 |
由Acme给牛奶厂供货。 | supplied for | acme | 牛奶厂
和Acme给牛奶厂供货。 | supplied for | acme | 牛奶厂
牛奶用咖啡做。 | made with | 牛奶 | 咖啡
""")
AS_ASKED = lines("""
The fair runs from 9. | to | 9 |
The fair runs from noon. | time to | noon |
We come from Ghent, and now and then sail to Oslo. | home | Ghent |
Acme coaches Bolt. | coach name | Acme | Bolt
Acme coaches Bolt Town by phone. | coaches | Bolt Town | Acme
Acme likes the coach of Bolt. | coached by | Bolt | Acme
Acme likes our coach of Bolt. | coached by | Bolt | Acme
Ann is trained by the man from Cork. | trainer | man from Cork | Ann
Ann is fed and trained by Bob. | trainer | Bob | Ann
Ann borrows a rake and lends a saw. | borrows | rake | Ann
Ann sells buy orders. | sells | buy orders | Ann
# deals
Bolt coaches Acme. | coach licence | Acme |
Our coach is a train driver. | team coach | train driver |
Our train Bolt sank. | team coach | Bolt |
This is where Acme beat Bolt. | winner | Acme |
The boat was sold to Otto. | seller | boat |
Bolt won by penalties. | loser | penalties |
Ann sold the boat in Oslo. | seller | Oslo |
Bolt beat Acme in Oslo. | winner | Oslo |
Bolt beat Acme. | winner of | Acme |
Bolt defeated Acme. | defeated | Acme | Bolt
# Chinese
我在中学认识王海。 | 学生 | 王海 |
蓝队击败了红队。 | 冠军队 | 蓝队 |
王海卖给李静一条船。 | 原业主 | 王海 |
王海发了信。 | 发件人 | 信 |
王海买了船。 | 买家 | 船 |
用牛奶做咖啡。 | made with | 牛奶 | 咖啡
牛奶用车送咖啡店。 | sold to | 牛奶 | 咖啡店
牛奶车送咖啡店。 | sold to | 牛奶 | 咖啡店
""")
EVENTS = lines("""
Nina left Paris. | visited by | Paris |
We moved from Dropbox to Nextcloud. | storage | Dropbox |
""")


def is_reversed(text: str, number: int, told: tuple[str, ...], *, states: bool) -> bool:
    """Whether the clause of the value gives it another role."""
    attribute, value, entity = told
    one = sentence(text, number)
    span = place(one, value.lower())
    named = place(one, entity.lower()) if entity else None
    return role_reversed(one, one.clause(span[0]), tuple(attribute.split()), span, named, states=states)


def both(told: tuple[str, ...], *, states: bool = True) -> set[bool]:
    """The same by itself and behind another sentence."""
    text, *rest = told
    found = ((text, 0), (behind(text), 1))
    return {is_reversed(one, number, tuple(rest), states=states) for one, number in found}


@pytest.mark.parametrize("told", REVERSED)
def test_another_role(told: tuple[str, ...]) -> None:
    assert both(told) == {True}


@pytest.mark.parametrize("told", AS_ASKED)
def test_the_role_that_is_asked_for(told: tuple[str, ...]) -> None:
    assert both(told) == {False}


@pytest.mark.parametrize("told", EVENTS)
def test_what_happened_once_is_not_over(told: tuple[str, ...]) -> None:
    assert both(told, states=False) == {False}
