"""`memtxn init`, and which store a command means."""

import pytest

from tests.interfaces.cli.shell import Shell

NEEDS_A_STORE = [
    ("observe", "x"),
    ("propose", "A/b", "c", "x", "--text", "x"),
    ("retract", "A/b", "c"),
    ("declare", "A", "c", "--cardinality", "many"),
    ("declare",),
    ("constrain", "unique", "A", "c"),
    ("constrain",),
    ("get", "A/b", "c"),
    ("history", "A/b", "c"),
    ("log",),
    ("why", "A/b", "c"),
    ("why-not", "A/b", "c"),
    ("verify",),
    ("stats",),
    ("watch",),
]


def test_init_makes_the_file_and_says_so(empty: Shell) -> None:
    assert empty.ok("init").out == f"made the store {empty.db}\n"
    assert empty.db.stat().st_size > 0


def test_init_again_changes_nothing(shell: Shell) -> None:
    shell.meeting()
    assert shell.ok("init").out == f"the store is there already: {shell.db}\n"
    assert shell.ok("get", "Meeting/client", "start_time", "--json").json["value"] == "4pm"


def test_init_json(empty: Shell) -> None:
    none = {"config": None, "config_created": None}
    assert empty.ok("init", "--json").json == {"path": str(empty.db), "created": True, **none}
    assert empty.ok("init", "--json").json == {"path": str(empty.db), "created": False, **none}


def test_init_takes_a_path_before_the_variable(empty: Shell) -> None:
    other = empty.folder / "other.db"
    empty.ok("init", str(other))
    assert other.exists()
    assert not empty.db.exists()


def test_the_variable_names_the_store_and_db_beats_it(shell: Shell) -> None:
    shell.meeting()
    other = shell.folder / "other.db"
    shell.ok("init", str(other))
    assert shell.run("get", "Meeting/client", "start_time").code == 0
    assert shell.run("get", "Meeting/client", "start_time", "--db", str(other)).code == 3


def test_without_either_it_is_memtxn_db_in_the_current_folder(empty: Shell) -> None:
    del empty.env["MEMTXN_URL"]
    assert empty.process("init").out == "made the store memtxn.db\n"
    assert (empty.folder / "memtxn.db").exists()


@pytest.mark.parametrize("args", NEEDS_A_STORE, ids=" ".join)
def test_no_other_command_makes_a_store(empty: Shell, args: tuple[str, ...]) -> None:
    done = empty.run(*args, "--json")
    assert done.code == 3
    assert done.error["code"] == "NoStore"
    assert "memtxn init" in done.error["advice"]
    assert not empty.db.exists()


def test_an_empty_file_is_no_store(empty: Shell) -> None:
    empty.db.touch()
    assert empty.run("log").code == 3
    assert empty.db.stat().st_size == 0


def test_a_file_of_another_kind_is_left_alone(empty: Shell) -> None:
    empty.db.write_text("Dear diary, " * 1000)
    for args in (("init",), ("log",)):
        done = empty.run(*args, "--json")
        assert (done.code, done.error["code"]) == (5, "NotADatabase")
    assert empty.db.read_text() == "Dear diary, " * 1000


@pytest.mark.parametrize("url", ["postgresql://somewhere/x", ":memory:"])
@pytest.mark.parametrize("command", ["init", "log"])
def test_a_url_that_is_no_use_here_is_refused(empty: Shell, command: str, url: str) -> None:
    done = empty.run(command, "--db", url, "--json")
    assert (done.code, done.error["code"]) == (2, "InvalidInput")


@pytest.mark.parametrize("url", ["", "a\x00b", "no/such/folder/a.db", "x" * 5000])
def test_a_path_that_cannot_be_is_refused(empty: Shell, url: str) -> None:
    done = empty.run("init", url, "--json")
    assert done.code in (2, 5)
    assert done.error["message"]


def test_a_folder_is_no_store(empty: Shell) -> None:
    assert empty.run("log", "--db", str(empty.folder), "--json").code == 5
