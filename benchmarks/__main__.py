"""Print every table, or the named ones: ``python -m benchmarks [--json FILE] [NAME …]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from benchmarks import read, sgd, write
from benchmarks.measure import PRINTED

TABLES = {"write": write.main, "read": read.main, "sgd": sgd.main}


def main(arguments: list[str]) -> int:
    """Run tables in order. The exit code is 1 when one of them missed what must hold whatever the machine."""
    parser = argparse.ArgumentParser(
        prog="benchmarks", description="Measure memtxn beside what it is compared with."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"a table: {', '.join(TABLES)} (default: all)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the tables there as well")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.names if name not in TABLES]:
        parser.error(f"no table {', '.join(unknown)}; there are {', '.join(TABLES)}")
    held = [TABLES[name]() for name in given.names or TABLES]
    if given.json is not None:
        given.json.write_bytes(msgspec.json.format(msgspec.json.encode(PRINTED)))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
