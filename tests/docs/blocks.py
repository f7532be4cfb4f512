"""Runs blocks of Python, one after the other in one namespace, as somebody types them at a prompt.

A process of its own for each page. A block comes in as one line of JSON (page, line, text), and goes out as one:
what it printed, and the traceback if it failed.
"""

from __future__ import annotations

import io
import json
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout


def main() -> None:
    """Serve blocks until there are none."""
    answers, namespace = sys.stdout, {"__name__": "__main__"}
    for line in sys.stdin:
        given, printed, error = json.loads(line), io.StringIO(), ""
        with redirect_stdout(printed), redirect_stderr(printed):
            try:
                code = compile("\n" * (given["line"] - 1) + given["text"], given["page"], "exec")
                exec(code, namespace)
            except (Exception, SystemExit):  # noqa: BLE001  # whatever a page does is told
                error = traceback.format_exc()
        print(json.dumps({"printed": printed.getvalue(), "error": error}), file=answers, flush=True)


if __name__ == "__main__":
    main()
