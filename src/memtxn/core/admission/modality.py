"""Rule 7, modality: the sentence states the value. It does not suppose, ask, wish, report or remember it."""

from __future__ import annotations

from memtxn.core.admission.case import Case
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.persons import PERSON_TYPES
from memtxn.core.admission.places import is_only_near
from memtxn.core.admission.reading.bargains import bargains
from memtxn.core.admission.reading.changed import CHANGING, is_changed
from memtxn.core.admission.reading.outbid import AGREED, OFFERED, is_outbid
from memtxn.core.admission.reading.past import BOUNDS, REPLACING, has_ended, is_replaced
from memtxn.core.admission.reading.questions import asked_clauses
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.reasons import quarantine
from memtxn.core.admission.record_time import FIELDS, record_time
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set
from memtxn.model.verdict import Finding

NAME = "modality"
_PASSED = Finding(NAME)

CODES = {
    "condition": "condition_dropped",
    "hedge": "hedge_dropped",
    "question": "question",
    "report": "reported_speech",
    "ended": "ended_state",
    "restriction": "restrictor_dropped",
    "exception": "restrictor_dropped",
    "wish": "wish",
    "fiction": "fiction",
    "irony": "irony",
    "approximation": "approximation_dropped",
}
"""Family of cues → reason code. Negation belongs to rule 6; of a number, rule 8 looks at approximations too."""

_WANTED = frozenset(("question", "wish", "report", "approximation"))
"""What a speaker who asks for something may say around it."""

_NEAR = 1
"""Sentences before and after in which a mark of irony counts."""


class Modality:
    """A cue of one of these families that governs the value makes it a hypothesis: it waits for one who knows.

    Not one that the value keeps or the attribute expresses.
    """

    name = NAME

    def judge(self, case: Case) -> Finding:
        """The code of the first such cue, as a quarantine."""
        showing = case.spoken
        if showing is None or case.draft.type == "hypothesis":
            return _PASSED
        asked, near = asked_clauses(showing.sentence), is_only_near(showing, case.attribute.words)
        if case.cues or asked or near or _tells(showing):
            found = self._in_its_sentence(case, showing, asked, near)
            if found is not None:
                return found
        return _elsewhere(case, showing)

    def _in_its_sentence(self, case: Case, showing: Spoken, asked: range, near: bool) -> Finding | None:
        """What a cue says, or the build of the clause."""
        allowed = _allowed(case, showing)
        older = None if "ended" in allowed else record_time(showing, showing.sentence)
        if older is not None and case.draft.observed_at is not None and older[0] < case.draft.observed_at:
            problem = (
                f"the record says that it was observed at {older[0].isoformat()}, before the proposal's time"
            )
            return quarantine(NAME, "ended_state", problem, (showing.span(*older[1]),))
        for mark in case.cues:
            code = CODES.get(mark.cue.family)
            if code and (mark.cue.family not in allowed or _falls_short(mark)) and _counts(case, showing, mark):
                problem = f"{showing.text(mark.first, mark.last)!r} ({_SAID[code]}) governs it in its sentence"
                return quarantine(NAME, code, problem, (showing.span(mark.first, mark.last),))
        return _of_the_clause(case, showing, allowed, asked, near)


def _allowed(case: Case, showing: Spoken) -> frozenset[str]:
    """The families of cues that say nothing against the value."""
    allowed = case.attribute.licenses | (_WANTED if case.asks else frozenset())
    if case.asks and _is_helper(case, showing):
        allowed -= {"question"}
    if case.draft.value is True:
        allowed -= {"restriction"}  # it is so, says ``dogs_allowed``, and not within which limits
    if case.draft.retracts or case.attribute.negative:
        allowed |= {"ended"}
    if _is_looking_back(case, showing):
        allowed |= {"ended", "report", "wish"}
    return allowed


