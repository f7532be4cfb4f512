"""The sets of cases, each with the goal that stands in the design of admission."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import msgspec

from benchmarks.audit import statements
from benchmarks.audit.cases import drawn, per_family
from benchmarks.audit.data import folder
from benchmarks.audit.deletions import UNTOUCHED, deletions
from benchmarks.audit.normal import normal_forms
from benchmarks.audit.published import published
from benchmarks.audit.slots import foreign, gold
from benchmarks.audit.written import FOLDER, SEALABLE, chosen
from memtxn.testkit.cases import WrittenCase

WRITTEN_GOALS = {
    "dev": {"": (0.95, 0.97)},
    "kept back": {"en": (0.92, 0.92), "zh": (0.92, 0.90), "": (0.80, 0.85)},
}
"""(admitted, refused) by language, of the cases that are looked at and of those that are not."""

FAMILY_GOAL = 0.70
"""Of each family of the written cases that is not too small."""


class Group(msgspec.Struct, frozen=True):
    """Cases that are counted together. Goals are shares judged as expected: of all of them, of each family.

    ``family_name``: the families are counted together with those of other groups, under this name.
    """

    name: str
    cases: Sequence[WrittenCase]
    goal: float | None = None
    family_goal: float | None = None
    family_name: str = ""


def groups(limit: int, *, sealed: bool = False) -> list[Group]:
    """All groups, with up to so many cases of a family; those of the corpora only when they are there."""
    made = written(sealed=sealed)
    place = folder()
    if place is None:
        print("audit: the written cases alone: MEMTXN_DATA must name the corpora, see benchmarks/audit/data.py")
        return made
    return [*_published(place), *_deletions(place, limit), *made, *_real(place, limit), *_speech(place, limit)]


def written(*, sealed: bool = False) -> list[Group]:
    """The written cases by file, language and expectation."""
    made: list[Group] = []
    for file in sorted(FOLDER.glob("*.jsonl")):
        kind = "dev" if file.name == SEALABLE else "kept back"
        made += _by_language(file.stem.removeprefix("admission_"), chosen([file]), kind)
        if sealed and file.name == SEALABLE:
            made += _by_language("dev, sealed", chosen([file], sealed=True), "kept back")
    return made


def _by_language(name: str, cases: Sequence[WrittenCase], kind: str) -> list[Group]:
    parted: dict[tuple[str, str], list[WrittenCase]] = defaultdict(list)
    for case in cases:
        parted[case.lang if case.lang in ("en", "zh") else "other", case.expect].append(case)
    made = []
    for (lang, expect), found in sorted(parted.items()):
        goals = WRITTEN_GOALS[kind]
        goal = goals.get(lang, goals[""])[expect == "refuse"]
        together = "written, sealed" if "sealed" in name else f"written {lang}, {expect}"
        made.append(Group(f"written {name} {lang}, {expect}", found, goal, FAMILY_GOAL, together))
    return made


def _published(place: Path) -> list[Group]:
    cases, dropped = published(place)
    return [
        Group("published, originals", [case for case in cases if case.admits], 1.0),
        Group(f"published, negatives (dropped {dropped})", [case for case in cases if not case.admits], 1.0),
    ]


def _deletions(place: Path, limit: int) -> list[Group]:
    cases = per_family(deletions(place), limit)
    made = []
    for lang in ("en", "zh"):
        for kind in ("fact", "goal"):
            own = [case for case in cases if (case.lang, case.type) == (lang, kind)]
            corrupt = [case for case in own if case.family != UNTOUCHED]
            made.append(Group(f"deletions {lang}, {kind}s", corrupt, 0.99, 0.97))
            untouched = [case for case in own if case.family == UNTOUCHED]
            made.append(Group(f"  the same, untouched {lang}, {kind}s", untouched))
    return made


def _real(place: Path, limit: int) -> list[Group]:
    said, made = list(gold(place)), []
    for lang in ("en", "zh"):
        for kind, goal in (("goal", 0.98), ("fact", None)):
            own = [case for case in said if (case.lang, case.type) == (lang, kind)]
            made.append(Group(f"gold slots {lang}, as {kind}s", drawn(own, 10 * limit), goal))
    for lang in ("en", "zh"):
        own = per_family((case for case in normal_forms(place) if case.lang == lang), 2 * limit)
        made.append(Group(f"gold normal forms {lang}", own, 0.90))
    strangers = list(foreign(place))
    for lang in ("en", "zh"):
        own = [case for case in strangers if case.lang == lang]
        made.append(Group(f"another conversation's value {lang}", drawn(own, 10 * limit), 1.0))
    return made


def _speech(place: Path, limit: int) -> list[Group]:
    told = per_family(statements.statements(place), 10 * limit)
    kept = per_family(statements.kept_cues(place), limit)
    return [
        Group("LoCoMo statements, a span", [case for case in told if case.family == "span"], 0.80),
        Group("LoCoMo statements, whole", [case for case in told if case.family == "sentence"], 0.80),
        Group("true values with their cue en", [case for case in kept if case.lang == "en"], None, 0.97),
        Group("true values with their cue zh", [case for case in kept if case.lang == "zh"], None, 0.97),
    ]
