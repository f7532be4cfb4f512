"""Call everything with anything, many times over: ``python -m tests.fuzz.calls [runs]``; see `test_anything`."""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.promises.hostile import HOSTILE
from tests.promises.test_anything import ONES, Anything, one_wrong

RUNS, STEPS = 2000, 50


def all_ways() -> None:
    """Every argument of every method, wrong in every way."""
    home = Path.cwd()
    for call in ONES:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)  # some of it is a path
            one_wrong(Path(folder), call, sorted(HOSTILE), random.Random(str(call)))
            os.chdir(home)
    print(f"{len(ONES)} arguments, each wrong in {len(HOSTILE)} ways, only errors of ours")


def main(runs: int) -> None:
    """What is found is raised, with the calls that lead to it."""
    begun = time.monotonic()
    all_ways()
    asked = settings(
        max_examples=runs, stateful_step_count=STEPS, deadline=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(Anything, settings=asked)
    print(f"{runs} runs of up to {STEPS} calls, only errors of ours, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else RUNS)