def _of_the_clause(
    case: Case, showing: Spoken, allowed: frozenset[str], asked: range, near: bool
) -> Finding | None:
    """What the build of the clause says: that it is over, one of two, only near, or asked."""
    if "ended" not in allowed and case.terms.kind != "event" and has_ended(showing.sentence, showing.last):
        return quarantine(NAME, "ended_state", "its clause says until when it was so", (_whole(showing),))
    promised = bargains(showing.sentence) if not case.asks and "condition" not in allowed else ()
    if promised and showing.sentence.clause(showing.first) in promised:
        return quarantine(NAME, "condition_dropped", "it follows from what is asked for", (_whole(showing),))
    if not case.asks and "hedge" not in allowed and _is_one_of_two(case, showing):
        return quarantine(NAME, "hedge_dropped", "it is one of two, and which is not said", (_whole(showing),))
    other = _given_up_for(case, showing, allowed)
    if other:
        return quarantine(NAME, "ended_state", other, (_whole(showing),))
    if near and not case.asks and "approximation" not in allowed:
        problem = "it is what something is near to, and not where it is"
        return quarantine(NAME, "approximation_dropped", problem, (_whole(showing),))
    if "question" not in allowed and showing.sentence.clause(showing.first) in asked:
        return quarantine(NAME, "question", "its clause is a question", (_whole(showing),))
    return None


def _given_up_for(case: Case, showing: Spoken, allowed: frozenset[str]) -> str:
    """What says that another took the place of the value; empty if nothing does."""
    sentence, first, last, words = showing.sentence, showing.first, showing.last, case.attribute.words
    if OFFERED.isdisjoint(words) and is_outbid(sentence, first, last):
        return "another was agreed on"
    if "ended" in allowed:
        return ""
    if is_replaced(sentence, first, last):
        return "something else takes its place"
    changed = _STARTS.isdisjoint(words) and is_changed(sentence, first, last)
    return "it has changed to another" if changed else ""


_STARTS = frozenset(("from", "before", "initial", "initially", "begun"))
"""Words of attributes that ask what something has changed from."""


def _is_looking_back(case: Case, showing: Spoken) -> bool:
    """Whether the proposal says itself that it was observed before the source spoke: it tells of what was."""
    source, observed = showing.analysis.source, case.draft.observed_at
    return source is not None and observed is not None and observed < source.at


def _is_helper(case: Case, showing: Spoken) -> bool:
    """Whether the question is that of an assistant: it asks what is wanted, it does not want it."""
    source = showing.analysis.source
    return source is not None and case.policy.is_self_attested(source.channel)


def _falls_short(mark: Mark) -> bool:
    """Whether an approximation says that it is not so: about seven may be seven, what is almost so is not."""
    return mark.cue.phrase in _NEARLY


_NOT = frozenset(("not", "no", "without", "不", "没", "除了", "除"))
"""Words of an exception that say that what follows is not wanted."""
_NEARLY = frozenset(("almost", "nearly", "just under", "not quite", "近", "将近", "几乎", "差点", "快"))
"""Approximations that say that it is not so."""
_POLITE = frozenset(
    (
        "我想",
        "我觉得",
        "吧",
        "should be",
        "is possible",
        "would be",
        "kind of",
        "sort of",
        "i think",
        "i guess",
    )
)
"""What is a doubt in a statement and good manners in a request."""


def _is_one_of_two(case: Case, showing: Spoken) -> bool:
    """Whether the value stands beside an "or" that no negation makes an "and" ("Rome or Milan")."""
    sentence = showing.sentence
    if _OR.isdisjoint(sentence.vocabulary) or any(mark.cue.family == "negation" for mark in case.cues):
        return False
    if not _OFFERED.isdisjoint(case.attribute.words):
        return False
    texts, first, last = sentence.texts, showing.first - sentence.first, showing.last - sentence.first
    before, after = texts[first - 1] if first else "", texts[last] if last < len(texts) else ""
    return before in _OR or after in _OR


_OFFERED = word_set("""
    offers offer offered options option choices choice accepts accepted available serves sells stocks methods
    payment alternatives
""")
"""Words of attributes that ask what there is to choose from: of "tea or coffee" both."""
_OR = frozenset(("or", "或", "oder", "ou"))
"""Words between two of which one holds."""
_TELLING = _OR | BOUNDS | REPLACING | FIELDS | CHANGING | AGREED | {"now"}
"""Words of which a sentence has one whose clauses say that it is over, or one of two, without a cue."""


