"""`memtxn erase`: content goes for good. Nothing brings it back, so the command asks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.newfile import new_file
from memtxn.interfaces.cli.out import write_text
from memtxn.interfaces.cli.pieces import brief, named, word
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.words import counted, time_text
from memtxn.interfaces.inputs import Erase
from memtxn.interfaces.operations import ERASE
from memtxn.model.erasure import ErasureProof, ErasureReport, Mention
from memtxn.model.receipt import Problem
from memtxn.model.repair import Affected

TargetArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="TARGET", help="The id of a source or a belief; or an entity, Type/id.", show_default=False
    ),
]
AttributeArgument = Annotated[
    str | None, typer.Argument(metavar="ATTRIBUTE", help="Only this key of the entity.", show_default=False)
]
ReasonOption = Annotated[
    str, typer.Option("--reason", help="Why, kept for ever: name a ticket, not a person.", show_default=False)
]
WholeOption = Annotated[bool, typer.Option("--whole", help="All of the memory, with its name.")]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Tell what would go, and write nothing.")]
YesOption = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
ProofOption = Annotated[
    str | None, typer.Option("--proof", metavar="FILE", help="Write a proof of it there.", show_default=False)
]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Go on with what earlier erasures left in the files of the store.")
]
CheckOption = Annotated[
    str | None,
    typer.Option("--check", metavar="FILE", help="See whether the proof in a file holds.", show_default=False),
]


class Resumed(msgspec.Struct, frozen=True, kw_only=True):
    """Whether traces of what was erased are still in the files."""

    pending: bool


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What of a proof does not hold."""

    ok: bool
    seq: int
    problems: tuple[Problem, ...]


def erase(  # noqa: PLR0913, PLR0917  # all that can be said
    call: Call,
    target: TargetArgument = None,
    attribute: AttributeArgument = None,
    reason: ReasonOption = "",
    whole: WholeOption = False,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
    proof: ProofOption = None,
    resume: ResumeOption = False,
    check: CheckOption = None,
) -> None:
    """Erase content for good: a source, a belief, an entity or a key, or the whole memory.

    It cannot be undone. What rests on it goes with it, and what it had replaced shows again. History says that it
    was erased, by which record and why. What may still mention it is listed, and so is what no command can reach.
    """
    if resume or check:
        _refuse_more(target, resume and check)
        _resumed(call) if resume else _checked(call, check or "")
        return
    given = Erase(target=target, attribute=attribute, whole=whole, reason=reason, dry_run=dry_run)
    if not dry_run and not yes:
        _ask(call, given)
    with call.opened() as memory:
        made = ERASE.run(memory, given)
    if proof is not None and made.proof is not None:
        with new_file(proof, replace=True) as file:
            file.write(msgspec.json.format(msgspec.json.encode(made.proof)) + b"\n")
    call.say(made, partial(_told, call.place))


def _refuse_more(target: str | None, both: object) -> None:
    if target is not None or both:
        raise InvalidInput("--resume and --check stand alone")


def _resumed(call: Call) -> None:
    with call.opened_store() as store:
        done = store.scrub()
    call.say(Resumed(pending=not done), _told_resumed)
    if not done:
        raise typer.Exit(_PENDING)


_PENDING = 4
"""The exit code of what may succeed when it is tried again."""


def _checked(call: Call, path: str) -> None:
    try:
        proof = msgspec.json.decode(Path(path).read_bytes(), type=ErasureProof)
    except OSError as error:
        raise InvalidInput(f"{path}: {error.strerror}") from error
    except msgspec.MsgspecError as error:
        raise InvalidInput(f"{path} holds no proof of an erasure: {error}") from error
    with call.opened_store() as store:
        problems = store.verify_proof(proof)
    call.say(Checked(ok=not problems, seq=proof.seq, problems=problems), _told_checked)
    if problems:
        raise typer.Exit(1)


