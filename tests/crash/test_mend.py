"""`recover`, killed or failing at every operation on its files: the damage is all there, or all put right."""

from __future__ import annotations

from contextlib import closing
from itertools import count
from pathlib import Path

import apsw
import pytest

import memtxn
from memtxn import MemtxnError, StorageError
from memtxn.engine.store import Store
from memtxn.testkit.damage import damage
from memtxn.testkit.faultvfs import FaultVFS, Nth
from memtxn.testkit.projection import projection
from memtxn.testkit.victims import Victims
from tests.crash.scenes import FILE, VFS, Stage, copied, history
from tests.crash.test_errors import FAULTS, Fault
from tests.telling import Tell

Looks = tuple[object, ...]


def answers(store: Store, upto: int) -> object:
    """All that the storage says of the memory."""
    with store._runtime.storage.read() as reader:
        return projection(reader, 1, upto)


def rows(folder: Path) -> Looks:
    """Every row of every table, whatever it says."""
    with closing(apsw.Connection(str(folder / FILE))) as connection:
        named = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'meta'"
        tables = sorted(str(name) for (name,) in connection.execute(named))
        return tuple(tuple(connection.execute(f'SELECT * FROM "{table}"')) for table in tables)


class Trial:
    """A damaged file, whose recovery is cut short again and again."""

    def __init__(self, folder: Path) -> None:
        self.start, self.here = folder / "start", folder / "here"
        self.start.mkdir()
        history(self.start)
        with memtxn.open(self.start / FILE) as store:
            self.upto = store.memory("m").verify().seq
            self.right = answers(store, self.upto)
        assert len(damage(self.start / FILE, 7, 12)) == 12
        self.damaged = rows(self.start)
        self.mended: list[bool] = []

    def judge(self, answer: object = None) -> None:
        """What is left: all of the damage, or none of it. And after another recovery, none."""
        as_it_was = rows(self.here) == self.damaged
        with memtxn.open(self.here / FILE) as store:
            memory = store.memory("m")
            if not as_it_was:
                assert memory.verify().ok
                assert answers(store, self.upto) == self.right
                assert memory.log(limit=1).__next__().kind == "recover"
            if isinstance(answer, memtxn.RecoveryReport):
                assert not as_it_was
            assert memory.recover().ok
            assert answers(store, self.upto) == self.right
        self.mended.append(not as_it_was)


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_killed_at_every_operation(victims: Victims, tmp_path: Path, tell: Tell, step: int) -> None:
    trial = Trial(tmp_path)
    for number in count(step=step):
        codes = []
        for when in ("before", "after"):
            copied(trial.start, trial.here)
            codes.append(victims.start("mend", str(trial.here), str(number), when).wait())
            trial.judge()
        if codes == [0, 0]:
            break
        assert set(codes) <= {0, -9}
    killed = len(trial.mended) - 2
    tell("kills while it recovers", kills=killed, mended=sum(trial.mended) - 2)
    assert killed >= 4
    assert True in trial.mended
    assert False in trial.mended


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", FAULTS)
def test_an_error_at_every_operation(tmp_path: Path, tell: Tell, name: str, every: bool) -> None:
    trial, answered = Trial(tmp_path), list[object]()
    step = 1 if every else 23 if name == "reading fails" else 4
    for for_good in (False, True):
        for number in count(step=step):
            answer = _disturbed(trial, FAULTS[name], number, for_good=for_good)
            trial.judge(answer)
            if answer is None:
                break
            answered.append(answer)
    typed = [answer for answer in answered if isinstance(answer, MemtxnError)]
    assert all(isinstance(error, StorageError) for error in typed)
    tell(f"{name}, while it recovers", times=len(answered), typed_errors=len(typed), mended=sum(trial.mended))
    assert answered


def _disturbed(trial: Trial, fault: Fault, number: int, *, for_good: bool) -> object:
    """The report or the error that was answered; None when the fault was never met."""
    copied(trial.start, trial.here)
    hook = Nth(number, fault.strike, counts=fault.counts, for_good=for_good)
    faults = FaultVFS(VFS, hook, reads=True)
    stage = Stage(trial.here, hook, faults.name)
    answer: object
    try:
        report = stage.memory("m").recover()
        answer = report if hook.sprung else None
        assert answer is not None or report.ok
    except MemtxnError as error:
        answer = error
    finally:
        stage.clear()
        stage.close()
    return answer
