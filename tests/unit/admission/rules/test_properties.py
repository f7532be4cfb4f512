"""What holds of every text: no error, one answer, and nothing from sentences that speak of something else."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memtxn.core.admission import analyse
from memtxn.core.admission.reading.sentence import reading_of
from memtxn.core.admission.reasons import REASONS
from memtxn.core.admission.showing import PLACES
from tests.unit.admission.rules.table import source_of, verdict

Key = tuple[str, str, str]

# --- any text -----------------------------------------------------------------------------------

_TEXT = """
I you she my Bob's Bob Nina not never no if unless only maybe and or but who which that whether said says was
until minus except without instead of don't can't won't wait sorry actually not. no, yes? 3 4.5 1,500 5mg 12-15
about = : almost ; ( ) " ' … — a=1 b=2 old_a=3 the a to from by at on in is are does live eats
no sin ne pas nicht kein です ません
我 你 他 的 是 不 没 没有 不是 如果 可能 吗 说 据 小王 在 了 ， 。 、 ： 三 两点 过敏
"""
_WORDS = [*_TEXT.split(), "\n"]
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(_WORDS), max_size=25).map(" ".join),
    st.lists(st.sampled_from(_WORDS), max_size=25).map("".join),
)
VALUES = st.one_of(
    TEXTS,
    st.booleans(),
    st.integers(-2000, 2000),
    st.floats(allow_nan=False, allow_infinity=False),
    st.lists(st.sampled_from(_WORDS), max_size=3),
)
KEYS = st.tuples(
    st.sampled_from(["Person", "Order", "用户", "Room"]),
    st.sampled_from(["alice", "bob", "小王", "room-4", "user", "!", "的"]),
    st.sampled_from(["eats", "allergy", "from", "sent_by", "is_open", "max_price", "不吃", "coach", "_"]),
)
TYPES = st.sampled_from(["fact", "goal", "preference", "hypothesis"])


@given(TEXTS, VALUES, KEYS, TYPES, st.booleans())
@example("A。កSAID", False, ("Person", "alice", "eats"), "fact", False)
@settings(max_examples=150)
def test_any_text_is_judged_once_and_for_all(
    text: str, value: object, key: Key, belief_type: str, retracts: bool
) -> None:
    first = verdict(text, value, key=key, type=belief_type, retracts=retracts)  # type: ignore[arg-type]
    again = verdict(text, value, key=key, type=belief_type, retracts=retracts)  # type: ignore[arg-type]
    assert first == again
    assert set(first) <= REASONS.keys()


@given(TEXTS, st.data(), KEYS)
@settings(max_examples=150)
def test_any_quote_of_any_text_is_judged(text: str, data: st.DataObject, key: Key) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    inner = data.draw(st.integers(start, end))
    codes = verdict(text, text[start:inner], key=key, quote=text[start:end])
    assert set(codes) <= REASONS.keys()
    assert verdict(text, text[start:inner], key=key, quote=text[start:end]) == codes


# --- sentences beside it ------------------------------------------------------------------------

PLAIN: list[tuple[str, Key, str]] = [
    ("I keep bees.", ("Person", "alice", "keeps"), "bees"),
    ("I live in Bergen.", ("Person", "alice", "city"), "Bergen"),
    ("My kayak is green.", ("Boat", "kayak", "colour"), "green"),
    ("The hut has a stove.", ("Hut", "hut", "heating"), "stove"),
    ("Entry costs 9 euros.", ("Museum", "m", "entry"), "9 euros"),
    ("We are nine people.", ("Party", "p", "size"), "nine people"),
    ("Nina plays the harp.", ("Person", "nina", "plays"), "the harp"),
    ("Nina's dentist is Otto.", ("Person", "nina", "dentist"), "Otto"),
    ("The train leaves at six.", ("Train", "t", "leaves"), "at six"),
    ("Pets are allowed.", ("Flat", "f", "pets"), "allowed"),
]
BESIDE = [
    "Thanks a lot!",
    "It rained all day.",
    "How far is the station?",
    "The station is not far.",
    "If it snows, ring the bell.",
    "Maybe the lift works again.",
    "The clerk says the lift works.",
    "The lift used to work.",
    "Lift: works",
    "Only the lift works.",
]
PLAIN_ZH: list[tuple[str, Key, str]] = [
    ("我养蜜蜂。", ("Person", "alice", "宠物"), "蜜蜂"),
    ("我住在大连。", ("Person", "alice", "城市"), "大连"),
    ("木屋有炉子。", ("Hut", "木屋", "设施"), "炉子"),
    ("门票九块。", ("Museum", "m", "门票"), "九块"),
    ("我们一共九个人。", ("Party", "p", "人数"), "九个人"),
]
BESIDE_ZH = ["谢谢！", "昨天下雨了。", "车站远不远？", "车站不远。", "如果下雪就按铃。", "电梯可能修好了。"]


@pytest.mark.parametrize(
    ("plain", "beside"),
    [*product(PLAIN, BESIDE), *product(PLAIN_ZH, BESIDE_ZH)],
    ids=lambda one: one if isinstance(one, str) else one[0],
)
def test_a_plain_statement_stays_one_beside_any_sentence(plain: tuple[str, Key, str], beside: str) -> None:
    text, key, value = plain
    assert verdict(text, value, key=key) == ()
    for whole in (f"{beside} {text}", f"{text} {beside}", f"{beside}\n{text}\n{beside}"):
        assert verdict(whole, value, key=key) == (), whole
        assert verdict(whole, value, key=key, quote=text) == (), whole


# --- a negator put in ---------------------------------------------------------------------------

FRAMES: list[tuple[str, str, Key, str]] = [
    ("I eat crab.", "I do not eat crab.", ("Person", "alice", "eats"), "crab"),
    ("I live in Bergen.", "I don't live in Bergen.", ("Person", "alice", "city"), "Bergen"),
    ("I speak Greek.", "I never speak Greek.", ("Person", "alice", "speaks"), "Greek"),
    ("I keep bees and goats.", "I keep no bees or goats.", ("Person", "alice", "keeps"), "goats"),
    ("I work on Fridays.", "I won't work on Fridays.", ("Person", "alice", "work_days"), "on Fridays"),
    ("I can swim.", "I can't swim.", ("Person", "alice", "skill"), "swim"),
    ("My kayak is green.", "My kayak isn't green.", ("Boat", "kayak", "colour"), "green"),
    ("The hut has a stove.", "The hut has no stove.", ("Hut", "hut", "heating"), "stove"),
    ("The hut has a stove.", "The hut does not have a stove.", ("Hut", "hut", "heating"), "stove"),
    ("The hut is open in May.", "The hut is not open in May.", ("Hut", "hut", "open"), "in May"),
    ("Pets are allowed.", "Pets are not allowed.", ("Flat", "f", "pets"), "allowed"),
    ("Entry costs 9 euros.", "Entry does not cost 9 euros.", ("Museum", "m", "entry"), "9 euros"),
    ("Nina plays the harp.", "Nina does not play the harp.", ("Person", "nina", "plays"), "the harp"),
    ("Nina has met Otto.", "Nina has never met Otto.", ("Person", "nina", "met"), "Otto"),
    ("Otto chairs the board.", "Nobody but Otto chairs the board.", ("Board", "b", "vice_chair"), "chairs"),
    (
        "The pass covers the ferry.",
        "The pass does not cover the ferry.",
        ("Pass", "p", "covers"),
        "the ferry",
    ),
    ("We sail at night.", "We do not sail at night.", ("Crew", "c", "sails"), "at night"),
    ("There is a lift.", "There is no lift.", ("House", "h", "has"), "lift"),
    ("Both twins row.", "Neither twin rows, and none will row.", ("Team", "twins", "sport"), "row"),
    ("Ship it by rail.", "Don't ship it by rail.", ("Order", "o", "carriage"), "by rail"),
    ("我吃螃蟹。", "我不吃螃蟹。", ("Person", "alice", "饮食"), "螃蟹"),
    ("我住在大连。", "我不住在大连。", ("Person", "alice", "城市"), "大连"),
    ("我会游泳。", "我不会游泳。", ("Person", "alice", "技能"), "游泳"),
    ("我养过鹦鹉。", "我没养过鹦鹉。", ("Pet", "p", "养过"), "鹦鹉"),
    ("木屋有炉子。", "木屋没有炉子。", ("Hut", "木屋", "设施"), "炉子"),
    ("门票是九块。", "门票不是九块。", ("Museum", "m", "门票"), "九块"),
    ("套餐含早餐。", "套餐不含早餐。", ("Offer", "o", "包含"), "早餐"),
    ("小宋喜欢划船。", "小宋不喜欢划船。", ("Person", "小宋", "爱好"), "划船"),
    ("请寄到大连。", "请不要寄到大连。", ("Order", "o", "城市"), "大连"),
    ("周末开门。", "周末不开门。", ("Shop", "s", "周末"), "开门"),
    ("Como cangrejo.", "No como cangrejo.", ("Person", "alice", "come"), "cangrejo"),
    ("Je mange du crabe.", "Je ne mange pas de crabe.", ("Person", "alice", "mange"), "crabe"),
    ("Ich esse Krabben.", "Ich esse keine Krabben.", ("Person", "alice", "isst"), "Krabben"),
    ("蟹を食べます。", "蟹を食べません。", ("Person", "alice", "食べ物"), "蟹"),
]


@pytest.mark.parametrize(("stated", "denied", "key", "value"), FRAMES, ids=[frame[1] for frame in FRAMES])
def test_a_negator_turns_the_verdict(stated: str, denied: str, key: Key, value: str) -> None:
    assert verdict(stated, value, key=key) == ()
    assert verdict(denied, value, key=key) != ()


# --- one analysis for many ----------------------------------------------------------------------


def test_threads_that_share_an_analysis_agree() -> None:
    text = " ".join(sentence for sentence, _, _ in PLAIN) + " " + " ".join(BESIDE)
    asked = [(key, value, quote) for quote, key, value in PLAIN] * 4
    expected = [verdict(text, value, key=key, quote=quote) for key, value, quote in asked]
    for _ in range(8):
        shared = analyse(source_of(text))
        with ThreadPoolExecutor(8) as pool:
            answers = [
                pool.submit(verdict, text, value, key=key, quote=quote, analysis=shared)
                for key, value, quote in asked
            ]
            assert [answer.result() for answer in answers] == expected


@pytest.mark.parametrize(
    ("sentence", "value", "key"),
    [
        ("I don't eat crab. ", "crab", ("Person", "alice", "eats")),
        ("Bob said so. ", "Bob", ("Person", "alice", "name")),
        ("我不吃螃蟹。", "螃蟹", ("Person", "alice", "饮食")),
    ],
)
def test_of_many_places_that_refuse_a_bounded_number_is_read(sentence: str, value: str, key: Key) -> None:
    read = []
    for size in (PLACES * 8, PLACES * 32):
        text = sentence * size
        shared = analyse(source_of(text))
        assert verdict(text, value, key=key, analysis=shared) != ()
        reading = reading_of(shared)
        assert len(reading.starts) == size
        read.append(len(reading._read))
    assert read[0] == read[1] < PLACES * 5


def test_each_sentence_is_read_once() -> None:
    text = "I don't eat crab. " * 40
    shared = analyse(source_of(text))
    first = reading_of(shared)
    for value in ("crab", "eat crab", "lobster"):
        verdict(text, value, key=("Person", "alice", "eats"), analysis=shared)
    assert reading_of(shared) is first
    assert first.sentence(3) is first.sentence(3)
