"""The table of operations, and that every skin offers all of it and nothing else."""

import json
from typing import get_type_hints

import msgspec
import pytest

from memtxn.engine.scopes import Scope
from memtxn.interfaces.cli.app import LOCAL_COMMANDS, WITHIN, app
from memtxn.interfaces.inputs import Input
from memtxn.interfaces.operations import OPERATIONS, Operation
from memtxn.interfaces.plain import plain
from memtxn.model.receipt import Problem, Report


def command_names() -> set[str]:
    """The commands that `memtxn` has."""
    return {command.name or "" for command in app.registered_commands}


def test_every_operation_has_a_command_and_every_command_an_operation() -> None:
    names = {WITHIN.get(operation.name, operation.name) for operation in OPERATIONS}
    operations = {name.replace("_", "-") for name in names}
    assert set(WITHIN) <= {operation.name for operation in OPERATIONS}
    assert command_names() == operations | set(LOCAL_COMMANDS)


def test_names_are_used_once() -> None:
    assert len({operation.name for operation in OPERATIONS}) == len(OPERATIONS)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_an_operation_says_all_that_a_skin_must_know(operation: Operation[Input, object]) -> None:
    assert operation.name.isidentifier()
    assert operation.summary.endswith(".")
    assert operation.read_only == (operation.scope is Scope.READ)
    assert issubclass(operation.input, Input)
    assert msgspec.json.schema(operation.input)
    hints = get_type_hints(operation.run)
    assert hints["return"] == operation.output


def test_input_comes_from_json_and_unknown_fields_are_refused() -> None:
    for operation in OPERATIONS:
        with pytest.raises(msgspec.ValidationError, match="unknown field"):
            msgspec.json.decode(b'{"entity": "A/b", "attribute": "c", "nonsense": 1}', type=operation.input)


def test_plain_data() -> None:
    report = Report(
        level="full", seq=1, records=1, beliefs=0, problems=(Problem(invariant="a", where="b", detail="c"),)
    )
    assert plain(report) == {
        "level": "full",
        "seq": 1,
        "records": 1,
        "beliefs": 0,
        "problems": [{"invariant": "a", "where": "b", "detail": "c"}],
        "anchored": None,
        "ok": False,
    }
    assert json.dumps(plain({"scope": Scope.READ, "odd": {1}})) == '{"scope": "read", "odd": "{1}"}'
