"""After the end: what came of a closed store, or of a transaction or savepoint that is over, says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest

from memtxn import Closed, InvalidInput, Memory, Rejected, Source, Store, Transaction
from memtxn.engine.savepoint import Savepoint
from tests.promises.anything import CALLS, Caller, Parameters
from tests.promises.world import World, hour, one, receipt

STILL = {
    (Source, "quote"), (Source, "span"), (Source, "pointer"), (Transaction, "rollback"),
    (Transaction, "holds"), (Transaction, "savepoint"), (Transaction, "rollback_to"), (Transaction, "release"),
    (Savepoint, "rollback"), (Savepoint, "release"), (Transaction, "commit"),
    (Transaction, "propose"), (Transaction, "set_state"), (Memory, "guard"),
}  # fmt: skip
"""What needs no storage, and so still works: to stage, to give up, to commit nothing."""


def simply(caller: Caller, takes: Parameters) -> dict[str, Any]:
    """What must be given: the first that is right."""
    return {one.name: caller.right(one)[0] for one in _needed(takes)}


def use(receiver: object, name: str, named: dict[str, Any]) -> None:
    """Call it, and read what is read while one iterates."""
    made = getattr(receiver, name)(**named)
    for _ in made if isinstance(made, Iterator) else ():
        pass


@pytest.mark.parametrize(
    ("kind", "name", "takes"), CALLS, ids=[f"{kind.__name__}.{name}" for kind, name, _ in CALLS]
)
def test_everything_of_a_closed_store_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type, name: str, takes: Parameters
) -> None:
    """Before it does anything: no file is made again either."""
    monkeypatch.chdir(tmp_path)
    caller = Caller(tmp_path)
    receiver, named = caller.held[kind][-1], simply(caller, takes)
    caller.world.store.close()
    left = sorted(tmp_path.iterdir())
    first = {(Store, "memory"), (Store, "opinion")}  # a label, and evidence, are needed first of all
    refusal = InvalidInput if (kind, name) in first else Closed
    with nullcontext() if (kind, name) in STILL else pytest.raises(refusal):
        use(receiver, name, named)
    assert sorted(tmp_path.iterdir()) == left


def test_what_was_staged_when_the_store_was_closed_is_not_committed(tmp_path: Path) -> None:
    caller = Caller(tmp_path)
    tx = caller.world.m.transaction()
    tx.set_state("A/9", "x", 1)
    caller.world.store.close()
    with pytest.raises(Closed):
        tx.commit()
    with pytest.raises(Closed):
        tx.commit()
    assert caller.world.reopen().get("A/9", "x") is None
    caller.world.close()


@pytest.mark.parametrize("how", ["committed", "rolled back", "refused", "left by an exception"])
@pytest.mark.parametrize("name", sorted(name for kind, name, _ in CALLS if kind is Transaction))
def test_a_transaction_that_is_over_says_so(world: World, how: str, name: str) -> None:
    """Whatever ended it; what was committed stays, and what was not is gone."""
    takes = next(takes for kind, called, takes in CALLS if (kind, called) == (Transaction, name))
    tx = world.m.transaction()
    point = tx.savepoint()
    tx.set_state("A/1", "x", 1)
    if how == "committed":
        assert receipt(tx.commit()).seq == 1
    elif how == "rolled back":
        tx.rollback()
    elif how == "refused":
        tx.propose("A/1", "x", "tea")
        with suppress(Rejected):
            tx.commit()
    else:
        with suppress(ZeroDivisionError), tx:
            raise ZeroDivisionError
    before = world.journal()
    right: dict[str, Any] = {"entity": "A/1", "attribute": "x", "value": 1, "text": "tea", "speaker": "ann"}
    named = {one.name: (right | {"at": hour(0), "savepoint": point})[one.name] for one in _needed(takes)}
    with nullcontext() if name in ("rollback", "holds") else pytest.raises(Closed):
        use(tx, name, named)
    for use_again in (point.rollback, point.release, tx.__enter__):
        with pytest.raises(Closed):
            use_again()
    assert world.journal() == before
    assert (world.m.get("A/1", "x") is None) == (how != "committed")
    world.state("A/1", "x", 2)
    assert one(world.m.get("A/1", "x")).value == 2


def _needed(takes: Parameters) -> Parameters:
    return [one for one in takes if one.default is one.empty and one.kind is not one.VAR_POSITIONAL]
