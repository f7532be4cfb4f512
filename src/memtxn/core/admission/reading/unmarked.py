"""Chinese builds that ask, suppose or doubt without a word for it: 去不去, 考得上就…，考不上再…, 等…了，我就….

What stands where says so, so no phrase can list them. Each is a cue like any other.
"""

from __future__ import annotations

from collections.abc import Iterator

from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.cues.pack import Cue
from memtxn.core.admission.reading.clauses import Clauses
from memtxn.core.admission.scripts import is_unspaced

_DENY = frozenset("不没")
_THEN = frozenset("就再才便则")
_ACCORDING = frozenset("照按依听看据")
LETTERS = (
    _DENY
    | {"等", "样", "模", "除", "满", "就", "再", "遇", "碰", "赶", "也", "得", "送", "卖", "转", "借"}
    | _ACCORDING
)
"""Letters of which a sentence with one of these builds has one."""

_ASKED = Cue("A不A", "question", "own", "zh")
_EITHER = Cue("…就…，不…就…", "condition", "own", "zh")
_ONCE = Cue("等 … 就", "condition", "around", "zh")
_LOOKS = Cue("…的样子", "hedge", "own", "zh")
_MEANS = Cue("照…的意思", "report", "onward", "zh")
_BUT_FOR = Cue("除了 … 都", "exception", "around", "zh")
_FROM_ON = Cue("满 …", "condition", "own", "zh")
_FROM_ON_THEN = Cue("… 满 … 就", "condition", "own", "zh")
_IF_SO = Cue("…我就…", "condition", "own", "zh")
_SHOULD_IT = Cue("遇 …，", "condition", "around", "zh")
_ALL_RIGHT = Cue("…也行，得…", "condition", "own", "zh")
_AWAY = Cue("送…了", "ended", "behind", "zh")
_ONLY_THEN = Cue("…完再…", "condition", "ahead", "zh")


def unmarked(
    texts: list[str], vocabulary: frozenset[str], clauses: Clauses, persons: frozenset[str]
) -> Iterator[Mark]:
    """The builds of a sentence that has one of `LETTERS`; ``persons`` are nouns for persons."""
    if not _DENY.isdisjoint(vocabulary):
        yield from _asked(texts, clauses)
        if "就" in vocabulary:
            yield from _alternatives(clauses)
    if "等" in vocabulary and not _THEN.isdisjoint(vocabulary):
        yield from _awaited(clauses)
    if "子" in vocabulary or "样" in vocabulary:
        yield from _likeness(clauses)
    if not _ACCORDING.isdisjoint(vocabulary):
        yield from _according(clauses)
    if "除" in vocabulary and not _ALL.isdisjoint(vocabulary):
        yield from _but_for(clauses)
    if "就" in vocabulary:
        yield from _if_so(clauses)
    if "再" in vocabulary:
        yield from _only_then(clauses)
    if not _MEETS.isdisjoint(vocabulary) or "也" in vocabulary:
        yield from _met(clauses)
    if "了" in vocabulary and not _GIVES.isdisjoint(vocabulary):
        yield from _given_away(clauses, persons)
    if "满" in vocabulary:
        yield from _from_on(texts, clauses)


def _asked(texts: list[str], clauses: Clauses) -> Iterator[Mark]:
    """去不去, 能不能用, 喜欢不喜欢; not 信不信由你, 时不时, nor what is all the same (不管去不去)."""
    for at in range(1, len(texts) - 1):
        if texts[at] not in _DENY or clauses.of[at - 1] != clauses.of[at + 1]:
            continue
        one = texts[at - 1] == texts[at + 1] and is_unspaced(texts[at - 1]) and texts[at - 1] not in _TWICE
        two = at > 1 and texts[at - 2 : at] == texts[at + 1 : at + 3] and is_unspaced(texts[at - 2])
        if not (one or two) or texts[at + 2 : at + 3] == ["由"]:
            continue
        words = "".join(clauses.words[clauses.of[at]])
        if not any(word in words for word in _WHATEVER):
            yield Mark(_ASKED, clauses.first + at - 1, clauses.first + at + 2)


_TWICE = frozenset("时动三二一句步天个次家年口声点条层字")
"""Letters that stand on both sides of a negator and ask nothing: 时不时, 动不动, 一不一."""
_WHATEVER = ("不管", "无论", "不论", "别管", "甭管", "任凭")


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


def _likeness(clauses: Clauses) -> Iterator[Mark]:
    """初三的样子: about so, from what one sees."""
    for clause, words in enumerate(clauses.words):
        if "".join(words[-3:]) in _SEEMS and len(words) <= _SHORT and _PICTURED.isdisjoint(words):
            start = clauses.starts[clause] + len(words)
            yield Mark(_LOOKS, start - 3, start)


