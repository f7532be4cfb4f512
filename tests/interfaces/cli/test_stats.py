"""`memtxn stats`: a memory, its store, and which memories there are."""

from memtxn.interfaces.cli.words import bytes_text
from tests.interfaces.cli.shell import SAID, Shell


def test_a_memory_and_its_store(shell: Shell) -> None:
    shell.meeting()
    for _ in range(2):
        shell.refused()
    shell.ok("retract", "Meeting/client", "start_time")
    out = shell.ok("stats").out
    assert out.startswith("memory 'default'\n  records   4: 3 commit, 1 decision\n")
    assert "beliefs   1 version of 1 key, and 1 retraction" in out
    assert "outcomes  1 ADD, 1 SUPERSEDE, 2 REJECT" in out
    assert "refused   2 not_ordered_subsequence" in out
    assert f"store {shell.db}\n" in out
    assert "beliefs   1 in 1 memory" in out
    assert "memories  'default'" in out


def test_json(shell: Shell) -> None:
    shell.meeting()
    told = shell.ok("stats", "--json").json
    assert told["memory"]["outcomes"] == {"ADD": 1}
    assert told["memory"]["first"] <= told["memory"]["last"]
    assert told["store"]["file_bytes"] == shell.db.stat().st_size
    assert told["memories"] == [["default"]]


def test_whoever_forgot_the_labels_finds_them(shell: Shell) -> None:
    shell.meeting_of("alice")
    shell.meeting_of("bob", "work")
    out = shell.ok("stats").out
    assert out.startswith("store ")
    assert "memories  'alice'\n            'bob'/'work'\n" in out
    assert shell.ok("stats", "--json").json["memory"] is None


def test_a_label_that_is_misspelt_is_no_success(shell: Shell) -> None:
    shell.meeting_of("alice")
    for args in (("stats",), ("log",), ("verify",)):
        done = shell.run(*args, "--memory", "alise", "--json")
        assert (done.code, done.error["code"]) == (3, "NotFound")
        assert "no records in memory 'alise'; there are 'alice'" in done.error["message"]


def test_not_all_of_many_memories_are_named(shell: Shell) -> None:
    for number in range(7):
        shell.meeting_of(f"m{number}")
    message = shell.run("log", "--json").error["message"]
    assert message.endswith("there are 'm0', 'm1', 'm2', 'm3', 'm4' and 2 more")


def test_labels_are_shown_safely(shell: Shell) -> None:
    shell.meeting_of("a\x1b[31m\u202eb")
    out = shell.ok("stats").out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_an_empty_store(shell: Shell) -> None:
    out = shell.ok("stats").out
    assert "beliefs   0 in 0 memories\n" in out
    assert SAID not in out


def test_sizes_in_words() -> None:
    sizes = (0, 1, 1023, 1024, 1536, 1024**2, 5 * 1024**3, 2000 * 1024**4)
    assert [bytes_text(size) for size in sizes] == [
        "0 bytes", "1 byte", "1,023 bytes", "1.0 KiB", "1.5 KiB", "1.0 MiB", "5.0 GiB", "2,000.0 TiB",
    ]  # fmt: skip
