"""What all tests share: how long hypothesis may think, and a world on each storage."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.promises.world import KINDS, Durable, World

settings.register_profile(
    "memtxn",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("memtxn")


@pytest.fixture(params=KINDS)
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    """A store on each storage, empty."""
    made = World(request.param, tmp_path)
    yield made
    made.close()


@pytest.fixture
def durable(tmp_path: Path) -> Iterator[Durable]:
    """A store on a SQLite file that the test may damage."""
    made = Durable(tmp_path)
    yield made
    made.close()


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so a shell starts what it runs in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)