def _tells(showing: Spoken) -> bool:
    """Whether the build of a clause of the sentence may say something, whatever the value is; found once."""
    known, sentence = showing.reading.telling, showing.sentence
    found = known.get(sentence.number)
    if found is None:
        found = not _TELLING.isdisjoint(sentence.vocabulary) or bool(bargains(sentence))
        known[sentence.number] = found
    return found


def _counts(case: Case, showing: Spoken, mark: Mark) -> bool:
    """Whether a cue of the family says so here.

    What the speaker says of herself is no report of another, and an event that is over was an event.
    """
    sentence, family = showing.reading.sentence_at(mark.first), mark.cue.family
    if family == "report":
        return not _tells_of_itself(case, sentence, mark)
    if family in ("exception", "restriction"):
        return _restricts(case, showing, sentence, mark)
    if family == "hedge":
        lenient = case.asks or case.draft.retracts or _is_looking_back(case, showing)
        return not (lenient and _is_polite(sentence, mark))
    if family == "condition":
        return _conditions(case, showing, sentence, mark)
    if family == "approximation":
        if mark.cue.scope == "aside" and mark.first > showing.last and not case.asks:
            return _is_count(showing) and sentence.clause(mark.first) != sentence.clause(showing.first)
        if mark.first == showing.last and not case.asks:
            return "".join(_words_of(sentence, mark)) in _OR_SO
        return _falls_short(mark) and mark.last == showing.first
    return family != "ended" or _ends(case, showing, sentence, mark)


def _is_count(showing: Spoken) -> bool:
    """Whether the value is a number, of which an aside says that it is rough ("forty boats, give or take")."""
    if showing.match is not None:
        return showing.match.form == "number"
    return showing.sentence.texts[showing.first - showing.sentence.first][0].isdecimal()


def _conditions(case: Case, showing: Spoken, sentence: Sentence, mark: Mark) -> bool:
    """Whether a condition is one of the value."""
    if mark.cue.phrase.startswith(_HOLDING):
        return case.draft.value is True  # 凭票免费: it is free, but not for everybody
    asked = case.asks and sentence.asks
    return not asked or sentence.clause(mark.first) != sentence.clause(
        showing.first
    )  # what is asked stands in it


def _ends(case: Case, showing: Spoken, sentence: Sentence, mark: Mark) -> bool:
    """Whether what a cue ends is the value's."""
    if mark.last <= showing.first and mark.cue.phrase.endswith(_GIVEN):
        return False  # 卖给了老邓: it is over for whom the clause speaks of before
    if mark.cue.phrase in _DUE and showing.match is not None and showing.match.form == "date":
        return False  # the day on which it ends
    if mark.cue.phrase.endswith(_ONCE) and _NOW.isdisjoint(case.attribute.words):
        return False  # 住过南京: so it is a place where she lived
    return case.terms.kind != "event" and not _still_is(sentence, mark) and not _happened(sentence, showing, mark)


_HOLDING = ("凭", "持", "满", "专", "独享", "特供")
"""Beginnings of conditions that say what one must hold, how much it takes, or for whom it is."""
_GIVEN = ("给", "给 了", "给了")
"""Ends of cues by which something goes to somebody."""
_DUE = frozenset(("到期", "过期", "届满", "期满", "截止"))
"""Cues that say that something ends, be it later."""
_ONCE = "过"
"""The end of cues that say that it was so at some time: it may have been asked for (``places_lived``)."""
_NOW = word_set("""
    residence resides lives home city address employer employed job occupation profession works has have owns
    pet pets drives subscription role position manager landlord partner
""")
"""Words of attributes that ask what is so now."""


def _words_of(sentence: Sentence, mark: Mark) -> list[str]:
    return sentence.texts[mark.first - sentence.first : mark.last - sentence.first]


