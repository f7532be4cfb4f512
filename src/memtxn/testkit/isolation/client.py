"""A client: carries out random transactions on a memory and keeps a true account of them.

A key ``group/name`` is the attribute ``list`` of the entity ``group/name``; to append is to read the list and to
state a longer one. What a transaction is about to commit is in the log before it commits.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import count
from random import Random

import msgspec

from memtxn.engine.memory import Memory
from memtxn.engine.transaction import Transaction
from memtxn.errors import MemtxnError, OutcomeUnknown
from memtxn.model.belief import Belief
from memtxn.model.codec import Json
from memtxn.testkit.isolation.anomaly import Isolation
from memtxn.testkit.isolation.history import UNDONE, Append, End, Log, Op, Read, Scan, Status, Txn, Values
from memtxn.testkit.isolation.workload import Groups, Step, Workload

ATTRIBUTE = "list"
VALUES_EACH = 10_000_000
"""How many values a client may append, so that those of different clients differ."""


class Account:
    """What one transaction has done so far. ``undone`` is what a savepoint took back."""

    def __init__(self, id_: str, process: str) -> None:
        self.ops: list[Op] = []
        self.undone: list[Op] = []
        self.tx = ""
        self._id, self._process = id_, process
        self._began = time.monotonic_ns()

    def open(self) -> list[Txn]:
        """The transaction, its outcome unknown; and another one that never happened, for what was undone."""
        txn = Txn(self._id, self._process, tuple(self.ops), self._began, tx=self.tx)
        never = Txn(f"{self._id}~", self._process, tuple(self.undone), self._began, status="fail", error=UNDONE)
        return [txn, never] if self.undone else [txn]

    def end(self, status: Status, error: str = "") -> End:
        """How it ended, just now."""
        return End(self._id, None if status == "info" else time.monotonic_ns(), status, error)


class Client:
    """Of one thread. ``number`` tells it from every other client of the memory, past or present."""

    def __init__(
        self, memory: Memory, log: Log, number: int, *, workload: Workload, groups: Groups, isolation: Isolation
    ) -> None:
        self._memory, self._log, self._isolation = memory, log, isolation
        self._workload, self._groups = workload, groups
        self._chance = Random(f"client {number}")
        self._values = count(number * VALUES_EACH)
        self._name, self._turns = f"c{number}", count(1)
        self.done = 0
        """Operations that it knows to have committed."""
        self.known = False
        """Whether a transaction of it is in its log."""

    def work(self) -> Iterator[None]:
        """Carry out one transaction, with a rest before each step of it; or ask one question without one."""
        steps = self._workload.steps_of(self._chance, self._groups.names)
        if self._chance.random() < self._workload.glances:
            self._glance(steps[0])
        else:
            yield from self._transact(steps)

    def survey(self, groups: Iterable[str]) -> None:
        """Look at whole groups, one after the other."""
        for group in groups:
            self._glance(Step("scan", f"{group}/"))

    def _glance(self, step: Step) -> None:
        """A question is a transaction of its own."""
        account = self._account()
        self._look(self._memory, account, Step("scan" if step.what == "scan" else "read", step.key))
        size = self._begun(account)
        self._over(account.end("ok"), size)

    def _transact(self, steps: list[Step]) -> Iterator[None]:
        account = self._account()
        tx = self._memory.transaction(isolation=self._isolation)
        account.tx = tx.id
        try:
            for step in steps:
                yield
                self._do(tx, account, step)
        except MemtxnError as error:
            tx.rollback()
            self._over(account.end("fail", error.code), self._begun(account))
            return
        yield
        size = self._begun(account)
        self._over(self._ended(tx, account), size)

    def _ended(self, tx: Transaction, account: Account) -> End:
        """Commit, or think better of it; and how that ended."""
        if self._chance.random() < self._workload.given_up:
            tx.rollback()
            return account.end("fail")
        try:
            tx.commit()
        except OutcomeUnknown as error:
            return account.end("info", error.code)
        except MemtxnError as error:
            return account.end("fail", error.code)
        return account.end("ok")

    def _do(self, tx: Transaction, account: Account, step: Step) -> None:
        match step.what:
            case "append":
                account.ops.append(self._append(tx, account, step))
            case "undone":
                savepoint = tx.savepoint()
                account.undone.append(self._append(tx, account, step))
                tx.rollback_to(savepoint)
            case _:
                self._look(tx, account, step)

    def _append(self, tx: Transaction, account: Account, step: Step) -> Append:
        old = self._look(tx, account, Step("read", step.key))
        value = next(self._values)
        longer: list[Json] = [*old, value]
        tx.set_state(step.key, ATTRIBUTE, longer)
        return Append(step.key, value)

    def _look(self, where: Memory | Transaction, account: Account, step: Step) -> Values:
        """Read a key or scan its group, and remember it."""
        if step.what == "scan":
            scan = Scan(step.group, dict(map(_shown, where.scan(step.group))))
            account.ops.append(scan)
            for key, values in scan.found.items():
                self._groups.seen(key, len(values))
            return ()
        belief = where.get(step.key, ATTRIBUTE)
        values = _shown(belief)[1] if isinstance(belief, Belief) else ()
        account.ops.append(Read(step.key, values))
        self._groups.seen(step.key, len(values))
        return values

    def _account(self) -> Account:
        return Account(f"{self._name}-{next(self._turns)}", self._name)

    def _begun(self, account: Account) -> int:
        """Log it, and say how many operations it has."""
        txns = account.open()
        for txn in txns:
            self._log.begun(txn)
        self.known = True
        return txns[0].size

    def _over(self, end: End, size: int) -> None:
        self._log.ended(end)
        self.done += size if end.status == "ok" else 0


def _shown(belief: Belief) -> tuple[str, Values]:
    """A key of the history, and its list."""
    return f"{belief.entity_type}/{belief.entity_id}", msgspec.convert(belief.value, Values)
