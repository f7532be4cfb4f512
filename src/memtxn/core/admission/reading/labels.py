"""Labels: a few words before a colon or a dash that say how all that follows is meant ("Not true: …")."""

from __future__ import annotations

from collections.abc import Iterator

from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.cues.pack import Cue
from memtxn.core.admission.reading.clauses import Clauses
from memtxn.core.admission.word_set import word_set

LONGEST = 6
"""Words that a label has at most."""

VERDICT = "verdict"
"""The phrase of a cue that denies what stands before it."""

_NEUTRAL = word_set("""
    it that this is was s the a my our just all still so far 's
    quite plainly simply totally utterly completely entirely absolutely sadly
""")
_NOT = word_set("not n't no never isn't wasn't")
_TRUTH = word_set("true correct right accurate confirmed verified certain final real valid")
_GIVEN = word_set("""
    included supported covered allowed permitted accepted available approved offered sold delivered shipped paid
    required needed provided recommended compatible insured
""")
_LABELS = {
    word: family
    for family, words in (
        ("negation", "false wrong untrue incorrect myth cancelled canceled fake denied withdrawn void"),
        (
            "hedge",
            "rumour rumor guess possibly probably tentative unverified hypothesis speculation planned proposed "
            "draft todo",
        ),
        ("ended", "outdated obsolete deprecated superseded formerly previously"),
        ("fiction", "hypothetically imaginary fiction"),
    )
    for word in words.split()
}
_UNSPACED = {
    word: family
    for family, words in (
        ("negation", "不属实 错误 有误 假的 不对 不正确 已取消 取消 作废 没这回事"),
        ("negation", "不支持 不包含 不包括 不含 不提供 不允许 不接受 不卖 不送 不收"),
        ("hedge", "未确认 未核实 未证实 待确认 待定 谣言 传闻 猜测 计划 草稿 可能 也许 大概"),
        ("ended", "过去 以前 旧 已过期 已废弃"),
        ("fiction", "假设 虚构"),
    )
    for word in words.split()
}


def labelled(texts: list[str], clauses: Clauses) -> Iterator[Mark]:
    """The cues that labels are: of what follows a colon or a dash, or of what a verdict stands behind."""
    joints = clauses.joints
    for clause, start in enumerate(clauses.starts):
        tokens = clauses.tokens(clause)
        joint = joints[clause] if clause else joints[1] if len(joints) > 1 else ""
        if not tokens or len(tokens) > LONGEST or joint not in (_PAUSES if clause else _BEFORE):
            continue
        words = [word for token in tokens if (word := texts[token - clauses.first]) not in _NEUTRAL]
        if not clause:
            family = _label(words, listing=joint == "colon")
            if family is not None:
                yield Mark(Cue("label", family, "onward", "en"), start, tokens[-1] + 1)
        elif _is_verdict(words, clauses, clause):
            yield Mark(Cue(VERDICT, "negation", "aside", "en"), start, tokens[-1] + 1)


_BEFORE = ("colon", "dash")
"""What joins to a label what it is about."""
_PAUSES = ("colon", "dash", "comma")
"""What joins a verdict to what it stands behind."""


def _is_verdict(words: list[str], clauses: Clauses, clause: int) -> bool:
    """Whether a clause behind a pause denies the one before: ": not true", ", not" at the end, ": no"."""
    last = clause + 1 == len(clauses.starts)
    if _denies(words, _TRUTH) or (last and words == ["not"]):
        return True
    return clauses.joints[clause] == "colon" and "".join(words) in _FILLED_IN


_FILLED_IN = word_set("no none never not negative nein non 否 无 無 没有 不 未 ❌ ✗ ✘ 🚫")
"""What a form has behind the colon of a field that does not hold."""


def _label(words: list[str], *, listing: bool) -> str | None:
    """The family of a label; a *not* before what is given ("Not included: …") is one before a list."""
    if words and all(word in _LABELS for word in words):
        return _LABELS[words[0]]
    if listing and "".join(words) in _UNSPACED:
        return _UNSPACED["".join(words)]
    return "negation" if _denies(words, _TRUTH | _GIVEN if listing else _TRUTH) else None


def _denies(words: list[str], given: frozenset[str]) -> bool:
    return len(words) > 1 and words[0] in _NOT and all(word in given for word in words[1:])