_SEEMS = frozenset(("的样子", "的模样", "的光景"))
_SHORT = 12
_PICTURED = frozenset("是喜爱画记拍看像学变改叫")
"""Letters by which a clause speaks of the look itself."""


def _according(clauses: Clauses) -> Iterator[Mark]:
    """照销售的意思，…: what follows is another's word."""
    for clause, words in enumerate(clauses.words[:-1]):
        if words[:1] and words[0] in _ACCORDING and "".join(words).endswith(_WORD_OF) and "我" not in words:
            yield Mark(_MEANS, clauses.starts[clause], clauses.starts[clause] + 1)


_WORD_OF = (
    "意思", "说法", "口气", "讲法", "介绍", "描述", "的话说", "的话讲", "的话来说", "那意思", "口风", "口径",
    "看来", "推断", "估算", "推测", "传的", "讲的", "的推算", "的回忆",
)  # fmt: skip
"""Ends of a clause that names whose word it is."""


def _but_for(clauses: Clauses) -> Iterator[Mark]:
    """除了草莓味的，他家酸奶我都爱喝: not all of it."""
    for clause, (words, after) in enumerate(zip(clauses.words, clauses.words[1:], strict=False)):
        if words[:1] == ["除"] and not _ALL.isdisjoint(after) and _ALSO.isdisjoint(after):
            yield Mark(_BUT_FOR, clauses.starts[clause], clauses.starts[clause] + 1)


_ALL = frozenset("都全均皆每样")
_ALSO = frozenset("也还又另")


def _from_on(texts: list[str], clauses: Clauses) -> Iterator[Mark]:
    """满88包邮, 满三件打折: to whom it does not apply, it is not so."""
    for at, word in enumerate(texts[:-1]):
        behind = texts[at + 1]
        if word == "满" and (behind in _NUMERALS or behind[:1].isdecimal()):
            rest = clauses.words[clauses.of[at]][at + 1 - clauses.starts[clauses.of[at]] + clauses.first :]
            cue = _FROM_ON if _THEN.isdisjoint(rest) else _FROM_ON_THEN
            yield Mark(cue, clauses.first + at, clauses.first + at + 1)


_NUMERALS = frozenset("一二两三四五六七八九十百半几")


def _if_so(clauses: Clauses) -> Iterator[Mark]:
    """没人接站我就打车: what stands before 我就 is what it depends on, unless that has happened."""
    for clause, words in enumerate(clauses.words):
        for at in range(_MIN, len(words) - 1):
            if words[at] != "就" or words[at - 1] not in _WHO or words[at + 1] in _ADJOINED:
                continue
            before = words[: at - 1]
            if len(before) >= _MIN and _GIVEN.isdisjoint(before) and "了" not in words[-2:]:
                yield Mark(_IF_SO, clauses.starts[clause] + at, clauses.starts[clause] + at + 1)


_MIN = 3
"""Letters before 我就 from which on they say something."""
_WHO = frozenset("我咱")
_GIVEN = frozenset("了后时从自小早一前年月日天点号周已每这那因所既为在初晚")
"""Letters by which it is a time or a reason, and no condition."""


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
        if words[-2:-1] == ["也"] and words[-1] in "成行可中" and "".join(after[:3]).startswith(_BUT_MUST):
            yield Mark(_ALL_RIGHT, start + len(words) - 2, start + len(words))


_MEETS = frozenset("遇碰赶")
_COMES_TO = ("遇", "碰上", "碰到", "赶上", "遇上")
"""Beginnings of a clause that tells of what may come."""
_PAST = frozenset("了过见")
_BUT_MUST = ("得", "但得", "不过得", "须", "必须", "先", "但要", "不过要", "要先", "只要")


def _given_away(clauses: Clauses, persons: frozenset[str]) -> Iterator[Mark]:
    """猫送我表妹了: it is somebody else's now."""
    for clause, words in enumerate(clauses.words):
        if words[-1:] != ["了"]:
            continue
        for at in range(1, len(words) - 2):
            whom = "".join(words[at + 1 : -1])
            if words[at] in _GIVES and (
                whom in persons or whom.lstrip("给我他她们的家") in persons or whom in _OTHERS
            ):
                start = clauses.starts[clause]
                yield Mark(_AWAY, start + at, start + len(words))


_GIVES = frozenset("送卖转捐让退")
_OTHERS = frozenset(("人", "别人", "人家", "给别人", "给人", "他", "她", "给他", "给她"))
"""Whom it may have gone to, besides a noun for a person."""
