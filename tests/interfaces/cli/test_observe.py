"""`memtxn observe`: text, stdin, JSON documents."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.interfaces.cli.shell import NOON, SAID, Shell


def test_it_prints_the_id_alone(shell: Shell) -> None:
    source = shell.observe()
    assert len(source) == 32
    assert shell.observe() == source


def test_json_is_the_source(shell: Shell) -> None:
    seen = shell.ok(
        "observe", SAID, "--speaker", "alice", "--at", NOON, "--channel", "email", "--ref", "m1", "--json"
    ).json
    assert seen["text"] == SAID
    assert (seen["speaker"], seen["channel"], seen["ref"], seen["at"]) == ("alice", "email", "m1", NOON)


def test_by_default_the_login_name_says_it_now(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "bob")
    seen = shell.ok("observe", SAID, "--json").json
    assert (seen["speaker"], seen["channel"]) == ("bob", "user")
    assert abs(datetime.fromisoformat(seen["at"]) - datetime.now(UTC)) < timedelta(minutes=1)


@pytest.mark.parametrize("args", [(), ("-",)])
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_stdin_without_its_last_newline(shell: Shell, args: tuple[str, ...], end: str) -> None:
    seen = shell.ok("observe", *args, "--speaker", "alice", "--json", stdin=f"two\nlines{end}").json
    assert seen["text"] == "two\nlines"


def test_the_same_by_argument_and_by_pipe_is_one_source(shell: Shell) -> None:
    piped = shell.ok("observe", "--speaker", "alice", "--at", NOON, stdin=SAID + "\n")
    assert piped.out.strip() == shell.observe()


@pytest.mark.parametrize(
    ("stdin", "problem"), [(b"", "empty"), (b"\xff\xfe", "UTF-8"), (b"x" * (17 << 20), "more than")]
)
def test_stdin_that_cannot_be_used(shell: Shell, stdin: bytes, problem: str) -> None:
    done = shell.run("observe", "--speaker", "a", "--json", stdin=stdin)
    assert (done.code, done.error["code"]) == (2, "InvalidInput")
    assert problem in done.error["message"]


def test_a_text_over_the_limit(shell: Shell) -> None:
    done = shell.run("observe", "--speaker", "a", "--json", stdin=b"x" * (2 << 20))
    assert (done.code, done.error["code"]) == (2, "InvalidInput")
    assert "limit" in done.error["message"]


def test_a_json_document(shell: Shell) -> None:
    seen = shell.ok("observe", '{"order": {"id": 7}}', "--json-source", "--speaker", "shop", "--json").json
    assert (seen["value"], seen["text"], seen["channel"]) == ({"order": {"id": 7}}, None, "tool")


@pytest.mark.parametrize("text", ["{", "", "NaN", '"\\ud800"', "[" * 100_000, "1" * 10_000, "[" * 70 + "]" * 70])
def test_what_is_no_json(shell: Shell, text: str) -> None:
    done = shell.run("observe", "-", "--json-source", "--speaker", "shop", "--json", stdin=text)
    assert (done.code, done.error["code"]) == (2, "InvalidInput")


@pytest.mark.parametrize(
    "at",
    [
        "2026-03-01T13:00:00+01:00",
        "2026-03-01 12:00:00Z",
        "2026-03-01T12Z",
        "20260301T120000Z",
    ],
)
def test_times_are_iso_8601(shell: Shell, at: str) -> None:
    assert shell.ok("observe", SAID, "--speaker", "alice", "--at", at, "--json").json["at"] == NOON


@pytest.mark.parametrize(
    ("at", "code"),
    [
        ("2026-03-01T12:00:00", "NaiveDatetime"),
        ("2026-03-01", "NaiveDatetime"),
        ("yesterday", "InvalidInput"),
        ("", "InvalidInput"),
        ("9999-12-31T23:59:59-12:00", "InvalidInput"),
        ("0001-01-01T00:00:00+12:00", "InvalidInput"),
        ("2026-13-01T00:00:00Z", "InvalidInput"),
    ],
)
def test_times_that_cannot_be_used(shell: Shell, at: str, code: str) -> None:
    done = shell.run("observe", SAID, "--at", at, "--json")
    assert (done.code, done.error["code"]) == (2, code)
    assert "--at" in done.error["message"]


@pytest.mark.parametrize(
    "option", [("--speaker", ""), ("--channel", " "), ("--memory", ""), ("--principal", " ")]
)
def test_empty_names_are_refused(shell: Shell, option: tuple[str, str]) -> None:
    done = shell.run("observe", SAID, *option, "--json")
    assert (done.code, done.error["code"]) == (2, "InvalidInput")


def test_memories_are_apart(shell: Shell) -> None:
    source = shell.observe()
    cite = ("propose", "A/x", "c", "4pm", "--source", source)
    assert shell.run(*cite, "--memory", "other").code == 3
    assert shell.run(*cite, "--memory", "default").code == 0
    shell.env["MEMTXN_MEMORY"] = "other"
    assert shell.run("get", "A/x", "c").code == 3
    assert shell.run("get", "A/x", "c", "--memory", "default").code == 0


def test_several_labels_and_odd_ones(shell: Shell) -> None:
    for labels in (("acme", "alice"), ("acme/alice",), ("acme alice",), ("山田", "🎉")):
        options = [part for label in labels for part in ("--memory", label)]
        shell.observe(SAID, *options)
        assert len(shell.ok("log", "--json", *options).out.splitlines()) == 1
    shell.env["MEMTXN_MEMORY"] = "acme alice"
    assert shell.run("log").code == 0
