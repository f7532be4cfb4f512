"""Targets of the gate: what it does with texts of cues, clauses, quotes, numbers and dates, whatever they are."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

import msgspec

from memtxn.core.admission import REASONS, RULE_NAMES, Judgement, analyse, judge
from memtxn.core.admission.analysis import Analysis, analyse_text
from memtxn.core.admission.cues.language import languages_of
from memtxn.core.admission.cues.lexicon import lexicon
from memtxn.core.admission.cues.pack import Pack, load_pack
from memtxn.core.admission.forms.form import Context
from memtxn.core.admission.forms.quantities import quantities
from memtxn.core.admission.forms.registry import FORMS
from memtxn.core.admission.patchtest import Excerpt
from memtxn.core.admission.reading.grammar import grammar
from memtxn.core.admission.reading.sentence import Sentence, reading_of
from memtxn.core.admission.terms import NO_TERMS, Option, Terms
from memtxn.errors import InvalidInput
from memtxn.model.belief import BeliefType
from memtxn.model.codec import Json, canonical, parse
from memtxn.model.key import Key
from memtxn.model.policy import Policy
from memtxn.model.proposal import Draft
from memtxn.model.source import Evidence, Source
from memtxn.model.time import to_micros
from memtxn.model.verdict import Decision
from tests.fuzz.fields import Fields
from tests.fuzz.said import said

NOW = datetime(2026, 1, 1, tzinfo=UTC)
POLICY = Policy()
ATTRIBUTES = (
    "time", "city", "not_eaten", "allergies", "former_employer", "max_price", "is_open", "start", "party_size",
    "饮食", "喜欢", "weight_kg", "due", "acquired_by", "wife_name", "note",
)  # fmt: skip
TYPES = tuple(kind.name.lower() for kind in BeliefType if kind is not BeliefType.RETRACTION)
TERMS = (
    NO_TERMS,
    Terms(speech_act="request", zone="Europe/Rome"),
    Terms(polarity=-1, kind="event", licenses=("ended", "hedge")),
    Terms(unit="kg", words=("weight", "重量"), named=True),
    Terms(enum=(Option(b'"zebra"', ("cat", "马")), Option(b"true", ("open",))), aliases=("Bob", "老王")),
    Terms(owner="speaker", person=True, speakers=("ann",)),
    Terms(person=False, owner="session", zone="Asia/Shanghai"),
)
ENTITIES = ("Meeting/client", "Person/ann", "Person/Bob", "Room/7", "城市/北京")


class Pick:
    """Choices from the bytes of one field; the first of each when there are no more."""

    def __init__(self, data: bytes) -> None:
        self._bytes = iter(data)

    def number(self, below: int) -> int:
        """A number from 0."""
        return next(self._bytes, 0) % below


def statement(data: bytes) -> None:
    """Any proposal on any text has one verdict, that keeps to what is promised of verdicts."""
    fields = Fields(data)
    pick, text = Pick(fields.raw()), said(fields.raw())
    source = Source(id="s", speaker="ann", channel="user", at=NOW, text=text)
    value = _value(pick, fields.raw(), text)
    with suppress(InvalidInput):
        encoded = canonical(value)
        draft = Draft(
            key=Key.of(ENTITIES[pick.number(len(ENTITIES))], ATTRIBUTES[pick.number(len(ATTRIBUTES))]),
            value=parse(encoded),
            canonical=encoded,
            evidence=(_quoted(pick, source),),
            observed_at=NOW,
            valid_from=None,
            valid_to=None,
            confidence=1.0,
            type=TYPES[pick.number(len(TYPES))],
            retracts=pick.number(8) == 7,
        )
        terms = TERMS[pick.number(len(TERMS))]
        first, again = _judged(draft, source, terms), _judged(draft, source, terms)
        assert first == again
        _keeps_to_it(first, text)


def _value(pick: Pick, data: bytes, text: str) -> Json:
    """Some words of the text, or a text, number, truth value or list of its own."""
    words = text.split()
    start = pick.number(max(1, len(words)))
    some = " ".join(words[start : start + 1 + pick.number(4)])
    number = int.from_bytes(data[:3], "big") / (1, 2, 1000)[pick.number(3)]
    made: tuple[Json, ...] = (
        some,
        some,
        said(data),
        number,
        int(number),
        bool(number),
        [some, said(data)],
        {"a": some, "b": number},
        "2026-01-09",
        "19:30",
        None,
    )
    return made[pick.number(len(made))]


def _quoted(pick: Pick, source: Source) -> Evidence:
    """All of the text, or a stretch of it."""
    size = len(source.text or "")
    start = pick.number(256) * size // 512
    if pick.number(2):
        return source.span(start, size)
    return source.quote((source.text or "")[start : start + 1 + pick.number(256)], 1)


def _judged(draft: Draft, source: Source, terms: Terms) -> Judgement:
    return judge(draft, {source.id: analyse(source)}, now=to_micros(NOW), policy=POLICY, terms=terms)


def _keeps_to_it(judgement: Judgement, text: str) -> None:
    verdict = judgement.verdict
    rules = tuple(finding.rule for finding in verdict.trace)
    assert rules == RULE_NAMES[: len(rules)]
    assert len(rules) == len(RULE_NAMES) or verdict.trace[-1].decision is not Decision.ADMIT
    for finding in verdict.trace:
        assert (finding.decision is Decision.ADMIT) == (not finding.code), finding
        assert not finding.code or finding.code in REASONS, finding
        assert all(0 <= start < end <= len(text) for start, end in finding.spans), finding
    if verdict.decision is Decision.ADMIT:
        assert any(finding.rule == "patch" and (finding.spans or finding.detail) for finding in verdict.trace)
        assert all(citation is not None for citation in judgement.citations)


def reading(data: bytes) -> None:
    """The sentences of a text are all of it, their clauses all of them, and their cues stand inside."""
    fields = Fields(data)
    text = said(fields.raw()) + fields.text()
    analysis = analyse_text(text)
    read, size = reading_of(analysis), len(analysis.tokens.texts)
    if not size:
        return
    first = 0
    for number in range(len(read.starts)):
        sentence = read.sentence(number)
        assert sentence.number == number
        assert sentence.first == first < sentence.last
        assert all(read.sentence_at(token) is sentence for token in (sentence.first, sentence.last - 1))
        _is_whole(sentence, analysis)
        first = sentence.last
    assert first == size


def _is_whole(sentence: Sentence, analysis: Analysis) -> None:
    clauses, size = sentence.clauses, sentence.last - sentence.first
    count = len(clauses.starts)
    assert len(clauses.of) == len(clauses.gaps) == len(sentence.texts) == size
    assert len(clauses.joints) == len(clauses.heads) == count
    assert clauses.starts == sorted(set(clauses.starts))
    assert set(clauses.of) <= set(range(count))
    assert all(0 <= clauses.head(clause) <= clause for clause in range(count))
    for mark in (*sentence.marks, *sentence.corrections):
        assert sentence.first <= mark.first < mark.last <= sentence.last
        start, end = analysis.span(mark.first, mark.last)
        assert 0 <= start < end <= len(analysis.text or "")
    assert all(sentence.first <= token < sentence.last for token in sentence.capitals)


class Written:
    """A file that was never written."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __str__(self) -> str:
        return "fuzz.toml"

    def read_bytes(self) -> bytes:
        """What it would hold."""
        return self.data


