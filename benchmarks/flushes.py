"""Flushes for each durable fact, counted from outside: how often a store asks the system for fsync or fdatasync.

One process remembers facts, store after store, under ``strace``, which works for every store alike; a call that
must fail (fsync of a file that is not open) marks where each begins and ends. Not counted is what lies outside of
the marks: opening, closing, the first facts. Without strace, or where a process may not be traced, it says so.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from benchmarks.crowd import Crowd
from benchmarks.measure import Figure, at_most, table
from benchmarks.peers import BY_NAME, Opened, Peer
from benchmarks.peers.ours import OURS

FACTS = 50
FIRST = 5
THREADS = 8
SECONDS = 1.0
_CALLS = "fsync,fdatasync,sync_file_range"
_NOWHERE = 1 << 20
_MARK = f"fsync({_NOWHERE})"
_CALL = re.compile(r"\b(fsync|fdatasync|sync_file_range)\(\d")


class Told(msgspec.Struct):
    """What the traced process says of one stretch between two marks."""

    name: str
    facts: int


def main(folder: Path, peers: Sequence[Peer]) -> bool:
    """Print the table; False when memtxn flushed more than once for a fact."""
    counted = _counted(folder, [peer.name for peer in peers])
    if isinstance(counted, str):
        print(f"flushes of the others were not counted: {counted}")
        return True
    rows = [[told.name, told.facts, flushes, _ratio(told, flushes)] for told, flushes in counted]
    table("write: fsyncs for each durable fact, by strace", ["store", "facts", "fsyncs", "fsyncs / fact"], rows)
    return all(row[-1].held for row in rows if isinstance(row[-1], Figure))


def _ratio(told: Told, flushes: int) -> object:
    """Beside its goal for memtxn: once for each fact alone, less often in company."""
    ratio = flushes / told.facts
    if not told.name.startswith(OURS.name):
        return ratio
    return at_most(ratio, 1.0 if told.name == OURS.name else 0.99)


def _counted(folder: Path, names: Sequence[str]) -> list[tuple[Told, int]] | str:
    if shutil.which("strace") is None:
        return "there is no strace"
    place, log = folder / "flushes", folder / "strace.log"
    place.mkdir()
    command = ["strace", "-f", "--seccomp-bpf", "-qq", "-e", f"trace={_CALLS}", "-o", str(log)]
    command += [sys.executable, "-m", "benchmarks.flushes", str(place), *names]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        return (ended.stderr.strip().splitlines() or ["it failed"])[-1]
    told = msgspec.json.decode(ended.stdout, type=list[Told])
    return list(zip(told, _stretches(log.read_text().splitlines()), strict=True))


def _stretches(lines: Sequence[str]) -> list[int]:
    """The calls between each first mark and the second."""
    stretches = [0]
    for line in lines:
        if _MARK in line:
            stretches.append(0)
        elif _CALL.search(line):
            stretches[-1] += 1
    return stretches[1::2]


# -- in the traced process -----------------------------------------------------------------------------


def _traced(folder: Path, names: Sequence[str]) -> list[Told]:
    told = []
    for name in names:
        with BY_NAME[name].open(folder) as store:
            told.append(_remembered(name, store))
            if name == OURS.name:
                told.append(_in_company(store))
    return told


def _remembered(name: str, store: Opened) -> Told:
    for number in range(FIRST):
        store.remember(number)
    _mark()
    for number in range(FIRST, FIRST + FACTS):
        store.remember(number)
    _mark()
    return Told(name, FACTS)


def _in_company(store: Opened) -> Told:
    crowd = Crowd(THREADS, lambda number: store.remember(FIRST + FACTS + number))
    _mark()
    crowd.run(SECONDS)
    _mark()
    return Told(f"{OURS.name}, {THREADS} threads", crowd.done)


def _mark() -> None:
    with suppress(OSError):
        os.fsync(_NOWHERE)


if __name__ == "__main__":
    print(msgspec.json.encode(_traced(Path(sys.argv[1]), sys.argv[2:])).decode())
