"""No lost update: eight processes count on one key, and it shows what they counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.race.lost_update import race

PROCESSES, TIMES = 8, 25


@pytest.mark.slow
def test_all_is_counted_after_retries(tmp_path: Path) -> None:
    """However often each had to try again, nobody was told that the file is locked."""
    total = race(tmp_path / "agent.db", PROCESSES, TIMES, retries=1_000_000)
    assert (total.counted, total.lost, total.busy) == (PROCESSES * TIMES, 0, 0)
    assert total.retried > 0


@pytest.mark.slow
@pytest.mark.parametrize("retries", [0, 1, 5])
def test_each_loss_is_a_conflict(tmp_path: Path, retries: int) -> None:
    """With few retries some give up: what they counted is there, and what they lost is not."""
    total = race(tmp_path / "agent.db", PROCESSES, TIMES, retries=retries)
    assert total.busy == 0
    assert 0 < total.counted <= PROCESSES * TIMES
    assert retries or total.lost > 0
