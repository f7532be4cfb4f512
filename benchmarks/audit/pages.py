"""The measured tables of the pages, written anew: ``python -m benchmarks.audit.pages``.

Each stands in its page between ``<!-- NAME table -->`` and ``<!-- end -->``. The corpora must be there
(``MEMTXN_DATA``), and so must be what the gate is compared with; else nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from benchmarks.audit.cases import per_family
from benchmarks.audit.data import folder
from benchmarks.audit.peers import Answers, answers, peers
from benchmarks.audit.sets import LIMIT, Group, groups
from benchmarks.audit.table import judge_all, percent
from memtxn.testkit.audit import Judged, Score, scores
from memtxn.testkit.cases import WrittenCase

README, EXPLANATION = Path("README.md"), Path("docs", "explanation", "admission.md")
END = "<!-- end -->"
LANGUAGES = {"en": "English", "zh": "Chinese", "other": "other"}


class Measured(msgspec.Struct, frozen=True):
    """What was judged, by set, and what others say of the same cases."""

    made: Sequence[Group]
    judged: dict[str, Judged]
    others: Sequence[Answers]

    def share(self, cases: Sequence[WrittenCase]) -> str:
        """The share of these that the gate judges as expected."""
        return percent(Score(len(cases), sum(self.judged[case.id].right for case in cases)).share)

    def beside(self, cases: Sequence[WrittenCase]) -> list[str]:
        """The same of the others."""
        return [percent(other.share(cases)) for other in self.others]


def measured(limit: int) -> Measured:
    """Judge every set, sealed cases too."""
    made = groups(limit, sealed=True)
    cases = list({case.id: case for group in made for case in group.cases}.values())
    return Measured(made, judge_all(cases), _others(cases, limit))


def _others(cases: Sequence[WrittenCase], limit: int) -> list[Answers]:
    found = []
    for peer in peers(cosine_limit=max(limit // 8, 10)):
        found += answers(peer, cases if peer.limit is None else per_family(cases, peer.limit))
    return found


# -- the tables --------------------------------------------------------------------------------------------


def audit_table(found: Measured) -> str:
    """Every set on a line, but for the written ones, of which several make one."""
    head = ["set", "cases", "memtxn", "goal", *(other.name for other in found.others)]
    rows = [
        [
            group.name.strip(),
            f"{len(group.cases):,}",
            found.share(group.cases),
            _goal(group),
            *found.beside(group.cases),
        ]
        for group in merged(found.made)
        if group.cases
    ]
    return _table(head, rows)


def merged(made: Sequence[Group]) -> list[Group]:
    """The groups of which each is a line; a goal that is not that of all is none."""
    lines: dict[str, Group] = {}
    for group in made:
        name = _SEALED.sub(r"\1", _TUNED.sub(r"\1", _KEPT_BACK.sub(r"written b to d \1", group.name.strip())))
        before = lines.get(name, Group(name, (), group.goal))
        goal = group.goal if group.goal == before.goal else None
        lines[name] = Group(name, [*before.cases, *group.cases], goal)
    return [*lines.values()]


_KEPT_BACK = re.compile(r"written [bcd] (.*)")
_TUNED = re.compile(r"(written a) \w+(?=,)")
_SEALED = re.compile(r"(written dev, sealed) \w+(?=,)")


def deletions_table(found: Measured) -> str:
    """What the published test and the gate say of what only leaves words out, in few lines."""
    by_name = {group.name.strip(): group.cases for group in found.made}
    patch = next(other for other in found.others if other.name == "patch")
    rows, whole = [], list[WrittenCase]()
    for lang in ("en", "zh"):
        for kind, told in (("facts", "statements"), ("goals", "requests")):
            cases = by_name[f"deletions {lang}, {kind}"]
            whole += by_name[f"the same, untouched {lang}, {kind}"]
            row = [
                f"{LANGUAGES[lang]} {told}",
                f"{len(cases):,}",
                percent(patch.share(cases)),
                found.share(cases),
            ]
            rows.append(row)
    name = "the same sentences with nothing left out: admitted"
    rows.append([name, f"{len(whole):,}", percent(patch.share(whole)), found.share(whole)])
    return _table(["left out of the value: refused or put aside", "cases", "the published test", "memtxn"], rows)


def families_table(found: Measured) -> str:
    """What was left out, by family: English and Chinese, statements and requests."""
    names = [f"deletions {lang}, {kind}" for lang in ("en", "zh") for kind in ("facts", "goals")]
    by_name = {group.name.strip(): group.cases for group in found.made}
    columns = [scores([found.judged[case.id] for case in by_name[name]], _family) for name in names]
    rows = []
    for family in sorted(set().union(*columns)):
        shares = [percent(column[family].share) if family in column else "" for column in columns]
        rows.append([family.replace("_", " "), *shares])
    head = ["left out", "English statements", "English requests", "Chinese statements", "Chinese requests"]
    return _table(head, rows)


def _family(one: Judged) -> str:
    return one.case.family


def _goal(group: Group) -> str:
    return "" if group.goal is None else f"{group.goal:.0%}"


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


TABLES: dict[str, tuple[Path, Callable[[Measured], str]]] = {
    "deletions": (README, deletions_table),
    "audit": (EXPLANATION, audit_table),
    "families": (EXPLANATION, families_table),
}
"""Name → the page in which it stands, and how it is made."""


def replaced(text: str, name: str, table: str) -> str:
    """The page with another table under that name."""
    before, mark, rest = text.partition(f"<!-- {name} table -->\n")
    _, end, after = rest.partition(END)
    if not mark or not end:
        raise SystemExit(f"no place for the table {name}")
    return f"{before}{mark}{table}{end}{after}"


def main() -> None:
    """Write all tables."""
    if folder() is None:
        raise SystemExit("MEMTXN_DATA must name the corpora, see benchmarks/audit/data.py")
    found = measured(LIMIT)
    for name, (page, made) in TABLES.items():
        page.write_text(replaced(page.read_text("utf-8"), name, made(found)), "utf-8")
        print(f"{page}: {name}")


if __name__ == "__main__":
    main()
