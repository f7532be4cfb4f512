"""P15 under faults: one idempotency key, tried until it is answered, is one effect and one receipt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

import memtxn
from memtxn import Conflict, IdempotencyMismatch, Memory, NotCommitted, Receipt, Rejected, Transaction
from memtxn.model.record import DEFAULT_PRINCIPAL
from memtxn.testkit.victims import Victims
from tests.crash.keyed import FAULTS, NOON, fill, told
from tests.telling import Tell

DEADLY = [fault for fault in [*FAULTS, "lost"] if fault == "lost" or fault.startswith("killed")]
LANDS = {"killed in the commit", "killed before the flush", "killed after the commit", "lost"}
"""What may leave the whole transaction in the file: a killed process has written what it had written."""


@pytest.fixture(scope="module")
def keyed() -> Iterator[Victims]:
    with Victims("tests.crash.keyed", Path(__file__).parents[2]) as server:
        yield server


class Client:
    """Tries the same request again and again, each time in a process of its own."""

    def __init__(self, server: Victims, path: Path) -> None:
        self._server, self.path = server, path

    def attempt(
        self, fault: str = "", *, key: str = "k", body: str = "a", principal: str = DEFAULT_PRINCIPAL
    ) -> str | None:
        """What it was answered; None when the process died first."""
        victim = self._server.start("once", str(self.path), key, body, principal, fault)
        lines, code = victim.rest(), victim.wait()
        victim.close()
        assert (code, len(lines)) in [(0, 1), (-9, 0)]
        assert code == 0 or fault in DEADLY
        return lines[0] if lines else None


@pytest.fixture
def client(keyed: Victims, tmp_path: Path) -> Client:
    path = tmp_path / "agent.db"
    with memtxn.open(path) as store, store.memory("m").transaction() as tx:
        tx.set_state("Base/1", "n", 1)
    return Client(keyed, path)


def check_once(path: Path, answer: str, *, records: int = 2) -> None:
    """It was done once, and what was answered is what stands."""
    with memtxn.open(path) as store:
        memory = store.memory("m")
        assert len(memory.history("Run/1", "body")) == len(memory.history("Invoice/1", "due")) == 1
        assert [account.times for account in memory.why_not("Invoice/1", "paid").accounts] == [1]
        (entry,) = memory.log(2, 2)
        receipt = memory.outcome(entry.tx_id or "")
        assert isinstance(receipt, Receipt)
        assert answer == "receipt " + told(receipt)
        assert [each.outcome.name for each in receipt.outcomes] == ["ADD", "ADD", "REJECT", "ADD"]
        report = memory.verify()
        assert report.ok, report.problems
        assert report.seq == records


def test_five_tries_with_a_fault_in_each_but_the_last(client: Client) -> None:
    """Killed before the COMMIT, an error at it, killed after it, an answer lost, and then: an answer."""
    assert client.attempt("killed before the commit") is None
    assert client.attempt("an error at the commit") == "error StorageError"
    with memtxn.open(client.path) as store:
        assert store.memory("m").verify().seq == 1
    assert client.attempt("killed after the commit") is None
    assert client.attempt("lost") is None
    answer = client.attempt()
    assert answer is not None
    check_once(client.path, answer)
    assert client.attempt() == answer


@pytest.mark.parametrize("fault", [*FAULTS, "lost"])
def test_one_fault_five_times(client: Client, fault: str) -> None:
    for _ in range(5):
        client.attempt(fault)
    answer = client.attempt()
    assert answer is not None
    check_once(client.path, answer)
    with memtxn.open(client.path) as store:
        tx = store.memory("m").transaction(idempotency_key="k", on_reject="skip")
        fill(tx, "a")
        assert answer == "receipt " + told(tx.commit())


@pytest.mark.slow
def test_faults_in_every_order(keyed: Victims, tmp_path: Path, tell: Tell) -> None:
    """All orders of four kinds of faults: whatever came before, the fifth try is given the one receipt."""
    kinds = ["killed before the commit", "killed after the commit", "an error at the commit", "lost"]
    orders = list(permutations(kinds))
    for number, order in enumerate(orders):
        client = Client(keyed, tmp_path / f"{number}.db")
        with memtxn.open(client.path) as store, store.memory("m").transaction() as tx:
            tx.set_state("Base/1", "n", 1)
        given = {answer for fault in order if (answer := client.attempt(fault)) and answer.startswith("receipt")}
        answer = client.attempt()
        assert answer is not None
        assert given <= {answer}
        check_once(client.path, answer)
    tell("one key, tried five times with faults in between", orders=len(orders), effects_of_each=1)


@pytest.mark.parametrize("fault", sorted(LANDS))
def test_another_request_under_a_key_whose_answer_was_lost(client: Client, fault: str) -> None:
    """It is told so, if the first one stands; else it is the one that counts, for good."""
    client.attempt(fault)
    with memtxn.open(client.path) as store:
        stands = store.memory("m").verify().seq == 2
    told_of_other = client.attempt(body="b")
    assert told_of_other is not None
    assert (told_of_other == "error IdempotencyMismatch") == stands
    told_of_first = client.attempt()
    assert told_of_first is not None
    assert (told_of_first == "error IdempotencyMismatch") == (not stands)
    check_once(client.path, told_of_first if stands else told_of_other)
    assert stands or fault not in ("killed after the commit", "lost")


def test_a_key_belongs_to_its_principal(client: Client) -> None:
    """Each has its own effect, also after a kill; the other's request is nobody's mismatch."""
    client.attempt("killed after the commit")
    other = client.attempt(principal="other", body="b")
    mine = client.attempt()
    assert mine is not None
    assert other is not None
    assert mine != other
    assert client.attempt(principal="other", body="b") == other
    with memtxn.open(client.path) as store:
        assert len(store.memory("m").history("Run/1", "body")) == 2
        assert store.memory("m").verify().seq == 3


def test_a_key_is_not_consumed_by_what_did_not_commit(client: Client) -> None:
    """Conflict, Rejected, a rollback, an error of the storage: afterwards the key is free, in every process."""
    with memtxn.open(client.path) as store:
        memory = store.memory("m")
        assert isinstance(lost(memory), Conflict)
        assert isinstance(rejected(memory), Rejected)
        given_up = memory.transaction(idempotency_key="k")
        given_up.set_state("Other/1", "n", 3)
        given_up.rollback()
        assert memory.outcome(given_up.id) == NotCommitted(tx_id=given_up.id)
        records = memory.verify().seq
    assert client.attempt("a full disk") == "error StorageFull"
    answer = client.attempt()
    assert answer is not None
    assert answer.startswith("receipt")
    with memtxn.open(client.path) as store:
        memory = store.memory("m")
        assert memory.verify().seq == records + 1
        tx = memory.transaction(idempotency_key="k")
        tx.set_state("Other/1", "n", 4)
        with pytest.raises(IdempotencyMismatch):
            tx.commit()


def lost(memory: Memory) -> object:
    def meddle(tx: Transaction) -> None:
        tx.get("Base/1", "n")
        with memory.transaction() as other:
            other.set_state("Base/1", "n", 2)
        tx.set_state("Base/1", "n", 3)

    try:
        memory.run(meddle, retries=0, idempotency_key="k")
    except Conflict as error:
        return error
    return None


def rejected(memory: Memory) -> object:
    tx = memory.transaction(idempotency_key="k")
    tx.propose("Bad/1", "n", "unfounded", observed_at=NOON)
    try:
        tx.commit()
    except Rejected as error:
        return error
    return None
