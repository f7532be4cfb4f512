"""Print every table, or the named ones: ``python -m benchmarks [--quick] [--json FILE] [NAME …]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from benchmarks import admission, footprint, growth, opening, read, recovery, sgd, write
from benchmarks.audit import table as audit
from benchmarks.measure import PRINTED

TABLES = {
    "write": write.main,
    "read": read.main,
    "growth": growth.main,
    "footprint": footprint.main,
    "opening": opening.main,
    "recovery": recovery.main,
    "sgd": sgd.main,
    "audit": audit.main,
    "admission": admission.main,
}
QUICK = TABLES | {
    "growth": growth.quick,
    "footprint": footprint.quick,
    "opening": opening.quick,
    "recovery": recovery.quick,
    "audit": audit.quick,
    "admission": admission.quick,
}
"""Those that have a size for every day, at that size."""
_SIZED = [name for name in TABLES if QUICK[name] is not TABLES[name]]


def main(arguments: list[str]) -> int:
    """Run tables in order. The exit code is 1 when one of them missed what must hold whatever the machine."""
    parser = argparse.ArgumentParser(
        prog="benchmarks", description="Measure memtxn beside what it is compared with."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"a table: {', '.join(TABLES)} (default: all)")
    parser.add_argument("--quick", action="store_true", help=f"smaller sizes: {', '.join(_SIZED)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the tables there as well")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.names if name not in TABLES]:
        parser.error(f"no table {', '.join(unknown)}; there are {', '.join(TABLES)}")
    tables = QUICK if given.quick else TABLES
    held = [tables[name]() for name in given.names or tables]
    if given.json is not None:
        given.json.write_bytes(msgspec.json.format(msgspec.json.encode(PRINTED)))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
