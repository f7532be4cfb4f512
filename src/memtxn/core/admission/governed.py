"""Around a value: the cues that govern it, but for those that are part of the value or of a name."""

from __future__ import annotations

from memtxn.core.admission.case import Case
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.entity import entity_words
from memtxn.core.admission.han_words import splits_word
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.reading.scope import governing
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.showing import Showing

_MODAL = frozenset(("hedge", "wish", "approximation", "restriction", "condition"))
_POINTING = frozenset(("that", "this", "it", "which", "these", "those"))


def governing_cues(case: Case, showing: Showing) -> list[Mark]:
    """The cues that count for a value: of its sentence, and verdicts on it in the next one."""
    sentence = showing.sentence
    if sentence is None:
        return []
    entity = entity_words(case.draft.key.entity_id)
    found = [
        mark
        for mark in governing(sentence, showing.first, showing.last)
        if not showing.keeps(mark.first, mark.last) and _counts(case, sentence, showing, mark, entity)
    ]
    if sentence.number + 1 < len(showing.reading.starts):
        found += _verdicts(showing.reading.sentence(sentence.number + 1))
    return found


def _counts(case: Case, sentence: Sentence, showing: Showing, mark: Mark, entity: frozenset[str]) -> bool:
    """Whether a cue is one here: not part of the entity's name, no name itself, no choice of words in a question."""
    texts, at = sentence.texts, mark.first - sentence.first
    denies = mark.cue.family == "negation"
    asked = not denies or (not case.attribute.negative and (mark.cue.lexical or mark.last - mark.first == 1))
    if asked and _is_asked_for(case, texts[at : at + mark.last - mark.first]):
        return False
    if mark.last - mark.first > 1 and ord(texts[at][0]) >= 0x2E80 and mark.cue.family != "negation":
        if splits_word(
            texts, at, at + mark.last - mark.first, showing.analysis.tokens.cuts[sentence.first : sentence.last]
        ):
            return False
    if entity.issuperset(texts[at : at + mark.last - mark.first]):
        return False
    if mark.cue.family == "condition" and _is_no_condition(texts, at, mark.last - sentence.first):
        return False
    if mark.cue.family in _MODAL and _is_name(sentence, showing, mark):
        return False
    if mark.cue.family == "negation" and mark.last - mark.first == 1:
        before, after = texts[at - 1] if at else "", texts[at + 1] if at + 1 < len(texts) else ""
        if texts[at] == "非" and ("不可" in "".join(texts[at:]) or "不行" in "".join(texts[at:])):
            return False  # 非…不可: it must
        if texts[at] == "不" and "非" in texts[:at] and texts[at + 1 : at + 2] in (["可"], ["行"]):
            return False
        if before and before == after:  # 去不去, 是不是: a question
            return False
        if texts[at] == "no" and not at and after in sentence.grammar.subjects:
            return False  # "no, this is …" without its comma
        if mark.first >= showing.last and _is_beside(case, sentence, showing, mark):
            return False
        if sentence.asks and texts[at] in ("没", "不", "没有", "否") and mark.last == sentence.last:
            return False  # …没？
        if texts[at] == "not":
            return _negates(sentence, showing, at, before)
    return True


def _is_beside(case: Case, sentence: Sentence, showing: Showing, mark: Mark) -> bool:
    """Whether a negator behind the value denies something else: another item of a Chinese list, or, where somebody
    asks for something, what follows it.
    """
    gaps = sentence.clauses.gaps[showing.last - sentence.first : mark.first - sentence.first + 1]
    if any("、" in gap for gap in gaps):
        return True
    clause = sentence.clause(mark.first)
    rest = sum(
        1 for at in range(mark.last - sentence.first, len(sentence.texts)) if sentence.clauses.of[at] == clause
    )
    return case.asks and rest > _TAIL


_TAIL = 2


def _is_no_condition(texts: list[str], first: int, last: int) -> bool:
    """ "is provided" is a participle, "in case 4" a place."""
    after = texts[last] if last < len(texts) else ""
    return bool(first and texts[first - 1] in _BE) or (texts[last - 1] == "case" and after[:1].isdecimal())


_BE = frozenset(["is", "are", "was", "were", "be", "been", "being"])


def _is_asked_for(case: Case, words: list[str]) -> bool:
    """Whether the attribute asks for what the cue says: ``allergic_to`` for "is allergic to"."""
    return any(len(word) > 3 and alike(word, other) for word in words for other in case.attribute.words)


def _negates(sentence: Sentence, showing: Showing, at: int, before: str) -> bool:
    """Whether *not* denies the value: what stands before it only as part of a verb ("X is not"), not in a
    contrast ("X, not Y"); what comes after "not … until" begins then.
    """
    if showing.last <= sentence.first + at and before not in sentence.grammar.auxiliaries:
        return False
    start = showing.first - sentence.first
    return "until" not in sentence.texts[max(at + 1, start - 3) : start]


def _is_name(sentence: Sentence, showing: Showing, mark: Mark) -> bool:
    """Whether a word is capitalised in mid-sentence: May, Will, Hope. German writes all nouns so."""
    if mark.last - mark.first > 1 or mark.first == sentence.first or sentence.grammar.languages[0] == "de":
        return False
    return showing.analysis.is_capital(mark.first) and not showing.analysis.is_capital(mark.first - 1)


def _verdicts(following: Sentence) -> list[Mark]:
    """Cues of the next sentence that pass a verdict on the one before: "That is a rumour."."""
    if not following.texts or following.texts[0] not in _POINTING:
        return []
    return [mark for mark in following.marks if mark.cue.scope == "whole" and mark.cue.family != "pseudo"]
