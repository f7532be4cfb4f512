"""Rule 9, correction: the speaker does not take the value back in the same breath."""

from __future__ import annotations

from memtxn.core.admission.case import Case
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.entity import name_tokens
from memtxn.core.admission.reading.kinds import CLOCK, DAY, NUMBER, NUMERALS, kind_at, kinds
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.reasons import reject
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set
from memtxn.model.verdict import Finding

NAME = "correction"
_PASSED = Finding(NAME)

REACH = 20
"""Words after the value within which a correction is one of it."""
INSTEAD = 14
"""Words after a correction among which that what holds instead is looked for."""


class Correction:
    """A word of correction after the value and something else of its kind take it back: "at 3, no, at 4"."""

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``corrected_later``, with the correction."""
        showing = case.spoken
        if showing is None:
            return _PASSED
        for sentence in showing.reading.around(showing.sentence.number, 0, 1):
            for mark in (*sentence.corrections, *_bare_negations(sentence)):
                if mark.first >= showing.last and _takes_back(case, showing, sentence, mark):
                    problem = f"{showing.text(mark.first, mark.last)!r} takes it back later"
                    return reject(NAME, "corrected_later", problem, (showing.span(mark.first, mark.last),))
        return _PASSED


def _takes_back(case: Case, showing: Spoken, sentence: Sentence, mark: Mark) -> bool:
    if mark.first - showing.last > REACH or not _stands_apart(sentence, mark):
        return False
    texts = showing.analysis.tokens.texts
    value = texts[showing.first : showing.last]
    after = texts[mark.last : mark.last + INSTEAD]
    if not after:
        return mark.cue.phrase in _ALL_BACK
    again = _stands_again(value, after) and not _given_another(case, value, after)
    if again and not _another_first(showing, value, mark):
        return False
    return _same_kind(showing, sentence, value, after, mark)


def _stands_again(value: list[str], after: list[str]) -> bool:
    """Whether what follows has the value again, and not only to deny it ("Nuria no")."""
    size = len(value)
    for at in range(len(after) - size + 1):
        if after[at : at + size] == value:
            around = (after[at - 1] if at else "", after[at + size] if at + size < len(after) else "")
            return not any(word in _NOT for word in around) and not _goes_on(value[-1], around[1])
    return False


def _given_another(case: Case, value: list[str], after: list[str]) -> bool:
    """Whether the entity is named again behind the value and gets another one: 302是周哥，李姐坐405."""
    name = list(name_tokens(case.draft.key.entity_id))
    for at in range(len(after) - len(name) + 1):
        if name and after[at : at + len(name)] == name:
            rest, before = after[at + len(name) :], after[:at]
            held = any(before[one : one + len(value)] == value for one in range(len(before)))
            again = any(rest[one : one + len(value)] == value for one in range(len(rest)))
            return held and not again and _counts(value) and _counts(rest)
    return False


def _goes_on(last: str, following: str) -> bool:
    """Whether a Chinese number or time goes on behind its last letter: 八点 in 八点半."""
    return (last in _UNITS or last in _NUMERALS) and following != "" and following in _HAN_DIGITS


def _another_first(showing: Spoken, value: list[str], mark: Mark) -> bool:
    """Whether a correction names somebody else: first ("scratch that, to Petra, Gwen is on leave"), or now."""
    analysis = showing.analysis
    if not analysis.is_capital(showing.first):
        return False
    texts, end = analysis.tokens.texts, min(mark.last + INSTEAD, len(analysis.tokens.texts))
    named = [token for token in range(mark.last, end) if analysis.is_capital(token)]
    if any(texts[token] not in value and texts[token - 1] in _HENCEFORTH for token in named):
        return True  # "edit: Priya left, it is now Tomas"
    return mark.last - mark.first > 1 and bool(named) and texts[named[0]] not in value


_ALL_BACK = frozenset(
    ("scratch that", "strike that", "forget that", "forget it", "ignore that", "never mind", "当我没说")
)
"""What takes all back without anything in its place."""
_HENCEFORTH = word_set("now henceforth instead")


def _bare_negations(sentence: Sentence) -> list[Mark]:
    """A "no" that is a clause by itself."""
    return [
        mark
        for mark in sentence.marks
        if mark.cue.family == "negation"
        and mark.cue.phrase in _NOT
        and len(sentence.words(sentence.clause(mark.first))) == mark.last - mark.first
    ]


_INTERJECTIONS = frozenset(("no", "non", "nein", "wait", "nope", "sorry", "not that", "不是", "不", "不对"))
"""Words of correction that stand between pauses; before a noun they say something else ("no visitors")."""
_NOT = word_set("not no non nicht pas 不 nein")


def _stands_apart(sentence: Sentence, mark: Mark) -> bool:
    """Whether a correction is set off from what stands before it; one of several words need not be."""
    gaps, at = sentence.clauses.gaps, mark.first - sentence.first
    gap = gaps[at]
    if mark.cue.phrase in _INTERJECTIONS:
        after = mark.last - sentence.first
        return after >= len(gaps) or bool(gaps[after])
    return bool(gap) or mark.first == sentence.first or mark.last - mark.first > 1


def _same_kind(showing: Spoken, sentence: Sentence, value: list[str], after: list[str], mark: Mark) -> bool:
    """Whether what follows could stand in the value's place: a number for a number, a name for a name."""
    said = _kinds_of(showing)
    if said or _counts(value):
        return _counts(after) and _takes_its_place(showing, said, mark)
    analysis = showing.analysis
    if "@" in value:
        return "@" in after
    if all(word in sentence.grammar.function_words for word in after):
        return False  # "I mean it"
    if _only_counts(sentence, after):
        return False  # "in the garden at six, no, seven"
    if any(analysis.is_capital(token) for token in range(showing.first, showing.last)):
        end = min(mark.last + INSTEAD, len(analysis.tokens.texts))
        return any(analysis.is_capital(token) for token in range(mark.last, end))
    return True


