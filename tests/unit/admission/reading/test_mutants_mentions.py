"""Where an entity is named, at the head of a text and behind another sentence.

``text | name | words that name it``, set apart by `` / ``; a third column before them is the speaker's name.
"""

from __future__ import annotations

import pytest

from memtxn.core.admission.binding.mentions import has_other_name, mentions, of_the_speaker
from memtxn.core.admission.reading.sentence import Sentence
from tests.unit.admission.reading.reader import behind, lines, place, sentence

NAMED = lines("""
the red tent leaks | red-tent | red tent
the red tent leaks and the red tent sank | red-tent | red tent / red tent
the tent leaks | big-red-tent |
the red tent leaks | big-red-tent | red tent
the red sails leak | red-sail | red sails
tent leaks | tent | tent
we like the tent | tent | tent
the hall b is full | hall-b | hall b
the hall is full | hall-b |
the hall a is full | hall-a | hall a
gate 4 is near gate 7 | gate-4 | gate 4
gate 7 is open | gate-4 |
the Ghent depot is open | antwerp-depot |
the depot is open | antwerp-depot | depot
the tents leak | my-tent | tents
4411 is open | 4411 | 4411
# Chinese and Japanese
苏州办公室很大 | 苏州办公室 | 苏 州 办 公 室
吹风机坏了 | 这款吹风机 | 吹 风 机
吹风机和吹风机 | 吹风机 | 吹 风 机 / 吹 风 机
坏了的是吹风机 | 吹风机 | 吹 风 机
船坏了 | 吹风机 |
""")
OWNED = lines("""
the bike is red | alice's bike | alice | bike
Tom's bike is red | alice's bike | alice |
his bike is red | alice's bike | alice |
the bike is red | alice's bike | otto |
bike is red | alice's bike | alice | bike
my bike is red | alice's bike | alice | bike
车坏了 | 小宋的车 | 小宋 | 车
""")
MINE = lines("""
my sister rows | alice's sister | alice | sister
my dear sister rows | alice's sister | alice |
our sister rows | alice's sister | alice | sister
the sister rows | alice's sister | alice |
my sister rows | otto's sister | alice |
sister rows with my boat | alice's sister | alice |
我妹妹划船 | 小宋的妹妹 | 小宋 | 妹 妹
我的妹妹划船 | 小宋的妹妹 | 小宋 | 妹 妹
妹妹划我的船 | 小宋的妹妹 | 小宋 |
""")


def both(text: str) -> list[Sentence]:
    """A sentence by itself, and behind another one."""
    return [sentence(text), sentence(behind(text), 1)]


def words(one: Sentence, spans: list[tuple[int, int]]) -> str:
    """The words of some spans."""
    return " / ".join(" ".join(one.texts[first - one.first : last - one.first]) for first, last in spans)


@pytest.mark.parametrize(("text", "name", "expected"), NAMED)
def test_named(text: str, name: str, expected: str) -> None:
    assert {words(one, mentions(one, [name])) for one in both(text)} == {expected}


@pytest.mark.parametrize(("text", "name", "owner", "expected"), OWNED)
def test_a_thing_of_the_speakers(text: str, name: str, owner: str, expected: str) -> None:
    assert {words(one, mentions(one, [name], owner)) for one in both(text)} == {expected}


@pytest.mark.parametrize(("text", "name", "owner", "expected"), MINE)
def test_somebody_of_the_speakers(text: str, name: str, owner: str, expected: str) -> None:
    assert {words(one, of_the_speaker(one, [name], owner)) for one in both(text)} == {expected}


@pytest.mark.parametrize(
    ("text", "noun", "expected"),
    [
        ("the Ghent depot is open", "depot", True),
        ("the antwerp depot is open", "depot", False),
        ("depot is open", "depot", False),
        ("the depot is open", "depot", False),
        ("the 4 depot is open", "depot", True),
        ("Tom's depot is open", "depot", True),
        ("Antwerp's depot is open", "depot", False),
    ],
)
def test_another_name(text: str, noun: str, expected: bool) -> None:
    for one in both(text):
        at = place(one, noun)[0] - one.first
        assert has_other_name(one, at, ["antwerp", "depot"]) is expected
