"""`memtxn scan`, `at`, `diff`, `blame`: a range of keys, at one moment or between two."""

import pytest

from tests.interfaces.cli.shell import NOON, Shell

ABOUT = ("Meeting/client", "start_time")
ONE = "2026-03-01T13:00:00Z"
ONCE, FAR = "2026-02-01T12:00:00Z", "2999-01-01T00:00:00Z"


@pytest.fixture
def lively(shell: Shell) -> Shell:
    """1 source, 2 4pm, 3 moved to 6pm, 4 late, 5 scheduled, 6 expired, 7 tea, 8 no more tea."""
    shell.meeting()
    propose = ("propose", "Meeting/client")
    shell.ok(
        *propose, "start_time", "6pm", "--text", "Make it 6pm.", "--at", ONE, "--speaker", "bob", "--label", "r"
    )
    shell.ok(*propose, "start_time", "2pm", "--text", "It was 2pm.", "--at", ONCE)
    shell.ok(*propose, "start_time", "8pm", "--text", "It will be 8pm.", "--valid-from", FAR)
    shell.ok(*propose, "room", "B", "--text", "Room B", "--at", ONCE, "--valid-to", NOON)
    shell.ok("propose", "Person/a", "likes", "tea", "--text", "I like tea", "--speaker", "a")
    shell.ok("retract", "Person/a", "likes", "--text", "no more tea", "--speaker", "a")
    return shell


def statements(out: str) -> list[str]:
    """What stands before the times."""
    return [line.split("  ")[0] for line in out.splitlines()]


# -- scan and at ---------------------------------------------------------------------------------------


def test_scan(lively: Shell) -> None:
    assert statements(lively.ok("scan").out) == ['Meeting/client.start_time = "6pm"']
    assert [one["value"] for one in lively.ok("scan", "--json").json] == ["6pm"]
    for asked in (("Meeting",), ("Meeting/client",), ("Meeting/client", "--attribute", "start_time")):
        assert lively.ok("scan", *asked).out == lively.ok("scan").out


def test_scan_all_tells_scheduled_expired_and_retracted(lively: Shell) -> None:
    lines = [line.split(maxsplit=1) for line in lively.ok("scan", "--all").out.splitlines()]
    assert [(status, rest.partition("  ")[0]) for status, rest in lines] == [
        ("expired", 'Meeting/client.room = "B"'),
        ("active", 'Meeting/client.start_time = "6pm"'),
        ("scheduled", 'Meeting/client.start_time = "8pm"'),
        ("retracted", 'Person/a.likes = "tea"'),
    ]
    told = lively.ok("scan", "Person", "--all", "--json").json
    assert [(one["value"], one["status"]) for one in told] == [("tea", "retracted")]
    assert len(lively.ok("scan", "--all", "-n", "2", "--json").json) == 2


@pytest.mark.parametrize(
    ("options", "values"),
    [
        (("--seq", "2"), ["4pm"]),
        (("--seq", "7"), ["6pm", "tea"]),
        (("--seq", "7", "-n", "1"), ["6pm"]),
        (("--seq", "7", "--attribute", "likes"), ["tea"]),
        (("--valid", "2026-02-15T00:00:00Z"), ["B", "2pm"]),
        (("--seq", "4", "--valid", "2026-02-15T00:00:00Z"), ["2pm"]),
        (("--valid", FAR), ["8pm"]),
        (("--recorded", "2998-01-01T00:00:00Z"), ["6pm"]),
    ],
)
def test_as_of(lively: Shell, options: tuple[str, ...], values: list[str]) -> None:
    assert [one["value"] for one in lively.ok("scan", *options, "--json").json] == values


def test_at_is_short_for_scan(lively: Shell) -> None:
    for when, option in (("7", "--seq"), (FAR, "--recorded")):
        assert lively.ok("at", when, "--json").out == lively.ok("scan", option, when, "--json").out
        assert lively.ok("at", when, "Meeting").out == lively.ok("scan", "Meeting", option, when).out
    then = ("--valid", "2026-02-15T00:00:00Z")
    assert lively.ok("at", "4", *then).out == lively.ok("scan", "--seq", "4", *then).out
    assert lively.run("at", "7", "--attribute", "room").code == 3


@pytest.mark.parametrize("command", [("scan",), ("scan", "--all"), ("at", "1"), ("at", FAR)])
@pytest.mark.parametrize("where", ["Nothing", "Meeting/other", "Meet"])
def test_an_empty_range_is_code_3(lively: Shell, command: tuple[str, ...], where: str) -> None:
    done = lively.run(
        command[0], *([*command[1:], where] if command[0] == "at" else [where, *command[1:]]), "--json"
    )
    assert (done.code, done.error["code"]) == (3, "NotFound")
    assert where in done.error["message"]


