"""Carried: a digest that somebody moved on upon damaged rows, and that is sealed all the same.

What authenticates a journal is its chain of links, and at its end a seal with the key over the last link and
the digest as it was then. Where that seal holds, every record before it was written by whoever has the key, also
when the digest is not that of the rows which the journal implies: a commit had read a row that was damaged, and
moved the digest by it. Only where it does not hold over the digest that is kept with it is the end a forged one.
"""

from __future__ import annotations

from memtxn.core.proof import tag
from memtxn.engine.verify.check import Check
from memtxn.engine.verify.replay import Replay
from memtxn.engine.verify.tags import Tags
from memtxn.model.rows import Head, MemoryRow

__all__ = ["is_sealed", "sealed_upon_damage"]


def is_sealed(key: bytes, head: Head | None, link: bytes) -> bool:
    """Whether a head as it was found seals that end of the journal, over the digest that it keeps."""
    return head is not None and head.link == link and tag(key, link, head.digest) == head.tag


def sealed_upon_damage(check: Check, row: MemoryRow) -> int:
    """How many of the last records, up to the very last, have a seal that does not fit what they imply.

    Asked when the rows are right again.
    """
    runtime, reader = check.runtime, check.reader
    tags = Tags(runtime.digest_key, runtime.tag_key, lambda steps: reader.shown(row.mem, steps))
    replay = Replay(reader, row, runtime.digest_key, lambda *_: None)
    for record, rows in replay:
        if replay.rekey is not None:
            tags.rekeyed(replay.rekey)
        tags.add(record, rows, replay.base)
    tags.settle()
    last, wrong = replay.last.seq if replay.last else 0, set(tags.wrong)
    return next((last - seq for seq in range(last, 0, -1) if seq not in wrong), last)
