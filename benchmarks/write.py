"""Tables *write*: what a durable belief costs alone, in company, among processes, and beside other stores."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks import alone, beside, callers, company, flushes, lone, processes, shape
from benchmarks.peers import usable


def main() -> bool:
    """Print the tables. What must hold on every machine: the shape of a commit, one flush, nothing lost."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        alone.main(folder)
        held = [shape.main(folder)]
        for module in (lone, company, callers):
            module.main(folder)
        peers = usable(folder)
        beside.main(folder, peers)
        held += [module.main(folder, peers) for module in (processes, flushes)]
    return all(held)
