"""A dialogue small enough to be spoilt in every way, and the demo run as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import memtxn

SOURCE = Path(memtxn.__file__).parents[1]
OWN = SOURCE / "memtxn" / "interfaces" / "cli" / "demo" / "data" / "dialogues.jsonl"

Line = dict[str, Any]


def dialogue() -> Line:
    """Two turns, two honest proposals, and a corrupt one that the published test refuses."""
    key = ["Booking", "b1", "seats"]
    return {
        "id": "d1",
        "turns": [
            {"speaker": "ana", "at": "2026-11-03T10:00:00+00:00", "text": "A table for six, please."},
            {"speaker": "ana", "at": "2026-11-03T11:00:00+00:00", "text": "We will be eight."},
        ],
        "proposals": [
            {"turn": 0, "quote": "for six", "key": key, "value": "six"},
            {"turn": 1, "quote": "We will be eight", "key": key, "value": "eight"},
            {
                "turn": 1,
                "quote": "be eight",
                "key": key,
                "value": "eighty",
                "kind": "corrupt",
                "how": "number_damaged",
                "published_gate": "refuse",
            },
        ],
        "final": {"Booking/b1/seats": "eight"},
    }


def written(path: Path, *lines: Line | str) -> Path:
    """A file of dialogues; a text is written as it is."""
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def own() -> list[Line]:
    """memtxn's own dialogues, as plain JSON."""
    return [json.loads(line) for line in OWN.read_text(encoding="utf-8").splitlines()]


def run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`memtxn demo` with these arguments, 80 columns wide, without colours of the surroundings."""
    surroundings = {name: value for name, value in os.environ.items() if name != "MEMTXN_DATA"}
    return subprocess.run(
        [sys.executable, "-m", "memtxn.interfaces.cli.main", "demo", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={**surroundings, "PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1", "COLUMNS": "80", **environment},
    )
