"""Around a value: the cues that govern it, but for those that are part of the value or of a name."""

from __future__ import annotations

import msgspec

from memtxn.core.admission.around import cues_around
from memtxn.core.admission.attribute import Attribute
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.entity import entity_words, name_tokens
from memtxn.core.admission.han_words import is_word, splits_word
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.persons import PERSON_TYPES
from memtxn.core.admission.presupposed import is_presupposed
from memtxn.core.admission.reading.crossed import LAYOUT, UNTICKED
from memtxn.core.admission.reading.doubled import undoubled
from memtxn.core.admission.reading.labels import VERDICT
from memtxn.core.admission.reading.scope import governing
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set
from memtxn.model.key import Key

_MODAL = frozenset(("hedge", "wish", "approximation", "restriction", "condition"))
"""Families with cues that may be names: May, Will, Hope."""
_BE = frozenset(("is", "are", "was", "were", "be", "been", "being"))
"""Verbs behind which "provided" is a participle."""
_NOT = frozenset(("not", "no", "pas", "nicht", "kein", "keine", "keinen"))
_ANSWERED = frozenset(("actually", "please", "make", "change", "next", "thanks"))
"""Words that go on behind a *no* that answers."""
_ADVERBS_ZH = frozenset("来都也就")
"""Letters between 从 and its negator."""
_DESCRIBING = frozenset(("negation", "wish"))
"""Cues that may stand in a clause that describes a noun."""
_HANDLED = frozenset("把将在知信说想认觉")
"""Letters by which a clause with 没人 says what nobody does or thinks, and describes no noun."""
_SAYINGS = word_set("claim claims promise promises boast hint report reports mention")
"""Words for saying something that are nouns too."""
_DETERMINERS = word_set("per each every this that any no one which another of first second last for on")
_THAT = frozenset(("that", "to"))
"""Words behind a noun that begin what it says."""
_NOUN_DE = frozenset(("der", "die", "in", "zur", "aus", "größter", "höchster", "großer", "ohne", "jede", "jeder"))
"""German words behind which *Not* is a noun."""
_TO_DO = word_set("""
    todo todos task tasks open pending remaining missing step option options choice choices 待办 任务 选项
""")
"""Words of attributes that ask for what is not ticked off."""
_BEGINS = frozenset((*":;-(\"'*>|",))
"""Marks behind which a word is capitalised for it begins something."""
_LONG = 3
"""Letters up to which a word says too little to be what an attribute asks for."""
_BUT_NOT = frozenset(("非", "非得", "非要"))
"""The first halves of 非…不可."""
_MEASURES = frozenset("天年月日次岁点周")
_COUNTED = frozenset("一二三四五六七八九十两几半整多每前后")
_NOUN_ENDS = frozenset("费表处者书单日金率员册函")
"""Letters by which a Chinese noun ends that begins with a verb."""
_TAIL = 2
"""Letters behind a Chinese negator from which on it denies them, not what stands before it."""


def governing_cues(key: Key, attribute: Attribute, showing: Spoken, *, asks: bool) -> tuple[Mark, ...]:
    """The cues that count for a value: of its sentence, and of those around it.

    ``asks``: whether the value is what somebody asks for.
    """
    sentence = showing.sentence
    found = _governing(sentence, key, attribute, showing, asks)
    while showing.last > sentence.last:  # a value over the end of a sentence is judged in each
        sentence = showing.reading.sentence(sentence.number + 1)
        found += _governing(sentence, key, attribute, showing, asks)
    if len(showing.reading.starts) == 1:
        return tuple(found)
    return (*found, *cues_around(showing, sentence))


