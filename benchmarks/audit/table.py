"""Table *audit*: the gate on every set of cases, as a caller meets it, beside what others use on the same ones.

Every case goes through a store of its own memory, and once more directly through the gate: both must agree.
The mistakes are written to a folder to be read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

import memtxn
from benchmarks.audit.cases import per_family
from benchmarks.audit.peers import Answers, answers, peers
from benchmarks.audit.sets import LIMIT, QUICK_LIMIT, Group, groups
from benchmarks.audit.written import shown
from benchmarks.measure import table
from memtxn.testkit.audit import Judged, Score, confusion, judged_directly, judged_in, mistake, scores
from memtxn.testkit.cases import WrittenCase
from memtxn.testkit.fakes import FakeClock

MISTAKES = Path("build", "audit")
"""Where the mistakes go; no part of the project, for they quote the corpora."""
NOTES = (
    "published: an original is a gold answer of LongMemEval or LoCoMo, literally in the turn that answers it.",
    "  Some of these turns only wish or try what the answer takes for a fact, and are rightly kept back.",
    "deletions, goals: 'almost' are words that fall short (nearly, almost, just under, 将近, 几乎). Who asks for",
    "  a table at about seven wants one at seven: 'about so many' must be admitted, and has no goal.",
    "LoCoMo statements: the sentences from which LoCoMo's own observations are drawn. All that LoCoMo says has",
    "  wishes, proposals and greetings in it, and no goal.",
    "gold slots: a value counts at the turn that settles it, if it stands there.",
)
"""What a reader must know of the rows."""
_CAUSES = 4
"""Answers that are told of each set."""
_FEW = 8
"""Cases from which on a family has a goal."""


def main() -> bool:
    """Print all tables at full size."""
    return audit(LIMIT)


def quick() -> bool:
    """The same with a fifth of the cases."""
    return audit(QUICK_LIMIT)


def audit(limit: int, *, sealed: bool = False, mistakes: Path = MISTAKES) -> bool:
    """Judge every case, print every table, write the mistakes. Whether every goal was met."""
    made = groups(limit, sealed=sealed)
    judged = judge_all(case for group in made for case in group.cases)
    others = _others([case for group in made for case in group.cases], limit)
    held = _print_sets(made, judged, others)
    held = _print_families(made, judged, others) and held
    _print_missed(made, judged)
    _print_confusion(judged)
    _write([judged[case.id] for group in made if "sealed" not in group.name for case in group.cases], mistakes)
    return _agree(judged) and held


def judge_all(cases: Iterable[WrittenCase]) -> dict[str, Judged]:
    """What the gate says of each case, asked through the public interface."""
    clock = FakeClock()
    with memtxn.open(":memory:", clock=clock) as store:
        return {case.id: judged_in(store, clock, case) for case in {case.id: case for case in cases}.values()}


def _others(cases: Sequence[WrittenCase], limit: int) -> list[Answers]:
    different = list({case.id: case for case in cases}.values())
    found = []
    for peer in peers(cosine_limit=max(limit // 8, 10)):
        given = different if peer.limit is None else per_family(different, peer.limit)
        found += answers(peer, given)
    return found


def _print_sets(made: Sequence[Group], judged: dict[str, Judged], others: Sequence[Answers]) -> bool:
    rows, held = [], True
    for group in made:
        own = [judged[case.id] for case in group.cases]
        share = Score(len(own), sum(one.right for one in own)).share
        missed = group.goal is not None and share < group.goal
        held = held and not missed
        goal = _goal(group.goal, missed=missed)
        rows.append([group.name, len(own), percent(share), goal, *_beside(others, group.cases)])
    titles = ["judged as expected", "cases", "memtxn", "goal", *(other.name for other in others)]
    table("audit: the gate, and what others use (* calibrated on a fifth of the cases, ✗ missed)", titles, rows)
    print("\n".join(NOTES))
    return held


def _print_families(made: Sequence[Group], judged: dict[str, Judged], others: Sequence[Answers]) -> bool:
    rows, held = [], True
    for group in _merged(made):
        own = [judged[case.id] for case in group.cases]
        for family, score in sorted(
            scores(own, lambda one: one.case.family).items(), key=lambda item: item[1].share
        ):
            missed = group.family_goal is not None and score.made >= _FEW and score.share < group.family_goal
            held = held and not missed
            found = [case for case in group.cases if case.family == family]
            right = f"{score.right} of {score.made}"
            goal = _goal(group.family_goal, missed=missed)
            rows.append([f"{group.name}: {family}", right, percent(score.share), goal, *_beside(others, found)])
    table("audit: by family", ["set: family", "right", "memtxn", "goal", *(other.name for other in others)], rows)
    return held


def _merged(made: Sequence[Group]) -> list[Group]:
    """The groups with families worth a line; the open written ones of all files together."""
    written: dict[str, Group] = {}
    rest: list[Group] = []
    for group in made:
        if not group.family_name:
            rest += [group] if len({case.family for case in group.cases}) > 1 else []
        else:
            before = written.get(group.family_name)
            cases = [*(before.cases if before else ()), *group.cases]
            written[group.family_name] = Group(group.family_name, cases, family_goal=group.family_goal)
    return [*written.values(), *rest]


def _beside(others: Sequence[Answers], cases: Sequence[WrittenCase]) -> list[str]:
    return [percent(other.share(cases)) for other in others]


def _print_missed(made: Sequence[Group], judged: dict[str, Judged]) -> None:
    rows = []
    for group in made:
        said = Counter(judged[case.id].said for case in group.cases if not judged[case.id].right)
        if said and "sealed" not in group.name:
            causes = ", ".join(f"{one} {count}" for one, count in said.most_common(_CAUSES))
            rows.append([group.name, said.total(), causes])
    table("audit: what was judged otherwise, and what answered", ["set", "cases", "commonest answers"], rows)


def _print_confusion(judged: dict[str, Judged]) -> None:
    counts = confusion(judged.values())
    rows = [[code, count.get("admit", 0), count.get("refuse", 0)] for code, count in counts.items()]
    table("audit: what answered", ["code", "must be admitted", "must be refused"], rows)


def _goal(goal: float | None, *, missed: bool) -> str:
    return "" if goal is None else f"{goal:.0%}{' ✗' if missed else ''}"


def percent(share: float | None) -> str:
    """A share, for a reader."""
    return "–" if share is None else f"{share:.1%}"


def _agree(judged: dict[str, Judged]) -> bool:
    """Whether the gate alone says the same as the store."""
    differ = Counter(
        one.case.family
        for one in judged.values()
        if judged_directly(one.case).verdict.reasons != one.verdict.reasons
    )
    told = ", ".join(f"{family} {count}" for family, count in differ.most_common())
    print(
        f"the gate alone says the same as the store: {len(judged) - differ.total():,} of {len(judged):,} {told}"
    )
    return not differ


def _write(judged: Sequence[Judged], folder: Path) -> None:
    wrong = list({one.case.id: one for one in judged if not one.right}.values())
    folder.mkdir(parents=True, exist_ok=True)
    lines = (msgspec.json.encode(mistake(one)) + b"\n" for one in wrong)
    (folder / "mistakes.jsonl").write_bytes(b"".join(lines))
    (folder / "mistakes.txt").write_text("\n".join(shown(one, full=True) for one in wrong), "utf-8")
    print(f"{len(wrong):,} mistakes, to be read in {folder / 'mistakes.txt'} (and .jsonl)")
