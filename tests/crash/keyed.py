"""Processes that do one thing under an idempotency key, and what goes wrong: ``python -m tests.crash.keyed``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import apsw
import msgspec

import memtxn
from memtxn import MemtxnError, Receipt, Transaction
from memtxn.testkit.faultvfs import Event, FaultVFS, Nth
from memtxn.testkit.victims import Channel, serve
from tests.crash.victim import die

TEXT = "The invoice is 42 euros, due in May."
NOON = datetime(2021, 1, 1, 12, tzinfo=UTC)


def fill(tx: Transaction, body: str) -> None:
    """A request: a source, two quotes of it, a refusal that is skipped, and a state that counts up."""
    source = tx.observe(TEXT, speaker="ann", at=NOON)
    tx.propose("Invoice/1", "amount", "42 euros", evidence=source.quote("42 euros"))
    tx.propose("Invoice/1", "due", "May", evidence=source.quote("May"))
    tx.propose("Invoice/1", "paid", "yes", evidence=source.quote("May"))
    tx.set_state("Run/1", "body", body)


def broken() -> None:
    """The disk fails."""
    raise apsw.IOError


def full() -> None:
    """The disk is full."""
    raise apsw.FullError


class _At:
    """Something done to the log, once a page of the transaction stands there: its header has a flush as well."""

    def __init__(self, action: str, *, after: bool) -> None:
        self._wanted, self._pages = (action, "wal", after), False

    def __call__(self, event: Event) -> bool:
        self._pages |= event.kind == "wal" and event.size > 1000
        return self._pages and event[:3] == self._wanted


FAULTS: dict[str, tuple[Callable[[], None], Callable[[Event], bool]]] = {
    "killed before the commit": (die, _At("write", after=False)),
    "killed in the commit": (die, _At("write", after=True)),
    "killed before the flush": (die, _At("sync", after=False)),
    "killed after the commit": (die, _At("sync", after=True)),
    "a full disk": (full, _At("write", after=False)),
    "an error at the commit": (broken, _At("sync", after=False)),
    "an error just after it": (broken, _At("sync", after=True)),
}


def once(channel: Channel, path: str, key: str, body: str, principal: str, fault: str) -> None:
    """Try it, with that fault, and say what became of it: a receipt, or the name of an error.

    The fault "lost": it is done, and then the process dies before it can say so.
    """
    acts, counts = FAULTS.get(fault, (die, lambda _: False))
    hook = Nth(0, acts, counts=counts)
    faults = FaultVFS("memtxn-keyed", hook)
    with memtxn.open(path, vfs=faults.name) as store:
        memory = store.memory("m", principal=principal)
        tx = memory.transaction(idempotency_key=key, on_reject="skip")
        fill(tx, body)
        hook.armed = True
        answer = answered(tx)
        hook.armed = False
        if fault == "lost":
            die()
        channel.say(answer)


def answered(tx: Transaction) -> str:
    """What its commit answers, as a line."""
    try:
        return "receipt " + told(tx.commit())
    except MemtxnError as error:
        return f"error {type(error).__name__}"


def told(receipt: Receipt) -> str:
    """A receipt in one line."""
    return msgspec.json.encode(receipt).decode()


if __name__ == "__main__":
    serve({"once": once})
