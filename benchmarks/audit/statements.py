"""Sets of plain speech: what must not be refused.

*statements*: how much of what people tell each other is kept back when it is proposed in their own words. What
is a statement is not ours to say: *observed* are the sentences from which LoCoMo's own observations are drawn;
all that is said has wishes, proposals and greetings in it as well.
*kept cues*: values that hold the cue themselves (``no sugar``, ``never on Mondays``), on sentences with that cue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from benchmarks.audit import english
from benchmarks.audit.cases import Proposed, case_of
from benchmarks.audit.data import Said, crosswoz, locomo, longmemeval, sgd
from benchmarks.audit.given import observations
from memtxn.testkit.cases import WrittenCase

CUES = {
    "negation": r"not|no|n't|nothing|nobody|without|cannot",
    "never": r"never",
    "no_longer": r"no longer|not \w+ anymore",
    "only": r"only",
    "condition": r"if|unless",
    "hedge": r"might|maybe|perhaps|probably",
    "used_to": r"used to",
    "short_of": r"almost|nearly",
    "about": r"roughly|approximately",
}
"""The families, each by the benchmark's own few words."""
CUES_ZH = {"negation": "不|没|别|无", "only": "只", "condition": "如果|要是", "hedge": "可能|也许|大概"}
_OTHER = re.compile(
    r"\b(but|though|although|however|except|whether|when|could|would|should|may|think|guess|hope|wish|believe|bet|seems?"
    r"|sure|still|yet|just|about|around|said|says|told|heard|who|which|because|since|until|or|so|than|hardly|barely"
    r"|few|little|need|want|plan|planning|going|gonna|actually|sorry|instead)\b|[?;:()\"“”—]",
    re.IGNORECASE,
)
_OTHER_ZH = re.compile(
    r"？|\?|吗|呢|吧|么|什么|啥|哪|谁|多少|怎|几|想|要|希望|打算|但|不过|除|听说|据说|应该|左右|就行|最好|非|未"
)
_SPAN = 6
"""Words that a statement has at least."""


def statements(place: Path) -> Iterator[WrittenCase]:
    """Each sentence of LoCoMo that is no question: its last words, and all of it."""
    for said in locomo(place):
        for sentence in english.SENTENCES.split(said.text):
            if "?" not in sentence:
                yield from _proposed(said, sentence, "", "fact")


def observed(place: Path) -> Iterator[WrittenCase]:
    """The same of the sentences that LoCoMo draws its observations from."""
    for one in observations(place):
        yield from _proposed(one.said, one.sentence, "observed ", one.type)


def _proposed(said: Said, sentence: str, kind: str, type: str) -> Iterator[WrittenCase]:  # noqa: A002
    parts = sentence.rstrip(".! ").split()
    if len(parts) >= _SPAN:
        value = english.tail(sentence) or " ".join(parts[-_SPAN // 2 :])
        yield _case(said, value, sentence, f"{kind}span", type)
        yield _case(said, sentence, sentence, f"{kind}sentence", type)


def kept_cues(place: Path) -> Iterator[WrittenCase]:
    """Clauses with one cue, proposed with it."""
    for said in (*locomo(place), *longmemeval(place), *sgd(place)):
        for sentence in english.SENTENCES.split(said.text):
            family = _only_family(sentence, CUES, english=True)
            if family and not _OTHER.search(sentence) and len(sentence.split()) > 3 and "," not in sentence:
                yield _case(said, sentence.rstrip(".!"), sentence, family)
    for said in crosswoz(place):
        for clause in re.split(r"[。！？；，,!?;]", said.text):
            family = _only_family(clause, CUES_ZH, english=False)
            if family and not _OTHER_ZH.search(said.text) and len(clause) > 5:
                yield _case(said, clause, clause, family)


def _only_family(text: str, cues: dict[str, str], *, english: bool) -> str | None:
    """The family whose cue stands in a text, when there is exactly one cue in it."""
    plain = text.lower().replace("n't", " n't").replace("n’t", " n't").replace("can not", "cannot")
    plain = plain.replace("won n't", "wo n't")
    edge, end = (r"(?<![\w'])", r"(?!\w)") if english else ("", "")
    found = {family: re.findall(rf"{edge}(?:{pattern}){end}", plain) for family, pattern in cues.items()}
    if found.get("no_longer"):
        found["negation"] = found["negation"][len(found["no_longer"]) :]
    families = [family for family, hits in found.items() for _ in hits]
    return families[0] if len(families) == 1 else None


def _case(said: Said, value: str, quote: str, family: str, type: str = "fact") -> WrittenCase:  # noqa: A002
    """About the speaker when the sentence begins with a first person, else about no person."""
    first = re.match(r"(I|My|We|Our)\b", quote)
    key = ("Person", said.speaker, "detail") if first else ("Note", said.conversation, "text")
    return case_of(said, Proposed(value=value, key=key, family=family, expect="admit", quote=quote, type=type))
