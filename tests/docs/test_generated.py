"""The pages that are made from the code are those that the code makes now."""

from __future__ import annotations

import re

import pytest

import memtxn
from memtxn.interfaces.cli.app import app
from tests.docs import api, commands
from tests.docs.pages import anchors, sections


@pytest.mark.parametrize("made", [commands, api], ids=["commands", "api"])
def test_the_page_is_up_to_date(made: object) -> None:
    assert made in (commands, api)
    module = commands if made is commands else api
    written, now = module.PAGE.read_text(encoding="utf-8"), module.text()
    assert written == now, f"run: python -m {module.__name__} --write"


def test_every_command_has_its_section_with_every_option() -> None:
    """Whatever the generator does: it may leave nothing out."""
    found = sections(commands.text())
    registered = {command.name or "" for command in app.registered_commands}
    assert registered <= found.keys()
    common = found["Of all commands"]
    for name, command in commands.commands():
        for option in commands.options(command):
            assert re.search(rf"{option}\b", found[name] + ("" if name == "demo" else common)), f"{name} {option}"


def test_every_public_name_has_its_place() -> None:
    text = api.text()
    errors = sections(text)["Errors"]
    for name in memtxn.__all__:
        assert name.lower() in anchors(text) or f"| `{name}` |" in errors


@pytest.mark.parametrize("kind", [memtxn.Store, memtxn.Memory, memtxn.Snapshot, memtxn.Transaction])
def test_every_public_method_is_there(kind: type) -> None:
    section = sections(api.text())[kind.__name__]
    for name in dir(kind):
        assert name.startswith("_") or f"\n{kind.__name__}.{name}" in section


def test_what_is_given_out_is_told_as_well() -> None:
    assert {"Savepoint", "Quoted", "Committed", "Replaced"} <= sections(api.text()).keys()


def test_signatures_are_those_of_the_code() -> None:
    text = api.text()
    assert "Memory.get(entity: Entity, attribute: str) -> Belief | list[Belief] | None" in text
    assert "    isolation: 'serializable' | 'snapshot' = 'serializable'," in text
    assert "    derived_from: list[str | Belief] | tuple[str | Belief, ...] = ()," in text
    assert "decision: Decision = Decision.ADMIT" in text
