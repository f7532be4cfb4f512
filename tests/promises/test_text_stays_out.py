"""P22, its first half: no text stands in a record. Every text is a body row that could be deleted."""

import pytest

from memtxn import Rejected
from tests.promises.world import Durable, hour

NAMES = [
    "source",
    "json",
    "speaker",
    "channel",
    "ref",
    "value",
    "type",
    "entity",
    "attribute",
    "label",
    "risk",
    "principal",
    "idem",
    "quote",
    "refused",
    "pointer",
    "proposal",
    "declared",
    "state",
    "memory",
]
CANARY = {name: f"Canary{number:02}{name.title()}" for number, name in enumerate(NAMES)}


def as_bytes(value: object) -> bytes:
    return value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else b""


def sing(world: Durable) -> None:
    """Every kind of text that a caller can give, once."""
    c = CANARY
    memory = world.store.memory(c["memory"], principal=c["principal"])
    memory.declare(c["declared"], c["attribute"], cardinality="many")
    source = memory.observe(
        f"{c['source']} is called {c['value']}",
        speaker=c["speaker"],
        at=hour(0),
        channel=c["channel"],
        ref=c["ref"],
    )
    document = memory.observe_json({c["pointer"]: [c["json"]]}, speaker=c["speaker"], at=hour(0))
    entity = (c["type"], c["entity"])
    with memory.transaction(label=c["label"], risk=c["risk"], idempotency_key=c["idem"]) as tx:
        evidence = source.quote(f"{c['source']} is called {c['value']}")
        tx.propose(entity, c["attribute"], c["value"], evidence=evidence, id=c["proposal"])
        tx.propose(entity, "json", c["json"], evidence=document.pointer(f"/{c['pointer']}/0"))
        tx.set_state(entity, c["state"], {c["state"]: 1})
    with pytest.raises(Rejected), memory.transaction() as tx:
        tx.propose(entity, c["attribute"], c["refused"], evidence=source.quote(c["quote"]))
    with memory.transaction() as tx:
        tx.retract(entity, c["attribute"])


def test_no_text_stands_in_a_record_and_every_text_in_a_body(durable: Durable) -> None:
    sing(durable)
    records = b"".join(b"".join(v for v in row if isinstance(v, bytes)) for row in durable.dump()["journal"])
    bodies = b"".join(row[-1] for row in durable.dump()["body"])
    for name, canary in CANARY.items():
        for spelled in (canary, canary.lower(), canary.upper()):
            assert spelled.encode() not in records, name
        if name not in ("idem", "memory"):  # the one stands nowhere, the other in the list of memories
            assert canary.encode() in bodies, name
    assert len(records) > 500


def test_an_idempotency_key_is_kept_as_a_mac_alone(durable: Durable) -> None:
    sing(durable)
    durable.reopen()
    durable.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    assert CANARY["idem"].encode() not in durable.path.read_bytes()


def test_folds_with_text_are_those_of_keys_and_refusals(durable: Durable) -> None:
    """What an erasure has to look at besides the bodies."""
    sing(durable)
    holding = {
        table
        for table, rows in durable.dump().items()
        for row in rows
        for value in row
        for canary in CANARY.values()
        if canary.encode()
        in (value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else b"")
    }
    assert holding == {"body", "key", "refusal", "declaration", "mem"}
