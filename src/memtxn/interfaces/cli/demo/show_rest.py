"""Acts 3 to 5 on the screen: what is believed in the end, what a kill leaves, what verification finds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from rich.text import Text

from memtxn.interfaces.cli.demo.acts import Checked, Played, Story
from memtxn.interfaces.cli.demo.kills import Killed
from memtxn.interfaces.cli.demo.screen import BAD, DIM, ODD, Screen, mark, value_text
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.words import counted
from memtxn.model.key import Key
from memtxn.model.record import Outcome
from memtxn.testkit.dialogues import Dialogue
from memtxn.testkit.replay import Difference

LINES = 60
"""What must not be that is listed: differences of the honest proposals, problems."""
SOME = 10
"""Differences that corrupt proposals made that are listed."""


def show_final(screen: Screen, story: Story) -> None:
    """The honest proposals alone, against the expected state; then the difference that passed ones make."""
    told = [played for played in story.played if played.dialogue.expected is not None]
    equal = sum(not played.honest.differences for played in told)
    good = mark(equal == len(told), f"{equal} of {len(told)}", f"{equal} of {len(told)}")
    screen.line(Text.assemble("honest proposals alone: as expected in ", good))
    wrong = [(played, one) for played in told for one in played.honest.differences]
    _differences(screen, wrong, BAD, LINES)
    if any(offer.kind == "corrupt" for played in told for offer in played.dialogue.proposals):
        _mixed(screen, told)
    else:
        screen.gap()


def show_kills(screen: Screen, killed: Sequence[Killed]) -> None:
    """One line for each victim."""
    columns = ("killed at", "precisely", "kept", "the 4th", "its id says", "verify")
    screen.table(columns, [_kill_row(one) for one in killed], firm=columns)
    good = all(one.ok for one in killed)
    screen.line(mark(good, "Nothing acknowledged was lost, nothing half done was kept.", "THIS MUST NOT BE."))
    screen.gap()


def show_checked(screen: Screen, checked: Sequence[Checked], dialogues: int) -> None:
    """The sum of all reports, and every problem."""
    records = sum(one.report.records for one in checked)
    beliefs = sum(one.report.beliefs for one in checked)
    problems = [(one, problem) for one in checked for problem in one.report.problems]
    screen.line(f"{counted(dialogues, 'dialogue')}, each once honest and once mixed:")
    screen.line(f"{len(checked)} memories, {records:,} records, {beliefs:,} beliefs and retractions")
    screen.line(mark(not problems, "no problem found", counted(len(problems), "problem").upper()))
    for one, problem in problems[:LINES]:
        screen.line(Text(f"{'/'.join(one.labels)}: {problem.invariant} {problem.where}: {problem.detail}", BAD))
    screen.gap()


def _mixed(screen: Screen, told: Sequence[Played]) -> None:
    found = [(played, one) for played in told for one in played.mixed.differences]
    equal = sum(not played.mixed.differences for played in told)
    share = (f"{equal} of {len(told)}", ODD)
    screen.line(Text.assemble("with the corrupt ones:  as expected in ", share, f"; {len(found)} keys differ"))
    _differences(screen, found, ODD, SOME)


def _differences(screen: Screen, found: Sequence[tuple[Played, Difference]], style: str, limit: int) -> None:
    rows = [
        (
            visible(played.dialogue.id),
            visible(one.name),
            value_text(one.expected),
            Text(value_text(one.found), style),
        )
        for played, one in found[:limit]
    ]
    if rows:
        screen.gap()
        screen.table(("", "key", "expected", "believed"), rows, firm=["", "key"])
    if len(found) > limit:
        screen.line(f"{len(found) - limit} more with --json")
        screen.gap()


def _kill_row(one: Killed) -> tuple[str | Text, ...]:
    return (
        one.point.value if one.killed else Text(f"NOT KILLED ({one.returncode})", BAD),
        one.where,
        mark(
            one.kept == one.acknowledged,
            f"{one.kept} of {one.acknowledged}",
            f"{one.kept} of {one.acknowledged}",
        ),
        mark(one.state != "torn", {"before": "not there", "after": "all there"}.get(one.state, ""), "TORN"),
        one.outcome,
        mark(one.verified, "ok", "PROBLEMS"),
    )


def show_end(screen: Screen, story: Story, seconds: float, keep: Path | None) -> None:
    """Whether all held, and where to go from here."""
    counted_above = "; what passes the gate wrongly is counted above" if story.tally.corrupt else ""
    good = f"Everything that this version promises held{counted_above}."
    screen.line(mark(story.ok, good, "NOT EVERYTHING HELD that this version promises."), indent=0)
    screen.line(Text(f"({seconds:.1f} s)", DIM), indent=0)
    screen.gap()
    if keep is None:
        screen.line("`memtxn demo --keep demo.db` keeps the file, to be looked into with commands like these:")
    else:
        screen.line("To look into the file:")
    screen.gap()
    for command in _commands(story, keep or Path("demo.db")):
        screen.line(Text(visible(command), "cyan"), indent=4)
    screen.gap()


def _commands(story: Story, path: Path) -> list[str]:
    """What to try on the kept file: a belief explained, a refusal explained, a history."""
    told = story.played
    replaced = [(p.dialogue, a) for p in told for a in p.honest.answers if a.outcome is Outcome.SUPERSEDE]
    refused = [(p.dialogue, a) for p in told for a in p.mixed.answers if not a.admitted]
    commands = [_command("why", dialogue, Key(*a.offer.key)) for dialogue, a in replaced[:1]]
    why_not = [_command("why-not", dialogue, Key(*a.offer.key)) for dialogue, a in refused[:1]]
    commands += [f"{command} --memory mixed" for command in why_not]
    if story.versions is not None:
        commands.append(_command("history", story.versions.dialogue, story.versions.key))
    return [f"export MEMTXN_URL={quote(str(path))}", *commands]


def _command(name: str, dialogue: Dialogue, key: Key) -> str:
    words = ["/".join(key.entity), key.attribute, "--memory", dialogue.id]
    return " ".join(["memtxn", name, *map(quote, words)])
