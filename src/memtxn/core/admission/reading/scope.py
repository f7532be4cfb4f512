"""Scope: which clauses a cue governs. A graph of clauses, not a distance in words."""

from __future__ import annotations

from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.reading.clauses import Clauses
from memtxn.core.admission.reading.crossed import LAYOUT
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set

ASIDE = 3
"""Words that a clause may have besides its cue to be an aside about the one before (", or so I heard")."""
ASIDE_RUN = 6
"""The same for a script without spaces, in letters."""


_THAT = frozenset(("that", "que", "dass", "qu'"))
"""Words that begin what is said, doubted or denied."""


def governing(sentence: Sentence, first: int, last: int) -> list[Mark]:
    """The cues that govern the tokens ``first`` … ``last`` - 1 of a sentence; pseudo cues govern nothing."""
    marks = [mark for mark in sentence.marks if mark.cue.family != "pseudo"]
    if not marks:
        return marks
    begin, end = sentence.clause(first), sentence.clause(last - 1)
    return [mark for mark in marks if _governs(mark, sentence, (first, last), begin, end)]


def governs(mark: Mark, sentence: Sentence, first: int, last: int) -> bool:
    """Whether a cue of the sentence governs a span of it."""
    return _governs(mark, sentence, (first, last), sentence.clause(first), sentence.clause(last - 1))


def _governs(mark: Mark, sentence: Sentence, span: tuple[int, int], begin: int, end: int) -> bool:
    """The same, when the clauses in which the span begins and ends are known."""
    if mark.cue.phrase in LAYOUT:
        return mark.first < span[1] and span[0] < mark.last
    own = sentence.clause(mark.first)
    if begin == own + 1 and mark.cue.family in _FRONTED and _is_front(sentence, mark, own):
        return True
    if end == own - 1 and _trails(sentence, mark, own):
        return True
    if (
        own < begin
        and (mark.cue.family in _FRONTED or mark.cue.scope == "whole")
        and _is_label(sentence, mark, own)
    ):
        return not _turned(sentence, own, begin)
    return _reaches(mark, sentence, span, own, begin, end)


def _reaches(mark: Mark, sentence: Sentence, span: tuple[int, int], own: int, begin: int, end: int) -> bool:
    """Whether a span lies where the scope of a cue has it."""
    clauses = sentence.clauses
    first, last = span
    match mark.cue.scope:
        case "own":
            return _within(clauses, own, begin, end) or _complement(sentence, own, begin)
        case "ahead":
            within = mark.first < last and _within(clauses, own, begin, end)
            return within and not _left(sentence, mark, own, first)
        case "onward":
            return mark.first < last and (
                _within(clauses, own, begin, end)
                or (
                    own < end
                    and not _turned(sentence, own, begin)
                    and not _wants_else(sentence, mark, own, begin)
                    and not (mark.cue.family == "hedge" and _is_announced(sentence, own, begin))
                )
            )
        case "around":
            return _around(sentence, mark, own, begin, end)
        case "aside":
            before = end == own - 1 and _is_aside(sentence, mark, own)
            return before or _within(clauses, own, begin, end) or _complement(sentence, own, begin)
        case "behind":
            return begin < own or (begin == own and first < mark.first)
        case "whole":
            return (
                first < mark.first or _complement(sentence, own, begin) or _is_of_that(sentence, mark, own, begin)
            )
    return False


def _left(sentence: Sentence, mark: Mark, own: int, first: int) -> bool:
    """Whether a phrase at the head of a clause has ended where its subject begins: "Instead of tea I had …"."""
    start = sentence.first
    if mark.first != sentence.clauses.starts[own] or sentence.texts[mark.first - start] not in _PHRASES:
        return False
    return not _NOMINATIVE.isdisjoint(sentence.texts[mark.last - start : first - start])


_PHRASES = frozenset(("instead", "in", "without", "rather", "other", "as", "except"))
"""First words of cues that stand at the head of a clause in a phrase of their own."""
_NOMINATIVE = frozenset(("i", "we", "he", "she", "they"))


def _complement(sentence: Sentence, own: int, begin: int) -> bool:
    """Whether a clause is what the one before it says, doubts or denies: "I doubt that …"."""
    clauses = sentence.clauses
    if begin != own + 1 or clauses.joints[begin] not in ("opener", "relative", "comma"):
        return False
    start = clauses.starts[begin] - sentence.first
    return sentence.texts[start] in _THAT and clauses.gaps[start] in ("", ",")


