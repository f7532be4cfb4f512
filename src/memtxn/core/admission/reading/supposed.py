"""Chinese conditions without a word for them: 考得上就…，考不上再…, 等…了，我就…, 遇…，…, …者，….

What stands where says so, so no phrase can list them. Each is a cue like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.cues.pack import Cue
from memtxn.core.admission.han_words import is_word
from memtxn.core.admission.reading.clauses import Clauses

_DENY = frozenset("不没")
_THEN = frozenset("就再才便则")

_EITHER = Cue("…就…，不…就…", "condition", "own", "zh")
_ONCE = Cue("等 … 就", "condition", "around", "zh")
_FROM_ON = Cue("满 …", "condition", "own", "zh")
_FROM_ON_THEN = Cue("… 满 … 就", "condition", "own", "zh")
_SHOULD_IT = Cue("遇 …，", "condition", "around", "zh")
_ALL_RIGHT = Cue("…也行，得…", "condition", "own", "zh")
_WHOEVER = Cue("…者，", "condition", "around", "zh")
_IF_WILLING = Cue("肯 … 就", "condition", "around", "zh")
_IF_SO = Cue("…我就…", "condition", "own", "zh")
_ONLY_THEN = Cue("…完再…", "condition", "ahead", "zh")


def _alternatives(clauses: Clauses) -> Iterator[Mark]:
    """下雨就坐车，不下雨骑车: one of two holds, and which is not said."""
    for clause, (words, after) in enumerate(zip(clauses.words, clauses.words[1:], strict=False)):
        then = next((at for at in range(1, len(words) - 1) if _leads_on(words, at)), None)
        if then is None:
            continue
        deny = next((at for at, word in enumerate(after[:_HEAD]) if word in _DENY), None)
        if deny is None:
            continue
        around = after[max(0, deny - 1) : deny] + after[deny + 1 : deny + 2]
        if _EMPTY.issuperset(around) or words[then - 1] in _DENY:
            continue
        if any(word in words[:then] for word in around if word not in _EMPTY):
            start, following = clauses.starts[clause], clauses.starts[clause + 1]
            yield Mark(_EITHER, start + then, start + then + 1)
            yield Mark(_EITHER, following + deny, following + deny + 1)


def _leads_on(words: list[str], at: int) -> bool:
    return words[at] == "就" and words[at + 1] not in _ADJOINED and words[at - 1] not in _LIGHT


_HEAD = 4
"""Letters at the head of a clause among which its negator stands."""
_ADJOINED = frozenset("是算近餐着像连")
"""Letters that make another word of 就: 就是, 就近."""
_LIGHT = frozenset("我你他她它们这那也早成将迁也就从以")
_EMPTY = frozenset("我你他她它们是有的了在能会要也都就再吃")
"""Letters that both clauses may have without speaking of one thing."""


def _awaited(clauses: Clauses) -> Iterator[Mark]:
    """等退了休，我就开店: it comes after what is waited for."""
    for clause, (words, after) in enumerate(zip(clauses.words, clauses.words[1:], strict=False)):
        at = 1 if words[:1] == ["我"] else 0
        if words[at : at + 1] != ["等"] or len(words) - at < _WAIT or words[at + 1] in _JUST_WAITS:
            continue
        if not _THEN.isdisjoint(after[:_HEAD]):
            yield Mark(_ONCE, clauses.starts[clause] + at, clauses.starts[clause] + at + 1)


_WAIT = 3
_JUST_WAITS = frozenset("了着候待级于会等过到一")
"""Letters behind 等 by which somebody waits, or that make another word of it."""


def _from_on(clauses: Clauses) -> Iterator[Mark]:
    """满88包邮, 满三件打折: to whom it does not apply, it is not so."""
    for clause, words in enumerate(clauses.words):
        for at, word in enumerate(words[:-1]):
            if word == "满" and (words[at + 1] in _NUMERALS or words[at + 1][:1].isdecimal()):
                cue = _FROM_ON if _THEN.isdisjoint(words[at:]) else _FROM_ON_THEN
                yield Mark(cue, clauses.starts[clause] + at, clauses.starts[clause] + at + 1)


_NUMERALS = frozenset("一二两三四五六七八九十百半几")


def _if_so(clauses: Clauses) -> Iterator[Mark]:
    """没人接站我就打车: what stands before 我就 is what it depends on, unless that has happened."""
    for clause, words in enumerate(clauses.words):
        for at in range(_MIN, len(words) - 1):
            if words[at] not in ("就", "才") or words[at - 1] not in _WHO or words[at + 1] in _ADJOINED:
                continue
            before, given = words[: at - 1], _GIVEN if words[at] == "就" else _HAPPENED
            if len(before) >= _MIN and given.isdisjoint(before) and "了" not in words[-2:]:
                yield Mark(_IF_SO, clauses.starts[clause] + at, clauses.starts[clause] + at + 1)


_MIN = 3
"""Letters before 我就 from which on they say something."""
_WHO = frozenset("我咱")
_GIVEN = frozenset("了后时从自小早一前年月日天点号周已每这那因所既为在初晚")
"""Letters by which it is a time or a reason, and no condition."""
_HAPPENED = frozenset("了后到过昨今刚")
"""Letters by which something has come to pass at last (昨天我才知道)."""


def _only_then(clauses: Clauses) -> Iterator[Mark]:
    """预算批下来再招人: it has not come to that."""
    for clause, words in enumerate(clauses.words):
        for at in range(2, len(words) - 1):
            if words[at] == "再" and words[at + 1] not in _AGAIN and _is_done(words, at):
                yield Mark(_ONLY_THEN, clauses.starts[clause] + at, clauses.starts[clause] + at + 1)


def _is_done(words: list[str], at: int) -> bool:
    """Whether a verb with the letter of what is finished stands before; 接下来 says only what comes next."""
    if words[at - 1] == "来":
        return words[at - 2] in _COME and words[max(0, at - 3)] != "接"
    return words[at - 1] in _DONE


_COME = frozenset("下出回")
_DONE = frozenset("完定齐妥")
_AGAIN = frozenset("次也不三度现见")
"""Letters that make another word of 再: 再次, 再也不."""


def _met(clauses: Clauses) -> Iterator[Mark]:
    """遇暴雨，船停开; 要我去也行，得管饭: it holds if it comes to that."""
    for clause, (words, after) in enumerate(zip(clauses.words, clauses.words[1:], strict=False)):
        start = clauses.starts[clause]
        if "".join(words[:2]).startswith(_COMES_TO) and _PAST.isdisjoint(words):
            yield Mark(_SHOULD_IT, start, start + 1)
        if _is_allowed(words) and "".join(after[:3]).startswith(_BUT_MUST):
            yield Mark(_ALL_RIGHT, start + len(words) - 2, start + len(words))


def _is_allowed(words: list[str]) -> bool:
    """Whether a clause ends with leave: 要我去也行, 养猫可以."""
    return words[-2:] == ["可", "以"] or (words[-2:-1] == ["也"] and words[-1] in "成行可中")


_MEETS = frozenset("遇碰赶")
_COMES_TO = ("遇", "碰上", "碰到", "赶上", "遇上")
"""Beginnings of a clause that tells of what may come."""
_PAST = frozenset("了过见")
_BUT_MUST = ("得", "但得", "不过得", "须", "必须", "先", "但要", "不过要", "要先", "只要")


def _whoever(clauses: Clauses) -> Iterator[Mark]:
    """满八十分者，免修; 提前退租的，押金不退: a rule for a case."""
    for clause, words in enumerate(clauses.words[:-1]):
        if len(words) < _CASE or clauses.joints[clause + 1] != "comma":
            continue
        if words[-1] == "者":
            ruled = not (is_word("".join(words[-2:])) or is_word("".join(words[-3:])))
        else:
            always = "".join(clauses.words[clause + 1][:2]).startswith(_ALWAYS)
            ruled = (words[-1] == "的" or always) and "是" not in words
            ruled = ruled and "".join(words[:2]).startswith(_IN_CASE)
        if ruled:
            start = clauses.starts[clause] + len(words)
            yield Mark(_WHOEVER, start - 1, start)


_CASE = 4
"""Letters of a clause that says for which case a rule is."""
_IN_CASE = (
    *(
        "提前",
        "逾期",
        "未",
        "违反",
        "违约",
        "超过",
        "超出",
        "迟到",
        "缺",
        "丢失",
        "损坏",
        "擅自",
        "连续",
        "累计",
        "凡",
    ),
    *("符合", "满足", "达到", "拒不", "无故", "隐瞒", "虚报", "中途", "首次", "多次", "自愿"),
)
"""Beginnings of a clause with …的 that says the same."""
_ALWAYS = ("一律", "一概", "均", "不予", "视为", "概")
"""Beginnings of what a rule says."""


def _willing(clauses: Clauses) -> Iterator[Mark]:
    """你肯出一半，我就开车去; 攒够首付就买: it depends on that."""
    for clause, words in enumerate(clauses.words):
        at = next((at for at, word in enumerate(words) if word in _WILLING), None)
        if at is None or not _PAST.isdisjoint(words):
            continue
        after = clauses.words[clause + 1][:_HEAD] if clause + 1 < len(clauses.words) else []
        if "就" in words[at + 1 :] or "就" in after:
            start = clauses.starts[clause]
            yield Mark(_IF_WILLING, start + at, start + at + 1)


_WILLING = frozenset("肯愿敢够")
"""Letters of what somebody must be ready for, or must have enough of."""


_BUILDS: tuple[tuple[frozenset[str], frozenset[str], Callable[[Clauses], Iterator[Mark]]], ...] = (
    (_DENY, frozenset("就"), _alternatives),
    (frozenset("等"), _THEN, _awaited),
    (frozenset("满"), frozenset("满"), _from_on),
    (frozenset("就才"), _WHO, _if_so),
    (frozenset("再"), _DONE | frozenset("来"), _only_then),
    (_MEETS | {"也", "可"}, _MEETS | frozenset("成行可中"), _met),
    (frozenset("者的律概均予视"), frozenset("者的律概均予视"), _whoever),
    (frozenset("就"), _WILLING, _willing),
)
"""The builds, each with letters of which a sentence that has it has one, of the first and of the second set."""
CONDITIONAL = frozenset().union(*(first for first, _, _ in _BUILDS))
"""Letters of which a sentence with one of them has one."""


def supposed(vocabulary: frozenset[str], clauses: Clauses) -> Iterator[Mark]:
    """The builds of a Chinese sentence by which something holds only if something else does."""
    for first, second, build in _BUILDS:
        if not first.isdisjoint(vocabulary) and not second.isdisjoint(vocabulary):
            yield from build(clauses)
