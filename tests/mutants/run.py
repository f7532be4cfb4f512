"""Break each promise once and see that the suite notices.

Every mutant of ``mutants.toml`` names a promise, a file under ``src/memtxn``, the text to replace there and what
to put in its place, and the tests that must fail then. Each is applied to a copy of the package; the tests run
on that copy. A mutant that no longer applies, or that breaks something else than a test, is an error.

Run: ``python tests/mutants/run.py [name …]``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS_FAILED = 1


@dataclass(frozen=True)
class Mutant:
    """One small patch, and the tests that must notice it."""

    name: str
    promise: str
    file: str
    old: str
    new: str
    tests: list[str]

    def apply(self, package: Path) -> None:
        """Patch a copy of the package. Raises ValueError when the text is not there exactly once."""
        target = package / self.file
        text = target.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: the text stands {text.count(self.old)} times in {self.file}")
        target.write_text(text.replace(self.old, self.new), encoding="utf-8")


def load() -> list[Mutant]:
    """All mutants of the list."""
    with (Path(__file__).parent / "mutants.toml").open("rb") as file:
        return [Mutant(**entry) for entry in tomllib.load(file)["mutant"]]


def outcome(tests: list[str], mutant: Mutant | None) -> int:
    """The exit code of the tests on a copy of the package, with a mutant or without."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source)
        if mutant is not None:
            mutant.apply(source / "memtxn")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "--no-header",
            "-p",
            "no:cacheprovider",
            *tests,
        ]
        environment = os.environ | {"PYTHONPATH": str(source), "HYPOTHESIS_STORAGE_DIRECTORY": folder}
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        if done.returncode not in (0, TESTS_FAILED):
            sys.stdout.buffer.write(done.stdout[-3000:])
        return done.returncode


def judged(mutant: Mutant) -> tuple[Mutant, str]:
    """A mutant and what became of it: ``killed``, ``SURVIVED`` or an error."""
    try:
        code = outcome(mutant.tests, mutant)
    except ValueError as error:
        return mutant, f"ERROR {error}"
    return mutant, {TESTS_FAILED: "killed", 0: "SURVIVED"}.get(code, f"ERROR exit {code}")


def main(names: list[str]) -> int:
    """Run all mutants, or the named ones. 0 when every one of them was killed."""
    mutants = [mutant for mutant in load() if not names or mutant.name in names]
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    if outcome(tests, None) != 0:
        print("the suite fails without any mutant")
        return 2
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        verdicts = []
        for mutant, verdict in pool.map(judged, mutants):
            print(f"{mutant.promise:4} {mutant.name:32} {verdict}", flush=True)
            verdicts.append(verdict)
    killed = verdicts.count("killed")
    print(f"{killed} of {len(verdicts)} mutants killed")
    return 0 if mutants and killed == len(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
