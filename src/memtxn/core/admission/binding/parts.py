"""Parts: of the two numbers of 五位客人中两位吃鱼 (of five guests two eat fish) an attribute asks for one."""

from __future__ import annotations

from memtxn.core.admission.binding.kin import named_by
from memtxn.core.admission.binding.scene import Bound, Scene
from memtxn.core.admission.word_set import word_set

_AMONG = frozenset("里中")
"""Letters behind a whole of which a part follows."""
_NUMERALS = frozenset("一二三四五六七八九十百千万两半几")
_NOUN = 6
"""Letters between the number of a whole and the letter behind its noun."""
_LINK = frozenset("有只面头间部共边的就才又，")
"""Letters between that and the number of a part."""

_NOUNS = """
guest 客人 宾客 来宾
person 人
people 人
attendee 人
student 学生 学员 同学
member 成员 会员 队员 组员
employee 员工 职工 人
staff 员工 职工 人
colleague 同事
test 测试 用例 考试
room 房间 房 间
ticket 票
seat 座位 座 位子
table 桌子 桌
order 订单 单
cat 猫
dog 狗
book 书
bike 自行车 车
car 车
house 房子 房
task 任务
question 题 问题
patient 病人 患者
child 孩子 小孩 娃
"""
"""Nouns by which an attribute asks for a whole, with what a Chinese sentence calls it."""
_BY_NOUN = {line.split()[0]: frozenset(line.split()[1:]) for line in _NOUNS.strip().splitlines()}
_WHOLE = word_set("total all count size number headcount capacity amount many of in the 总 共 全 人数 总数")
"""Words of attributes that ask for the whole, or say nothing of what is counted."""


def other_part(scene: Scene) -> Bound | None:
    """Whether the value counts the whole where the attribute asks for a part of it, or the part for the whole."""
    sentence = scene.sentence
    if sentence.grammar.languages[0] != "zh" or _AMONG.isdisjoint(sentence.vocabulary):
        return None
    texts, first = sentence.texts, sentence.first
    value = (scene.showing.first - first, scene.showing.last - first)
    if not _counts(texts[value[0]]):
        return None
    begin = sentence.clauses.starts[scene.clause] - first
    for at in range(max(begin, value[0] - 2 * _NOUN), min(len(texts), value[1] + _NOUN)):
        if texts[at] not in _AMONG or value[0] <= at < value[1]:
            continue
        noun = _whole(texts, begin, at)
        if noun and _part(texts, at + 1) is not None:
            is_part = value[0] > at
            if is_part is _asks_for_whole(scene.case.attribute.words, noun):
                told = "the value counts a part of them" if is_part else "the value counts all of them"
                return Bound("wrong_subject", told, scene.showing.first, scene.showing.last)
    return None


def _counts(text: str) -> bool:
    return text[0].isdecimal() or text in _NUMERALS


def _whole(texts: list[str], begin: int, at: int) -> str:
    """The noun of a whole that is counted before a place, with the measure word before it."""
    for start in range(at - 1, max(begin - 1, at - 1 - _NOUN), -1):
        if _counts(texts[start]):
            return "".join(texts[start + 1 : at])
    return ""


def _part(texts: list[str], at: int) -> int | None:
    """Where the number of a part stands right behind."""
    while at < len(texts) and texts[at] in _LINK:
        at += 1
    return at if at < len(texts) and _counts(texts[at]) else None


def _asks_for_whole(attribute: tuple[str, ...], noun: str) -> bool:
    """Whether the attribute names the whole, and nothing more of it."""
    joined = "".join(attribute)
    if not joined.isascii():
        return joined.removesuffix("数").removesuffix("数量") in noun or "总" in joined
    rest = [word for word in attribute if word not in _WHOLE]
    if not rest:
        return True
    if len(rest) > 1:
        return False
    stem = {"children": "child", "people": "people", "staff": "staff"}.get(rest[0], rest[0].removesuffix("s"))
    names = _BY_NOUN.get(stem, frozenset()) | named_by((rest[0], stem))
    return any(noun.endswith(name) for name in names if not name.isascii())
