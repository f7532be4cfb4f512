"""Tables *footprint*: what it takes to start and to have memtxn: time of fresh processes, bytes on disk.

Modules are compiled before anything is timed, as those of an installed package are. Files are counted where they
are installed, with those of the dependencies that memtxn brings along.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from time import perf_counter

import memtxn
from benchmarks.measure import Timing, at_most, table
from benchmarks.resources import MB

TIMES, FEW = 20, 5
IMPORT_MS = 150.0
INSTALLED_MB = 45.0
DEPENDENCIES = "msgspec, apsw"
KEY = ("Meeting/client", "start_time")
_IMPORT = (
    "from time import perf_counter, process_time; cpu, wall = process_time(), perf_counter(); import {};"
    " print(perf_counter() - wall, process_time() - cpu)"
)
_LINE = re.compile(r"import time: +(\d+) \| +\d+ \| *([\w.]+)")
_NAME = re.compile(r"[\w.-]+")

Words = Sequence[str]
Environment = Mapping[str, str]


def main() -> bool:
    """Print the tables; False when too much is installed. Times are the machine's, and fail nothing."""
    return run(TIMES)


def quick() -> bool:
    """The same with fewer processes."""
    return run(FEW)


def run(times: int) -> bool:
    """Print the tables, with so many processes of each kind."""
    with tempfile.TemporaryDirectory() as name:
        environment = _environment(Path(name))
        _started(environment, times)
        _imported(environment, times)
    return _installed()


def _environment(folder: Path) -> Environment:
    """A store with one belief, and modules that stay compiled."""
    path = folder / "store.db"
    with memtxn.open(path) as store, store.memory("default").transaction() as tx:
        tx.set_state(*KEY, "4pm")
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    compiled = str(folder / "compiled")
    return {**kept, "PYTHONPYCACHEPREFIX": compiled, "MEMTXN_URL": str(path), "MEMTXN_MEMORY": "default"}


# -- time ----------------------------------------------------------------------------------------------


def _started(environment: Environment, times: int) -> None:
    """Each in turn; the first of each compiles, and is not counted."""
    command = str(Path(sys.executable).with_name("memtxn"))
    commands: dict[str, Words] = {
        "python -c pass": (sys.executable, "-c", "pass"),
        "python -c 'import memtxn'": (sys.executable, "-c", "import memtxn"),
        "memtxn --help": (command, "--help"),
        "memtxn get": (command, "get", *KEY),
    }
    timings = {what: Timing() for what in commands}
    for number in range(times + 1):
        for what, words in commands.items():
            _time(Timing() if number == 0 else timings[what], words, environment)
    nothing = timings["python -c pass"].cpu50
    rows = [[what, *_spent(timing), timing.cpu50 / nothing] for what, timing in timings.items()]
    columns = ["process", "ms, fastest", "p50", "CPU, p50", "× python"]
    table("footprint: from the start of a process to its end", columns, rows)


def _spent(timing: Timing) -> tuple[float, float, float]:
    """Milliseconds: the fastest, which neighbours on the machine slow least, the median, the CPU's median."""
    return min(timing.wall) * 1e3, timing.p50 / 1e3, timing.cpu50 / 1e3


def _time(timing: Timing, words: Words, environment: Environment) -> None:
    cpu, wall = _cpu_of_children(), perf_counter()
    _run(words, environment)
    timing.wall.append(perf_counter() - wall)
    timing.cpu.append(_cpu_of_children() - cpu)


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _run(words: Words, environment: Environment) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=True)


def _imported(environment: Environment, times: int) -> None:
    """The import alone, beside that of what it cannot do without.

    It is all work and no waiting: the goal stands beside the time of the CPU, which neighbours stretch least.
    """
    taken: dict[str, Timing] = {DEPENDENCIES: Timing(), "memtxn": Timing()}
    for _ in range(times):
        for modules, timing in taken.items():
            told = _run((sys.executable, "-c", _IMPORT.format(modules)), environment)
            wall, cpu = told.stdout.split()
            timing.wall.append(float(wall))
            timing.cpu.append(float(cpu))
    *walls, cpu_50 = _spent(taken["memtxn"])
    rows: list[list[object]] = [
        [f"import {DEPENDENCIES}", *_spent(taken[DEPENDENCIES])],
        ["import memtxn", *walls, at_most(cpu_50, IMPORT_MS)],
    ]
    table("footprint: the import alone", ["what", "ms, fastest", "p50", "CPU, p50"], rows)
    _shares(environment)


def _shares(environment: Environment) -> None:
    """What of the import is whose; each module as fast as it was in any of a few processes."""
    best = dict[str, int]()
    for _ in range(FEW):
        told = _run((sys.executable, "-X", "importtime", "-c", "import memtxn"), environment)
        for microseconds, module in _LINE.findall(told.stderr):
            best[module] = min(int(microseconds), best.get(module, int(microseconds)))
    parts = Counter[str]()
    for module, took in best.items():
        parts[module.partition(".")[0]] += took
    rows = [[package, f"{took / parts.total():.0%}"] for package, took in parts.most_common(8)]
    table("footprint: import memtxn, by package", ["package", "of the time"], rows)


# -- bytes ---------------------------------------------------------------------------------------------


def _installed() -> bool:
    sizes = dict[str, tuple[float, float]]()
    for requirement in distribution("memtxn").requires or ():
        _add(requirement, sizes)
    own = _sizes(list(Path(memtxn.__file__).parent.rglob("*")))
    rows: list[list[object]] = [["memtxn", *own]]
    rows += [[name, *size] for name, size in sorted(sizes.items(), key=lambda pair: -pair[1][0])]
    installed = sum(own) + sum(sum(size) for size in sizes.values())
    figure = at_most(installed, INSTALLED_MB)
    rows.append(["all, and all compiled", figure, ""])
    table("footprint: the base install, MB", ["package", "files", "compiled"], rows)
    return figure.held


def _add(requirement: str, sizes: dict[str, tuple[float, float]]) -> None:
    """A required package and what it requires; one that is not installed is for other systems or an extra."""
    found = _NAME.match(requirement)
    if found is None or "extra ==" in requirement:
        return
    try:
        package = distribution(found[0])
    except PackageNotFoundError:
        return
    if package.name not in sizes:
        sizes[package.name] = _sizes([Path(str(file.locate())) for file in package.files or ()])
        for further in package.requires or ():
            _add(further, sizes)


def _sizes(files: Sequence[Path]) -> tuple[float, float]:
    """Megabytes as they come, and compiled: at least as much as all of their Python."""
    there = [file for file in files if file.is_file() and file.suffix != ".pyc"]
    python = sum(file.stat().st_size for file in there if file.suffix == ".py")
    compiled = sum(file.stat().st_size for file in files if file.is_file() and file.suffix == ".pyc")
    return sum(file.stat().st_size for file in there) / MB, max(python, compiled) / MB
