"""Marked: the sentence around a piece of evidence and, under it, a line for each rule that found something there.

    │ I think the client meeting is now at 4pm, in Room B.
                                [-----------]                quote
                                         ^^^                 patch → "4pm"
      ^^^^^^^                                                modality hedge_dropped

A bracket is what was quoted; ``^`` what a rule goes by: where it admits, where the value stands; where it does
not, the cue, then ``~`` whatever that governs. On a terminal they have colours too. Columns are those of a
terminal, on which a character of Chinese or an emoji has two. A row of text begins with a bar, so that no text
can pass itself off as a mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec
from rich.cells import cell_len
from rich.text import Text

from memtxn.interfaces.cli.safe import shortened, shown_value, visible
from memtxn.model.codec import Json
from memtxn.model.excerpt import Excerpt, Span
from memtxn.model.explanation import Quoted, places
from memtxn.model.verdict import Decision, Finding

_BAR, _UNDER = "    │ ", "      "
_LABEL = 30
"""Columns that are left for a label."""
_WIDE, _NARROW = 100, 20
"""Columns of an answer that goes to no terminal, and of a row at the least."""
_VALUE = 40
"""Characters of a value in a label."""
_MORE = "…"
_CLUSTER = 32
"""Characters that may make one to a reader; a longer pile of marks is cut."""


class _Layer(msgspec.Struct, frozen=True):
    """One line of marks: its places with the sign of each, and its name."""

    label: str
    style: str
    spans: tuple[tuple[int, int, str], ...]


class Judged(Protocol):
    """What was judged: an account of it, or what waits."""

    @property
    def evidence(self) -> tuple[Quoted, ...]:
        """What it cites."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What each rule said."""

    @property
    def value(self) -> Json:
        """What was to be believed."""


def marked(account: Judged, number: int, width: int | None) -> Iterator[Text]:
    """Piece of evidence ``number`` of an account among the words around it, with what the rules found there."""
    quoted = account.evidence[number]
    room = max(_NARROW, (width or _WIDE) - len(_BAR) - _LABEL)
    layers = list(_layers(account, number))
    told: set[str] = set()
    for excerpt in quoted.excerpts:
        for row in _rows(excerpt, room):
            yield row.styled(layers)
            for layer in layers:
                marks = row.marks(layer)
                if marks and not (layer.label == _QUOTE and _is_all(quoted, excerpt)):
                    label = "" if layer.label in told else f"  {layer.label}"
                    told.add(layer.label)
                    yield Text.assemble(_UNDER, (marks + label, _UNDERNEATH.get(layer.style, layer.style)))


_QUOTE = "quote"
_UNDERNEATH = {"underline": "dim"}
"""The style of marks, where it is not that of the text above."""


def _layers(account: Judged, number: int) -> Iterator[_Layer]:
    quoted = account.evidence[number]
    if quoted.start is not None and quoted.end is not None:
        yield _Layer(_QUOTE, "underline", ((quoted.start, quoted.end, "-"),))
    for found in account.findings:
        spans = places(found, number, account.evidence)
        if spans:
            yield _of_rule(found, spans, account.value)


def _of_rule(found: Finding, spans: Sequence[Span], value: Json) -> _Layer:
    rule = visible(found.rule)
    if found.decision is Decision.ADMIT:
        label = f"{rule} → {shortened(shown_value(value), _VALUE)}"
        return _Layer(label, "green", tuple((start, end, "^") for start, end in spans))
    first, *rest = spans
    governed = [(start, end, "~") for start, end in rest]
    style = "yellow" if found.waived or found.decision is Decision.QUARANTINE else "red"
    waived = ", overruled" if found.waived else ""
    return _Layer(f"{rule} {visible(found.code)}{waived}", style, ((*first, "^"), *governed))


def _is_all(quoted: Quoted, excerpt: Excerpt) -> bool:
    """Whether all of what is shown was quoted: then there is nothing to set apart."""
    return (
        quoted.start is not None
        and quoted.end is not None
        and quoted.start <= excerpt.start < excerpt.end <= quoted.end
    )


# -- rows ----------------------------------------------------------------------------------------------


class _Row(msgspec.Struct, frozen=True):
    """Characters of a source that stand on one line, as they are shown, from character ``start`` on.

    ``lead`` and ``tail`` are the signs that the text goes on.
    """

    start: int
    shown: tuple[str, ...]
    lead: str = ""
    tail: str = ""

    def styled(self, layers: Sequence[_Layer]) -> Text:
        """The text, each place in the colour of what was found there."""
        line = Text(_BAR + self.lead + "".join(self.shown) + self.tail)
        before = len(_BAR) + len(self.lead)
        for layer in layers:
            for start, end, _ in layer.spans:
                first, last = self._inside(start, end)
                if first < last:
                    at = before + len("".join(self.shown[:first]))
                    line.stylize(layer.style, at, at + len("".join(self.shown[first:last])))
        return line

    def marks(self, layer: _Layer) -> str:
        """The marks of a layer under this row; empty when it has none here."""
        line: list[str] = []
        for start, end, sign in sorted(layer.spans):
            first, last = self._inside(start, end)
            if first < last:
                begin, stop = self._column(first), max(self._column(last), self._column(first) + 1)
                line += " " * (stop - len(line))
                line[begin:stop] = sign * (stop - begin)
                if sign == "-":
                    line[begin] = "[" if start >= self.start else "-"
                    line[stop - 1] = "]" if end <= self.start + len(self.shown) else "-"
        return "".join(line)

    def _inside(self, start: int, end: int) -> Span:
        """The part of a place that stands on this row, in its characters."""
        return max(0, start - self.start), min(len(self.shown), end - self.start)

    def _column(self, character: int) -> int:
        return cell_len(self.lead + "".join(self.shown[:character]))


def _rows(excerpt: Excerpt, room: int) -> Iterator[_Row]:
    """An excerpt in rows of at most so many columns, cut between words and never within a character."""
    shown = tuple(map(visible, excerpt.text))
    at = 0
    while at < len(shown):
        end = _fitting(excerpt.text, shown, at, room)
        lead = _MORE if at == 0 and excerpt.start else ""
        tail = _MORE if end == len(shown) and excerpt.more else ""
        yield _Row(excerpt.start + at, shown[at:end], lead, tail)
        at = end


def _fitting(text: str, shown: Sequence[str], at: int, room: int) -> int:
    """Where the row that begins here ends."""
    end, line, space = at, "", 0
    while end < len(shown) and end - at < 4 * room:
        line += shown[end]
        if end > at and cell_len(line) > room:
            break
        end += 1
        if text[end - 1].isspace():
            space = end
            if text[end - 1] == "\n":
                return end
    if end == len(shown):
        return end
    if space > at:
        return space
    for cut in range(end, max(at, end - _CLUSTER), -1):
        if not _joined(shown, at, cut):
            return cut
    return end


def _joined(shown: Sequence[str], at: int, end: int) -> bool:
    """Whether what stands before and after this place is one character to a reader."""
    line = "".join(shown[at:end])
    return cell_len(line + shown[end]) == cell_len(line)
