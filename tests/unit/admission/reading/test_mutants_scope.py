"""What a cue governs, at the head of a text and behind another sentence: rows that no other table has."""

from __future__ import annotations

import pytest

from memtxn.core.admission.reading.scope import governing
from tests.unit.admission.reading.reader import behind, governed, lines, place, sentence

SCOPE = lines("""
We drink ~~tea~~ coffee. | coffee |
We drink ~~tea~~ coffee. | drink |
We drink ~~tea~~ coffee. | tea | negation
We left without what he made. | made | negation
Never have we rowed. | rowed | negation
It is untrue that we row, they ski. | row | negation
Untrue: the loft is dry. | dry | negation
Totally false: the loft is dry. | dry | negation
Quite untrue: the loft is dry. | dry | negation
It is so far not true: the loft is dry. | dry | negation
It rains, the loft is dry: not true. | dry | negation
# wishes
要换，大家住木屋。 | 木屋 |
We all want: a red loft. | loft |
I want to ski, and we row. | row |
# conditions
If it snows, we ski: we skate. | skate |
If it snows, we ski; we skate. | skate |
We sing; if it snows, we ski, we skate. | skate | condition
If it snows, we ski, they skate. | skate |
We ski and if it thaws we row. | row | condition
We ski and if it thaws we row. | ski |
We ski and if it thaws, we row. | ski |
We row on Sundays and if it is dry. | row | condition
We row, and if it is dry, we ski. | row |
# phrases at the head
On Sundays only: we ski. | ski | restriction
仅限教师节那天早上前，门开着。 | 开着 | restriction
# who says so
The loft is dry, the owner assured us, and warm. | dry | report
The loft is dry, Nina told us. | dry | report
The loft is dry, Nina says. | dry | report
The loft is dry, they say. | dry | report
The loft is dry, reportedly. | dry | report
The loft is dry, the old harbour master assured us. | dry | report
The loft is dry, the very old harbour master assured us. | dry |
# asides
The fee is nine, minus what we paid. | nine |
The fee is nine, minus a discount. | nine | negation
阁楼很干，是吧。 | 干 | hedge question
""")
FRAMES = lines("""
小王讲船坏了。 | 坏了 | report
兰说船坏了。 | 坏了 | report
小王对船长说船坏了。 | 坏了 | report
我爸说船坏了。 | 坏了 | report
我徒弟说船坏了。 | 坏了 | report
我跟司机说船坏了。 | 坏了 |
小王说明天下雨。 | 下雨 | report
小王的说明书是红的。 | 红 |
小王说，船坏了。 | 坏了 | report
小王说船坏了，我坐电车。 | 电车 |
# times
下雨的时候，我坐电车。 | 电车 | condition
下雨的时候停船，我坐电车。 | 电车 |
下雨的时候吧，我坐电车。 | 电车 | condition
When it thaws, we row. | row | condition
And when it thaws, we row. | row | condition
We ski, and when it thaws, we row. | row | condition
We ski, and when it thaws, we row. | ski |
We ski, but when it thaws, we row. | row | condition
We ski and when it thaws we row. | row | condition
We ski and when it thaws we row. | ski |
We sang, and when they came we rowed. | rowed |
We will row when the ice melts. | row | condition
We row when the ice melts. | row |
We row when we can. | row |
When rowing home, we sing. | sing |
When it is cold, we ski. | ski | condition
When a boat sinks, we row. | row | condition
Once the ice melts, we row. | row | condition
Once a week, we row. | row |
When roofs are wet, we row. | row | condition
When it thaws, I would rather walk. | walk | condition wish
# others
I would rather walk. | walk | wish
I would rather walk than row. | row | negation wish
Keep the dog away from tar. | tar | negation
Keep your boat clean, stay away. | clean |
Rumour is that the boat sank. | sank | report
Rumours spread, so that the boat left. | left |
Village legend has it that the boat sank. | sank | report
""")
LAYOUT = lines("""
We drink ~~tea~~ and ~~ale~~ here. | ale | negation
We drink ~~tea~~ and ~~ale~~ here. | here |
We drink ~~tea. We row ~~ now. | tea |
Colour: ( ) red | red |
Colour: ( ) red. Size: (x) large. | red |
Tea ☐, ale ✅, rum later | tea | negation
Tea ☐, ale ✅, rum later | ale |
Paint it [ ] red | red | negation
☐ tea ✅ ale ☐ rum | ale |
☐ tea ✅ ale ☐ rum | rum | negation
Tea ✅ ale ☐ | tea |
Tea, ale ☐ | tea |
Tea, ale ☐, rum ✅ | ale | negation
""")
SAID_BEHIND = lines("""
The loft is dry, reported Otto. | dry | report
We left and reported Otto. | left |
The loft is dry, reported. | dry |
The loft is dry, reported the very old harbour master. | dry | report
The loft is dry, reported the very very old harbour master. | dry |
Well, the loft is dry, reported Otto. | dry | report
We row and the loft is dry, reported Otto. | dry | report
The loft is dry, see the man. | dry |
The loft is dry, reported a fisherman. | dry | report
The loft is dry, reported the loss. | dry |
The loft is dry, reported the losses. | dry |
The loft is dry, reported the beer. | dry |
The loft is dry, reported he. | dry | report
""")
VERDICTS = lines("""
They row; Otto never existed. | row |
We row; that never sank. | row |
We row; that never happened. | row | negation
We row; it never sank, and that is false. | row | negation
We row; it is made of oak, and that is false. | row | negation
We row; the hut is fake. | row |
We row; that hut is fake. | row |
We row; that rumour is fake. | row | negation
We row; that is fake. | row | negation
""")


@pytest.mark.parametrize(("text", "words", "expected"), [*SCOPE, *FRAMES, *LAYOUT, *SAID_BEHIND, *VERDICTS])
def test_governed(text: str, words: str, expected: str) -> None:
    assert governed(text, words) == governed(behind(text), words, 1) == expected


CUES = lines("""
We row; that never happened. | row | that never happened
We row; that rumour is fake. | row | that rumour is fake
We row; that is fake. | row | that is fake
The loft is dry, reported Otto. | dry | reported
Untrue: the loft is dry. | dry | untrue
The loft is dry: not true. | dry | not true
When the ice melts, we row. | row | when
I like to row rather than sail now. | sail | than
Rumour is that the boat sank. | sank | rumour
小王说，船坏了。 | 坏了 | 说
下雨的时候停船。 | 停 | 下
下雨的时候，我划船。 | 划 | 下
""")


@pytest.mark.parametrize(("text", "words", "expected"), CUES)
def test_the_words_of_a_cue(text: str, words: str, expected: str) -> None:
    for one in (sentence(text), sentence(behind(text), 1)):
        marks = governing(one, *place(one, words))
        told = [one.texts[mark.first - one.first : mark.last - one.first] for mark in marks]
        assert ([*expected] if not expected.isascii() else expected.split()) in told


def test_a_stroke_of_the_sentence_before_opens_nothing() -> None:
    assert governed("We like ~~ art. We drink ~~tea~~ now.", "tea", 1) == "negation"


def test_an_unseen_character_before_a_negator() -> None:
    assert governed("We would\u200bnot row.", "row") == "negation"
