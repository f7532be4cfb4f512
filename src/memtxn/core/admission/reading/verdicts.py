"""Verdicts: a clause that calls what was said before it false ("that rumour is quite untrue")."""

from __future__ import annotations

from collections.abc import Iterator

from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.cues.pack import Cue
from memtxn.core.admission.word_set import word_set

WRONG = word_set("""
    false wrong untrue incorrect inaccurate nonsense rubbish baseless bogus fake lie myth hoax unfounded invented
    fabricated mistaken fiction made never
""")
"""Words with which such a clause ends; *made* before an *up*, *never* before what did not happen."""

_MORE = word_set("all just a an utter pure complete total so quite very plain sheer too downright but also")
"""Words that may stand before them, besides adverbs."""
_BE = word_set("is was are were 's be proved turned")
_POINTING = word_set("that this it which these those all")
_CLAIMS = word_set("""
    rumour rumor rumours claim claims story stories report reports note statement information info entry record
    message gossip news tale version notice announcement listing post article
""")
_REACH = 5
_HAPPENED = word_set("happened existed occurred")
_VERDICT = Cue("that is false", "negation", "whole", "en")


def verdicts(texts: list[str], first: int) -> Iterator[Mark]:
    """The verdicts of a sentence that has one of `WRONG`."""
    for at, word in enumerate(texts):
        if word not in WRONG or at < 1:
            continue
        after = texts[at + 1] if at + 1 < len(texts) else ""
        if word == "never":
            if after in _HAPPENED and texts[at - 1] in _POINTING:
                yield Mark(_VERDICT, first + at - 1, first + at + 2)
            continue
        if word == "made" and after != "up":
            continue
        be = _verb(texts, at)
        begin = _subject(texts, be) if be is not None else None
        if begin is not None:
            yield Mark(_VERDICT, first + begin, first + at + 1)


def _verb(texts: list[str], at: int) -> int | None:
    """Where the verb of the verdict stands; only adverbs come between."""
    for back in range(at - 1, max(-1, at - _REACH), -1):
        if texts[back] in _BE:
            return back
        if texts[back] not in _MORE and not texts[back].endswith("ly"):
            return None
    return None


def _subject(texts: list[str], be: int) -> int | None:
    """Where the subject begins: *that*, or *that rumour*."""
    before = texts[be - 1] if be else ""
    if before in _POINTING:
        return be - 1
    pointed = be > 1 and texts[be - 2] in _POINTING
    return be - 2 if before in _CLAIMS and pointed else None
