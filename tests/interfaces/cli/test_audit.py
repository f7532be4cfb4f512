"""`memtxn audit`: what is judged otherwise is told and counted, a bad line is named, and no store is touched."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.cli.shell import Shell

SOURCE = {"speaker": "ana", "at": "2026-11-03T10:15:00+00:00", "text": "I eat fish on Fridays."}


def line(name: str, **changed: object) -> dict[str, Any]:
    base = {"id": name, "source": SOURCE, "quote": SOURCE["text"], "key": ["Person", "ana", "eats"]}
    return base | {"value": "fish", "expect": "admit", "family": "plain", "lang": "en"} | changed


def written(folder: Path, *lines: dict[str, Any], name: str = "cases.jsonl") -> str:
    path = folder / name
    path.write_text("".join(f"{json.dumps(one)}\n\n" for one in lines), "utf-8")
    return str(path)


def test_all_as_expected(empty: Shell) -> None:
    path = written(
        empty.folder,
        line("a"),
        line("b", value="no fish", expect="refuse"),
        line("c", quote="I ate", expect="refuse"),
    )
    done = empty.run("audit", path)
    assert done.code == 0
    assert done.out.startswith("3 cases, 3 judged as expected\n")
    warned = [one for one in done.out.splitlines() if one.startswith("warning: ")]
    assert len(warned) == 1
    assert "1 case that must be refused was refused for its quote alone" in warned[0]
    assert "(c)" in warned[0]
    assert empty.run("audit", path, "--json").json["unquoted"] == ["c"]
    assert "expected admit" not in done.out
    assert not empty.db.exists()


def test_a_mistake_is_told_with_all_that_explains_it(empty: Shell) -> None:
    path = written(empty.folder, line("a"), line("b", value="meat", why="she said so", family="odd"))
    done = empty.run("audit", path)
    assert done.code == 1
    assert "b [odd]: expected admit, got REJECT not_ordered_subsequence" in done.out
    assert 'Person/ana/eats = "meat"' in done.out
    assert "expected because: she said so" in done.out
    assert "a [plain]" not in done.out


def test_the_tables_count_by_language_family_and_code(empty: Shell) -> None:
    lines = [
        line("a"),
        line("b", value="meat"),
        line("c", value="no fish", expect="refuse", family="added", lang=""),
    ]
    found = empty.run("audit", written(empty.folder, *lines), "--json").json
    assert found["cases"] == 3
    assert found["languages"] == {"- refuse": {"made": 1, "right": 1}, "en admit": {"made": 2, "right": 1}}
    assert found["families"] == {"admit plain": {"made": 2, "right": 1}, "refuse added": {"made": 1, "right": 1}}
    assert found["confusion"] == {"not_ordered_subsequence": {"admit": 1, "refuse": 1}, "ADMIT": {"admit": 1}}
    (mistake,) = found["mistakes"]
    assert (mistake["id"], mistake["expected"], mistake["got"]) == ("b", "admit", "REJECT")
    assert {step["rule"] for step in mistake["trace"]} >= {"quote", "patch"}


def test_mistakes_are_written_and_nothing_is_overwritten_unasked(empty: Shell) -> None:
    path, out = written(empty.folder, line("a", value="meat")), empty.folder / "mistakes.jsonl"
    assert empty.run("audit", path, "--mistakes", str(out)).code == 1
    assert [json.loads(one)["id"] for one in out.read_text("utf-8").splitlines()] == ["a"]
    again = empty.run("audit", path, "--mistakes", str(out))
    assert again.code == 2
    assert "exists already" in again.err
    assert empty.run("audit", path, "--mistakes", str(out), "--replace").code == 1


def test_a_family_or_a_language_alone(empty: Shell) -> None:
    path = written(empty.folder, line("a"), line("b", value="meat", family="odd"), line("c", lang="zh"))
    assert empty.run("audit", path, "--family", "odd", "--json").json["cases"] == 1
    assert empty.run("audit", path, "--lang", "zh", "--json").json["cases"] == 1
    none = empty.run("audit", path, "--family", "other")
    assert none.code == 2
    assert "odd, plain" in none.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense", "line 2"),
        (json.dumps({"id": "x"}), "line 2: Object missing required field"),
        (
            json.dumps(line("x", expect="maybe")),
            "'maybe' - at `$.expect`: it must be one of 'admit', 'refuse'",
        ),
        (json.dumps(line("x", type="rumour")), "line 2: type 'rumour' is no type of belief"),
        (json.dumps(line("x", key=["Person", "ana", " "])), "line 2"),
        (
            json.dumps(line("x", source={**SOURCE, "at": "2026-11-03T10:15:00"})),
            "line 2: Expected `datetime` with a",
        ),
        (json.dumps(line("first")), "line 2: there is a case 'first' above already"),
        ('{"id": "\ud800"}', "line 2"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(empty: Shell, text: str, told: str) -> None:
    path = empty.folder / "cases.jsonl"
    path.write_bytes(f"{json.dumps(line('first'))}\n{text}\n".encode("utf-8", "surrogatepass"))
    done = empty.run("audit", str(path))
    assert done.code == 2
    assert told in done.err
    assert "judged" not in done.out


def test_no_file_an_empty_one_and_a_source_over_the_limit(empty: Shell) -> None:
    none = empty.run("audit", "nothing.jsonl")
    assert none.code == 2
    assert "nothing.jsonl: No such file or directory\nhint: The file is not there" in none.err
    assert "Mend that line" not in none.err
    assert "holds no case" in empty.run("audit", written(empty.folder)).err
    long = line("long", source={**SOURCE, "text": "a" * 2_000_000}, quote="a")
    done = empty.run("audit", written(empty.folder, long))
    assert done.code == 2
    assert "case long: " in done.err


def test_several_files_may_use_one_name_twice(empty: Shell) -> None:
    one, other = written(empty.folder, line("a")), written(empty.folder, line("a"), name="other.jsonl")
    assert empty.ok("audit", one, other, "--json").json["cases"] == 2


def test_what_would_move_a_cursor_is_shown_as_an_escape(empty: Shell) -> None:
    evil = line("\x1b[2J", value="meat", family="\x1b[1m", why="\u202e")
    done = empty.run("audit", written(empty.folder, evil))
    assert done.code == 1
    assert "\x1b" not in done.out
    assert "\u202e" not in done.out


def test_a_policy_of_a_file_or_of_the_folder_decides(empty: Shell) -> None:
    text = {**SOURCE, "text": "I eat fish on Fridays. " * 50}
    path = written(empty.folder, line("long", source=text, quote="fish"))
    assert empty.run("audit", path).code == 0
    (empty.folder / "strict.toml").write_text("[policy]\nsource_limit = 100\n", "utf-8")
    done = empty.run("audit", path, "--policy", str(empty.folder / "strict.toml"))
    assert done.code == 2
    assert "the limit is 100" in done.err


def test_in_the_shadow_it_is_told_what_would_be_refused(empty: Shell) -> None:
    path = written(empty.folder, line("a", value="no fish", expect="refuse"))
    (empty.folder / "shadow.toml").write_text('[policy]\nmode = "shadow"\n', "utf-8")
    assert empty.run("audit", path, "--policy", str(empty.folder / "shadow.toml")).code == 0


PACK = """
language = "en"
name = "own"
source = "own"
licence = "CC0-1.0"
[[cues]]
family = "negation"
scope = "own"
phrases = "zilch"
"""


def test_cues_of_ones_own_count_by_option_or_by_the_file_of_settings(empty: Shell) -> None:
    """The option instead of the file, whose paths are seen from its own folder."""
    text = "I eat fish zilch."
    path = written(empty.folder, line("a", source=SOURCE | {"text": text}, quote=text, expect="refuse"))
    own, none = empty.folder / "own.toml", str(empty.folder / "none.toml")
    own.write_text(PACK, "utf-8")
    Path(none).write_text(PACK.replace("zilch", "nary"), "utf-8")
    assert empty.run("audit", path).code == 1
    assert empty.run("audit", path, "--cues", none, "--cues", str(own)).code == 0
    (empty.folder / "settings.toml").write_text('cues = "own.toml"\n', "utf-8")
    empty.env |= {"MEMTXN_CONFIG": str(empty.folder / "settings.toml")}
    assert empty.run("audit", path).code == 0
    assert empty.run("audit", path, "--cues", none).code == 1


def test_a_bad_file_of_cues_is_named(empty: Shell) -> None:
    done = empty.run("audit", written(empty.folder, line("a")), "--cues", "gone.toml")
    assert done.code == 2
    assert "gone.toml is not there" in done.err


@pytest.mark.parametrize(
    "at",
    [
        "9999-12-31T23:59:59Z",
        "9999-12-31T23:59:59+14:00",
        "9999-12-31T23:59:59-12:00",
        "0001-01-01T00:00:00+14:00",
    ],
)
def test_a_time_at_an_end_of_the_calendar_is_a_bad_line(empty: Shell, at: str) -> None:
    path = written(empty.folder, line("a"), line("b", source=SOURCE | {"at": at}))
    done = empty.run("audit", path)
    assert done.code == 2
    assert f"{path}, line 3: at is " in done.err.replace("\n", " ")
    assert "Traceback" not in done.err


def test_a_time_at_the_beginning_of_the_calendar_is_judged(empty: Shell) -> None:
    path = written(empty.folder, line("a", source=SOURCE | {"at": "0001-01-01T00:00:00Z"}))
    assert empty.run("audit", path).code == 0


def test_a_case_of_which_no_clock_can_tell_is_named(empty: Shell) -> None:
    path = written(empty.folder, line("a", source=SOURCE | {"at": "9999-12-31T23:59:58Z"}))
    done = empty.run("audit", path)
    assert done.code == 2
    assert "case a: the clock says 9999-12-31" in done.err


def test_a_file_that_never_ends(empty: Shell) -> None:
    done = empty.run("audit", "/dev/zero")
    assert done.code == 2
    assert "/dev/zero, line 1: it has 33554432 bytes or more" in done.err


def test_cases_from_a_pipe(empty: Shell) -> None:
    path = written(empty.folder, line("a"))
    assert "1 case, 1 judged as expected" in empty.pipeline(f"$memtxn audit <(cat {path})").out