def _kinds_of(showing: Spoken) -> frozenset[str]:
    """Whether the value is a day, a time of day or a number; a word is none of these."""
    sentence = showing.sentence
    said = kinds(sentence.texts, showing.first - sentence.first, showing.last - sentence.first)
    form = showing.match.form if showing.match is not None else ""
    return said | _FORMS[form] if form in _FORMS else said


def _takes_its_place(showing: Spoken, said: frozenset[str], mark: Mark) -> bool:
    """Whether what stands behind a correction is of the value's kind: a day for a day, a time for a time.

    A bare number may stand for each of them, and takes the place of the last that it may.
    """
    texts = showing.analysis.tokens.texts
    gaps = showing.analysis.tokens.gaps
    near = range(mark.last + 1, min(mark.last + INSTEAD, len(texts)))
    after = kinds(texts, mark.last, next((at for at in near if gaps[at].strip()), mark.last + INSTEAD))
    if not said or not after or not said.isdisjoint(after):
        return True
    between = kinds(texts, showing.last, mark.first)
    if CLOCK in said and NUMBER in after:
        return True
    if NUMBER in said and CLOCK in after:
        return CLOCK not in between  # "two pies at 9, no, at 10"
    figure = any(word[0].isdecimal() or word in NUMERALS for word in texts[showing.first : showing.last])
    return DAY in said and NUMBER in after and figure and between.isdisjoint((NUMBER, CLOCK))


_FORMS = {
    "date": frozenset((DAY,)),
    "time_of_day": frozenset((CLOCK,)),
    "number": frozenset((NUMBER,)),
    "duration": frozenset((NUMBER,)),
}
"""Normal forms of which each is read as one kind."""


def _only_counts(sentence: Sentence, after: list[str]) -> bool:
    """Whether nothing but times, days and numbers stand there: they take the place of no word."""
    common = sentence.grammar.function_words
    found = [kind_at(after, at) for at in range(len(after))]
    rest = (word for word, kind in zip(after, found, strict=True) if not kind)
    return any(found) and all(word in common or word in _OF_COUNTS for word in rest)


_OF_COUNTS = word_set("make instead please then") | frozenset("点时月号日分刻")
"""Words beside a number that name nothing else."""


def _counts(words: list[str]) -> bool:
    return any(word[0].isdecimal() or word in _NUMERALS for word in words)


_NUMERALS = word_set("""
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    twenty thirty forty fifty noon midnight monday tuesday wednesday thursday friday saturday sunday
    tomorrow today
    lunes martes miércoles jueves viernes sábado domingo mañana uno dos tres cuatro cinco seis siete ocho
    nueve diez
    lundi mardi mercredi jeudi vendredi samedi dimanche demain deux trois quatre cinq sept huit neuf dix midi
    montag dienstag mittwoch donnerstag freitag samstag sonntag morgen zwei drei vier fünf sechs sieben acht
    neun zehn
""") | frozenset("零一二三四五六七八九十百千万两半曜")
_HAN_DIGITS = frozenset("零一二三四五六七八九十百千万两半刻")
_UNITS = frozenset("点时號号月年层楼")
"""Letters behind which a Chinese quantity may go on."""