def _governing(sentence: Sentence, key: Key, attribute: Attribute, showing: Spoken, asks: bool) -> list[Mark]:
    first, last = max(showing.first, sentence.first), min(showing.last, sentence.last)
    marks = governing(sentence, first, last)
    if not marks:
        return []
    names = tuple(name_tokens(key.entity_id))
    place = _Place(sentence, showing, attribute, entity_words(key.entity_id), asks, names)
    field = _in_field(sentence, first)
    named = _named_by(sentence, last, key)
    found = [
        mark
        for mark in marks
        if (mark.cue.phrase in LAYOUT or not _keeps(sentence, showing, mark))
        and not (mark.first >= named and mark.cue.family in _OF_THE_REST)
        and not _is_its_name(sentence, mark, names)
        and place.counts(mark)
        and not is_presupposed(sentence, showing, mark)
        and (not field or _in_field(sentence, mark.first))  # the words around a record do not speak of its fields
    ]
    return undoubled(found, sentence, first, last) if found else found


def _is_its_name(sentence: Sentence, mark: Mark, names: tuple[str, ...]) -> bool:
    """Whether a cue is the noun for the entity itself: "the skip comes on Monday", of ``Skip/skip``."""
    if mark.last - mark.first > 1 or mark.cue.phrase not in names:
        return False
    at, grammar = mark.first - sentence.first, sentence.grammar
    before = sentence.texts[at - 1] if at else ""
    return before in grammar.articles or before in grammar.possessives


def _named_by(sentence: Sentence, token: int, key: Key) -> int:
    """The token behind the entity's name that stands right behind the value ("our warden Ida Holt")."""
    parts, at = list(name_tokens(key.entity_id)), token - sentence.first
    named = len(parts) > 1 and sentence.texts[at : at + len(parts)] == parts
    if named and is_unspaced(parts[0]) and key.entity_type.casefold() not in PERSON_TYPES:
        named = False  # 生鲜件本站不代收: the topic before its subject
    return token + len(parts) if named else sentence.last


_OF_THE_REST = frozenset(("negation", "wish", "hedge"))
"""Cues that speak of what follows a name, not of the noun before it."""


def _keeps(sentence: Sentence, showing: Spoken, mark: Mark) -> bool:
    """Whether the value keeps a cue, or the negator with which it ends (不放 of 从来不放)."""
    if showing.keeps(mark.first, mark.last):
        return True
    if not mark.first < showing.first < mark.last or sentence.texts[mark.last - 1 - sentence.first] not in _DENY:
        return False
    return showing.keeps(mark.last - 1, mark.last)


_DENY = frozenset("不没无未")


def _in_field(sentence: Sentence, token: int) -> bool:
    """Whether a token stands in a field (``weight=88 kg``)."""
    tokens = sentence.clauses.tokens(sentence.clause(token))
    return len(tokens) > 2 and sentence.texts[tokens[1] - sentence.first] == "="


