"""Opposites: an attribute asks for one of two sides (a start), and the clause speaks of the other (an end).

Told by words for the two sides alone. Three kinds: what *is* one or the other (open, closed), so that a denial of
one says the other; ends of one course (start, end), where it does not; and describing words, which say it only
before the noun that the attribute names (left eye, right eye).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import msgspec

from memtxn.core.admission.likeness import alike
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set

Kind = Literal["state", "course", "noun"]


class Side(msgspec.Struct, frozen=True):
    """The words for what an attribute asks for, and those for the contrary of it."""

    kind: Kind
    own: frozenset[str]
    other: frozenset[str]


_STATES = (
    (
        "open opens opened opening abierto abierta abren ouvert ouverte ouvre ouvrent geöffnet offen "
        "营业 开放 开门 开馆 開店 開館 営業",
        "closed closes closing shut shuts cerrado cerrada cierra cierran fermé fermée ferme ferment geschlossen "
        "休息 关门 闭馆 打烊 歇业 停业 闭店 关闭 停诊 休诊 休馆 休市 閉店 閉館 休業 休館 定休",
    ),
    ("alive living", "dead deceased"),
    ("awake", "asleep"),
    ("indoor indoors 室内", "outdoor outdoors 室外 户外 露天"),
    ("married 已婚", "single unmarried 未婚 单身"),
    ("passed 及格 通过", "failed flunked 挂科"),
    ("combinable stackable 叠加 同享", "互斥 冲突"),
    ("required mandatory compulsory 必修 必填 必选", "optional elective 选修 选填 自愿"),
    ("free 免费", "收费 付费 自费"),
)
_COURSES = (
    (
        "start starts started starting begin begins began beginning commence commences empieza comienza "
        "commence débute beginnt 开始 起始 开工 开课 开幕 开场 開始",
        "end ends ended ending finish finishes finished finishing conclude concludes termina acaba finaliza "
        "finit endet 结束 截止 完工 闭幕 散场 終了",
    ),
    (
        "arrive arrives arrived arriving arrival land lands landed landing llega llegan llegada arrivée ankunft "
        "到达 抵达 降落 到站 到着",
        "depart departs departed departing departure leave leaves départ abfahrt abflug "
        "出发 起飞 离开 发车 始发 出発",
    ),
    ("buy buys bought buying purchase purchased 购买 买入", "sell sells sold selling sale 卖出 出售 售出"),
    (
        "max maximum highest most upper 最高 最大 最多 上限 至多",
        "min minimum lowest least lower 最低 最小 最少 下限 至少 起码",
    ),
    ("income revenue earnings 收入", "expense expenses spending expenditure outgoings 支出 开销 花费"),
    ("import imports imported 进口", "export exports exported 出口"),
    ("upload uploads uploaded 上传", "download downloads downloaded 下载"),
    ("deposit deposits deposited 存入", "withdrawal withdrawals withdrew withdrawn 取出 取款"),
    ("check-in checkin check_in 入住", "check-out checkout check_out 退房"),
    ("pick-up pickup pick_up 取车", "drop-off dropoff drop_off 还车"),
    (
        "increase increases increased rise rises rose raised grew 增加 上涨 上升",
        "decrease decreases decreased drop drops dropped fell reduced 减少 下降 下跌",
    ),
    ("gain gained gains", "lose loses lost loss"),
    ("destination terminus 终点", "transfer layover stopover via 中转 转车 转机 换乘 经停 途经 路过"),
    ("destination terminus 终点", "origin 起点 始发 出发"),
    ("party_a 甲方", "party_b 乙方"),
    ("rent monthly_rent 租金 房租 月租", "押金 保证金 物业费"),
    ("deposit down_payment downpayment 定金 订金 首付", "balance remainder 尾款 余款 月供"),
    ("residence resides lives 住 住在 现居 定居 常住", "birthplace hometown 老家 祖籍 籍贯 出生"),
    ("systolic 高压", "diastolic 低压"),
    ("surname 姓", "nickname 外号 小名 绰号 网名"),
    ("height 身高", "weight 体重"),
    ("breakfast 早餐 早饭", "lunch dinner 午餐 午饭 晚餐 晚饭"),
    ("lunch 午餐 午饭", "breakfast dinner 早餐 早饭 晚餐 晚饭"),
    ("dinner supper 晚餐 晚饭", "breakfast lunch 早餐 早饭 午餐 午饭"),
)
_NOUNS = (
    ("first given 名", "last family 姓"),
    ("left 左", "right 右"),
    ("home private personal landline 家庭 私人", "work office business company 工作 办公 公司"),
    ("morning breakfast 早 早上 早晨", "evening night afternoon 晚 晚上 夜间"),
    ("inner inside", "outer outside"),
    ("front 前", "back rear 后"),
    ("old previous former 旧", "new current 新"),
    ("upper top 上", "lower bottom 下"),
    ("incoming inbound", "outgoing outbound"),
    ("north northern 北", "south southern 南"),
    ("east eastern 东", "west western 西"),
    ("male men 男", "female women 女"),
    ("primary main 主", "secondary backup 备用 副"),
    ("weekday", "weekend"),
    ("paternal", "maternal"),
    ("gross", "net"),
    ("input", "output"),
    ("including inclusive incl", "without excluding exclusive excl plus"),
    ("domestic 国内", "international foreign 国际 国外"),
)
_DENIED = (
    ("allowed allow allows permitted welcome 允许", "forbidden banned prohibited disallowed 禁止 谢绝"),
    ("included includes include 包含 包括", "excluded excludes exclude 不含"),
    ("enabled enable", "disabled disable"),
    ("accepts accept accepted", "refuses refuse rejects declines"),
    ("like likes", "dislike dislikes hate hates"),
)
"""What is so or not, where the word for the latter is a cue of negation by itself."""
_TIMES = word_set(
    "time times hour hours at when until till to from date day since by before after 时间 时刻 日期"
)
"""Words of attributes that ask when: what is not open until ten does not close at ten."""
_UNTIL = word_set("until till til through to from hasta jusqu bis 直到 到 至 から まで since")
"""Words by which a side gives the time of the other: open until nine, closed from nine."""


def _rows(kind: Kind, pairs: Iterable[tuple[str, str]]) -> Iterable[Side]:
    for one, other in pairs:
        yield Side(kind, word_set(one), word_set(other))
        yield Side(kind, word_set(other), word_set(one))


_SIDES = (*_rows("state", _STATES), *_rows("course", _COURSES), *_rows("noun", _NOUNS))


def sides_of(attribute: tuple[str, ...]) -> tuple[Side, ...]:
    """The sides for which the words of an attribute ask."""
    found = tuple(side for side in _SIDES if _asks_for(attribute, side))
    if _TIMES.isdisjoint(attribute) and not any(
        word in "".join(attribute) for word in _TIMES if not word.isascii()
    ):
        return found
    return tuple(Side("course", side.own, side.other) if side.kind == "state" else side for side in found)


def _asks_for(attribute: tuple[str, ...], side: Side) -> bool:
    """Whether one side is named, and not the other (``open_close_times``)."""
    words = [*attribute, *map("_".join, pairwise(attribute))]
    if (side.kind == "noun" and len(attribute) < _DESCRIBED) or not _UNTIL.isdisjoint(attribute[1:]):
        return False
    joined = "".join(attribute)
    return _named(words, joined, side.own) and not _named(words, joined, side.other)


_DESCRIBED = 2
"""Words of an attribute from which on one of them describes another."""


def _named(words: list[str], joined: str, sought: frozenset[str]) -> bool:
    if not sought.isdisjoint(words):
        return True
    return not joined.isascii() and any(not one.isascii() and one in joined for one in sought)


@lru_cache(maxsize=4096)
def contraries_of(word: str) -> frozenset[str]:
    """The words by which a text says that it is not so, where it does not deny this one: *closed* for *open*."""
    pairs = (*_STATES, *_DENIED)
    rows = [
        pair
        for one, other in pairs
        for pair in ((word_set(one), word_set(other)), (word_set(other), word_set(one)))
    ]
    return frozenset().union(*(other for own, other in rows if word in own))


def contrary_at(
    attribute: tuple[str, ...],
    sides: Iterable[Side],
    words: list[str],
    value: tuple[int, int],
) -> tuple[int, int] | None:
    """Where the words of a clause speak of the contrary of one of the sides that an attribute asks for.

    ``value`` are the places of the value among the words; what stands in it says nothing.
    """
    for side in sides:
        others = [one for one in _places(words, side.other) if not _overlap(one, value)]
        if side.kind == "course":
            others = [one for one in others if _goes_with(words, one, value)]
        own = [one for one in _places(words, side.own) if not _overlap(one, value)]
        if not others or (own and not _nearer(others, own, words, value)):
            continue
        if side.kind == "course" and not _UNTIL.isdisjoint(words[max(0, value[0] - 1) : value[0]]):
            continue
        if side.kind != "noun":
            return others[0]
        found = next((one for one in others if _describes(attribute, words, one[1], side)), None)
        if found is not None:
            return found
    return None


def _goes_with(words: list[str], one: tuple[int, int], value: tuple[int, int]) -> bool:
    """Whether nothing begins anew between a word and the value ("pick it up at 7 and return it on the 3rd")."""
    between = words[one[1] : value[0]] if one[0] < value[0] else words[value[1] : one[0]]
    return _ANEW.isdisjoint(between)


_ANEW = word_set("and but or then y et und")


def _nearer(
    others: list[tuple[int, int]], own: list[tuple[int, int]], words: list[str], value: tuple[int, int]
) -> bool:
    """Of both sides in one clause the one counts that leads to the value; in Chinese it follows it."""
    if is_unspaced(words[0]):
        if words[value[0] - 1 : value[0]] == ["在"] and any(one[1] == value[0] for one in own):
            return False  # 住在潍坊老家
        behind = [
            min((one[0] for one in side if one[0] >= value[1]), default=len(words)) for side in (others, own)
        ]
        return behind[0] < behind[1]
    before = [max((one[1] for one in side if one[1] <= value[0]), default=-1) for side in (others, own)]
    return before[0] > before[1]


def _describes(attribute: tuple[str, ...], words: list[str], at: int, side: Side) -> bool:
    """Whether the word behind a describing one is what the attribute names by it (right *eye*, ``left_eye``)."""
    if at >= len(words):
        return False
    nouns = [word for word in attribute if word not in side.own]
    return any(alike(words[at], noun) for noun in nouns) or (words[at] == "one" and bool(nouns))


def _places(words: list[str], sought: frozenset[str]) -> list[tuple[int, int]]:
    """Where one of some words stands: a word, two with a line between them, or letters of Han."""
    found = []
    for at, word in enumerate(words):
        if not is_unspaced(word):
            two = f"{word}_{words[at + 1]}" if at + 1 < len(words) else ""
            if word in sought:
                found.append((at, at + 1))
            elif two in sought:
                found.append((at, at + 2))
            continue
        found += [
            (at, at + size)
            for size in range(1, min(_LONGEST, len(words) - at) + 1)
            if "".join(words[at : at + size]) in sought
        ]
    return found


_LONGEST = 2
"""Letters of the longest Chinese word for a side."""


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
