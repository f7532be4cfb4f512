"""P18: what is written while a row is damaged does not carry the damage into the journal, where it would stay."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import memtxn
from memtxn import Memory, StorageError
from tests.promises.world import Durable, grow, hour, one

HEADS = [
    "at = at - 100000000",
    "at = at + 100000000",
    "at = 0",
    "seq = seq - 1",
    "seq = seq + 1",
    "seq = 0",
    "link = zeroblob(32)",
    "tag = zeroblob(16)",
    "digest = zeroblob(length(digest))",
    "keys = keys - 1",
    "keys = keys + 1",
    "keys = 0",
    "declared = 0",
    "declared = declared - 1",
    "declared = declared + 1",
]


@pytest.mark.parametrize("harm", HEADS)
@pytest.mark.parametrize("how", ["commit", "undo", "declare"])
def test_nothing_follows_a_damaged_head(durable: Durable, harm: str, how: str) -> None:
    grow(durable)
    last = durable.tell("Meeting/client", "time", "5pm", hour(9))
    durable.clock.set(hour(12))
    before = durable.journal()
    durable.sql(f"UPDATE head SET {harm}")
    durable.reopen()
    writes: dict[str, Callable[[], object]] = {
        "commit": lambda: durable.state("Run/2", "step", 1),
        "undo": lambda: durable.m.undo(last.tx_id),
        "declare": lambda: durable.m.declare("Run", "step", cardinality="many"),
    }
    with pytest.raises(StorageError, match=r"memory\.(recover|verify)"):
        writes[how]()
    assert durable.journal() == before
    report = durable.m.recover()
    assert report.ok
    assert [part.part for part in report.repaired] == ["head"]
    durable.state("Run/2", "step", 1)
    assert one(durable.m.get("Run/2", "step")).value == 1
    assert durable.m.verify().ok


LOST = ["DELETE FROM key", "UPDATE key SET name = name || 'x'", "DELETE FROM source"]


@pytest.mark.parametrize("lost", LOST)
def test_what_was_written_a_second_time_is_one_thing_again(durable: Durable, lost: str) -> None:
    """Two records name one thing for ever; a third says so, and all of it is there."""
    durable.clock.set(hour(10))
    durable.tell("Meeting/client", "time", "3pm", hour(1))
    durable.tell("Trip/1", "city", "oslo", hour(2))
    durable.sql(lost)
    durable.reopen()
    durable.tell("Meeting/client", "time", "3pm", hour(1), valid_from=hour(1), valid_to=hour(9))
    durable.tell("Meeting/client", "time", "5pm", hour(4))
    durable.sql("DELETE FROM belief")
    planned = durable.m.recover(dry_run=True)
    report = durable.m.recover()
    assert report.ok, report.problems
    assert planned.repaired == report.repaired
    parts = {part.part: (part.restored, part.removed) for part in report.repaired}
    assert parts["belief"] == (4, 0)
    assert parts["effect"][1] == 1
    again = durable.m.recover()
    assert (again.repaired, again.recorded, again.problems) == ((), None, ())
    assert is_whole(durable.m)
    with memtxn.open(":memory:", clock=durable.clock) as other:
        whole = other.memory("m")
        whole.load(list(durable.m.export()))
        assert is_whole(whole)
        assert whole.verify().ok
    durable.tell("Meeting/client", "time", "6pm", hour(5))
    durable.state("Run/1", "step", 1)
    assert durable.reopen().verify().ok
    assert sorted(str(b.value) for b in durable.m.history("Meeting/client", "time")) == [
        "3pm",
        "3pm",
        "5pm",
        "6pm",
    ]


def is_whole(memory: Memory) -> bool:
    """Whether it shows all that was told, under one name each."""
    assert one(memory.get("Trip/1", "city")).value == "oslo"
    assert one(memory.get("Meeting/client", "time")).value == "5pm"
    return sorted(str(b.value) for b in memory.history("Meeting/client", "time")) == ["3pm", "3pm", "5pm"]
