"""Ctrl-C at the committer: whoever is struck, all others are answered, and nothing is lost or done twice."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

from memtxn import NotCommitted, Receipt
from memtxn.engine import committer
from tests.promises.world import KINDS
from tests.unit.engine.crowd import PATIENCE, Rig, Writing, add_one, adding, check_truth, setting, together, until

COMMITTER = committer.__file__
ENGINE = str(Path(committer.__file__).parent)
CORE = str(Path(committer.__file__).parents[1] / "core")


class Strike:
    """Interrupts a thread where Python looks for signals: when a function begins, and after a call into C.

    The ``number``-th such moment counts, from 0, among those in files whose path begins with one of ``files``.
    """

    def __init__(self, number: int, files: tuple[str, ...]) -> None:
        self._left, self._files = number, files

    @property
    def sprung(self) -> bool:
        return self._left < 0

    def begin(self) -> None:
        """From now on, in this thread."""
        sys.setprofile(self)

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event in ("call", "c_return") and frame.f_code.co_filename.startswith(self._files):
            self._left -= 1
            if self._left < 0:
                sys.setprofile(None)
                raise KeyboardInterrupt


class Struck(Writing):
    """A transaction whose thread is interrupted in its commit."""

    strike: Strike

    def begun(self) -> None:
        self.strike.begin()

    def work(self, rig: Rig) -> None:
        super().work(rig)
        sys.setprofile(None)


def struck(entity: str, number: int, files: tuple[str, ...]) -> Struck:
    writing = Struck(lambda tx: tx.set_state(entity, "n", 1))
    writing.strike = Strike(number, files)
    return writing


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("files", "step", "least"),
    [
        pytest.param((COMMITTER,), 1, 40, id="in the committer"),
        pytest.param((ENGINE, CORE), 13, 400, id="in the engine", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("place", [0, 2], ids=["the leader", "a follower"])
def test_wherever_one_is_struck_the_others_are_answered(
    kind: str, files: tuple[str, ...], step: int, least: int, place: int, tmp_path: Path
) -> None:
    """At every moment, one after the other, until there are no more. All the while one number is counted on."""
    rig = Rig(kind, tmp_path)
    seen, step = 0, step * (3 if kind == "sqlite" else 1)
    for number in range(0, 5_000, step):
        seen = number
        writings: list[Writing] = [setting(f"Key{number}/{n}") for n in range(3)]
        writings.insert(place, one := struck(f"Struck/{number}", number, files))
        writings.append(adding("Counter/1"))
        together(rig, *writings)
        others = [each for each in writings if each is not one]
        assert all(isinstance(each.told, Receipt) for each in others)
        assert isinstance(one.told, KeyboardInterrupt) == one.strike.sprung
        check_outcome(rig, one, f"Struck/{number}")
        assert rig.value("Counter/1") == number // step + 1
        if not one.strike.sprung:
            break
        check_tail(rig, others)
    assert seen > (least if place == 0 else 10)
    check_truth(rig.m)
    rig.close()


def check_outcome(rig: Rig, one: Writing, entity: str) -> None:
    """What was struck is there once, or not at all, and its outcome says which."""
    outcome = rig.m.outcome(one.tx)
    assert isinstance(outcome, Receipt | NotCommitted)
    assert len(rig.m.history(entity, "n")) == isinstance(outcome, Receipt)


def check_tail(rig: Rig, others: list[Writing]) -> None:
    """The newest records are those of the others, and perhaps that of the one who was struck."""
    seqs = sorted(each.receipt.seq for each in others)
    assert len(set(seqs)) == len(seqs)
    assert {entry.tx_id for entry in rig.m.log(limit=len(seqs) + 1)} >= {each.tx for each in others}
    report = rig.m.verify("tail")
    assert report.ok, report.problems


@pytest.mark.parametrize("kind", KINDS)
def test_one_that_is_struck_while_it_waits_is_not_run(kind: str, tmp_path: Path) -> None:
    """It left before anybody led: nothing of it is ever there, and nobody waits for it."""
    rig = Rig(kind, tmp_path)
    writings: list[Writing] = [setting(f"Key/{n}") for n in range(2)]
    waiting = Waiting(lambda tx: tx.set_state("Struck/1", "n", 1))
    writings.insert(1, waiting)
    together(rig, *writings, ready=lambda: until(lambda: isinstance(waiting.told, KeyboardInterrupt)))
    assert rig.m.outcome(waiting.tx) == NotCommitted(tx_id=waiting.tx)
    assert [each.receipt.seq for each in (writings[0], writings[2])] == [2, 3]
    assert rig.m.find("Struck") == []
    check_truth(rig.m, *writings)
    rig.close()


class Waiting(Writing):
    """A transaction whose thread is interrupted at the end of its first wait for the leader."""

    def begun(self) -> None:
        sys.setprofile(self.strike)

    def strike(self, frame: FrameType, event: str, called: object) -> None:
        waited = event in ("c_return", "c_exception") and getattr(called, "__name__", "") == "get"
        if waited and frame.f_code.co_filename == COMMITTER:
            sys.setprofile(None)
            raise KeyboardInterrupt


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("nth", range(3))
def test_an_interrupt_inside_another_ones_turn_is_the_leaders(kind: str, nth: int, tmp_path: Path) -> None:
    """It strikes whoever leads, wherever that is; the one whose turn it was is run again."""
    rig = Rig(kind, tmp_path)
    left = [1]

    def strike(_: object) -> None:
        if left:
            left.pop()
            raise KeyboardInterrupt

    writings = [setting(f"Key/{n}") for n in range(4)]
    writings[1 + nth] = Writing(lambda tx: add_one(tx, f"Key/{1 + nth}"), strike)
    together(rig, *writings)
    assert isinstance(writings[0].told, KeyboardInterrupt)
    assert all(isinstance(each.told, Receipt) for each in writings[1:])
    assert rig.m.outcome(writings[0].tx) == NotCommitted(tx_id=writings[0].tx)
    assert sorted(one.entity_id for one in rig.m.find("Key")) == ["1", "2", "3"]
    check_truth(rig.m, *writings)
    rig.close()


class Alarm:
    """Ctrl-C from a timer, at moments that nobody chose, while it is armed."""

    def __init__(self) -> None:
        self.armed, self.rung = False, 0

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        if self.armed:
            self.armed = False
            self.rung += 1
            raise KeyboardInterrupt

    def over(self, work: Callable[[], object], delay: float) -> object:
        """Do it, unless the alarm rings before. What it returned, or what it was told.

        Without the trace: one that is kept keeps the interrupted block.
        """
        try:
            self.armed = True
            signal.setitimer(signal.ITIMER_REAL, delay)
            return work()
        except KeyboardInterrupt:
            return KeyboardInterrupt()
        finally:
            self.armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.fixture
def no_gc() -> Iterator[None]:
    """What an interrupt strikes in a finalizer, Python swallows and reports: that is nobody's commit."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_gc")