class _Place(msgspec.Struct, frozen=True):
    """Where a value stands, and what it is asked about."""

    sentence: Sentence
    showing: Spoken
    attribute: Attribute
    entity: frozenset[str]
    asks: bool
    named: tuple[str, ...]

    def counts(self, mark: Mark) -> bool:
        """Whether a cue is one here: not what the attribute asks for, no part of a name, no other word."""
        if mark.cue.phrase in LAYOUT:
            return mark.cue.phrase != UNTICKED or _TO_DO.isdisjoint(self.attribute.words)
        at, end = mark.first - self.sentence.first, mark.last - self.sentence.first
        words = self.sentence.texts[at:end]
        if (
            self._is_of_a_noun(mark)
            or self._is_asked_for(mark, words)
            or (self.entity.issuperset(words) and self._names(mark))
        ):
            return False
        family = mark.cue.family
        if family == "negation":
            if self._is_must(mark) or self._is_apart(at, end):
                return False
            return len(words) > 1 or mark.cue.phrase == VERDICT or self._denies(mark, at)
        if len(words) > 1 and is_unspaced(words[0]) and self._is_of_a_word(mark, end):
            return False
        if (family == "condition" and self._is_no_condition(at, end)) or (
            family == "report" and words[0] in _SAYINGS and end - at == 1 and self._is_noun(at, end)
        ):
            return False
        if family in ("exception", "restriction") and mark.first >= self.showing.last and words[-1] in _NOT:
            after = self.sentence.texts[end] if end < len(self.sentence.texts) else ""
            at = self.showing.first - self.sentence.first
            same = at > 0 and after == self.sentence.texts[at - 1]  # "from Acme, but not from Bolt"
            # "but not after June"; not "but not beer"
            return not same and after in self.sentence.grammar.prepositions
        return family not in _MODAL or not self._is_name(mark)

    def _is_of_a_noun(self, mark: Mark) -> bool:
        """Whether a Chinese negator only describes the entity (那台没人修的), or is the value's (从来都不吃)."""
        sentence, first = self.sentence, self.sentence.first
        if mark.cue.family not in _DESCRIBING or not is_unspaced(sentence.texts[mark.first - first]):
            return False
        if mark.cue.phrase in ("从 … 不", "从"):
            begin, end = mark.last - first, self.showing.first - first
            kept = sentence.texts[end] if 0 <= end < len(sentence.texts) else ""
            return kept in ("不", "没") and _ADVERBS_ZH.issuperset(sentence.texts[begin:end])
        start = sentence.clauses.starts[sentence.clause(mark.first)] - first
        described = sentence.texts[mark.last - first : self.showing.first - first]
        if "的" not in described or sentence.clause(mark.first) != sentence.clause(self.showing.first):
            return False
        of = described.index("的")
        described, noun = described[:of], described[of + 1 :]
        entity = [letter for letter in self.named if letter not in "那这台个的"]
        if not entity or noun[: len(entity)] != entity:
            return False
        before = sentence.texts[start : mark.first - first]
        none = sentence.texts[start : start + 2] == ["没", "人"]
        return before[:1] in (["那"], ["这"]) or (none and _HANDLED.isdisjoint(described))

    def _is_apart(self, at: int, end: int) -> bool:
        """Whether a negator that is spelled out is none, but letters by themselves: "n o t", and not "n-o-t"."""
        return self.sentence.texts[at] == "n" and not all(self.sentence.clauses.gaps[at + 1 : end])

    def _names(self, mark: Mark) -> bool:
        """Whether a cue that is a word of the entity's name is one in the text: No Frills, not "no frills"."""
        if is_unspaced(self.sentence.texts[mark.first - self.sentence.first]):
            return len(self.entity) > _LONG and mark.cue.family != "negation"
        return mark.first in self.sentence.capitals and mark.first + 1 in self.sentence.capitals

    def _is_asked_for(self, mark: Mark, words: list[str]) -> bool:
        """Whether the attribute asks for what the cue says: ``allergic_to`` for "is allergic to"."""
        if mark.cue.family == "negation" and (self.attribute.negative or len(words) > 1 or words[0] == "without"):
            return False
        return any(len(word) > _LONG and alike(word, other) for word in words for other in self.attribute.words)

    def _begins_in_a_word(self, mark: Mark) -> bool:
        """Whether the first letter of a Chinese cue is the last one of a word: 剧本 in 话剧本周."""
        sentence = self.sentence
        at, cuts = mark.first - sentence.first, self.showing.analysis.tokens.cuts[sentence.first : sentence.last]
        found = splits_word(sentence.texts, at, mark.last - sentence.first, cuts)
        if found is None or found[0] >= at:
            return False
        counted = at > 1 and sentence.texts[at - 1] in _MEASURES and sentence.texts[at - 2] in _COUNTED
        return not counted  # 那几天才, and no 天才

    def _is_of_a_word(self, mark: Mark, end: int) -> bool:
        """Whether a Chinese cue lies over the end of another word, or is the first half of a noun."""
        return self._begins_in_a_word(mark) or (mark.cue.family == "wish" and self._is_compound_of(end))

    def _is_compound_of(self, end: int) -> bool:
        """Whether the letter behind a Chinese verb makes a noun of it, which wishes nothing: 报名费, 申请表."""
        texts = self.sentence.texts
        return end < len(texts) and texts[end] in _NOUN_ENDS and not is_word("".join(texts[end : end + 2]))

    def _is_no_condition(self, at: int, end: int) -> bool:
        """Whether it only looks like a condition: "is provided" is a participle, "in case 4" a place."""
        texts = self.sentence.texts
        after = texts[end] if end < len(texts) else ""
        return bool(at and texts[at - 1] in _BE) or (texts[end - 1] == "case" and after[:1].isdecimal())

    def _is_noun(self, at: int, end: int) -> bool:
        """Whether a word for saying something is a noun of which nothing is said: "per claim", "claims are"."""
        texts, grammar = self.sentence.texts, self.sentence.grammar
        before, after = texts[at - 1] if at else "", texts[end] if end < len(texts) else ""
        if after in _THAT or (after in _BE and texts[end + 1 : end + 2] == ["that"]):
            return False
        if not at or before == ",":
            return after in _BE
        mine = before in grammar.possessives and before not in grammar.subjects
        if before in _DETERMINERS or before in grammar.articles or mine:
            return True
        compound = at > 1 and texts[at - 2] in grammar.articles and not texts[end - 1].endswith("s")
        return compound and before not in grammar.persons  # "the insurance claim"; not "a forum claims"

    def _is_name(self, mark: Mark) -> bool:
        """Whether a word is capitalised in mid-sentence: May, Will, Hope. German writes all nouns so."""
        sentence = self.sentence
        if mark.last - mark.first > 1 or mark.first == sentence.first or sentence.grammar.languages[0] == "de":
            return False
        if sentence.clauses.gaps[mark.first - sentence.first][-1:] in _BEGINS:
            return False
        return mark.first in sentence.capitals and mark.first - 1 not in sentence.capitals

    def _is_must(self, mark: Mark) -> bool:
        """Whether a cue is half of 非…不可, "it must", with which its clause ends."""
        clause = self.sentence.clause(mark.first)
        if self.sentence.words(clause)[-2:] not in (["不", "可"], ["不", "行"], ["不", "成"]):
            return False
        at_end = mark.last > self.sentence.clauses.tokens(clause)[-1]
        clauses = [
            self.sentence.clause(other.first) for other in self.sentence.marks if other.cue.phrase in _BUT_NOT
        ]
        return clause in clauses and (mark.cue.phrase in _BUT_NOT or at_end)

    def _denies(self, mark: Mark, at: int) -> bool:
        """Whether a negator of one word denies the value."""
        sentence, texts = self.sentence, self.sentence.texts
        word = texts[at]
        before, after = texts[at - 1] if at else "", texts[at + 1] if at + 1 < len(texts) else ""
        if before == after and is_unspaced(word):
            return False  # 去不去, 是不是: a question
        if word == "no" and (
            after[:1].isdecimal() or (not at and (after in sentence.grammar.subjects or after in _ANSWERED))
        ):
            return False  # no. 12; "no, this is …" without its comma
        if word == "not" and mark.first in sentence.capitals and before in _NOUN_DE:
            return False  # in der Not
        if sentence.asks and word in ("没", "不", "否") and mark.last == sentence.last:
            return False  # …没？
        if mark.first >= self.showing.last and self._is_beside(mark):
            return False
        return word != "not" or self._is_verbal(at, before)

    def _is_beside(self, mark: Mark) -> bool:
        """Whether a negator behind the value denies something else.

        Another item of a Chinese list, or, where somebody asks for something, what follows it.
        """
        clauses, first = self.sentence.clauses, self.sentence.first
        gaps = clauses.gaps[self.showing.last - first : mark.first - first + 1]
        if any("、" in gap for gap in gaps):
            return True
        unspaced = is_unspaced(self.sentence.texts[mark.first - first])
        return (
            self.asks and unspaced and clauses.tokens(self.sentence.clause(mark.first))[-1] - mark.last >= _TAIL
        )

    def _is_verbal(self, at: int, before: str) -> bool:
        """Whether *not* denies the value.

        What stands before it only as part of a verb ("X is not"), not in a contrast ("X, not Y"); what comes
        after "not … until" begins then.
        """
        first = self.sentence.first
        if self.showing.last <= first + at and before not in self.sentence.grammar.auxiliaries:
            return False
        start = self.showing.first - first
        return "until" not in self.sentence.texts[max(at + 1, start - 3) : start]
