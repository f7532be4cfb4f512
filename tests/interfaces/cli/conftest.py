"""A fresh store to run commands on."""

from pathlib import Path

import pytest

from tests.interfaces.cli.shell import Shell


@pytest.fixture
def empty(tmp_path: Path) -> Shell:
    """A shell in a folder without a store."""
    return Shell(tmp_path)


@pytest.fixture
def shell(empty: Shell) -> Shell:
    """A shell in a folder with an empty store."""
    empty.ok("init")
    return empty
