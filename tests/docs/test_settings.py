"""The page of settings is complete: those of the library, those of a memory, the environment."""

from __future__ import annotations

import inspect
import re

import msgspec

import memtxn
from memtxn.app.settings import Settings
from memtxn.interfaces.cli.config import KEYS, TEMPLATE
from memtxn.model.policy import Policy
from tests.docs.pages import GUIDE, ROOT, page, rows, sections

FOUND = sections(page("reference/settings.md"))


def given(function: object) -> dict[str, inspect.Parameter]:
    """What a function takes, without self and what is collected for another."""
    assert callable(function)
    found = inspect.signature(function).parameters
    return {name: one for name, one in found.items() if name != "self" and one.kind is not one.VAR_KEYWORD}


def test_every_setting_of_open_is_there_with_its_default() -> None:
    listed = rows(FOUND["Of memtxn.open"])
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    assert list(listed) == [*given(memtxn.open), *fields]
    for name, field in fields.items():
        shown = listed[name][0].strip("`")
        if field.default is not None and field.default is not msgspec.NODEFAULT:
            assert shown == str(field.default)
    assert fields["policy"].default_factory is Policy


def test_the_docstring_of_open_lists_them_too() -> None:
    said = inspect.getdoc(memtxn.open) or ""
    assert [field.name for field in msgspec.structs.fields(Settings) if f"{field.name}:" not in said] == []


def test_every_setting_of_a_memory_is_there() -> None:
    listed = rows(FOUND["Of a memory"])
    parameters = given(memtxn.Store.memory)
    assert list(listed) == list(parameters)
    assert listed["principal"][0] == f"`{parameters['principal'].default}`"
    assert [scope for scope in parameters["scopes"].default if f"`{scope}`" not in listed["scopes"][1]] == []


def test_every_key_of_the_file_is_there_with_its_default() -> None:
    listed = rows(FOUND["memtxn.toml"])
    assert list(listed) == list(KEYS)
    written = {
        name: value.split("#")[0].strip().strip('"') or "–"
        for name, value in re.findall(r"^# (\w+) = (.*)$", TEMPLATE.split("[policy]")[0], re.MULTILINE)
    }
    assert {name: listed[name][0].strip("`") for name in written} == written


def variables() -> set[str]:
    """The environment variables that the code names."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    return {name for text in texts for name in re.findall(r"\bMEMTXN_[A-Z_]+\b", text)}


def test_every_variable_is_there_and_no_other() -> None:
    assert set(rows(FOUND["Environment"])) == variables()
    for path in GUIDE:
        named = set(re.findall(r"\bMEMTXN_[A-Z_]+\b", path.read_text(encoding="utf-8")))
        assert named <= variables(), path.name
