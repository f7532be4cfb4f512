"""The pieces of a sentence that say one thing each, how they are joined, and which go on with another's list."""

from __future__ import annotations

import pytest

from tests.unit.admission.reading.reader import clauses, heads, joints, lines, sentence

CLAUSES = lines("""
# a coordinator begins a clause before a subject of its own
Nina rows and Otto swims. | nina rows / and otto swims
Nina rows and swims. | nina rows and swims
my dog and the cat sleep | my dog and the cat sleep
the dog sleeps and the cat is out | the dog sleeps / and the cat is out
I bake and I brew. | i bake / and i brew
# so does a comma, a semicolon, a colon, a dash
I bake bread, I brew beer. | i bake bread / i brew beer
Mind the gap; hold the rail. | mind the gap / hold the rail
Price: 12 pounds | price / 12 pounds
The hut – small and damp – is cheap. | the hut / small and damp / is cheap
# but not one between the ends of a range
We stay 3 - 5 nights in the hut. | we stay 3 5 nights in the hut
The tour takes 2 hours - 3 hours in rain. | the tour takes 2 hours 3 hours in rain
The hut has 3 beds - 5 people fit in. | the hut has 3 beds / 5 people fit in
A well-known hut is cheap. | a well known hut is cheap
# an adversative
The loft is cold but the hall is warm. | the loft is cold / but the hall is warm
It rained, yet we rowed. | it rained / yet we rowed
It rained, however. | it rained / however
We have not rowed yet. | we have not rowed yet
# an opener; a preposition only before a subject
If it snows, we ski. | if it snows / we ski
We leave when the rain stops. | we leave / when the rain stops
We sail since Otto likes it. | we sail / since otto likes it
We have sailed since June. | we have sailed since june
We sail until Otto tires. | we sail / until otto tires
We sail until dusk. | we sail until dusk
She is as tall as Otto. | she is as tall as otto
# a relative
I met a man who swims. | i met a man / who swims
I own a kayak, which leaks. | i own a kayak / which leaks
# behind which the clause goes on
The old plotter that nobody uses stands in the hall. | the old plotter stands in the hall / that nobody uses
The shed which we never use is behind the barn. | the shed is behind the barn / which we never use
The man who does not eat pork is Tom. | the man is tom / who does not eat pork
I met the man who never swims. | i met the man / who never swims
The hut which we own has not been sold. | the hut has not been sold / which we own
# what is put in leaves the clause around it whole
The hut (which leaks) is cheap. | the hut is cheap / which leaks
The hut [built in 1900] is cheap. | the hut is cheap / built in 1900
The hut (built (I hear) in 1900) is cheap. | the hut is cheap / built in 1900 / i hear
# speech, not a word in quotation marks
He said "I will never come back here". | he said / i will never come back here
He sells "green" soap. | he sells green soap
# fields
a=1 b=2 c=3 | a = 1 / b = 2 / c = 3
# other languages
我划船但是我不游泳。 | 我 划 船 / 但 是 我 不 游 泳
如果下雪，我们就滑雪。 | 如 果 下 雪 / 我 们 就 滑 雪
因为下雪所以停课。 | 因 为 下 雪 / 所 以 停 课
我买了苹果、梨和桃子。 | 我 买 了 苹 果 梨 和 桃 子
门票五块（儿童免费）。 | 门 票 五 块 / 儿 童 免 费
Nina rudert und Otto schwimmt. | nina rudert / und otto schwimmt
Jonas trinkt nicht und raucht Pfeife. | jonas trinkt nicht / und raucht pfeife
Jonas trinkt und raucht Pfeife. | jonas trinkt und raucht pfeife
Nina rame et Otto nage. | nina rame / et otto nage
Nina rema y Otto nada. | nina rema / y otto nada
私は泳ぎ、弟は走ります。 | 私 は 泳 ぎ / 弟 は 走 り ま す
""")


@pytest.mark.parametrize(("text", "expected"), CLAUSES)
def test_clauses(text: str, expected: str) -> None:
    assert clauses(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nina rows and Otto swims.", "start and"),
        ("I bake bread, I brew beer.", "start comma"),
        ("The loft is cold but the hall is warm.", "start but"),
        ("If it snows, we ski.", "opener comma"),
        ("We leave when the rain stops.", "start opener"),
        ("I met a man who swims.", "start relative"),
        ("Price: 12 pounds", "start colon"),
        ("The hut [built in 1900] is cheap.", "start bracket"),
        ("The hut – small and damp – is cheap.", "start dash dash"),
        ("我划船但是我不游泳。", "start but"),
    ],
)
def test_joints(text: str, expected: str) -> None:
    assert joints(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the items of a list go on with its first clause, when something coordinates them
        ("I don't eat pork, beef or lamb.", [0, 0]),
        ("I don't eat pork, beef, veal or lamb.", [0, 0, 0]),
        ("I bake bread, cakes, pies.", [0, 0, 0]),
        ("I don't eat pork, and I hate lamb.", [0, 1]),
        # what is put between an auxiliary or a negator and its verb
        ("We do not, under any circumstances, sail at night.", [0, 0, 0]),
        ("I never, in any weather, sail at night.", [0, 0, 0]),
        ("We row, under any circumstances, at night.", [0, 1, 2]),
        # a clause that ends in the middle before a colon
        ("The code is not: 4471.", [0, 0]),
        ("The code: 4471.", [0, 1]),
        ("密码不是：6620。", [0, 0]),
        ("密码：6620。", [0, 1]),
    ],
)
def test_heads(text: str, expected: list[int]) -> None:
    assert heads(text) == expected


@pytest.mark.parametrize("text", [text for text, _ in CLAUSES])
def test_every_word_is_in_one_clause(text: str) -> None:
    one = sentence(text)
    found = one.clauses
    assert len(found.of) == len(one.texts) == len(found.gaps)
    assert set(found.of) == set(range(len(found.starts)))
    assert sorted(token for clause in set(found.of) for token in found.tokens(clause)) == [
        *range(one.first, one.last)
    ]
    assert all(found.of[start - one.first] == clause for clause, start in enumerate(found.starts))
