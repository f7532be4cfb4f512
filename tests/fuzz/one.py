"""One target in this process, under atheris: ``python -m tests.fuzz.one TARGET [option of libFuzzer …]``."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["memtxn"]):
    from tests.fuzz.targets import TARGETS


if __name__ == "__main__":
    name = sys.argv.pop(1)
    atheris.Setup(sys.argv, TARGETS[name])
    atheris.Fuzz()
