"""Tables of verdicts: one line says a text, what is proposed of it, and how the gate must answer.

``text | key | value | answer | option=… | …``. The key is an attribute of the person alice, or
type/id/attribute; a value that begins with ``=`` is JSON; the answer is ``ok`` or the code of a refusal
(``one/other``: any of them). Options are the parameters of `verdict`. In a text ``\\n`` begins a new line.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from memtxn.core.admission import Analysis, analyse, judge
from memtxn.core.admission.terms import NO_TERMS, Terms
from memtxn.engine.terms import ASKED_FOR
from memtxn.model.codec import Json
from memtxn.model.key import Key
from memtxn.model.source import Source
from tests.unit.admission.cases import AT, NOW, POLICY, draft

OPTIONS = frozenset(("quote", "speaker", "channel", "type", "terms", "retracts"))


def source_of(text: str, *, speaker: str = "alice", channel: str = "user") -> Source:
    """The source of a text, as the tables take it."""
    return Source(id="s1", speaker=speaker, channel=channel, at=AT, text=text)


def verdict(
    text: str,
    value: Json,
    *,
    key: tuple[str, str, str] = ("Person", "alice", "detail"),
    quote: str | None = None,
    speaker: str = "alice",
    channel: str = "user",
    type: str = "fact",  # noqa: A002  # as `propose` calls it
    terms: Terms = NO_TERMS,
    retracts: bool = False,
    analysis: Analysis | None = None,
) -> tuple[str, ...]:
    """The codes of the rules that refuse, in their order; none is an admission.

    ``analysis`` is one made before of the same text, to be shared.
    """
    source = (analysis.source if analysis else None) or source_of(text, speaker=speaker, channel=channel)
    evidence = source.span(0, len(text)) if quote is None else source.quote(quote)
    proposed = draft(value, evidence, key=Key(*key), type=type, retracts=retracts)
    if type in ASKED_FOR:
        terms = msgspec.structs.replace(terms, speech_act="request")
    analyses = {source.id: analysis or analyse(source)}
    treatment = POLICY.treatment(source.channel, key[0], key[2], type)
    judgement = judge(proposed, analyses, now=NOW, policy=POLICY, treatment=treatment, terms=terms)
    return tuple(finding.code for finding in judgement.verdict.trace if finding.counts)


@dataclass(frozen=True)
class Row:
    """One line of a table."""

    line: str
    text: str
    key: tuple[str, str, str]
    value: Json
    answers: tuple[str, ...]
    how: dict[str, Any]

    def got(self) -> tuple[str, ...]:
        """What the gate answers."""
        return verdict(self.text, self.value, key=self.key, **self.how)

    def holds(self) -> bool:
        """Whether the gate answers as the table says."""
        got = self.got()
        return not got if self.answers == ("ok",) else not set(self.answers).isdisjoint(got)


def rows(table: str) -> list[Row]:
    """The lines of a table; blank ones and those that begin with ``#`` say nothing."""
    lines = (line.strip() for line in table.splitlines())
    return [_row(line) for line in lines if line and not line.startswith("#")]


def table(text: str) -> pytest.MarkDecorator:
    """A test of each line: the test takes ``row``."""
    found = rows(text)
    named = [pytest.param(row, id=f"{number} {row.line}") for number, row in enumerate(found, start=1)]
    return pytest.mark.parametrize("row", named)


def _row(line: str) -> Row:
    text, key, value, answer, *options = (field.strip() for field in line.split(" | "))
    parts = key.split("/")
    entity_type, entity_id, attribute = parts if len(parts) == 3 else ("Person", "alice", *parts)
    how: dict[str, Any] = {}
    for option in options:
        name, _, given = option.partition("=")
        assert name in OPTIONS, line
        how[name] = given
    if "terms" in how:
        how["terms"] = msgspec.json.decode(how["terms"], type=Terms)
    if "retracts" in how:
        how["retracts"] = how["retracts"] == "true"
    return Row(
        line=line,
        text=text.replace("\\n", "\n"),
        key=(entity_type, entity_id, attribute),
        value=json.loads(value[1:]) if value.startswith("=") else value,
        answers=tuple(answer.split("/")),
        how=how,
    )
