"""The server of victims; there is none where processes cannot fork."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtxn.testkit.victims import Victims

collect_ignore_glob = [] if hasattr(os, "fork") else ["test_*.py"]


@pytest.fixture(scope="session")
def _server() -> Iterator[Victims]:
    with Victims("tests.crash.victim", Path(__file__).parents[2]) as server:
        yield server


@pytest.fixture
def victims(_server: Victims) -> Iterator[Victims]:
    """Starts processes to be killed; none outlives its test."""
    yield _server
    _server.end()
