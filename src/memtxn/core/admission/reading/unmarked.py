"""Chinese builds that ask, doubt or report without a word for it: 去不去, …的样子, 照…的意思.

What stands where says so, so no phrase can list them. Each is a cue like any other.
"""

from __future__ import annotations

from collections.abc import Iterator

from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.cues.pack import Cue
from memtxn.core.admission.reading.clauses import Clauses
from memtxn.core.admission.reading.supposed import CONDITIONAL, supposed
from memtxn.core.admission.scripts import is_unspaced

_DENY = frozenset("不没")
_ACCORDING = frozenset("照按依听看据")
_GIVES = frozenset("送卖转捐让退")
LETTERS = CONDITIONAL | _DENY | _ACCORDING | _GIVES | {"样", "模", "光", "除"}
"""Letters of which a sentence with one of these builds has one."""

_ASKED = Cue("A不A", "question", "own", "zh")
_LOOKS = Cue("…的样子", "hedge", "own", "zh")
_MEANS = Cue("照…的意思", "report", "onward", "zh")
_BUT_FOR = Cue("除了 … 都", "exception", "around", "zh")
_AWAY = Cue("送…了", "ended", "behind", "zh")


def unmarked(
    texts: list[str], vocabulary: frozenset[str], clauses: Clauses, persons: frozenset[str]
) -> Iterator[Mark]:
    """The builds of a sentence that has one of `LETTERS`; ``persons`` are nouns for persons."""
    if not CONDITIONAL.isdisjoint(vocabulary):
        yield from supposed(vocabulary, clauses)
    if not _DENY.isdisjoint(vocabulary):
        yield from _asked(texts, clauses)
    if "子" in vocabulary or "样" in vocabulary:
        yield from _likeness(clauses)
    if not _ACCORDING.isdisjoint(vocabulary):
        yield from _according(clauses)
    if "除" in vocabulary and not _ALL.isdisjoint(vocabulary):
        yield from _but_for(clauses)
    if "了" in vocabulary and not _GIVES.isdisjoint(vocabulary):
        yield from _given_away(clauses, persons)


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


_OTHERS = frozenset(("人", "别人", "人家", "给别人", "给人", "他", "她", "给他", "给她"))
"""Whom it may have gone to, besides a noun for a person."""