def _restricts(case: Case, showing: Spoken, sentence: Sentence, mark: Mark) -> bool:
    """Whether an exception or a restriction is one of the value; who asks for something names it before that."""
    family = mark.cue.family
    if family == "exception" and case.draft.value is False and not _NOT.isdisjoint(_words_of(sentence, mark)):
        return False  # 不含税 says that it is not so
    if mark.cue.phrase == "为止" and showing.match is not None and showing.match.form == "date":
        return False  # the day on which it ends
    if mark.cue.phrase in _EXTRA and mark.first > sentence.clauses.starts[sentence.clause(mark.first)]:
        return False  # 酒水另算: what comes on top, of something else
    if family == "exception" and _is_added(showing, sentence, mark):
        return False
    if family == "restriction" and mark.cue.scope == "aside" and _has_subject(sentence, mark):
        return False
    if family == "restriction" and _is_the_only(showing, sentence, mark):
        return False
    if not case.asks:
        return True
    excludes = family == "exception" or not _NOT.isdisjoint(_words_of(sentence, mark))
    return excludes and mark.last <= showing.first


_EXTRA = frozenset(("另算", "另 算", "另计", "另 计"))
"""Restrictions that say what is not in it."""


def _is_the_only(showing: Spoken, sentence: Sentence, mark: Mark) -> bool:
    """Whether *only* says that there is one of a noun, which the value then is: "my only pet is …"."""
    at, grammar = mark.first - sentence.first, sentence.grammar
    if sentence.texts[at] != "only" or mark.last - mark.first > 1 or not at:
        return False
    before, link = sentence.texts[at - 1], sentence.texts[at + 2 : showing.first - sentence.first]
    determined = before in grammar.articles or before in grammar.possessives or before == "'s"
    return determined and not _LINK.isdisjoint(link[: _NOUN + 1])


_LINK = frozenset(("is", "are", "was", "were"))
_NOUN = 4
"""Words of a noun behind *only*."""


def _is_added(showing: Spoken, sentence: Sentence, mark: Mark) -> bool:
    """Whether what an exception names is one more: "besides tea we also sell …", 除了…也."""
    if mark.last > showing.first or _ALSO.isdisjoint(sentence.vocabulary):
        return False
    words = sentence.texts[mark.last - sentence.first : showing.last - sentence.first + 1]
    return not _ALSO.isdisjoint(words) and not _INCLUSIVE.isdisjoint(_words_of(sentence, mark))


_ALSO = frozenset(("also", "too", "也", "还"))
_INCLUSIVE = frozenset(("besides", "apart", "aside", "除"))
"""Words of exceptions that may count what they name among the rest."""


def _tells_of_itself(case: Case, sentence: Sentence, mark: Mark) -> bool:
    """Whether a report is none of another.

    The one who says it is the speaker, or the one of whom it is said ("she says she …"), or a thing that shows
    it ("it says 4.2").
    """
    at, grammar = mark.first - sentence.first, sentence.grammar
    before = sentence.texts[at - 1] if at else ""
    after = sentence.texts[mark.last - sentence.first] if mark.last < sentence.last else ""
    said = _words_of(sentence, mark)
    if (
        "is" not in said
        and _PASSIVE.isdisjoint(said)
        and any(alike(before, word) for word in case.attribute.words if len(before) >= _NAMED)
    ):
        return True  # "the label says", of ``wine_label``
    if before in grammar.first_person:
        words = _words_of(sentence, mark)
        if "".join(words).startswith(("听", "据", "聞い", "聞き")):
            return False
        return _HEARD.isdisjoint(words) and (_PASSIVE.isdisjoint(words) or _TOLD.isdisjoint(words))
    if before == "it":
        return case.draft.key.entity_type.casefold() not in PERSON_TYPES
    return before in grammar.third_person and before == after


_NAMED = 4
"""Letters of a noun that an attribute shares with what says so."""
_PASSIVE = word_set("was were been am are being got")
_TOLD = word_set("told to")
"""What makes a hearer of the speaker, behind those: "we are told that", "I was said to own"."""
_HEARD = word_set("heard hear read gather understand")
"""Verbs by which a speaker says that the words are somebody else's."""


def _is_polite(sentence: Sentence, mark: Mark) -> bool:
    """Whether a doubt is good manners in a request: "would be", "may I", 吧."""
    words = _words_of(sentence, mark)
    after = sentence.texts[mark.last - sentence.first] if mark.last < sentence.last else ""
    if words[-1] in ("may", "might", "could") and after in sentence.grammar.subjects:
        return True
    return "".join(words) in _POLITE or " ".join(words[-2:]) in _POLITE  # 我觉得, "i think"


