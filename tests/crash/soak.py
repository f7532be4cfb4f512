"""Power cuts and flipped bits, for as long as one likes: ``python -m tests.crash.soak [images] [trials]``.

Each workload is recorded anew and cut at places and with treatments drawn by its seed. A fault is told with the
name of its image, which `tests.crash.soak.again` makes again; then the run ends with an error.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from random import Random

from memtxn.testkit.bitflips import Flip, Flipping, told
from memtxn.testkit.powerloss.campaign import Cut, Tally, images
from memtxn.testkit.powerloss.disk import Image
from tests.crash.power import closed_file, cut, cut_twice, fast_folder, opened, record

ALL, TRIALS = 200_000, 6_000
EACH = 5_000
"""Images of one workload."""
TWICE = 10
"""Of those, after how many the power is cut once more."""
STEPS = (20, 70)
FLIPS_EACH = 500


def power(number: int) -> Tally:
    """One workload, cut short so often."""
    recording = record(f"soak {number}", steps_of(number))
    tally = cut(recording, seeds=4, most=EACH)
    tally.add(cut_twice(recording, TWICE, EACH // 100))
    return tally


def steps_of(number: int) -> int:
    """How long that workload is."""
    return Random(f"steps {number}").randint(*STEPS)


def flips(number: int) -> list[Flip]:
    """Trials on one store."""
    with fast_folder() as folder:
        flipping = Flipping(closed_file(f"soak {number}", steps_of(number)), folder, opened)
        return [flipping.trial(f"{number} {trial}") for trial in range(FLIPS_EACH)]


def again(name: str) -> Image:
    """The image of that name, made again."""
    workload, index, treatment, seed = name.split("/")
    number = int(workload.removeprefix("soak "))
    wanted = Cut(workload, int(index), treatment, int(seed))  # type: ignore[arg-type]
    ((_, image, _, _),) = images(record(workload, steps_of(number)), [wanted])
    return image


def main(wanted: int, trials: int) -> None:
    """All of it, in as many processes as there are processors. Says how far it is, and at last the numbers."""
    total, flipped, begun = Tally(), list[Flip](), time.monotonic()
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(flips, number) for number in range(-(-trials // FLIPS_EACH))]):
            flipped += done.result()
        print(f"flipped bits: {spelt(told(flipped))}", flush=True)
        for cuts in as_completed([pool.submit(power, number) for number in range(-(-wanted // EACH))]):
            total.add(cuts.result())
            print(f"power cuts: {spelt(total.told)} ({time.monotonic() - begun:.0f} s)", flush=True)
    for name, fault, detail in total.faults:
        print(f"{name}: {fault}: {detail}")
    for flip in flipped:
        if flip.fate == "missed":
            print(f"{flip.seed}: {flip.bits}: {flip.detail}")
    if total.faults or told(flipped)["missed"]:
        sys.exit(1)


def spelt(numbers: dict[str, int]) -> str:
    """Numbers by name as one line."""
    return ", ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in numbers.items())


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*given, *(ALL, TRIALS)[len(given) :])
