"""Chinese words: values that cut one in two, values that do not, and the list itself."""

import subprocess
import sys
from importlib import resources
from itertools import pairwise
from typing import SupportsIndex, overload

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.han import simplified
from memtxn.core.admission.han_words import REACH, is_word, splits_word

CUT = [
    # the end of the value is inside the next word
    ("她在写研究生命起源的书", "研究生", "生命"),
    ("他们研究生物多样性", "研究生", "生物"),
    ("报社讨论北京大学生创业", "北京大学", "大学生"),
    ("喝水果然有用", "水果", "果然"),
    ("他从小学开始写日记", "从小", "小学"),
    ("他明白菜单的意思", "白菜", "明白"),
    ("他走过去年的老路", "过去", "走过"),
    ("学会计划时间", "会计", "计划"),
    ("小李学生物专业", "学生", "生物"),
    ("他亲身高唱了一曲", "身高", "亲身"),
    ("他出生日期填错了", "生日", "出生"),
    ("她是王子女友", "子女", "王子"),
    ("乒乓球拍卖完了", "球拍", "乒乓球"),
    # both ends are inside words
    ("南京市长江大桥修好了", "市长", "南京市"),
    ("中国人民很勤劳", "国人", "中国"),
    ("上海自来水来自海上", "海自", "上海"),
    ("花生过敏的人请举手", "生过", "花生"),
    ("结婚的和尚未结婚的都来", "和尚", "尚未"),
    ("住在丰大国际酒店", "大国", "国际"),
    ("它家电话是多少", "家电", "电话"),
    ("当地方言很难懂", "地方", "当地"),
    ("活动人数是三十", "动人", "活动"),
    ("第二天天气很好", "天天", "天气"),
    # the value is the first part of a word that is another thing
    ("我是大学生", "大学", "大学生"),
    ("湖里有白天鹅", "白天", "白天鹅"),
    ("楼下有家咖啡店", "咖啡", "咖啡店"),
    ("给我一杯苹果汁", "苹果", "苹果汁"),
    ("我买了一副羽毛球拍", "羽毛球", "羽毛球拍"),
    ("她妈是护士长", "护士", "护士长"),
    ("去电影院等我", "电影", "电影院"),
    ("地铁开到中山北路站", "中山", "中山北路站"),
    ("昨天路过福州东路", "福州", "福州东路"),
    ("他在中国银行上班", "中国", "中国银行"),
    ("我认识一个小学生", "小学", "小学生"),
    # and so for words that no list has
    ("她开了一家奶茶店", "奶茶", "奶茶店"),
    ("我丢了手机壳", "手机", "手机壳"),
    ("我点了蘑菇汤", "蘑菇", "蘑菇汤"),
    # the value is the last part of a word that is another thing
    ("早饭吃热狗", "狗", "热狗"),
    ("我马上到", "上", "马上"),
    ("我坐出租车来的", "租车", "出租车"),
    # traditional characters
    ("我是大學生", "大学", "大学生"),
]

WHOLE = [
    ("我住在上海", "上海"),
    ("他在大学教书", "大学"),
    ("她在大学生活了四年", "大学"),
    ("她是研究生", "研究生"),
    ("研究生物理成绩不好", "研究生"),
    ("他在研究生命科学", "生命科学"),
    ("中国人民很勤劳", "中国"),
    ("中国人民很勤劳", "人民"),
    ("南京市长江大桥修好了", "长江大桥"),
    ("我买了一副羽毛球拍", "羽毛球拍"),
    ("我喜欢打羽毛球", "羽毛球"),
    ("乒乓球拍卖完了", "乒乓球"),
    ("上海自来水来自海上", "自来水"),
    ("花生过敏要写在表上", "花生"),
    ("花生过敏要写在表上", "过敏"),
    ("湖里有白天鹅", "白天鹅"),
    ("白天睡觉晚上上班", "白天"),
    ("我不喝咖啡了", "咖啡"),
    ("楼下有家咖啡店", "咖啡店"),
    ("给我一斤苹果", "苹果"),
    ("它家电话是多少", "电话"),
    ("我坐出租车来的", "出租车"),
    ("她会弹钢琴", "钢琴"),
    ("不但会日语还会法语", "日语"),
    ("明天下午三点开会", "下午"),
    ("上海路过的人很多", "上海"),
    ("我从杭州站着回来", "杭州"),
    ("我要一种类型", "类型"),
    ("我要蓝色的", "蓝色"),
    ("公交到门口", "门口"),
    # names that no list has
    ("带队的是阿蓝明天到", "阿蓝"),
    ("负责人一直是小覃明年退休", "小覃"),
    ("王昕天天迟到", "王昕"),
    ("我们家订的是晨露牛奶每天一瓶", "晨露牛奶"),
    # the same with a suffix
    ("我住在北京市", "北京"),
    ("我是广东省来的", "广东"),
    ("房子在江苏省苏州市", "江苏省苏州"),
    ("住在海淀区", "海淀"),
    ("车是红色的", "红"),
    ("车是深红色的", "深红"),
    ("她是女性", "女"),
    ("我是男生", "男"),
    # the object of a verb; a kind of the thing
    ("下午一般喝茶", "茶"),
    ("我吃肉", "肉"),
    ("那是一家有限公司", "公司"),
    ("我买了一副羽毛球拍", "球拍"),
    # in other scripts, and beside them
    ("我用iPhone很久", "iphone"),
    ("I live in 上海 now", "上海"),
    ("我去7天酒店住", "7天酒店"),
]


