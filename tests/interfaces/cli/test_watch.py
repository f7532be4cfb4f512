"""`memtxn watch`: each record as it comes, until somebody has enough."""

import json
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

import pytest

from memtxn import LogEntry, Memory, StorageBusy, Store
from memtxn.app.open import open as open_
from memtxn.interfaces.cli.follow import LONGEST, SHORTEST, follow, next_seq
from memtxn.model.key import Key
from tests.interfaces.cli.shell import COMMAND, Shell


class Enough(Exception):
    """Whoever watched stops."""


@pytest.fixture
def store(shell: Shell) -> Iterator[Store]:
    """The store, open in this process."""
    with open_(shell.db) as store:
        yield store


def state(memory: Memory, value: int) -> None:
    with memory.transaction() as tx:
        tx.set_state("Run/1", "step", value)


def seen(memory: Memory, first: int, moments: list[Callable[[], object]]) -> tuple[list[int], list[float]]:
    """What comes from a record on, while in each pause something happens; and how long the pauses were."""
    pauses: list[float] = []
    seqs: list[int] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if not moments:
            raise Enough
        moments.pop(0)()

    with suppress(Enough):
        for entry in follow(memory, first, pause):
            seqs.append(entry.seq)
    return seqs, pauses


def nothing() -> None:
    """Nobody writes."""


# -- following ---------------------------------------------------------------------------------------------


def test_each_record_once_and_in_order(store: Store) -> None:
    memory = store.memory("m")
    state(memory, 1)

    def several() -> None:
        for value in (3, 4, 5):
            state(memory, value)

    seqs, _ = seen(memory, 1, [lambda: state(memory, 2), nothing, several])
    assert seqs == [1, 2, 3, 4, 5]
    assert seen(memory, 4, [])[0] == [4, 5]
    assert seen(memory, next_seq(memory), [nothing, lambda: state(memory, 6)])[0] == [6]


def test_a_memory_that_comes_into_being(store: Store) -> None:
    memory = store.memory("later")
    assert next_seq(memory) == 1
    assert seen(memory, 1, [nothing, lambda: state(store.memory("later"), 1)])[0] == [1]


def test_the_pauses_grow_while_nothing_comes(store: Store) -> None:
    memory = store.memory("m")
    _, pauses = seen(memory, 1, [nothing] * 10)
    assert pauses[:3] == [SHORTEST, 2 * SHORTEST, 4 * SHORTEST]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST
    _, pauses = seen(memory, 1, [*[nothing] * 10, lambda: state(memory, 1)])
    assert pauses[-2:] == [LONGEST, SHORTEST]


def test_a_look_at_a_quiet_journal_costs_the_same_however_long_it_is(store: Store) -> None:
    memory = store.memory("m")
    counted = []
    for rounds in (2, 50):
        for value in range(rounds):
            state(memory, value)
        asked = Counting(memory)
        seen(asked, next_seq(memory), [nothing] * 5)  # type: ignore[arg-type]
        counted.append(asked.calls)
    assert counted[0] == counted[1] == 6


class Counting:
    """A memory whose journal is busy at first, and that counts how often it is asked."""

    def __init__(self, inner: Memory, busy: int = 0) -> None:
        self.inner, self.busy, self.calls = inner, busy, 0

    def log(self, *args: Any, **options: Any) -> Iterator[LogEntry]:  # noqa: ANN401
        self.calls += 1
        if self.calls <= self.busy:
            raise StorageBusy("waited")
        return self.inner.log(*args, **options)


def test_a_busy_store_is_asked_again(store: Store) -> None:
    memory = store.memory("m")
    state(memory, 1)
    busy = Counting(memory, busy=3)
    assert seen(busy, 1, [nothing] * 3)[0] == [1]  # type: ignore[arg-type]
    assert busy.calls == 4


def test_a_record_that_is_missing_is_told_once(store: Store, shell: Shell) -> None:
    memory = store.memory("m")
    for value in range(3):
        state(memory, value)
    with closing(sqlite3.connect(shell.db)) as db:
        db.execute("DELETE FROM journal WHERE seq IN (1, 2)")
        db.commit()
    assert seen(memory, 1, [nothing])[0] == [1, 3]


# -- the command -------------------------------------------------------------------------------------------


@contextmanager
def watching(shell: Shell, *args: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own."""
    process = subprocess.Popen(
        [*COMMAND, "watch", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=shell.environment(),
        cwd=shell.folder,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=60)


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline()


def test_a_line_for_each_record_and_a_clean_end(shell: Shell) -> None:
    shell.meeting()
    with watching(shell, "--from", "2") as process:
        assert line(process).endswith('  ADD Meeting/client.start_time = "4pm"\n')
        shell.ok("retract", "Meeting/client", "start_time", "--label", "called off")
        told = line(process)
        assert told.startswith("seq 3  ")
        assert "commit  local  “called off”  SOURCE " in told
        assert told.endswith('SUPERSEDE, retracted: Meeting/client.start_time = "4pm"\n')
        shell.refused()
        assert "decision" in line(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err


def test_from_now_on(shell: Shell) -> None:
    with watching(shell, "--json") as process:
        assert process.stderr
        assert "no records yet" in process.stderr.readline()
        shell.meeting()
        assert [json.loads(line(process))["seq"] for _ in range(2)] == [1, 2]


def test_of_an_entity_and_of_an_attribute(shell: Shell) -> None:
    shell.ok("declare", "Meeting", "tags", "--cardinality", "many")
    shell.meeting()
    shell.ok("propose", "Meeting/other", "start_time", "5pm", "--text", "5pm")
    shell.ok("propose", "Meeting/client", "room", "B", "--text", "in B")
    with watching(shell, "Meeting/client", "--from", "1", "--json") as process:
        entries = [json.loads(line(process)) for _ in range(3)]
    assert [entry["seq"] for entry in entries] == [1, 3, 5]
    assert [[change["what"] for change in entry["changes"]] for entry in entries] == [
        ["DECLARE"],
        ["ADD"],
        ["ADD"],
    ]
    with watching(shell, "Meeting/client", "room", "--from", "1", "--json") as process:
        assert json.loads(line(process))["seq"] == 5


def test_a_reader_that_goes_away_ends_it_though_nothing_comes(shell: Shell) -> None:
    shell.meeting()
    with watching(shell) as process:
        assert process.stdout
        process.stdout.close()
        assert process.wait(timeout=60) == 141
        assert process.stderr
        assert process.stderr.read() == ""


def test_a_pipe_that_takes_one_line(shell: Shell) -> None:
    shell.meeting()
    done = shell.pipeline("$memtxn watch --from 1 | head -n 1")
    assert done.out.startswith("seq 1  ")
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "args",
    [("Meeting",), ("Meeting/a", " "), ("Meeting/a", ""), ("--from", "0"), ("--from", "x"), ("A/b", "c", "d")],
)
def test_misuse(shell: Shell, args: tuple[str, ...]) -> None:
    assert shell.run("watch", *args).code == 2


def test_what_is_shown_is_safe(shell: Shell) -> None:
    shell.ok("propose", "A/b\x1b", "c\u202e", "x\x07", "--text", "x\x07 is so\x1b[31m")
    with watching(shell, "--from", "1") as process:
        told = line(process)
    assert not {"\x1b", "\x07", "\u202e"} & set(told)
    assert Key.of("A/b\x1b", "c\u202e").entity_id == "b\x1b"
