"""Written cases, quickly: ``python -m benchmarks.audit.written [FILE …] [--family X] [--lang en] [--mistakes]``.

Cases are judged directly by the gate. Those of the sealed part (``tests/cases/split.py``) are left out;
``--sealed`` judges these alone, and prints totals only.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from memtxn.testkit.audit import Judged, confusion, judged_directly, mistake, scores
from memtxn.testkit.cases import WrittenCase, read_cases
from tests.cases.split import is_sealed

SEALABLE = "admission_dev.jsonl"
"""The file of which a part is sealed; the others are open."""
FOLDER = Path("tests", "cases")


def main(arguments: Sequence[str]) -> int:
    """Judge and print. The exit code is 0 whatever the scores."""
    given = _parser().parse_args(arguments)
    cases = chosen(given.files or sorted(FOLDER.glob("*.jsonl")), sealed=given.sealed)
    cases = [case for case in cases if given.lang in (None, case.lang) and given.family in (None, case.family)]
    judged = [judged_directly(case) for case in cases]
    for line in report(judged):
        print(line)
    if (given.mistakes or given.open) and not given.sealed:
        for one in judged:
            if not one.right:
                print(shown(one, full=given.open))
    if given.write is not None and not given.sealed:
        given.write.write_bytes(
            b"".join(msgspec.json.encode(mistake(one)) + b"\n" for one in judged if not one.right)
        )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks.audit.written", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="default: all of tests/cases")
    parser.add_argument("--family", metavar="NAME", help="only this family")
    parser.add_argument("--lang", metavar="LANG", help="only this language")
    parser.add_argument("--mistakes", action="store_true", help="each mistake in two lines")
    parser.add_argument("--open", action="store_true", help="each mistake with its whole trace")
    parser.add_argument("--sealed", action="store_true", help="the sealed cases alone, totals only")
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="write the mistakes there, a JSON object a line"
    )
    return parser


def chosen(files: Sequence[Path], *, sealed: bool = False) -> list[WrittenCase]:
    """The open cases of these files, or the sealed ones."""
    cases = [case for file in files for case in read_cases(file) if sealable(file, case) == sealed]
    return list({case.id: case for case in cases}.values())


def sealable(file: Path, case: WrittenCase) -> bool:
    """Whether a case belongs to the sealed part of its file."""
    return file.name == SEALABLE and is_sealed(case.id)


def report(judged: Sequence[Judged]) -> list[str]:
    """Totals by language and expectation, scores by family, and the confusion."""
    lines = [f"{len(judged)} cases, {sum(one.right for one in judged)} as expected"]
    totals = scores(judged, lambda one: f"{one.case.lang} {one.case.expect}")
    lines += [
        f"  {name:<12}{score.right:>5} of {score.made:<5}{score.share:7.1%}" for name, score in totals.items()
    ]
    families = scores(judged, lambda one: f"{one.case.expect} {one.case.family}")
    for name, score in sorted(families.items(), key=lambda item: (item[0].split()[0], item[1].share)):
        lines.append(f"    {name:<52}{score.right:>4} of {score.made:<4}{score.share:7.1%}")
    lines.append(f"  {'code':<28}{'must admit':>12}{'must refuse':>12}")
    for code, counts in confusion(judged).items():
        lines.append(f"  {code:<28}{counts.get('admit', 0):>12}{counts.get('refuse', 0):>12}")
    return lines


def shown(one: Judged, *, full: bool = False) -> str:
    """A mistake to read."""
    case = one.case
    lines = [
        f"\n{case.id} [{case.family}] expected {case.expect}, got {one.said}  ({case.why})",
        f"  {case.source.speaker}/{case.source.channel}: {case.source.text}",
        f"  quote {case.quote!r}: {'/'.join(case.key)} = {case.value!r}",
    ]
    if full:
        for finding in one.verdict.trace:
            spans = [case.source.text[start:end] for start, end in finding.spans]
            lines.append(
                f"    {finding.rule:<10} {finding.decision.name:<10} {finding.code} {finding.detail} {spans}"
            )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
