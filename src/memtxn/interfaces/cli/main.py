"""`memtxn`: where its process begins. The commands are imported inside, so that Ctrl-C is quiet meanwhile."""

from __future__ import annotations

import sys

_INTERRUPTED = 130  # ExitCode.INTERRUPTED, which is not there yet


def main() -> None:
    """Run the command line of this process."""
    try:
        from memtxn.interfaces.cli.app import app

        app(prog_name="memtxn")
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
