"""Sentences: where one ends and the next begins."""

from __future__ import annotations

import re
from bisect import bisect_left

from memtxn.core.admission.normal import Normal
from memtxn.core.admission.tokens import Tokens
from memtxn.core.admission.word_set import word_set

LONGEST = 200
"""Tokens of a sentence; a longer one is read in parts, so that the work stays linear."""

_END = re.compile(  # it begins with a class of characters, so that the others are skipped at once
    r"[.!?。](?:(?<=\.)\.*(?=[\s\"')\]」』]|$)|(?<=[!?])[!?]*(?![\w=&/])|(?<=[!?])[!?]*(?=[^\x00-\u2e7f])|"
    r"(?<=[^\x00-\u2e7f][!?])[!?]*|(?<=。)。*)"
    r"[\"')\]」』!?。]*"
)
_SHORT = word_set("""
    dr mr mrs ms st nr vs prof sr jr approx tel dept fig inc ltd co etc e.g i.e bzw ca z.b d.h sra srta
    mme mlle
""")
_NUMBERED = frozenset(("no", "nr", "vol", "art", "sec"))
"""Words whose full stop ends no sentence before a number."""


def sentence_starts(normal: Normal, tokens: Tokens, short: frozenset[str] = frozenset()) -> list[int]:
    """The first token of each sentence, in order. A line is a sentence too, unless it breaks off in the middle.

    ``short``: further words after which a full stop ends none. Linear in the text.
    """
    starts, found, ends = tokens.starts, [0], _ends(normal, tokens, short)
    if not ends and len(starts) <= LONGEST:
        return found
    for end in ends:
        at = bisect_left(starts, end)
        if found[-1] < at < len(starts):
            found.append(at)
    return _bounded(found, tokens)


def _bounded(found: list[int], tokens: Tokens) -> list[int]:
    """The same with every sentence that is longer than `LONGEST` in parts, which end at a pause if they can."""
    size, bounded = len(tokens.starts), list[int]()
    for start, end in zip(found, [*found[1:], size], strict=True):
        bounded.append(start)
        while end - bounded[-1] > LONGEST:
            last = bounded[-1] + LONGEST
            pauses = (at for at in range(last, last - LONGEST // 2, -1) if _pauses(tokens, at))
            bounded.append(next(pauses, last))
    return bounded


def _pauses(tokens: Tokens, at: int) -> bool:
    """Whether more than a space stands before a token."""
    return bool(tokens.gaps[at].strip())


def _ends(normal: Normal, tokens: Tokens, short: frozenset[str]) -> list[int]:
    inner = normal.text[:-1]  # behind its last character a text has no sentence
    several = "." in inner or "!" in inner or "?" in inner or "。" in inner
    found = _END.finditer(normal.text) if several else ()
    ends = [match.end() for match in found if _is_end(normal, tokens, match, short)]
    if not normal.lines and not normal.stops:
        return ends
    lines = [line for line in normal.lines if not _is_wrapped(tokens, line)]
    return sorted((*ends, *lines, *(stop + 1 for stop in normal.stops)))


def _is_wrapped(tokens: Tokens, line: int) -> bool:
    """Whether a line ends in the middle of a sentence: on a word that needs another ("I am not")."""
    at = bisect_left(tokens.starts, line)
    if not 0 < at < len(tokens.starts) or tokens.texts[at - 1] not in _UNFINISHED:
        return False
    return not _pauses(tokens, at)


_UNFINISHED = word_set("""
    a an the my our your his her their of to from with into at by for in and or but not never that if whether
    unless because than then longer will would can could may might must should is are am was were be been do does
    did has have had i we he she they said says told
""")
"""Words on which no sentence ends: behind one, the line is only full."""


def _is_end(normal: Normal, tokens: Tokens, match: re.Match[str], short: frozenset[str]) -> bool:
    """Whether a full stop ends more than an abbreviation, an initial or a numbering."""
    if match[0][0] != ".":
        return True
    before = bisect_left(tokens.starts, match.start()) - 1
    if before < 0 or tokens.ends[before] != match.start():
        return True
    word = tokens.texts[before]
    if word in _NUMBERED:
        following = normal.text[match.end() : match.end() + 2].strip()
        return not following[:1].isdecimal()
    return (
        word not in _SHORT
        and word not in short
        and not (len(word) == 1 and word.isalpha() and word.isascii() and word != "i")
    )
