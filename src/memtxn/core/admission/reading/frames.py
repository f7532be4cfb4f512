"""Frames: cues in two parts with something between them ("according to … ", 据…说), which no phrase can list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.cues.pack import Cue
from memtxn.core.admission.han_words import is_word
from memtxn.core.admission.reading.clauses import Clauses
from memtxn.core.admission.reading.tense import is_past
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set

_REACH = 10
"""Tokens that may stand between the parts."""

_SHUNNED = frozenset(
    ("就躲", "就跑", "就吐", "就烦", "就怕", "就头", "就恶", "就反", "就犯", "就皱", "就慌", "就打")
)
"""How a clause goes on that tells of what somebody cannot bear: 见了狗就躲."""

_FRAMES: tuple[tuple[str, frozenset[str], Cue], ...] = (
    (
        "据",
        frozenset(
            (
                "说",
                "讲",
                "称",
                "传",
                "回忆",
                "介绍",
                "透露",
                "描述",
                "反映",
                "报道",
                "反馈",
                "通报",
                "告知",
                "转述",
            )
        ),
        Cue("据 … 说", "report", "onward", "zh"),
    ),
    ("看", frozenset("像"), Cue("看 … 像", "hedge", "own", "zh")),
    ("听", frozenset("说讲"), Cue("听 … 说", "report", "onward", "zh")),
    ("在", frozenset(("看来", "嘴里", "口中", "眼里", "眼中")), Cue("在 … 看来", "report", "onward", "zh")),
    ("等", frozenset(("才", "再", "就")), Cue("等 … 才", "condition", "around", "zh")),
    ("要", frozenset(("才",)), Cue("要 … 才", "condition", "own", "zh")),
    *((sense, _SHUNNED, Cue("见 … 就躲", "negation", "own", "zh", lexical=True)) for sense in "见闻吃喝碰提听看"),
    ("从", frozenset(("不", "没")), Cue("从 … 不", "negation", "own", "zh")),
    ("连", frozenset(("没", "不")), Cue("连 … 都不", "negation", "own", "zh")),
    ("被", frozenset(("辟谣", "否认", "否决", "驳回", "推翻")), Cue("被 … 辟谣", "negation", "whole", "zh")),
    ("word", frozenset(("that",)), Cue("word is that", "report", "onward", "en")),
    ("rumour", frozenset(("that",)), Cue("rumour is that", "report", "onward", "en")),
    ("rumor", frozenset(("that",)), Cue("rumor is that", "report", "onward", "en")),
    ("has", frozenset(("it that",)), Cue("has it that", "report", "onward", "en")),
    ("keep", frozenset(("away",)), Cue("keep away from", "negation", "own", "en")),
    ("until", frozenset(("only",)), Cue("not until", "condition", "own", "en")),
)


_OPENINGS = frozenset(opening for opening, _, _ in _FRAMES)
_BEGUN = {
    closing: frozenset(chain(closing, *((word[0], word.split(" ")[0]) for word in closing)))
    for _, closing, _ in _FRAMES
}
"""The words with which the second part of a frame may begin."""


def framed(texts: list[str], vocabulary: frozenset[str], clauses: Clauses) -> Iterable[Mark]:
    """The frames of a sentence; both parts stand in one clause, the mark covers the first."""
    return () if _BEGINNINGS.isdisjoint(vocabulary) else _framed(texts, vocabulary, clauses)


def _framed(texts: list[str], vocabulary: frozenset[str], clauses: Clauses) -> Iterator[Mark]:
    speaks, dates = "说" in vocabulary or "讲" in vocabulary, "候" in vocabulary
    ahead = not _AHEAD.isdisjoint(vocabulary)
    several = speaks or dates or not _WHEN.isdisjoint(vocabulary)
    for clause, start in enumerate(clauses.starts if several else ()):
        if texts[start - clauses.first] in _WHEN and _is_yet_to_come(texts, clauses, clause, ahead):
            yield Mark(_TEMPORAL, start, start + 1)
        if speaks:
            sayer = _said_by_another(texts, clauses, clause)
            if sayer is not None:
                yield sayer
        if dates and _while_it_is(texts, clauses, clause):
            words = "".join(clauses.words[clause])
            own = len(words) - words.rindex("的时候") - 3 > _GOES_ON
            yield Mark(_AT_THESE_TIMES if own else _AT_TIMES, start, start + 1)
    if "than" in vocabulary and not _PREFER.isdisjoint(vocabulary):
        than = texts.index("than")
        if not _PREFER.isdisjoint(texts[:than]):
            yield Mark(_THAN, clauses.first + than, clauses.first + than + 1)
    said = _OPENINGS & vocabulary
    for opening, closing, cue in [frame for frame in _FRAMES if frame[0] in said] if said else ():
        if _BEGUN[closing].isdisjoint(vocabulary):
            continue
        for at, word in enumerate(texts):
            if word == opening and _closes(texts, clauses, at, closing):
                yield Mark(cue, clauses.first + at, clauses.first + at + 1)


_PREFER = frozenset(("rather", "sooner", "prefer", "preferred"))
_THAN = Cue("rather … than", "negation", "ahead", "en")


def _while_it_is(texts: list[str], clauses: Clauses, clause: int) -> bool:
    """Whether a Chinese clause ends with the time at which the rest holds (…的时候), and not one in the past."""
    words = [texts[token - clauses.first] for token in clauses.tokens(clause)]
    return "的时候" in "".join(words) and not _DONE.intersection(words)


def _said_by_another(texts: list[str], clauses: Clauses, clause: int) -> Mark | None:
    """A Chinese clause that tells who says so (小王说…): 说 by itself, after a noun that is not the speaker."""
    start = clauses.starts[clause] - clauses.first
    for at in range(start + 1, min(start + _NAMED, len(texts) - 1)):
        if clauses.of[at] != clause:
            return None
        before = texts[at - 1]
        if "瞒" in texts[start:at] or ("我" in texts[start:at] and not _TO.isdisjoint(texts[start:at])):
            return None  # 我跟司机说
        if before == "地" and texts[start] in _TO_BE_SURE:
            return None  # 不夸张地说
        if texts[at] not in ("说", "讲") or not is_unspaced(before) or before in _NO_SAYER:
            continue
        if not is_word(before + texts[at]) and (
            not is_word(texts[at] + texts[at + 1]) or is_word("".join(texts[at + 1 : at + 3]))
        ):
            ends = clauses.of[at + 1] != clause
            return Mark(_SAYS_NEXT if ends else _SAYS, clauses.first + at, clauses.first + at + 1)
    return None


_TO_BE_SURE = frozenset("不坦准确严客简总")
"""Letters with which a clause begins by which the speaker says how it is meant."""
_TO = frozenset("跟对和同向")
"""Letters before the one to whom the speaker says it."""
_NAMED = 6
"""Letters from the head of a clause within which the verb of saying stands."""
_NO_SAYER = frozenset("我咱们来话再就不没要想可能会该是被听据传都也了过着么先直实别")
"""Letters before 说 that are not the end of a name for another."""
_SAYS = Cue("…说", "report", "own", "zh")
_SAYS_NEXT = Cue("…说，", "report", "onward", "zh")
_DONE = frozenset("了过曾前")
"""Letters by which a Chinese clause tells of the past."""
_GOES_ON = 1
"""Letters behind 的时候 above which its clause says itself what is done then."""
_AT_THESE_TIMES = Cue("的时候", "condition", "own", "zh")
_AT_TIMES = Cue("的时候", "condition", "around", "zh")


def _is_yet_to_come(texts: list[str], clauses: Clauses, clause: int, ahead: bool) -> bool:
    """Whether an English clause with *when* tells of something that has not happened, or happens at times.

    It begins the sentence, or a new statement ("and when it thaws, we row").
    """
    words = [texts[token - clauses.first] for token in clauses.tokens(clause)]
    if len(words) < 3 or is_past(words) or words[1].endswith("ing") or words[1] in _AUXILIARIES:
        return False
    if words[0] == "once" and words[1] in _ONE_TIME:
        return False
    at = clauses.starts[clause] - clauses.first
    return clause == 0 or texts[at - 1] in _LEADING or ahead


_LEADING = frozenset(("and", "but"))
"""Words before a *when* that begins a new statement."""
_WHEN = frozenset(("when", "whenever", "once"))
"""Words that date a clause by something else."""
_AUXILIARIES = word_set("""
    is are was were do does did can could will would should have has had
""")
_ONE_TIME = frozenset(("and", "again", "more", "a", "an", "per", "every", "upon", "in"))
"""Words behind a *once* that counts."""
_AHEAD = frozenset(("will", "going", "gonna", "shall"))
"""Words by which a sentence tells of what will be; without one, a *when* at its end only says when."""
_BEGINNINGS = _OPENINGS | _WHEN | frozenset(("说", "讲", "候", "than"))
"""Words of which a sentence with a frame has one."""
_TEMPORAL = Cue("when", "condition", "around", "en")


def _closes(texts: list[str], clauses: Clauses, at: int, closing: frozenset[str]) -> bool:
    for after in range(at + 2, min(at + _REACH, len(texts))):
        if clauses.of[after] != clauses.of[at] and texts[after] not in closing:
            return False
        if texts[after] in closing or "".join(texts[after : after + 2]) in closing:
            return True
        if " ".join(texts[after - 1 : after + 1]) in closing:
            return True
    return False