def _is_of_that(sentence: Sentence, mark: Mark, own: int, begin: int) -> bool:
    """Whether a verdict is one on what follows in its clause: "it is simply untrue that …"."""
    after = mark.last - sentence.first
    return own == begin and after < len(sentence.texts) and sentence.texts[after] in _THAT


def _within(clauses: Clauses, own: int, begin: int, end: int) -> bool:
    """Whether a span lies in the clause, or in what goes on with its list."""
    if begin <= own <= end:
        return True
    return own < begin and clauses.heads[begin] != begin and clauses.head(begin) <= own


def _wants_else(sentence: Sentence, mark: Mark, own: int, begin: int) -> bool:
    """Whether a wish ends before a statement.

    Behind a colon ("let us settle it: …"), or where another subject begins (老婆想看雪山，我们改住玉水酒店).
    """
    if mark.cue.family != "wish":
        return False
    clauses, grammar = sentence.clauses, sentence.grammar
    if len(sentence.words(own)) <= mark.last - mark.first:
        return True  # 要换，…: an answer by itself
    for clause in range(own + 1, begin + 1):
        at = clauses.starts[clause] - sentence.first
        if ":" in clauses.gaps[at] and len(sentence.words(own)) > _HEADING:
            return True
        if "".join(sentence.texts[at : at + 2]).startswith(_IN_THE_END):
            return True  # 想去海边，但预算不够，最终定在…
        joined = sentence.texts[at] in grammar.coordinators and at + 1 < len(sentence.texts)
        at += joined
        pair = "".join(sentence.texts[at : at + 2])
        if clauses.joints[clause] in ("comma", "and") and (
            sentence.texts[at] in grammar.subjects or pair in grammar.subjects
        ):
            return True
    return False


_IN_THE_END = ("但", "不过", "可是", "然而", "最终", "最后", "结果", "后来", "到头")
"""Beginnings of a Chinese clause that says what came of a wish."""


def _is_announced(sentence: Sentence, own: int, begin: int) -> bool:
    """Whether a later clause announces what follows its colon: "you may not have heard, once more: …"."""
    clauses = sentence.clauses
    return any(clauses.joints[one] == "colon" for one in range(own + 2, begin + 1))


_HEADING = 2
"""Words up to which a clause before a colon is a heading ("Wish: …"), whose cue goes on."""


def _turned(sentence: Sentence, own: int, begin: int) -> bool:
    """Whether an adversative or a semicolon between a clause and a later one lets the speaker begin anew."""
    clauses = sentence.clauses
    for clause in range(own + 1, begin + 1):
        if clauses.joints[clause] == "but" or ";" in clauses.gaps[clauses.starts[clause] - sentence.first]:
            return True
    return False


def _around(sentence: Sentence, mark: Mark, own: int, begin: int, end: int) -> bool:
    """A condition governs the clause in which it stands, and the one that follows from it.

    At the head of the sentence (or after a semicolon or an "and") what follows from it comes next; at the end,
    it comes before.
    """
    clauses = sentence.clauses
    if _within(clauses, own, begin, end):
        return True
    if len(sentence.words(own)) == mark.last - mark.first and own + 1 < len(clauses.starts):
        own += 1  # "Provided, …": the cue stands alone before its clause
        if begin <= own <= end:
            return True
    if own < begin:
        return begin <= _consequence(clauses, own) and not _turned(sentence, own, begin)
    before = own - 1
    while before > 0 and clauses.joints[before] == "bracket":
        before -= 1
    return before <= end < own and own > 0 and not _leads(sentence, own)


def _consequence(clauses: Clauses, own: int) -> int:
    """The last clause that still follows from a condition: the next one that is no list item, with its list."""
    last = own + 1
    while last + 1 < len(clauses.starts) and (
        clauses.heads[last + 1] != last + 1 or _says_another(clauses, own + 1, last + 1)
    ):
        last += 1
    return last


def _says_another(clauses: Clauses, first: int, clause: int) -> bool:
    """Whether a clause goes on with a series of the same subject: "… we ski, we skate and we sing"."""
    if clauses.joints[clause] not in ("comma", "and"):
        return False
    if any(";" in clauses.gaps[clauses.starts[one] - clauses.first] for one in range(first + 1, clause + 1)):
        return False
    before, words = clauses.words[first], clauses.words[clause]
    at = int(clauses.joints[clause] == "and")
    return len(words) > at + 1 and bool(before) and words[at] == before[0]


