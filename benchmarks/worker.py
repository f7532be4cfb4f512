"""One of the processes of table *processes*: opens a store, says so, and remembers facts when it is told to."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchmarks.peers import BY_NAME, Opened, Peer, load
from memtxn.testkit.victims import Channel, serve


class Told(msgspec.Struct):
    """What a process says after each turn.

    The numbers of the facts that were acknowledged and the seconds that each took, errors by name, and how long
    the turn was.
    """

    acknowledged: list[int] = []
    waits: list[float] = []
    errors: dict[str, int] = {}
    seconds: float = 0.0


def remember(channel: Channel, name: str, folder: str, first: str, end: str) -> None:
    """Open, then work and tell at each word, until there is none. The facts are its own, in that range."""
    peer, facts = BY_NAME[name], iter(range(int(first), int(end)))
    try:
        with peer.open(Path(folder)) as store:
            channel.say("")
            while (seconds := channel.hear()) is not None:
                channel.say(msgspec.json.encode(_worked(peer, store, facts, float(seconds))).decode())
    except peer.errors as error:
        channel.say(type(error).__name__)


def _worked(peer: Peer, store: Opened, facts: Iterator[int], seconds: float) -> Told:
    told, errors = Told(), Counter[str]()
    start = begun = time.perf_counter()
    for number in facts:
        try:
            store.remember(number)
        except peer.errors as error:
            errors[type(error).__name__] += 1
        else:
            told.acknowledged.append(number)
            told.waits.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        if begun > start + seconds:
            break
    told.errors, told.seconds = dict(errors), begun - start
    return told


if __name__ == "__main__":
    load()
    serve({"remember": remember})
