"""Crossed out: what a stroke goes through, a cross stands beside, or whose box is not ticked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.cues.pack import Cue

CROSSED, UNTICKED = "crossed out", "not ticked"
"""The phrases of cues that deny the very words on which they stand."""
LAYOUT = frozenset((CROSSED, UNTICKED))

_CROSSES = "❌✗✘✖🚫⛔"
_BOXES = "☐□"
_TICKS = "✅✔✓☑■"
_SIGNS = frozenset(_CROSSES + _BOXES)
_ASCII = ("~~", "[ ]", "( )", "</s", "</del", "</strike")
"""How the signs are written that are no characters of their own."""
_SIGN = re.compile(rf"[{_CROSSES}{_BOXES}{_TICKS}]|\[[ x]\]|\([ x]\)")
_STROKES = re.compile(r"~~|</?(?:s|del|strike)>")
_ENDS = re.compile(r"[,;、，；]")


def crossed(analysis: Analysis, first: int, last: int, texts: list[str]) -> Iterator[Mark]:
    """A cue on each item of a sentence that is crossed out or not ticked."""
    text = analysis.normal.text
    begin, end = _stretch(analysis, first, last)
    if _SIGNS.isdisjoint(texts) and not any(sign in text[begin:end] for sign in _ASCII):
        return
    for start, stop, phrase in (*_struck(text, begin, end), *_unticked(text, begin, end)):
        one, other = analysis.window(start, stop)
        if one < other:
            yield Mark(Cue(phrase, "negation", "own", "und"), one, other)


def may_cross(text: str) -> bool:
    """Whether a text has any such sign."""
    if not text.isascii() and not _SIGNS.isdisjoint(text):
        return True
    return ("~" in text or "[" in text or "(" in text or "<" in text) and any(sign in text for sign in _ASCII)


def _stretch(analysis: Analysis, first: int, last: int) -> tuple[int, int]:
    """The sentence with the signs before its first word and behind its last, in its lines."""
    tokens, normal = analysis.tokens, analysis.normal
    begin = tokens.ends[first - 1] if first else 0
    end = tokens.starts[last] if last < len(tokens.starts) else len(normal.text)
    begin = max((line for line in normal.lines if begin <= line < tokens.starts[first]), default=begin)
    end = min((line for line in normal.lines if tokens.ends[last - 1] <= line < end), default=end)
    return begin, end


def _struck(text: str, begin: int, end: int) -> Iterator[tuple[int, int, str]]:
    """What stands between two strokes."""
    opened: int | None = None
    for match in _STROKES.finditer(text, begin, end):
        if opened is None:
            opened = match.end()
        else:
            yield opened, match.start(), CROSSED
            opened = None


def _unticked(text: str, begin: int, end: int) -> Iterator[tuple[int, int, str]]:
    """The items of a line beside whose sign stands that they do not hold: behind it, or before it."""
    signs = list(_SIGN.finditer(text, begin, end))
    rounded = any(match[0] == "(x)" for match in signs)
    signs = [match for match in signs if match[0][0] != "(" or rounded]
    if not signs:
        return
    leads = not any(letter.isalnum() for letter in text[begin : signs[0].start()])
    if not leads and signs[0][0][0] in "([" and any(letter.isalnum() for letter in text[signs[-1].end() : end]):
        leads = True  # "Colour: ( ) red (x) blue"
    for at, match in enumerate(signs):
        if match[0] in _TICKS or "x" in match[0]:
            continue
        if leads:
            start, stop = match.end(), signs[at + 1].start() if at + 1 < len(signs) else end
        else:
            floor = signs[at - 1].end() if at else begin
            pauses = [pause.end() for pause in _ENDS.finditer(text, floor, match.start())]
            start, stop = max([floor, *pauses]), match.start()
        yield start, stop, UNTICKED if match[0] in _BOXES or match[0][0] in "([" else CROSSED