def _leads(sentence: Sentence, own: int) -> bool:
    """Whether a conditional clause opens a new statement ("…, and if it rains, …") instead of closing one."""
    clauses, grammar = sentence.clauses, sentence.grammar
    goes_on = own + 1 < len(clauses.starts)
    if clauses.joints[own] in ("and", "but", "colon"):
        return goes_on
    opened = grammar.joints.get(sentence.words(own - 1)[-1]) in ("and", "but")
    return opened and (goes_on or any(word in grammar.subjects for word in sentence.words(own)[2:]))


def _is_front(sentence: Sentence, mark: Mark, clause: int) -> bool:
    """Whether a clause is a phrase without a verb at the head of the next one: "On Sundays only, …", 据说，…."""
    following = clause + 1
    if following >= len(sentence.clauses.starts) or sentence.clauses.joints[following] != "comma":
        return False
    if any(one.first == mark.first and one.cue.family == "negation" for one in sentence.marks):
        return False  # "Ya no …": a statement, though nobody is named
    words, grammar = sentence.words(clause), sentence.grammar
    unspaced = is_unspaced(words[0])
    rest = len(words) - (mark.last - mark.first)
    if unspaced:
        if mark.cue.family == "restriction" and mark.first == sentence.clauses.starts[clause]:
            return rest <= _LIMIT_RUN
        return rest <= (1 if mark.cue.family == "ended" else _FRONT_RUN)  # 路由器坏了，…: a statement of its own
    return rest <= _FRONT and not any(word in grammar.subjects or word in grammar.auxiliaries for word in words)


def _is_label(sentence: Sentence, mark: Mark, clause: int) -> bool:
    """Whether a clause is little more than a cue before a colon or a dash: "Maybe: …", 可能：…."""
    clauses = sentence.clauses
    if clause or len(clauses.starts) < 2 or clauses.joints[1] not in ("colon", "dash"):
        return False
    words = sentence.words(0)
    if mark.cue.family == "hedge" and mark.last == clauses.tokens(0)[-1] + 1 and len(words) <= _DOUBTED:
        return True  # "I would say perhaps: …"
    return len(words) - (mark.last - mark.first) <= (_PARTICLE if is_unspaced(words[0]) else 1)


def _trails(sentence: Sentence, mark: Mark, clause: int) -> bool:
    """Whether a clause is a phrase without a verb that belongs to the one before.

    It takes something back from that (", minus a fee"), or names who says it (", the owner assured us").
    """
    clauses = sentence.clauses
    if clause + 1 < len(clauses.starts) and clauses.joints[clause + 1] in ("start",):
        return False
    words, at = sentence.words(clause), mark.first - clauses.starts[clause]
    if mark.cue.family == "report":
        said = words[at : at + mark.last - mark.first]
        if said[-1] == "told" and not _BE.isdisjoint(said) and sentence.grammar.first_person.isdisjoint(words):
            return False  # "and the patient has been told"
        named = at > 0 or mark.last - mark.first > 1
        return len(words) - (at + mark.last - mark.first) <= 1 and named and len(words) <= _SAYS
    grammar = sentence.grammar
    if any(word in grammar.subjects or word in grammar.auxiliaries for word in words):
        return False
    if at == 0 and mark.cue.family in ("restriction", "exception") and words[0] in _BUT:
        return True  # ", but only during the festival week"
    return at == 0 and words[0] in _TAKES_BACK


_BE = frozenset(("was", "were", "been", "being", "am", "are"))
"""What makes of one who is told something one who says nothing."""
_SAYS = 6
"""Words of a clause that names who says what stands before it."""
_BUT = frozenset(("but", "and", "though", "only", "just"))
_TAKES_BACK = word_set("minus except excluding barring bar excepting")
"""First words of a phrase that takes something back."""
_FRONTED = frozenset(("restriction", "hedge", "report", "ended", "exception"))
"""Families whose cues may stand at the head of a sentence, in a phrase of their own."""
_DOUBTED = 5
"""Words before a colon that end in a doubt about what follows."""
_PARTICLE = 2
"""Letters of a clause whose particle is about the one before (…，对吗)."""
_FRONT, _FRONT_RUN = 4, 3
"""Words that such a phrase may have besides its cue, and letters in a script without spaces."""
_LIMIT_RUN = 8
"""The letters when it begins with a restriction: 仅限教师节当天，…."""


def _is_aside(sentence: Sentence, mark: Mark, clause: int) -> bool:
    """Whether a clause says little more than its cue."""
    words = sentence.words(clause)
    unspaced = bool(words) and is_unspaced(words[0])
    if unspaced and mark.last - mark.first == 1:
        return len(words) <= _PARTICLE
    return len(words) - (mark.last - mark.first) <= (ASIDE_RUN if unspaced else ASIDE)
