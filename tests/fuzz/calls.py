"""Call everything with anything, many times over: ``python -m tests.fuzz.calls [runs]``; see `test_anything`."""

from __future__ import annotations

import sys
import time

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.promises.test_anything import Anything

RUNS, STEPS = 2000, 50


def main(runs: int) -> None:
    """What is found is raised, with the calls that lead to it."""
    begun = time.monotonic()
    asked = settings(
        max_examples=runs, stateful_step_count=STEPS, deadline=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(Anything, settings=asked)
    print(f"{runs} runs of up to {STEPS} calls, only errors of ours, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else RUNS)
