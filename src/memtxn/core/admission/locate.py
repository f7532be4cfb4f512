"""Where the evidence stands: quote, span or pointer, looked up in the analysis of the source it names.

What an evidence object carries of its source is never read, but for its id: the engine's analysis counts.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.cues.pack import Pack
from memtxn.core.admission.normal import normalise
from memtxn.core.admission.patchtest import Excerpt
from memtxn.core.admission.pointer import Nowhere, resolve
from memtxn.model.codec import Json
from memtxn.model.exact import brief
from memtxn.model.source import Citation, Evidence, Source


class Located(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of evidence after the look-up.

    True evidence has a ``citation``, its ``source``, and either an ``excerpt`` or the ``pointed`` value, which is
    read with the source's ``packs``; otherwise ``code`` and ``problem`` say what is wrong with it.
    """

    citation: Citation | None = None
    excerpt: Excerpt | None = None
    pointed: Json = None
    source: Source | None = None
    packs: tuple[Pack, ...] = ()
    code: str = ""
    problem: str = ""


def locate(evidence: Evidence, analyses: Mapping[str, Analysis], *, limit: int) -> Located:
    """Look one piece of evidence up. Never raises, whatever the evidence holds.

    A quote over ``limit`` characters is not looked for.
    """
    name = evidence.source.id
    analysis = analyses.get(name) if isinstance(name, str) else None
    if analysis is None:
        return Located(code="source_unknown", problem=f"no source {str(name)[:40]!r} was observed")
    quoted, begun = evidence.quote is not None, evidence.start is not None
    ended, pointed = evidence.end is not None, evidence.pointer is not None
    if quoted and not (begun or ended or pointed):
        return _quoted(evidence, analysis, limit)
    if begun and ended and not (quoted or pointed):
        return _spanned(evidence, analysis)
    if pointed and not (quoted or begun or ended):
        return _pointed(evidence, analysis)
    return _wrong("evidence is either a quote, or a span with start and end, or a pointer")


def _wrong(problem: str) -> Located:
    return Located(code="quote_not_in_source", problem=problem)


def _quoted(evidence: Evidence, analysis: Analysis, limit: int) -> Located:
    quote, occurrence = evidence.quote, evidence.occurrence
    if analysis.text is None:
        return _wrong("the source is JSON and cannot be quoted as text; point into it")
    if type(quote) is not str or type(occurrence) is not int or occurrence < 1:
        return _wrong("a quote is text, and its occurrence counts from 1")
    sought = _sought(quote, analysis).strip() if len(quote) <= limit else ""
    if not sought:
        return _wrong("the quote is empty or too long")
    start = _nth(analysis.normal.text, sought, occurrence)
    if start < 0:
        return _wrong(f"{_short(quote)} (occurrence {brief(occurrence)}) does not stand in the source")
    end = start + len(sought)
    return _cited(analysis, analysis.normal.to_original(start, end), analysis.window(start, end))


def _sought(quote: str, analysis: Analysis) -> str:
    """A quote in normal form; that of the whole text is known."""
    return analysis.normal.text if quote == analysis.text else normalise(quote).text


def _spanned(evidence: Evidence, analysis: Analysis) -> Located:
    start, end = evidence.start, evidence.end
    if analysis.text is None:
        return _wrong("the source is JSON and has no characters; point into it")
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(analysis.text):
        size = len(analysis.text)
        return _wrong(f"the span {brief(start)} to {brief(end)} is not within the {size} characters")
    window = analysis.window(*analysis.normal.from_original(start, end))
    return _cited(analysis, (start, end), window)


def _pointed(evidence: Evidence, analysis: Analysis) -> Located:
    pointer = evidence.pointer
    if analysis.text is not None:
        return _wrong("the source is text and has no pointers; quote it")
    if type(pointer) is not str:
        return _wrong("a pointer is text")
    try:
        value = resolve(analysis.value, pointer)
    except Nowhere as error:
        return _wrong(f"the pointer {_short(pointer)} leads nowhere: {error}")
    citation = Citation(analysis.source_id, pointer=pointer)
    return Located(citation=citation, pointed=value, source=analysis.source, packs=analysis.packs)


def _cited(analysis: Analysis, span: tuple[int, int], window: tuple[int, int]) -> Located:
    citation = Citation(analysis.source_id, *span)
    return Located(citation=citation, excerpt=Excerpt(analysis, *window), source=analysis.source)


def _nth(text: str, sought: str, occurrence: int) -> int:
    """The start of the n-th match; matches do not overlap, so there are no more of them than characters."""
    start = text.find(sought)
    while start >= 0 and occurrence > 1:
        start = text.find(sought, start + len(sought))
        occurrence -= 1
    return start


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + "…")