def _still_is(sentence: Sentence, mark: Mark) -> bool:
    """Whether a perfect tense says that it goes on: "has lived there since May"; not "has sold it for 900"."""
    at = mark.first - sentence.first
    words = sentence.words(sentence.clause(mark.first))
    perfect = sentence.texts[at] in _LASTING and not _HAVE.isdisjoint(sentence.texts[max(0, at - 2) : at])
    return perfect and ("since" in words or "for" in words)


def _happened(sentence: Sentence, showing: Spoken, mark: Mark) -> bool:
    """Whether a passive tells where or when it was done: "we were married in Oban"; not "for nine years"."""
    at, words = mark.last - sentence.first, sentence.words(sentence.clause(mark.first))
    if sentence.texts[at - 1] not in _ENTERED or mark.last >= showing.first or not _LASTED.isdisjoint(words):
        return False
    return at < len(sentence.texts) and sentence.texts[at] in _WHERE


_ENTERED = frozenset(("married", "engaged"))
"""Participles of states that are entered on a day."""
_WHERE = frozenset(("in", "on", "at", "by"))
_LASTED = frozenset(("for", "until", "till", "when", "while", "back", "then"))
"""Words by which a clause tells how long it was so."""
_OR_SO = frozenset(("左右", "上下", "前后", "ごろ", "くらい", "ぐらい"))
"""Approximations behind what they make rough."""
_HAVE = frozenset(("have", "has"))
"""Verbs of the present perfect; what *had* been so is over."""
_LASTING = word_set("lived worked studied stayed resided volunteered belonged subscribed played taught coached")
"""Verbs of what goes on."""


def _has_subject(sentence: Sentence, mark: Mark) -> bool:
    words = sentence.words(sentence.clause(mark.first))
    return any(word in sentence.grammar.subjects for word in words)


def _elsewhere(case: Case, showing: Spoken) -> Finding:
    """Marks of irony in the sentences next to it, and a story that the sentence before began."""
    sentence = showing.sentence
    for other in showing.reading.around(sentence.number, _NEAR, _NEAR):
        if other.number == sentence.number + 1 and other.asks and other.texts[0] in _ALTERNATIVE:
            problem = "the next sentence asks whether it is something else"
            return quarantine(NAME, "hedge_dropped", problem, (showing.span(other.first, other.last),))
        if other.number == sentence.number + 1 and other.texts == _NOT_SO:
            problem = "the next sentence takes it for irony"
            return quarantine(NAME, "irony", problem, (showing.span(other.first, other.last),))
        for mark in other.marks:
            ironic = mark.cue.family == "irony" and "irony" not in case.attribute.licenses
            told = mark.cue.family == "fiction" and other.number < sentence.number and _goes_on(sentence)
            if ironic or told:
                code = CODES[mark.cue.family]
                problem = f"{showing.text(mark.first, mark.last)!r} ({_SAID[code]}) stands next to it"
                return quarantine(NAME, code, problem, (showing.span(mark.first, mark.last),))
    return _PASSED


def _goes_on(sentence: Sentence) -> bool:
    """Whether a sentence goes on speaking of somebody whom the one before has named."""
    return bool(sentence.texts) and sentence.texts[0] in sentence.grammar.third_person


def _whole(showing: Spoken) -> tuple[int, int]:
    return showing.span(showing.sentence.first, showing.sentence.last)


_NOT_SO = ["not"]
"""A sentence by which the one before is meant as the contrary."""
_ALTERNATIVE = frozenset(("or", "o", "ou", "oder", "还是"))
"""First words of a question whether it is something else."""

_SAID = {
    "condition_dropped": "a condition",
    "hedge_dropped": "a doubt",
    "question": "a question",
    "reported_speech": "somebody else's words",
    "ended_state": "a state that ended",
    "restrictor_dropped": "a restriction",
    "wish": "a wish or a plan",
    "fiction": "a story",
    "approximation_dropped": "an approximation",
    "irony": "irony",
}
