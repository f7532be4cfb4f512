"""`memtxn show`: everything about a record, a belief, a source."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.interfaces.cli.shell import NOON, SAID, Shell
from tests.interfaces.cli.test_journal import damage

ABOUT = ("Meeting/client", "start_time")


@pytest.fixture
def busy(shell: Shell) -> Shell:
    """1 source, 2 a belief, 3 a refusal, 4 what replaced the belief, 5 a retraction."""
    shell.meeting()
    shell.refused()
    shell.ok(
        "propose", *ABOUT, "6pm", "--text", "So, make it 6pm then.", "--quote", "make it 6pm", "--label", "later"
    )
    shell.ok("retract", *ABOUT, "--text", "no longer 6pm")
    return shell


def shown(shell: Shell, what: str) -> dict[str, Any]:
    answer: dict[str, Any] = shell.ok("show", what, "--json").json
    return answer


def test_a_record(busy: Shell) -> None:
    record = shown(busy, "4")
    assert (record["what"], record["seq"], record["kind"]) == ("record", 4, "commit")
    assert (record["record"]["label"], record["record"]["principal"]) == ("later", "local")
    assert len(record["policy"]) == 16
    assert record["observed"][0]["text"] == "So, make it 6pm then."
    (one,) = record["proposals"]
    assert (one["outcome"], one["id"], one["status"], one["value"]) == ("SUPERSEDE", "4.2", "retracted", "6pm")
    assert [rule["decision"] for rule in one["findings"]] == ["ADMIT"] * len(one["findings"])
    assert one["replaced"] == [{"id": "2.0", "value": "4pm", "status": "superseded", "observed_at": NOON}]
    (quote,) = one["evidence"]
    assert (quote["text"], quote["start"]) == ("make it 6pm", 4)
    assert [source["id"] for source in record["cited"]] == [quote["source_id"]]


def test_a_record_in_words(busy: Shell) -> None:
    out = busy.ok("show", "4").out
    assert out.startswith("seq 4  20")
    assert "by local  “later”" in out.splitlines()[0]
    for part in (
        '\nSUPERSEDE 4.2 Meeting/client.start_time = "6pm"  retracted\n',
        "  evidence     So, “make it 6pm” then. — ",
        "  rule         patch        pass\n",
        '  replaced     2.0 = "4pm", observed 2026-03-01 12:00:00 UTC, superseded\n',
        "  shown until  ",
    ):
        assert part in out


def test_a_refusal(busy: Shell) -> None:
    (one,) = shown(busy, "3")["proposals"]
    assert (one["outcome"], one["status"], one["value"]) == ("REJECT", "reject", "5pm")
    assert [rule["code"] for rule in one["findings"] if rule["code"]] == ["not_ordered_subsequence"]
    assert shown(busy, one["id"])["proposal"] == one
    busy.refused()
    assert shown(busy, "3")["proposals"][0]["times"] == 2
    assert "(2 times)" in busy.ok("show", "3").out


def test_a_belief_and_a_retraction(busy: Shell) -> None:
    belief = shown(busy, "2.0")
    assert (belief["what"], belief["record"]["seq"]) == ("belief", 2)
    assert (belief["proposal"]["status"], belief["proposal"]["superseded_by"]) == ("superseded", "4.2")
    assert belief["cited"][0]["text"] == SAID
    retraction = shown(busy, "5.1")["proposal"]
    assert (retraction["status"], retraction["retracts"], retraction["replaced"][0]["id"]) == (
        "retraction",
        True,
        "4.2",
    )
    assert "\nSUPERSEDE 5.1, retracted: " not in busy.ok("show", "5.1").out
    assert busy.ok("show", "5.1").out.startswith("SUPERSEDE 5.1, retracted: Meeting/client.start_time")


def test_a_source_by_its_id_or_its_first_digits(busy: Shell) -> None:
    source = busy.observe()
    told = shown(busy, source)
    assert (told["what"], told["source"]["text"], told["record"]["seq"]) == ("source", SAID, 1)
    for text in (source[:8], source[:8].upper(), "1.0"):
        assert shown(busy, text) == told
    assert f"  says         “{SAID}”" in busy.ok("show", source).out


def test_a_transaction_by_its_id_or_its_first_digits(busy: Shell) -> None:
    record = shown(busy, "4")
    tx = record["record"]["tx_id"]
    for text in (tx, tx[:12], tx[:31]):
        assert shown(busy, text) == record


def test_a_document(shell: Shell) -> None:
    order = ("--text", '{"order": {"total": 4}}', "--json-source", "--pointer", "/order/total")
    shell.ok("propose", "Order/1", "total", "4", "--value-json", *order)
    out = shell.ok("show", "1").out
    assert "4 at /order/total — " in out
    assert shown(shell, "1")["cited"][0]["value"] == {"order": {"total": 4}}


def test_what_a_transaction_had_read(busy: Shell) -> None:
    from memtxn.app.open import open as open_

    with open_(busy.db) as store:
        memory = store.memory("default")

        def count(tx: Any) -> None:  # noqa: ANN401
            tx.get("Meeting/client", "start_time")
            seen = tx.get("Counter/n", "n")
            tx.set_state("Counter/n", "n", seen.value + 1 if seen else 0)

        memory.run(count)
        memory.run(count)
    reads = {read["key"]["attribute"]: read["version"] for read in shown(busy, "7")["reads"]}
    assert reads == {"start_time": 3, "n": 1}
    assert "  read         Counter/n.n at version 1\n" in busy.ok("show", "7").out


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("0", 3),
        ("6", 3),
        ("6.0", 3),
        ("2.9", 3),
        ("0.0", 3),
        ("1.5.2", 2),
        ("abc", 2),
        ("abcd", 3),
        ("99999999", 3),
        ("1" * 32, 3),
        ("f" * 33, 2),
        ("9" * 5000, 2),
        ("", 2),
        ("Meeting/client", 2),
        ("٣", 2),
        (" 4", 2),
    ],
)
def test_what_is_not_there_or_no_id(busy: Shell, what: str, code: int) -> None:
    done = busy.run("show", what, "--json")
    assert done.code == code, done


def test_first_digits_of_several(shell: Shell) -> None:
    from memtxn.app.open import open as open_

    with open_(shell.db) as store:
        memory = store.memory("default")
        with memory.transaction() as tx:
            for number in range(900):
                tx.observe(str(number), speaker="a", at=datetime(2026, 3, 1, tzinfo=UTC))
    ids = [one["id"] for one in shown(shell, "1")["observed"]]
    firsts = [id_[:4] for id_ in ids]
    twice = next(first for first in firsts if firsts.count(first) > 1)
    done = shell.run("show", twice, "--json")
    assert (done.code, done.error["code"]) == (2, "InvalidInput")
    for id_ in ids:
        assert id_[:4] != twice or f"source {id_}" in done.error["message"]


def test_damage_is_named(busy: Shell) -> None:
    damage(busy, "UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE seq = 2 AND ord = 0")
    (one,) = shown(busy, "2")["proposals"]
    assert (one["readable"], one["value"], one["id"]) == (False, None, "2.0")
    assert " 2.0 unreadable" in busy.ok("show", "2").out
    damage(busy, "UPDATE journal SET data = x'c1' WHERE seq = 3")
    assert busy.run("show", "3", "--json").error["code"] == "Unreadable"
    damage(busy, "DELETE FROM journal WHERE seq = 3")
    assert busy.run("show", "3").code == 5