@pytest.mark.parametrize("kind", ["sqlite"])
def test_real_signals_while_four_threads_write(kind: str, tmp_path: Path) -> None:
    """The main thread is struck again and again, in its own commits and in those it leads for others.

    On a file only: the oracle's plain lock would be lost when it is struck just as it was taken.
    """
    rig, alarm, over = Rig(kind, tmp_path), Alarm(), threading.Event()
    counted = [0] * 4

    def count(number: int) -> None:
        while not over.is_set():
            rig.state(f"Count/{number}", "n", counted[number])
            counted[number] += 1

    threads = [threading.Thread(target=count, args=[number], daemon=True) for number in range(4)]
    for thread in threads:
        thread.start()
    before = signal.signal(signal.SIGALRM, alarm)
    written: list[str] = []
    told: list[object] = []
    try:
        while alarm.rung < 150:
            tx = rig.m.transaction()
            tx.set_state(f"Main/{len(written)}", "n", 1)
            written.append(tx.id)
            told.append(alarm.over(tx.commit, (len(written) * 37 % 101 + 1) / 20_000))
    finally:
        signal.signal(signal.SIGALRM, before)
        over.set()
    rig.state("Last/1", "n", 1)
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    check_main(rig, written, told)
    for number, count_ in enumerate(counted):
        assert len(rig.m.history(f"Count/{number}", "n")) == count_ > 0
        assert rig.value(f"Count/{number}") == count_ - 1
    check_truth(rig.m)
    rig.close()


def check_main(rig: Rig, written: list[str], told: list[object]) -> None:
    for number, (tx, answer) in enumerate(zip(written, told, strict=True)):
        outcome = rig.m.outcome(tx)
        assert outcome == answer if isinstance(answer, Receipt) else isinstance(outcome, Receipt | NotCommitted)
        assert len(rig.m.history(f"Main/{number}", "n")) == isinstance(outcome, Receipt)