@pytest.mark.parametrize(
    "args",
    [
        ("scan", "/x"),
        ("scan", "T/"),
        ("scan", ""),
        ("scan", "-n", "-1"),
        ("scan", "-n", "x"),
        ("scan", "--seq", "1", "--recorded", NOON),
        ("scan", "--attribute", ""),
        ("at", "noon"),
        ("at", "-1"),
        ("at", ""),
        ("at", "1.5"),
        ("at", "9" * 5000),
        ("at", "2026-01-01T00:00:00"),
        ("diff", "3"),
        ("diff", "1.2"),
        ("diff", "x..y"),
        ("diff", "1...2"),
        ("diff", "1..2026-01-01T00:00:00"),
        ("diff", "-1..2"),
        ("diff", "..", "/x"),
        ("blame", "Meeting"),
        ("blame", "Meeting/client", ""),
        ("blame", "Meeting/client", "--seq", "1", "--recorded", NOON),
    ],
    ids=lambda args: " ".join(args)[:40],
)
def test_what_cannot_be(lively: Shell, args: tuple[str, ...]) -> None:
    assert lively.run(*args, "--json").code == 2


@pytest.mark.parametrize(
    "args", [("scan", "--seq", "9"), ("at", "9"), ("diff", "9.."), ("diff", "..9"), ("at", "9" * 18)]
)
def test_a_record_that_is_not_yet_is_code_3(lively: Shell, args: tuple[str, ...]) -> None:
    done = lively.run(*args, "--json")
    assert (done.code, done.error["code"]) == (3, "NotFound")
    assert "the last record is 8" in done.error["message"]


@pytest.mark.parametrize("args", [("scan",), ("at", "0"), ("diff", ".."), ("blame", "A/b"), ("show", "1")])
def test_a_memory_without_records_is_code_3(shell: Shell, args: tuple[str, ...]) -> None:
    shell.meeting()
    done = shell.run(*args, "--memory", "defualt", "--json")
    assert (done.code, done.error["code"]) == (3, "NotFound")
    assert "no records in memory 'defualt'" in done.error["message"]


# -- diff ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moments", "lines"),
    [
        ("..2", ['+ Meeting/client.start_time = "4pm"']),
        ("2..3", ['~ Meeting/client.start_time = "4pm" → "6pm"']),
        ("3..2", ['~ Meeting/client.start_time = "6pm" → "4pm"']),
        ("3..6", ["no difference"]),
        ("6..8", ["no difference"]),
        ("7..", ['- Person/a.likes = "tea"']),
        ("..", ['+ Meeting/client.start_time = "6pm"']),
        ("8..8", ["no difference"]),
        ("0..0", ["no difference"]),
        (f"8..{FAR}", ['~ Meeting/client.start_time = "6pm" → "8pm"']),
    ],
)
def test_diff(lively: Shell, moments: str, lines: list[str]) -> None:
    assert statements(lively.ok("diff", moments).out) == lines


def test_diff_names_the_record_and_what_time_alone_did(lively: Shell) -> None:
    assert "seq 3 “r”, by local, " in lively.ok("diff", "2..3").out
    assert "by the passing of time, as said in seq 5, by local" in lively.ok("diff", f"8..{FAR}").out
    (one,) = lively.ok("diff", "2..3", "--json").json
    assert (one["change"], one["before"]["value"], one["after"]["value"]) == ("changed", "4pm", "6pm")
    assert (one["record"]["seq"], one["record"]["label"], one["by_time"]) == (3, "r", False)
    assert lively.ok("diff", "3..4", "--json").json == []


def test_diff_of_a_range(lively: Shell) -> None:
    assert statements(lively.ok("diff", "..7", "Person").out) == ['+ Person/a.likes = "tea"']
    assert lively.ok("diff", "..7", "Nobody").out == "no difference\n"


# -- blame ---------------------------------------------------------------------------------------------


def test_blame(lively: Shell) -> None:
    first, second = lively.ok("blame", "Meeting/client").out.splitlines()
    assert first.startswith("3  20")
    assert first.endswith('Meeting/client.start_time = "6pm"  by local “r”')
    assert second.startswith("   “Make it 6pm.” — bob (user), 2026-03-01 13:00:00 UTC")
    (one,) = lively.ok("blame", *ABOUT, "--json").json
    assert (one["record"]["seq"], one["evidence"][0]["speaker"], one["belief"]["value"]) == (3, "bob", "6pm")
    (then,) = lively.ok("blame", *ABOUT, "--seq", "2", "--json").json
    assert (then["record"]["seq"], then["evidence"][0]["text"], then["evidence"][0]["speaker"]) == (
        2,
        "now at 4pm",
        "alice",
    )


def test_blame_of_nothing_is_code_3(lively: Shell) -> None:
    for args in (("Person/a",), ("Person/b",), ("Meeting/client", "room"), ("Meeting/clien",)):
        assert lively.run("blame", *args).code == 3
