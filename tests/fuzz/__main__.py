"""Fuzzing, guided by coverage: ``python -m tests.fuzz [seconds] [target …]``, or `make soak`.

The seconds (900 unless said otherwise) are shared by the targets, each in a process of its own. What is found is
left in a file, whose name is printed, and the run fails. ``python -m tests.fuzz FILE`` tries one again.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from tests.fuzz.targets import TARGETS

SECONDS = 900
CORPUS = Path(__file__).parent / "corpus"
TIMEOUT = 60
"""Seconds that one input may take before it counts as found."""


def fuzz(name: str, seconds: int, left: Path) -> bool:
    """Fuzz one target; whether nothing was found."""
    fresh = left / name
    fresh.mkdir()
    command = [
        sys.executable, "-m", "tests.fuzz.one", name, str(fresh), str(CORPUS / name),
        f"-max_total_time={seconds}", f"-timeout={TIMEOUT}", "-max_len=4096", "-rss_limit_mb=4096",
        f"-artifact_prefix={left}/{name}-", "-print_final_stats=1", "-verbosity=0",
    ]  # fmt: skip
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    runs = [line.split()[-1] for line in done.stderr.splitlines() if "number_of_executed_units" in line]
    print(f"{name}: {runs[0] if runs else '?'} inputs, {'nothing found' if done.returncode == 0 else 'FOUND'}")
    if done.returncode:
        told = (done.stdout + done.stderr).splitlines()
        print(*(line for line in told if not line.startswith("INFO: Instrumenting")), sep="\n", flush=True)
    return done.returncode == 0


def again(path: Path) -> None:
    """Try one input that was found, whose name begins with that of its target."""
    TARGETS[path.name.split("-")[0]](path.read_bytes())


def main(arguments: list[str]) -> int:
    """All targets, or those that are named."""
    if arguments and Path(arguments[0]).is_file():
        again(Path(arguments[0]))
        return 0
    if find_spec("atheris") is None:
        print("NOT RUN: atheris is not installed; it has wheels for Linux on x86-64 alone", file=sys.stderr)
        return 0
    seconds = int(arguments[0]) if arguments else SECONDS
    names = arguments[1:] or list(TARGETS)
    left = Path(tempfile.mkdtemp(prefix="memtxn-fuzz-"))
    good = [fuzz(name, max(1, seconds // len(names)), left) for name in names]
    print(f"inputs that were found, and new ones: {left}")
    return 0 if all(good) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
