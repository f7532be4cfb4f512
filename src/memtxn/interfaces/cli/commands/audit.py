"""`memtxn audit`: the gate on cases of your own: does it admit what it must, and refuse what it must?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.text import Text

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.exits import ExitCode
from memtxn.interfaces.cli.newfile import new_file
from memtxn.interfaces.cli.pieces import BRIEF, brief
from memtxn.interfaces.cli.progress import progress
from memtxn.interfaces.cli.safe import json_line, shortened, visible
from memtxn.interfaces.cli.words import counted
from memtxn.interfaces.plain import plain
from memtxn.model.policy import Policy

if TYPE_CHECKING:
    from memtxn.testkit.audit import Audited, Mistake, Score
    from memtxn.testkit.cases import WrittenCase

FilesArgument = Annotated[list[str], typer.Argument(metavar="FILE", help="Cases, one JSON object a line.")]
FamilyOption = Annotated[
    str | None, typer.Option("--family", metavar="NAME", help="Only the cases of this family.")
]
LanguageOption = Annotated[
    str | None, typer.Option("--lang", metavar="LANG", help="Only the cases in this language.")
]
MistakesOption = Annotated[
    str | None,
    typer.Option(
        "--mistakes", metavar="FILE", help="Write each case judged otherwise, with its trace, as lines of JSON."
    ),
]
PolicyOption = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="FILE",
        help="The policy to judge by, a TOML file.",
        show_default="that of memtxn.toml",
    ),
]
CuesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--cues",
        metavar="FILE",
        help="Cues of your own to judge with; may be repeated.",
        show_default="those of memtxn.toml",
    ),
]
ReplaceOption = Annotated[bool, typer.Option("--replace", help="Let --mistakes replace a file that is there.")]

_FEW = 5
"""Cases that a warning names."""
_TOLD = 20
"""Mistakes that are told."""
_WIDTH = 44
"""Columns of a name in the tables."""


def audit(
    call: Call,
    files: FilesArgument,
    family: FamilyOption = None,
    lang: LanguageOption = None,
    policy: PolicyOption = None,
    cues: CuesOption = None,
    mistakes: MistakesOption = None,
    replace: ReplaceOption = False,
) -> None:
    """Judge cases of your own, and see which are judged otherwise than expected. Touches no store.

    A case is a source, a proposal on words of it, and whether it must be admitted. Each is judged in an empty
    memory, just after its source was seen. The exit code is 1 when one is judged otherwise than expected.
    """
    settings = {"policy": _policy(call, policy), "cues": cues or call.config.cues or []}
    found = _audited(_cases(files, family, lang), settings, quiet=call.json)
    if mistakes is not None:
        with new_file(mistakes, replace=replace) as stream:
            stream.writelines(json_line(plain(one)).encode() + b"\n" for one in found.mistakes)
    call.say(found, _shown)
    if found.mistakes:
        raise typer.Exit(ExitCode.REFUSED)


def _cases(files: Iterable[str], family: str | None, lang: str | None) -> list[WrittenCase]:
    """The cases that are meant. Raises BadCases; InvalidInput: there is none of that kind."""
    from memtxn.testkit.cases import read_cases

    every = [case for file in files for case in read_cases(Path(file))]
    chosen = [case for case in every if family in (None, case.family) and lang in (None, case.lang)]
    if not chosen:
        families = ", ".join(sorted({case.family for case in every if case.family}))
        raise InvalidInput(f"no case is of that family and language; the families are {shortened(families, 500)}")
    return chosen


def _policy(call: Call, file: str | None) -> Policy:
    """The policy that is meant. Even of one in the shadow mode it is told what it would refuse."""
    from memtxn.app.policy_file import read_policy

    chosen = call.config.policy or Policy() if file is None else read_policy(file)
    return msgspec.structs.replace(chosen, mode="enforce")


def _audited(cases: list[WrittenCase], settings: dict[str, Any], *, quiet: bool) -> Audited:
    """What came of them, each judged as a program would have it judged."""
    from memtxn.app.open import open as open_
    from memtxn.testkit.audit import Judged, audited, judged_in
    from memtxn.testkit.fakes import FakeClock

    clock, judged = FakeClock(), list[Judged]()
    with (
        open_(":memory:", clock=clock, **settings) as store,
        progress("judging", in_bytes=False, wanted=not quiet) as tell,
    ):
        for number, case in enumerate(cases, start=1):
            try:
                judged.append(judged_in(store, clock, case, place=str(number)))
            except InvalidInput as error:
                raise InvalidInput(f"case {case.id}: {error.detail}") from error
            tell(number, len(cases))
    return audited(judged)


# -- what it says ------------------------------------------------------------------------------------------


def _shown(found: Audited) -> Iterator[Text]:
    right = found.cases - len(found.mistakes)
    yield Text(f"{counted(found.cases, 'case')}, {right:,} judged as expected", "" if found.ok else "red")
    if found.unquoted:
        yield Text(_warning(found.unquoted), "yellow")
    yield from _table("by language", found.languages)
    yield from _table("by family", found.families)
    yield Text()
    yield Text(f"{'what answered':<{_WIDTH}}{'must be admitted':>18}{'must be refused':>18}", "bold")
    for code, counts in found.confusion.items():
        yield Text(f"{code:<{_WIDTH}}{counts.get('admit', 0):>18,}{counts.get('refuse', 0):>18,}")
    for one in found.mistakes[:_TOLD]:
        yield Text()
        yield from _told(one)
    if found.mistakes[_TOLD:]:
        yield Text(f"… and {len(found.mistakes) - _TOLD:,} more; --mistakes writes all of them to a file", "dim")


def _warning(ids: tuple[str, ...]) -> str:
    which = ", ".join(map(visible, ids[:_FEW])) + (" …" if ids[_FEW:] else "")
    were = "was" if len(ids) == 1 else "were"
    said = f"{counted(len(ids), 'case')} that must be refused {were} refused for its quote alone"
    return f"warning: {said}, which does not stand in the source ({which}): mistyped? Then nothing else was tried"


def _table(title: str, scores: dict[str, Score]) -> Iterator[Text]:
    yield Text()
    yield Text(f"{title:<{_WIDTH}}{'cases':>9}{'right':>9}{'share':>9}", "bold")
    for name, score in scores.items():
        line = f"{visible(name):<{_WIDTH}}{score.made:>9,}{score.right:>9,}{score.share:>9.1%}"
        yield Text(line, "" if score.right == score.made else "red")


def _told(one: Mistake) -> Iterator[Text]:
    got = " ".join(filter(None, (one.got, one.code)))
    about = f" [{one.family}]" if one.family else ""
    yield Text.assemble(visible(f"{one.id}{about}: "), (f"expected {one.expected}, got {got}", "red"))
    yield Text(f"  {visible('/'.join(one.key))} = {brief(one.value)}")
    yield Text(f"  {visible(one.speaker)}: {visible(shortened(one.text, BRIEF))}")
    yield Text(f"  quote: {visible(shortened(one.quote, BRIEF))}")
    for step in one.trace:
        if step.code:
            yield Text(f"  {step.rule}: {visible(step.detail)}")
    if one.why:
        yield Text(f"  expected because: {visible(shortened(one.why, BRIEF))}")
