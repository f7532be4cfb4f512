"""Every public method takes anything: see `anything`."""

from __future__ import annotations

import inspect
import os
import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from memtxn import Evidence, Transaction
from memtxn.engine.savepoint import Savepoint
from tests.promises.anything import CALLS, Caller, Parameters
from tests.promises.hostile import HOSTILE

One = tuple[type, str, Parameters, inspect.Parameter]

ONES: list[One] = [(kind, name, takes, one) for kind, name, takes in CALLS for one in takes]


def right_but_for(
    caller: Caller, takes: Parameters, bad: inspect.Parameter, value: object, chance: random.Random
) -> tuple[list[Any], dict[str, Any]]:
    """Arguments of which one is wrong; those that have a default are not always given."""
    positional, named = list[Any](), dict[str, Any]()
    for one in takes:
        if one is bad or one.default is one.empty or chance.random() < 0.3:
            given = value if one is bad else chance.choice(caller.right(one))
            if one.kind is one.VAR_POSITIONAL:
                positional.append(given)
            else:
                named[one.name] = given
    return positional, named


def one_wrong(folder: Path, call: One, wrong: list[str], chance: random.Random) -> None:
    """One argument wrong, in each of these ways, with whatever else it comes.

    What was staged is committed, and what was cited is judged.
    """
    kind, name, takes, bad = call
    caller = Caller(folder)
    for hostile in wrong:
        if kind in (Transaction, Savepoint):
            caller.begin()
        receiver = caller.held[kind][-1]
        value = caller.wrong(bad, hostile)
        made = caller.call(receiver, name, *right_but_for(caller, takes, bad, value, chance))
        if kind is Transaction:
            caller.call(receiver, "commit", [], {})
        if isinstance(made, Evidence):
            tx = caller.world.m.transaction(on_reject="skip")
            caller.call(tx, "propose", ["A/1", "x", "tea"], {"evidence": made})
            caller.call(tx, "commit", [], {})
    caller.finish()
    caller.world.close()


@pytest.mark.slow
@pytest.mark.parametrize("call", ONES, ids=[f"{kind.__name__}.{name} {one.name}" for kind, name, _, one in ONES])
def test_one_wrong_argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: One) -> None:
    """In some ways, drawn by the name of the argument; `make soak` tries all of them."""
    monkeypatch.chdir(tmp_path)  # some of it is a path
    chance = random.Random(str(call))
    one_wrong(tmp_path, call, chance.sample(sorted(HOSTILE), 40), chance)


class Anything(RuleBasedStateMachine):
    """Calls one after the other: right, wrong in one place, wrong everywhere."""

    def __init__(self) -> None:
        super().__init__()
        self.folder, self.home = tempfile.TemporaryDirectory(), Path.cwd()
        os.chdir(self.folder.name)
        self.caller = Caller(Path(self.folder.name))

    @rule(data=st.data())
    def call(self, data: st.DataObject) -> None:
        """Call something with something."""
        kind, name, takes = data.draw(st.sampled_from(CALLS), label="call")
        if kind in (Transaction, Savepoint) and data.draw(st.integers(0, 3)) == 0:
            self.caller.begin()
        held = self.caller.held[kind]
        receiver = held[data.draw(st.integers(0, len(held) - 1))]
        self.caller.call(receiver, name, *self.arguments(data, takes))

    def arguments(self, data: st.DataObject, takes: Parameters) -> tuple[list[Any], dict[str, Any]]:
        """One argument wrong, or none, or all."""
        bad = data.draw(st.sampled_from([*takes, None, None, "all"]), label="bad") if takes else None
        positional, named = list[Any](), dict[str, Any]()
        for one in takes:
            wrong = bad in ("all", one)
            if not (wrong or one.default is one.empty or data.draw(st.booleans())):
                continue
            given = self.wrong(data, one) if wrong else self.right(data, one)
            if one.kind is one.VAR_POSITIONAL:
                positional.append(given)
            else:
                named[one.name] = given
        return positional, named

    def wrong(self, data: st.DataObject, parameter: inspect.Parameter) -> object:
        """Anything, by its name."""
        return self.caller.wrong(parameter, data.draw(st.sampled_from(sorted(HOSTILE)), label=parameter.name))

    def right(self, data: st.DataObject, parameter: inspect.Parameter) -> object:
        """Something that fits."""
        choices = self.caller.right(parameter)
        return choices[data.draw(st.integers(0, len(choices) - 1), label=parameter.name)]

    def teardown(self) -> None:
        """What holds at the end."""
        try:
            self.caller.finish()
        finally:
            self.caller.world.close()
            os.chdir(self.home)
            self.folder.cleanup()


Anything.TestCase.settings = settings(max_examples=15, stateful_step_count=30)
TestAnything = pytest.mark.slow(Anything.TestCase)