def found(text: str, value: str) -> list[str | None]:
    """What each place where a value stands in a text cuts."""
    tokens = analyse_text(text).tokens
    texts = [simplified(token) for token in tokens.texts]
    wanted = analyse_text(value).tokens.texts
    places = [at for at in range(len(texts)) if texts[at : at + len(wanted)] == wanted]
    assert places, f"{value} does not stand in {text}"
    spans = [splits_word(texts, at, at + len(wanted), tokens.cuts) for at in places]
    return ["".join(texts[span[0] : span[1]]) if span else None for span in spans]


@pytest.mark.parametrize(("text", "value", "word"), CUT)
def test_a_value_that_is_a_piece_of_a_longer_word(text: str, value: str, word: str) -> None:
    assert found(text, value)[0] == word


@pytest.mark.parametrize(("text", "value"), WHOLE)
def test_a_value_of_whole_words(text: str, value: str) -> None:
    assert found(text, value) == [None]


def test_each_place_is_judged_by_itself() -> None:
    assert found("大学里有大学生", "大学") == [None, "大学生"]


@pytest.mark.parametrize("mark", ["，", "。", " ", "、", "“", "\n", "x"])
def test_no_word_goes_over_what_stands_between(mark: str) -> None:
    assert found(f"我在大学{mark}生活很好", "大学") == [None]
    assert found(f"住在北京{mark}大学毕业", "北京") == [None]


def test_without_cuts_the_tokens_are_one_run() -> None:
    assert splits_word(list("住在北京大学"), 2, 4) == (2, 6)
    assert splits_word(list("住在北京大学"), 2, 4, [0, 0, 0, 0, 1, 0]) is None


def test_a_word_of_another_script_inside_the_value_is_one_token() -> None:
    assert splits_word(["去", "我", "家", "ktv", "大", "学", "生", "那"], 1, 6) == (4, 7)
    assert splits_word(["去", "大", "学", "ktv", "店", "吧"], 1, 5) is None


@pytest.mark.parametrize("length", [REACH - 3, REACH, 5 * REACH])
def test_both_ends_of_a_long_value(length: int) -> None:
    value = list("他们都很好" * length)[:length]
    texts = ["大", "学", *"生", *value, "大", "学", "生"]
    assert splits_word(texts, 2, len(texts) - 3) == (0, 3)
    assert splits_word(texts, 3, len(texts) - 1) == (len(texts) - 3, len(texts))
    assert splits_word(texts, 3, len(texts) - 3) is None


class Counting(list[str]):
    """Tokens that count how many of them were taken."""

    taken = 0

    @overload
    def __getitem__(self, at: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> str | list[str]:
        found = super().__getitem__(at)
        self.taken += len(found)
        return found


def test_only_what_is_near_is_looked_at() -> None:
    texts = Counting("研究生命科学" * 30_000)
    assert splits_word(texts, 60_000, 60_003) == (60_002, 60_004)
    assert splits_word(texts, 3, 120_003) == (2, 4)
    assert 0 < texts.taken < 5_000


@given(
    st.lists(
        st.sampled_from([*"大学生研究命科北京市长江自来水的了上海红色a", "ab", "12", "々", "カ", "𠮷"]),
        max_size=30,
    ),
    st.integers(-1, 31),
    st.integers(-1, 31),
)
def test_any_tokens_have_an_answer_that_crosses_an_end(texts: list[str], first: int, last: int) -> None:
    first, last = max(first, 0), min(last, len(texts))
    span = splits_word(texts, first, last)
    if span is not None:
        assert 0 <= span[0] < span[1] <= len(texts)
        assert span[0] < first < span[1] or span[0] < last < span[1]
        assert all(len(token) == 1 for token in texts[span[0] : span[1]])


def test_words() -> None:
    assert all(map(is_word, ["大学生", "北京", "北京市", "自来水", "咖啡店"]))
    assert not any(map(is_word, ["", "大", "海自", "大學", "coffee", "一个", "是不是的"]))


def lines() -> list[str]:
    data = resources.files("memtxn.core.admission") / "data" / "han_words.txt"
    return data.read_text(encoding="utf-8").splitlines()


def test_the_list_is_in_order_simplified_and_small() -> None:
    head, _, rest = "\n".join(lines()).partition("\n\n")
    assert "MIT License" in head
    parts = [part.split() for part in rest.split("\n# ")]
    common, others, places = parts[0], parts[1][1:], parts[2][1:]
    assert parts[1][0] == "others"
    assert parts[2][0] == "places"
    for part in (common, others, places):
        assert all(one < other for one, other in pairwise(part))
        assert all(2 <= len(word) <= 5 and simplified(word) == word for word in part)
        assert all("\u4e00" <= letter <= "\u9fff" for word in part for letter in word)
    assert len({*common, *others, *places}) == len(common) + len(others) + len(places) > 30_000
    assert sum(len(line.encode()) + 1 for line in lines()) <= 350 * 1024


def test_the_list_is_read_when_first_asked() -> None:
    script = (
        "import memtxn, memtxn.core.admission.han_words as words\n"
        "assert words._words.cache_info().currsize == 0\n"
        "assert words.splits_word(['i', 'like', 'tea'], 1, 2) is None\n"
        "assert words.is_word('大学')\n"
        "assert words._words.cache_info().currsize == 1\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