def _ask(call: Call, given: Erase) -> None:
    """Show what would go, and ask. Raises InvalidInput when nobody can be asked."""
    if not sys.stdin.isatty():
        raise InvalidInput("nobody can be asked whether to erase for good: say --yes, or look with --dry-run")
    with call.opened() as memory:
        would = ERASE.run(memory, msgspec.structs.replace(given, dry_run=True))
    if would.changed:
        write_text(_told(call.place, would))
        typer.confirm("Erase this for good? It cannot be undone.", abort=True, err=True)


# -- what is told ----------------------------------------------------------------------------------------


def _told(place: str, made: ErasureReport) -> Iterator[Text]:
    for one in made.erased:
        because = f"{one.because}, {visible(one.rests_on)}" if one.rests_on else one.because
        yield Text.assemble(word("ERASED", 9), f" {_subject(one)}", (f"  {because}", "dim"))
    for source in made.sources:
        yield Text.assemble(word("ERASED", 9), f" source {visible(source)}")
    for key in made.keys:
        yield Text.assemble(word("ERASED", 9), f" the name of {named(key)}")
    for refusal in made.refusals:
        yield Text.assemble(word("ERASED", 9), f" refused or waiting proposal {refusal}")
    for one in made.restored:
        yield Text.assemble(word("RESTORE", 9), f" {_subject(one)}")
    for one in made.waits:
        yield Text.assemble(word("ASIDE", 9), f" {_subject(one)}")
    for shows in made.shows:
        before, after = (", ".join(map(brief, values)) or "nothing" for values in (shows.before, shows.after))
        yield Text(f"shows     {named(shows.key)}: {before} → {after}")
    yield from _left(made)
    yield Text(_end(place, made))


def _left(made: ErasureReport) -> Iterator[Text]:
    for one in made.may_still_mention:
        yield Text.assemble(("mentions ", "yellow"), f" {_mention(one)}")
    if made.more_mentions:
        yield Text(f"mentions  and {counted(made.more_mentions, 'more text')}")
    if made.unsearched:
        yield Text(f"{counted(made.unsearched, 'text')} were not looked for, for there are too many", "yellow")
    for reach in made.not_reached:
        yield Text(f"not reached: {visible(reach)}", "dim")
    if made.pending:
        yield Text(
            "pending: traces are in the files while somebody reads a moment from before; `memtxn erase --resume` "
            "goes on, and so does whoever opens the store next",
            "yellow",
        )


def _mention(one: Mention) -> str:
    what = f"{one.sort} {one.id}" + (f" of {named(one.key)}" if one.key else "")
    return f"{what}, which {'names the erased source' if one.why == 'cites' else 'says some of it'}"


def _subject(one: Affected) -> str:
    retracted = "retracted: " if one.retracts else ""
    return f"{one.id} {retracted}{named(one.key)} = {brief(one.value)}"


def _end(place: str, made: ErasureReport) -> str:
    what = f"erase {made.sort} {visible(made.target)}"
    if made.before is not None and not made.changed:
        by = made.before
        return f"{what}: nothing is left, record {by.seq} did it ({time_text(by.recorded_at)})"
    if not made.changed:
        return f"{what}: {made.detail}"
    if made.dry_run:
        return f"{what}: a dry run of {counted(made.texts, 'text')}, nothing was written"
    return f"{what}: {counted(made.texts, 'text')} went, seq {made.seq} of {visible(place)}"


def _told_resumed(made: Resumed) -> Iterator[Text]:
    said = "somebody still reads a moment from before, or writes: try again later"
    yield Text(said if made.pending else "nothing that was erased is left in the files")


def _told_checked(made: Checked) -> Iterator[Text]:
    for problem in made.problems:
        yield Text.assemble((problem.invariant, "red"), f" {visible(problem.where)}: {visible(problem.detail)}")
    yield Text(f"record {made.seq}: the proof {'holds' if made.ok else 'does not hold'}")
