"""The sets of cases, each with the goal that stands in the design of admission."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from pathlib import Path

import msgspec

from benchmarks.audit import statements
from benchmarks.audit.cases import drawn, per_family
from benchmarks.audit.data import folder
from benchmarks.audit.deletions import AROUND, UNTOUCHED, deletions
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

PROPOSED = {"a span": "span", "whole": "sentence"}
"""What is proposed of a statement, by the family of the case."""
LIMIT, QUICK_LIMIT = 200, 40
"""Cases of a family."""
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
    first = _published(place)
    own = {turn_of(case) for group in first for case in group.cases}
    return [
        *first,
        *_deletions(place, limit),
        *made,
        *_real(place, limit),
        *_observed(place, limit, own),
        *_speech(place, limit),
    ]


def turn_of(case: WrittenCase) -> str:
    """The turn that a case was made of, see `case_of`."""
    return case.id.rpartition(":")[0]


def written(*, sealed: bool = False) -> list[Group]:
    """The written cases by file, language and expectation."""
    made: list[Group] = []
    for file in sorted(FOLDER.glob("*.jsonl")):
        kind = "dev" if file.name == SEALABLE else "kept back"
        made += _by_language(file.stem.removeprefix("admission_").removeprefix("written_"), chosen([file]), kind)
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
    tuned_on = [*_deletions(place, LIMIT), *_speech(place, LIMIT)]
    cases, dropped = published(place, {turn_of(case) for group in tuned_on for case in group.cases})
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
            corrupt = [case for case in own if case.family not in (UNTOUCHED, AROUND)]
            made.append(Group(f"deletions {lang}, {kind}s", corrupt, 0.99, 0.97))
            untouched = [case for case in own if case.family == UNTOUCHED]
            made.append(Group(f"  the same, untouched {lang}, {kind}s", untouched))
            around = [case for case in own if case.family == AROUND]
            made += [Group(f"  the same, about so many {lang}, {kind}s", around)] if around else []
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


def _observed(place: Path, limit: int, elsewhere: Set[str]) -> list[Group]:
    observed = {case.id: case for case in statements.observed(place) if turn_of(case) not in elsewhere}
    made = []
    for name, family in PROPOSED.items():
        own = [case for case in observed.values() if case.family == f"observed {family}"]
        made.append(Group(f"LoCoMo statements, {name}", drawn(own, 10 * limit, family), 0.80))
    return made


def _speech(place: Path, limit: int) -> list[Group]:
    said = list(statements.statements(place))
    spans = per_family((case for case in said if case.family == "span"), 10 * limit)
    those = {(turn_of(case), case.quote) for case in spans}
    wholes = (case for case in said if case.family == "sentence" and (turn_of(case), case.quote) in those)
    told = [*spans, *wholes]
    kept = per_family(statements.kept_cues(place), limit)
    return [
        *(
            Group(f"  all that LoCoMo says, {name}", [case for case in told if case.family == family])
            for name, family in PROPOSED.items()
        ),
        Group("true values with their cue en", [case for case in kept if case.lang == "en"], None, 0.97),
        Group("true values with their cue zh", [case for case in kept if case.lang == "zh"], None, 0.97),
    ]
