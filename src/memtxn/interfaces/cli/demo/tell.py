"""The demo told: each act is done, then shown, one after the other."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path

import msgspec

from memtxn.app.open import open as open_store
from memtxn.core.admission import RULE_NAMES
from memtxn.engine.store import Store
from memtxn.interfaces.cli.demo.acts import Story, check, moved, play
from memtxn.interfaces.cli.demo.kills import Point, kill
from memtxn.interfaces.cli.demo.screen import Screen
from memtxn.interfaces.cli.demo.show_admission import WRONG, show_dialogue, show_refused, show_table, show_total
from memtxn.interfaces.cli.demo.show_rest import show_checked, show_final, show_kills
from memtxn.interfaces.cli.demo.show_versions import show_versions
from memtxn.testkit.dialogues import Dialogue
from memtxn.testkit.fakes import FakeClock


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """What is told: the dialogues and a sentence ``about`` them, and whether processes are killed.

    ``shown`` are the ids of those told turn by turn, ``required`` is the share of honest proposals that must
    be admitted.
    """

    dialogues: Sequence[Dialogue]
    about: str
    shown: Collection[str]
    kills: bool
    required: float = 1.0


def tell(path: Path, script: Script, screen: Screen) -> Story:
    """Tell it, on a new store at that path. Raises what opening and writing a store raise."""
    clock = FakeClock(script.dialogues[0].turns[0].at)
    story = Story(required=script.required)
    screen.say(
        "memtxn is the transaction boundary for the memory of AI agents: it decides what may be believed, "
        "makes each change all or nothing, and can say why. All this happens now, on a real SQLite file."
    )
    with open_store(path, clock=clock) as store:
        _admission(store, clock, script, screen, story)
        _versions(store, script, screen, story)
        _final(screen, story)
        if script.kills:
            _kills(screen, story)
        _verification(store, script, screen, story)
    return story


def _admission(store: Store, clock: FakeClock, script: Script, screen: Screen, story: Story) -> None:
    screen.act(
        "What may become memory",
        f"{script.about} Each must quote what was said, and its value must be made of the quote's words, in "
        "their order: the ordered-subsequence test of the published MemTxn design. That test lets pass whatever "
        "only leaves words out; so here the whole sentence counts, and whom it is about (rules "
        f"{', '.join(RULE_NAMES)}). QUARANTINE: it waits until somebody confirms it. ADMIT {WRONG} marks a "
        "corrupt one that this version wrongly admits.",
    )
    played = []
    for dialogue in script.dialogues:
        played.append(play(store, clock, dialogue))
        if dialogue.id in script.shown:
            show_dialogue(screen, played[-1])
    story.played = played
    show_table(screen, story)
    show_refused(screen, story)
    show_total(screen, story)


def _versions(store: Store, script: Script, screen: Screen, story: Story) -> None:
    story.versions = moved(store, script.dialogues)
    if story.versions is None:
        return
    screen.act(
        "A fact that arrives late",
        "Something moved, and afterwards somebody mentions how it had been planned before. The late fact "
        "takes its place in the past, on its own branch: it arrived last and displaced nothing. (Here are "
        "the honest proposals alone; the next act shows what corrupt ones do.)",
    )
    show_versions(screen, story.versions)


def _final(screen: Screen, story: Story) -> None:
    if all(played.dialogue.expected is None for played in story.played):
        return
    screen.act(
        "What is believed in the end",
        "Each dialogue comes with what should be believed after it. The honest proposals alone must lead "
        "there. With the corrupt ones among them it shows what harm those do that pass the rules, if any do.",
    )
    show_final(screen, story)


def _kills(screen: Screen, story: Story) -> None:
    screen.act(
        "Killed in the middle of a commit",
        "A child process commits four transactions that each move three facts together. In the fourth commit "
        "it is killed (SIGKILL) at a chosen write or sync of the file. Then the file is opened again: the "
        "first three must be kept, the fourth must be there with all its facts or not at all.",
    )
    with tempfile.TemporaryDirectory(prefix="memtxn-demo-") as folder:
        story.killed = [kill(Path(folder), point) for point in Point]
    show_kills(screen, story.killed)


def _verification(store: Store, script: Script, screen: Screen, story: Story) -> None:
    screen.act(
        "The proof",
        "All of this is a hash-chained journal. Verification walks it from the first record, checks every "
        "text against its commitment, and compares every table with what the journal implies.",
    )
    story.checked = check(store, script.dialogues)
    show_checked(screen, story.checked, len(story.played))
