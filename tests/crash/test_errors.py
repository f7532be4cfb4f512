"""Errors of the disk at every operation of a scene: a typed error or a receipt, and always the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, product
from pathlib import Path

import apsw
import msgspec
import pytest

import memtxn
from memtxn import (
    MemtxnError,
    NotCommitted,
    OutcomeUnknown,
    Receipt,
    StorageError,
    Unknown,
)
from memtxn.testkit.faultvfs import Event, FaultVFS, Nth
from tests.crash.scenes import FILE, SCENES, VFS, Looks, Scene, Stage, commit, copied, look, put_aside, refuse
from tests.scale import often
from tests.telling import Tell


class Fault(msgspec.Struct, frozen=True):
    """What goes wrong: an error of some actions, reported before they are done or after."""

    error: type[apsw.Error]
    actions: tuple[str, ...]
    after: bool = False

    def counts(self, event: Event) -> bool:
        """Whether it can strike there."""
        return event.action in self.actions and event.after is self.after

    def strike(self) -> None:
        """The error."""
        raise self.error("injected")


FAULTS = {
    "reading fails": Fault(apsw.IOError, ("read",)),
    "writing fails": Fault(apsw.IOError, ("write", "sync", "truncate", "delete")),
    "done, but said to have failed": Fault(apsw.IOError, ("write", "sync", "truncate", "delete"), after=True),
    "the disk is full": Fault(apsw.FullError, ("write",)),
}


class Trial:
    """A scene, disturbed again and again: where it starts, and what it may leave behind."""

    def __init__(self, scene: Scene, folder: Path) -> None:
        self.scene, self.folder = scene, folder
        self.start, self.here, self.crashed = folder / "start", folder / "here", folder / "crashed"
        self.start.mkdir()
        scene.begins(self.start)
        self.before = self._undisturbed(lambda _: None)
        self.after = self._undisturbed(scene.act)

    def _undisturbed(self, act: Callable[[Stage], None]) -> Looks:
        stage = self._stage(Nth(0, lambda: None, counts=lambda _: False))
        act(stage)
        stage.close()
        return self._reopened(self.here)

    def _stage(self, hook: Nth) -> Stage:
        copied(self.start, self.here)
        self.faults = FaultVFS(VFS, hook, reads=True)
        return Stage(self.here, hook, VFS)

    def _reopened(self, folder: Path) -> Looks:
        with memtxn.open(folder / FILE) as store:
            return look(store)

    def disturb(self, fault: Fault, number: int, *, for_good: bool) -> MemtxnError | bool:
        """Let the fault strike there. Returns what was answered: an error, or whether it struck at all."""
        hook = Nth(number, fault.strike, counts=fault.counts, for_good=for_good)
        stage = self._stage(hook)
        answer: MemtxnError | bool
        try:
            self.scene.act(stage)
            answer = hook.sprung
        except MemtxnError as error:
            answer = error
        self._check_crash(answer)
        stage.clear()
        self._check_truth(stage, answer)
        stage.close()
        return answer

    def allowed(self, answer: MemtxnError | bool) -> tuple[Looks, ...]:
        """What may be there after such an answer."""
        if self.scene.sure or isinstance(answer, bool):
            return (self.after,)
        return (self.before, self.after) if isinstance(answer, OutcomeUnknown) else (self.before,)

    def _check_crash(self, answer: MemtxnError | bool) -> None:
        """Had the process died right after the answer, the answer would be true."""
        copied(self.here, self.crashed)
        assert self._reopened(self.crashed) in self.allowed(answer)

    def _check_truth(self, stage: Stage, answer: MemtxnError | bool) -> None:
        """The fault is over: what is there, what is said of it, and another transaction."""
        store = stage.reopen()
        now = look(store)
        assert now in self.allowed(answer)
        outcome = store.memory(stage.name).outcome(stage.tx) if stage.tx else None
        if isinstance(outcome, Unknown):
            assert isinstance(answer, OutcomeUnknown)
        for name in ("m", "new"):
            later = commit(store.memory(name).transaction(), 3, words=["They", "said", "word"])
            assert isinstance(store.memory(name).outcome(later), Receipt)
        if stage.tx:
            settled = store.memory(stage.name).outcome(stage.tx)
            assert isinstance(outcome, Unknown) or settled == outcome
            committed = now == self.after and self.scene.act not in (refuse, put_aside)
            assert isinstance(settled, Receipt if committed else NotCommitted)
        assert look(store) == self._reopened(self.here)


QUICK = ("first commit", "writing fails")
APART = often(3, 1)
"""An error strikes once at every operation, and from every third one on for good."""


def cases() -> Iterator[object]:
    """Every scene with every fault; all but one are slow."""
    for case in product(SCENES, FAULTS):
        yield pytest.param(*case, marks=[pytest.mark.slow] * (case != QUICK))


@pytest.mark.parametrize(("name", "fault"), list(cases()))
def test_an_error_at_every_operation(tmp_path: Path, tell: Tell, name: str, fault: str) -> None:
    trial = Trial(SCENES[name], tmp_path)
    answers: list[MemtxnError | bool] = []
    for for_good in (False, True):
        for number in count(step=APART if for_good else 1):
            answers.append(trial.disturb(FAULTS[fault], number, for_good=for_good))
            if answers[-1] is False:
                break
    typed = [answer for answer in answers if isinstance(answer, MemtxnError)]
    assert all(isinstance(error, StorageError) for error in typed)
    unknown = sum(isinstance(error, OutcomeUnknown) for error in typed)
    struck = len(answers) - 2
    tell(f"{fault}, once and for good", times=struck, typed_errors=len(typed), outcomes_unknown_at_first=unknown)
    assert struck > 10
