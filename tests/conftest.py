"""What all tests share: how long hypothesis may think, a world on each storage, and what is told in the end."""

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.promises.world import KINDS, Durable, World
from tests.telling import Tell, Told

_told = Told()


def pytest_configure(config: pytest.Config) -> None:
    """Print at the end what was counted."""
    config.pluginmanager.register(_told)


settings.register_profile(
    "memtxn",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("memtxn")


def pytest_collection_finish() -> None:
    """Thousands of tests are no garbage: whoever collects it need not look at all of them again each time."""
    gc.collect()
    gc.freeze()


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


@pytest.fixture
def tell() -> Tell:
    """Say what was counted; what has one title is added up."""
    return _told.add


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so a shell starts what it runs in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)
