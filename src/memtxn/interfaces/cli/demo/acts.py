"""What the demo does, without a screen: replays every dialogue twice, and adds up what must hold."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from memtxn.engine.memory import Memory
from memtxn.engine.store import Store
from memtxn.interfaces.cli.demo.kills import Killed
from memtxn.interfaces.cli.demo.versions import Versions, moved_key, versions_of
from memtxn.model.receipt import Report
from memtxn.testkit.dialogues import Dialogue
from memtxn.testkit.fakes import FakeClock
from memtxn.testkit.replay import Difference, Replayed, Tally, replay, tally


class Played(msgspec.Struct, frozen=True):
    """A dialogue replayed twice: with all its proposals, and with the honest ones alone."""

    dialogue: Dialogue
    mixed: Replayed
    honest: Replayed

    @property
    def ok(self) -> bool:
        """Whether all that must hold of it does."""
        return tally([self.mixed, self.honest]).ok and not self.unexplained

    @property
    def unexplained(self) -> tuple[Difference, ...]:
        """Where the honest proposals alone led elsewhere, although none of that key was refused."""
        refused = {answer.offer.name for answer in self.honest.answers if not answer.admitted}
        return tuple(one for one in self.honest.differences if one.name not in refused)


class Checked(msgspec.Struct, frozen=True):
    """The full verification of one memory."""

    labels: tuple[str, ...]
    report: Report


class Story(msgspec.Struct):
    """All that the demo has found out, act by act.

    ``required`` is the share of the honest proposals that must be admitted: all, unless nobody wrote them by
    hand to be quotable.
    """

    played: Sequence[Played] = ()
    required: float = 1.0
    versions: Versions | None = None
    killed: Sequence[Killed] = ()
    checked: Sequence[Checked] = ()

    @property
    def tally(self) -> Tally:
        """The proposals of all mixed replays."""
        return tally(played.mixed for played in self.played)

    @property
    def admission_ok(self) -> bool:
        """Act 1: the honest admitted, and refused what the ordered-subsequence test refuses."""
        total = self.tally
        enough = total.honest_admitted >= self.required * total.honest
        return enough and total.refusable_refused == total.refusable

    @property
    def final_ok(self) -> bool:
        """Act 3: the honest proposals alone lead to the expected state, but for what act 1 refused."""
        return not any(played.unexplained for played in self.played)

    @property
    def ok(self) -> bool:
        """Whether everything held that must hold."""
        parts = [self.admission_ok, self.final_ok, self.versions is None or self.versions.ok]
        parts += [killed.ok for killed in self.killed]
        return all(parts) and all(checked.report.ok for checked in self.checked)


def labels_of(dialogue: Dialogue, *, mixed: bool) -> tuple[str, ...]:
    """The name of one of a dialogue's two memories."""
    return (dialogue.id, "mixed") if mixed else (dialogue.id,)


def memory_of(store: Store, dialogue: Dialogue, *, mixed: bool) -> Memory:
    """One of a dialogue's two memories: of all its proposals, or of the honest ones alone."""
    return store.memory(*labels_of(dialogue, mixed=mixed))


def play(store: Store, clock: FakeClock, dialogue: Dialogue) -> Played:
    """Replay a dialogue twice, each time into a memory of its own."""
    mixed = replay(memory_of(store, dialogue, mixed=True), dialogue, clock)
    honest = replay(memory_of(store, dialogue, mixed=False), dialogue, clock, kinds=["honest"])
    return Played(dialogue, mixed, honest)


def moved(store: Store, dialogues: Sequence[Dialogue]) -> Versions | None:
    """The versions of the first key to which an older fact came late, in the memory of honest proposals."""
    for dialogue in dialogues:
        key = moved_key(dialogue)
        if key is not None:
            return versions_of(memory_of(store, dialogue, mixed=False), dialogue, key)
    return None


def check(store: Store, dialogues: Sequence[Dialogue]) -> list[Checked]:
    """Verify all memories from the first record on."""
    labels = [labels_of(dialogue, mixed=mixed) for dialogue in dialogues for mixed in (False, True)]
    return [Checked(names, store.memory(*names).verify()) for names in labels]