HEADER = (
    'language = {}\nname = "n"\nsource = "s"\nlicence = "l"\n[[cues]]\nfamily = {}\nscope = {}\nphrases = {}\n'
)


def pack(data: bytes) -> None:
    """A file is a pack of cues, with which any text is read, or is said to be none."""
    fields = Fields(data)
    raw, given, text = fields.raw(), [fields.text() for _ in range(4)], fields.text()
    quoted = [msgspec.json.encode(one.encode("utf-8", "replace").decode()).decode() for one in given]
    for file in (raw, HEADER.format(*quoted).encode() + raw):
        with suppress(InvalidInput):
            _is_used(load_pack(Written(file)), f"{given[3]} {text}".encode("utf-8", "replace").decode())


def _is_used(made: Pack, text: str) -> None:
    analysis = analyse_text(text, packs=(made,))
    tokens = analysis.tokens
    for languages in (languages_of(tokens.texts, tokens.runs, (made,)), (made.language,)):
        known = lexicon(languages, (made,))
        for mark in known.marks(tokens.texts, 0, len(tokens.texts)):
            assert 0 <= mark.first < mark.last <= len(tokens.texts)
        grammar(languages, (made,))
    if tokens.texts:
        read = reading_of(analysis)
        for number in range(len(read.starts)):
            _is_whole(read.sentence(number), analysis)


def forms(data: bytes) -> None:
    """Each normal form finds the same places twice, and each of them in the excerpt."""
    fields = Fields(data)
    pick, text = Pick(fields.raw()), said(fields.raw())
    text += fields.text().encode("utf-8", "replace").decode()
    analysis = analyse_text(text)
    tokens = analysis.tokens
    first = pick.number(max(1, len(tokens.texts) // 2))
    excerpt = Excerpt(analysis, first, len(tokens.texts))
    context = Context(
        languages=languages_of(tokens.texts, tokens.runs),
        at=to_micros(NOW),
        zone=(None, "Europe/Rome")[pick.number(2)],
        attribute=(ATTRIBUTES[pick.number(len(ATTRIBUTES))],),
        speaker="ann",
        terms=TERMS[pick.number(len(TERMS))],
    )
    value = _value(pick, fields.raw(), text)
    for form in FORMS:
        found = form.find(value, excerpt, context)
        assert found == form.find(value, excerpt, context)
        for match in found:
            assert excerpt.first <= match.first < match.last <= excerpt.last, match
            assert not match.code or match.code in REASONS
    for one in quantities(analysis, first, len(tokens.texts), context.languages):
        assert first <= one.first < one.last <= len(tokens.texts)


GATE: tuple[Callable[[bytes], None], ...] = (statement, reading, pack, forms)
