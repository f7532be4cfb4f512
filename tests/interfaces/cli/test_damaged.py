"""Evidence whose source lost its text: the account stays, is marked, and the command is no success."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

import memtxn
from memtxn.model.codec import canonical
from tests.interfaces.cli.shell import NOON, SAID, Shell
from tests.interfaces.cli.test_journal import damage

ABOUT = ("Meeting/client", "start_time")
MARK = "DAMAGED: the text of this source is damaged or missing"
DAMAGES = {
    "overwritten": "UPDATE body SET data = CAST(x'00000000' || substr(data, 5) AS BLOB) WHERE seq = 1",
    "missing": "DELETE FROM body WHERE seq = 1",
    "no longer found": "DELETE FROM source",
}


@pytest.fixture(params=list(DAMAGES.values()), ids=list(DAMAGES))
def damaged(shell: Shell, request: pytest.FixtureRequest) -> Shell:
    """A belief and a refusal whose common source was damaged."""
    source = shell.meeting()
    assert shell.run("propose", *ABOUT, "9pm", "--source", source, "--quote", "at 4pm").code == 1
    damage(shell, request.param)
    return shell


@pytest.mark.parametrize(
    "command",
    [("why", *ABOUT), ("why-not", *ABOUT), ("blame", ABOUT[0]), ("show", "2.0"), ("show", "2"), ("show", "3")],
    ids=" ".join,
)
def test_who_relied_on_it_is_told_and_the_damage_is_marked(damaged: Shell, command: tuple[str, ...]) -> None:
    done = damaged.run(*command)
    assert done.code == 5
    assert MARK in done.out
    assert "unknown source" not in done.out
    assert "pm" in done.out
    assert "memtxn verify" in done.err
    as_json = damaged.run(*command, "--json")
    assert as_json.code == 5
    assert '"damaged": true' in as_json.out
    assert as_json.json


def test_an_explanation_is_marked_in_its_text_and_as_data(damaged: Shell) -> None:
    with memtxn.open(damaged.db) as store:
        memory = store.memory("default")
        explained = memory.why(*ABOUT)
        assert [(one.text, one.damaged, one.at) for one in explained.evidence] == [("?", True, None)]
        assert MARK in str(explained)
        assert b'"damaged":true' in canonical(explained.to_dict())
        assert MARK in str(memory.why_not(*ABOUT))


def test_a_source_that_nobody_knew_is_no_damage(shell: Shell) -> None:
    shell.meeting()
    with memtxn.open(shell.db) as store:
        source = store.memory("other").observe("At 4pm, then.", speaker="ann", at=datetime.now(UTC))
        memory = store.memory("default")
        with pytest.raises(memtxn.Rejected), memory.transaction() as tx:
            tx.propose(*ABOUT, "4pm", evidence=source.quote("4pm"))
        explained = memory.why_not(*ABOUT)
    assert [one.damaged for one in explained.evidence] == [False]
    assert "unknown source" in str(explained)
    assert shell.ok("why-not", *ABOUT).err == ""


def test_a_source_that_came_with_a_refused_transaction(shell: Shell) -> None:
    """Its id is nowhere but in its text: it is told as damaged, not as never known."""
    assert shell.run("propose", *ABOUT, "9pm", "--text", SAID, "--quote", "at 5pm", "--at", NOON).code == 1
    with closing(sqlite3.connect(shell.db)) as connection, connection:
        connection.execute("UPDATE body SET data = zeroblob(9) WHERE instr(data, 'Room B')")
    done = shell.run("why-not", *ABOUT)
    assert done.code == 5
    assert MARK in done.out
    assert "at 5pm" in done.out
