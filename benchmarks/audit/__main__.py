"""The audit alone: ``python -m benchmarks.audit [--quick] [--sealed] [--mistakes FOLDER]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.audit.sets import LIMIT, QUICK_LIMIT
from benchmarks.audit.table import MISTAKES, audit


def main(arguments: Sequence[str]) -> int:
    """The exit code is 1 when a goal was missed."""
    parser = argparse.ArgumentParser(prog="benchmarks.audit", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a fifth of the cases")
    parser.add_argument("--sealed", action="store_true", help="the sealed written cases as well, totals only")
    parser.add_argument(
        "--mistakes", type=Path, default=MISTAKES, metavar="FOLDER", help="where they are written"
    )
    given = parser.parse_args(arguments)
    limit = QUICK_LIMIT if given.quick else LIMIT
    return 0 if audit(limit, sealed=given.sealed, mistakes=given.mistakes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
