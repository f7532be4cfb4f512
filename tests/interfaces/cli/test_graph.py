"""`memtxn log --graph`, `--oneline`, of an entity; `memtxn history --graph`."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from memtxn.interfaces.cli.bars import LEGEND
from memtxn.interfaces.cli.graph import Graph
from memtxn.model.key import Key
from memtxn.model.logentry import Change, LogEntry, Stands
from tests.interfaces.cli.shell import Shell
from tests.interfaces.cli.test_journal import damage
from tests.interfaces.cli.test_process import on_a_terminal
from tests.interfaces.cli.test_ranges import ABOUT, lively

__all__ = ["lively"]


# -- drawing -------------------------------------------------------------------------------------------


def version(id_: str, *replaced: str, stands: Stands = Stands.NOW, what: str = "ADD", **more: Any) -> LogEntry:  # noqa: ANN401
    key = Key("T", "1", "x")
    change = Change(what=what, id=id_, key=key, value=id_, replaced=replaced, stands=stands, **more)
    return LogEntry(kind="commit", seq=int(id_.partition(".")[0]), changes=(change,))


def drawn(*entries: LogEntry, lanes: int = 9) -> list[str]:
    """What stands beside the words, of a graph with one line for each change."""
    graph = Graph(lanes, oneline=True)
    lines = [line.plain for entry in entries for line in graph.entry(entry)]
    return [re.sub(r" +\d+\.\d+ .*", "", line) for line in lines]


def test_a_chain() -> None:
    assert drawn(version("3.0", "2.0"), version("2.0", "1.0"), version("1.0")) == ["*", "*", "*"]


def test_two_chains_side_by_side() -> None:
    entries = version("4.0", "2.0"), version("3.0", "1.0"), version("2.0"), version("1.0")
    assert drawn(*entries) == ["*", "| *", "* |", "  *"]


def test_what_stands_alone_is_drawn_apart() -> None:
    entries = version("4.0", "1.0"), version("3.0", stands=Stands.NEVER), version("2.0", stands=Stands.LATER)
    assert drawn(*entries, version("1.0")) == ["*", "| ~", "| +", "*"]


def test_two_versions_that_replaced_one() -> None:
    entries = version("4.0", "1.0"), version("3.0", "2.0"), version("2.5", "1.0"), version("1.0")
    assert drawn(*entries) == ["*", "| *", "| | *", "|-|-'", "* |"]


def test_one_version_that_replaced_two() -> None:
    entries = version("4.0", "2.0", "1.0"), version("2.0"), version("1.0")
    assert drawn(*entries) == ["*", "|-.", "* |", "  *"]


def test_lanes_are_bounded_and_what_finds_none_says_so() -> None:
    entries = [version(f"{seq}.0", f"{seq - 50}.0") for seq in range(150, 50, -1)]
    graph = Graph(3, oneline=True)
    lines = [line.plain for entry in entries for line in graph.entry(entry)]
    assert lines[0].startswith("* 150.0 ADD")
    assert "replaced" not in lines[0]
    assert lines[3].startswith("| | | * 147.0 ADD")
    assert lines[3].endswith("replaced 97.0")
    assert max(re.search(r"\d", line).start() for line in lines) == 8  # type: ignore[union-attr]


def test_every_sign() -> None:
    signs = {
        "=": version("1.0", what="NOOP"),
        "-": version("1.0", retracts=True),
        "x": version("1.0", what="REJECT"),
        "?": version("1.0", what="QUARANTINE", retracts=True),
        "#": version("1.0", what="DECLARE"),
        "!": version("1.0", readable=False),
        "+": version("1.0", stands=Stands.LATER),
        "~": version("1.0", stands=Stands.PAST),
    }
    for sign, entry in signs.items():
        (line,) = [line.plain for line in Graph(3).entry(entry)][1:]
        assert line.startswith(f"{sign} ")


# -- on a memory ---------------------------------------------------------------------------------------


def graph(shell: Shell, *options: str) -> list[str]:
    """The signs before the words, line by line."""
    lines = shell.ok("log", "--graph", *options).out.splitlines()
    return [re.split(r"\w", line, maxsplit=1)[0].rstrip() for line in lines[1:]]


def test_the_versions_of_a_key(lively: Shell) -> None:
    """Newest first: scheduled, late, moved, first."""
    assert graph(lively, *ABOUT) == ["", "+", "|", "| ~", "|", "*", "|", "*"]
    lines = lively.ok("log", *ABOUT, "--graph", "--oneline").out.splitlines()
    assert [line.split()[-1] for line in lines] == ['"8pm"', '"2pm"', '"6pm"', '"4pm"']
    assert lines[1].startswith("| ~ 4.1 ADD, in the past: Meeting/client.start_time")


def test_the_whole_memory(lively: Shell) -> None:
    lively.refused()
    text = lively.ok("log", "--graph").out
    assert 'x REJECT Meeting/client.start_time = "5pm"  not_ordered_subsequence' in text
    assert '- SUPERSEDE, retracted: Person/a.likes = "tea"\n| seq 7' in text
    assert lively.run("log", "--graph", "--reverse").code == 2


def test_oneline(lively: Shell) -> None:
    lines = lively.ok("log", "--oneline").out.splitlines()
    assert [line.split()[0] for line in lines] == ["8", "7", "6", "5", "4", "3", "2", "1"]
    assert lines[0].endswith('SUPERSEDE, retracted: Person/a.likes = "tea"  and 1 more change')
    assert [
        line.split()[0] for line in lively.ok("log", "--oneline", "--reverse", "-n", "2").out.splitlines()
    ] == ["7", "8"]


@pytest.mark.parametrize(
    ("about", "seqs"),
    [
        (ABOUT, [9, 5, 4, 3, 2]),
        (("Meeting/client",), [9, 6, 5, 4, 3, 2]),
        (("Meeting/client", "room"), [6]),
        (("Person/a",), [8, 7]),
        (("Meeting/client", "-n", "2"), [9, 6]),
        (("Meeting/client", "-n", "2", "--reverse"), [6, 9]),
        (("Meeting/client", "--reverse"), [2, 3, 4, 5, 6, 9]),
        (("Person/a", "-n", "0"), []),
    ],
)
def test_of_an_entity(lively: Shell, about: tuple[str, ...], seqs: list[int]) -> None:
    lively.refused()
    entries = [json.loads(line) for line in lively.ok("log", *about, "--json").out.splitlines()]
    assert [entry["seq"] for entry in entries] == seqs
    assert all(
        change["key"]["entity_id"] == about[0].partition("/")[2] for one in entries for change in one["changes"]
    )


def test_a_refusal_of_a_key_that_was_never_believed(shell: Shell) -> None:
    shell.refused()
    assert "REJECT" in shell.ok("log", *ABOUT, "--oneline").out
    assert "REJECT" in shell.ok("log", "Meeting/client").out


@pytest.mark.parametrize(
    ("about", "code"), [(("Meeting/clien",), 3), (("Meeting/client", "rom"), 3), (("Meeting",), 2)]
)
def test_of_nothing(lively: Shell, about: tuple[str, ...], code: int) -> None:
    assert lively.run("log", *about, "--json").code == code


def test_a_declaration_that_plans_a_key_anew_is_about_it(lively: Shell) -> None:
    lively.ok("declare", "Meeting", "start_time", "--cardinality", "many")
    for about in (ABOUT, ("Meeting/client",)):
        assert graph(lively, *about)[:3] == ["", "#", ""]
        assert "# DECLARE Meeting/*.start_time = " in lively.ok("log", *about, "--graph").out
    assert "DECLARE" not in lively.ok("log", "Person/a").out
    assert "  declare      Meeting/*.start_time = " in lively.ok("show", "9").out
    assert '"status": "active"' in lively.ok("show", "2.0", "--json").out


def test_what_was_replaced_in_json(lively: Shell) -> None:
    entries = [json.loads(line) for line in lively.ok("log", "--graph", "--json").out.splitlines()]
    links = {
        one["id"]: (one["replaced"], one["stands"])
        for entry in entries
        for one in entry["changes"]
        if one["stands"]
    }
    assert links == {
        "8.1": (["7.1"], "now"),
        "7.1": ([], "now"),
        "6.1": ([], "past"),
        "5.1": (["3.2"], "later"),
        "4.1": ([], "past"),
        "3.2": (["2.0"], "now"),
        "2.0": ([], "now"),
    }


def test_damage_does_not_end_it(lively: Shell) -> None:
    damage(lively, "UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE seq = 3 AND ord = 2")
    damage(lively, "DELETE FROM journal WHERE seq = 5")
    damage(lively, "UPDATE journal SET data = x'c1' WHERE seq = 6")
    for options in (("--graph",), ("--oneline",), (*ABOUT, "--graph"), (*ABOUT, "--reverse")):
        out = lively.ok("log", *options).out
        assert "unreadable" in out
        assert "missing" in out


def test_a_long_log_is_told_as_it_is_read(shell: Shell) -> None:
    """The first lines come before the last records are read, in every form; nothing is kept of what was told."""
    from memtxn.app.open import open as open_

    with open_(shell.db) as store:
        memory = store.memory("default")
        for number in range(200):
            with memory.transaction() as tx:
                tx.set_state(f"Counter/{number % 3}", "n", number)
        told: Iterator[LogEntry] = memory.log(links=True)
        drawing = Graph(9)
        for number, entry in enumerate(told):
            assert list(drawing.entry(entry))
            assert len(drawing._lanes) <= 3
            if number == 100:
                break
        damaged = memory.log(entity="Counter/0", attribute="n")
        assert next(damaged).seq == 199
    out = shell.ok("log", "Counter/0", "--graph", "--oneline").out.splitlines()
    assert len(out) == 67
    assert all(line.startswith("* ") for line in out)


@pytest.mark.parametrize("columns", ["20", "40", "80"])
def test_on_a_terminal_no_line_is_wrapped(lively: Shell, columns: str) -> None:
    for args in (("log", "--graph"), ("log", "--oneline"), ("history", *ABOUT, "--graph")):
        seen = on_a_terminal(lively, *args, COLUMNS=columns, NO_COLOR="1")
        lines = re.sub(r"\x1b\[[0-9;]*m", "", seen).split("\r\n")
        assert max(map(len, lines[1:])) <= int(columns)
        assert columns == "80" or any(line.endswith("…") for line in lines)


@pytest.mark.parametrize("columns", ["70", "80"])
def test_a_narrow_terminal_is_shown_the_dates_and_all_of_the_legend(lively: Shell, columns: str) -> None:
    seen = on_a_terminal(lively, "history", *ABOUT, "--graph", COLUMNS=columns, NO_COLOR="1")
    told = re.sub(r"\x1b\[[0-9;]*m", "", seen)
    assert "…" not in told
    piped = lively.ok("history", *ABOUT, "--graph").out
    assert told.count("from 20") == piped.count("from 20") > 1
    for sign in LEGEND.split("    "):
        assert sign in told


@pytest.mark.parametrize("columns", ["40", "80"])
@pytest.mark.parametrize("args", [("why", *ABOUT), ("show", "2"), ("blame", ABOUT[0]), ("scan",), ("diff", "..")])
def test_what_is_too_long_hangs_behind_its_beginning(lively: Shell, args: tuple[str, ...], columns: str) -> None:
    seen = on_a_terminal(lively, *args, COLUMNS=columns, NO_COLOR="1")
    lines = re.sub(r"\x1b\[[0-9;]*m", "", seen).split("\r\n")
    piped = lively.ok(*args).out
    begun = {line[:10] for line in piped.splitlines()}
    assert max(map(len, lines)) <= int(columns)
    assert all(line[:10] in begun for line in lines if line and not line.startswith("    "))
    assert "".join("".join(lines).split()) == "".join(piped.split())


def test_piped_nothing_is_cut(lively: Shell) -> None:
    assert "…" not in lively.ok("log", "--graph").out


# -- history -------------------------------------------------------------------------------------------


def bars(shell: Shell, *args: str) -> list[str]:
    """The bars of the versions."""
    lines = shell.ok("history", *args, "--graph").out.splitlines()
    found = [re.match(r"  \d+\.\d+ {2}(.*?) {2,}(?=active|super|sched|expir|retr)", line) for line in lines]
    return [match.group(1) for match in found if match]


def test_bars(lively: Shell) -> None:
    late, first, moved, later = sorted(bars(lively, *ABOUT), key=lambda bar: len(bar) - len(bar.lstrip()))
    assert re.fullmatch(r"-+\|", late)
    assert re.fullmatch(r" +-+\|", first)
    assert re.fullmatch(r" +=+\|", moved)
    assert re.fullmatch(r" +\.+>", later)
    assert bars(lively, "Meeting/client", "room")[0].endswith(")")
    assert bars(lively, "Person/a", "likes")[0].endswith("x")
    assert " v now" in lively.ok("history", *ABOUT, "--graph").out
    assert " v now" not in lively.ok("history", *ABOUT, "--graph", "--seq", "3").out
    assert lively.ok("history", *ABOUT, "--graph", "--json").out == lively.ok("history", *ABOUT, "--json").out


def test_a_version_that_is_shown_at_no_time(lively: Shell) -> None:
    lively.ok(
        "propose",
        *ABOUT,
        "3pm",
        "--text",
        "3pm",
        "--at",
        "2026-03-01T11:00:00Z",
        "--valid-from",
        "2026-03-01T13:00:00Z",
    )
    assert bars(lively, *ABOUT)[-1].strip() == ":"


def test_a_single_version(shell: Shell) -> None:
    shell.meeting()
    assert re.fullmatch(r"=+>", bars(shell, *ABOUT)[0])
