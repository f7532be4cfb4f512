"""Print every table, or the named ones: ``python -m benchmarks [NAME …]``."""

from __future__ import annotations

import sys

from benchmarks import read, sgd, write

TABLES = {"write": write.main, "read": read.main, "sgd": sgd.main}


def main(names: list[str]) -> int:
    """Run tables in order. The exit code is 1 when one of them missed what must hold whatever the machine."""
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        print(f"no table {', '.join(unknown)}; there are {', '.join(TABLES)}", file=sys.stderr)
        return 2
    held = [TABLES[name]() for name in names or TABLES]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
