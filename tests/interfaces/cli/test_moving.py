"""`memtxn export`, `import` and `backup`: files, pipes, a terminal, and the end of a process in the middle."""

import json
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from memtxn import open as open_store
from tests.interfaces.cli.shell import COMMAND, SAID, Shell
from tests.interfaces.cli.test_process import ESCAPE, on_a_terminal

CLAIM = {
    "entity": "Meeting/client",
    "attribute": "start_time",
    "value": "4pm",
    "text": SAID,
    "quote": "now at 4pm",
    "speaker": "alice",
    "at": "2026-03-01T10:00:00Z",
}
ABOUT = ("Meeting/client", "start_time")


def lines(*objects: dict[str, Any] | str) -> bytes:
    return b"".join((one if isinstance(one, str) else json.dumps(one)).encode() + b"\n" for one in objects)


def written(shell: Shell, *objects: dict[str, Any] | str, name: str = "in.jsonl") -> str:
    path = shell.folder / name
    path.write_bytes(lines(*objects))
    return str(path)


# -- export ----------------------------------------------------------------------------------------------


def test_export_writes_lines_that_import_reads(shell: Shell) -> None:
    shell.meeting()
    out = shell.process("export").out
    header, *rest = (json.loads(line) for line in out.splitlines())
    assert (header["format"], header["memory"], header["seq"]) == ("memtxn", ["default"], 2)
    assert [line["kind"] for line in rest] == ["source", "belief"]
    done = shell.ok("import", "-", "--memory", "other", stdin=out)
    assert "read 3 lines: 2 new, 0 known, 0 refused, 0 malformed, 1 for information, memory 'other'" in done.out
    assert shell.ok("get", *ABOUT, "--memory", "other", "--json").json["value"] == "4pm"


def test_export_to_a_file(shell: Shell) -> None:
    shell.meeting()
    path = shell.folder / "out.jsonl"
    assert "wrote 3 lines, up to seq 2" in shell.ok("export", "-o", str(path)).out
    before = path.read_bytes()
    refused = shell.run("export", "-o", str(path))
    assert (refused.code, "exists already" in refused.err) == (2, True)
    assert path.read_bytes() == before
    assert shell.ok("export", "-o", str(path), "--replace", "--json").json["lines"] == 3
    assert sorted(found.name for found in shell.folder.iterdir()) == ["agent.db", "out.jsonl"]


def test_export_of_refusals(shell: Shell) -> None:
    assert shell.refused().code == 1
    assert "refusal" not in shell.ok("export").out
    assert '"kind":"refusal"' in shell.process("export", "--refusals").out


def test_export_of_nothing(shell: Shell) -> None:
    done = shell.run("export", "-o", str(shell.folder / "out.jsonl"))
    assert done.code == 3
    assert not (shell.folder / "out.jsonl").exists()


def test_export_where_nothing_can_be_written(shell: Shell) -> None:
    shell.meeting()
    missing = shell.process("export", "-o", str(shell.folder / "missing" / "out.jsonl"), "--replace")
    assert (missing.code, f"the folder {shell.folder / 'missing'} does not exist" in missing.err) == (2, True)
    for path in ("/dev/full", str(shell.folder)):
        done = shell.process("export", "-o", path, "--replace")
        assert done.code == 5, path
        assert "the system refused" in done.err
    assert [found.name for found in shell.folder.iterdir()] == ["agent.db"]


def test_export_into_a_pipe_that_closes(shell: Shell) -> None:
    for number in range(30):
        shell.observe(f"{number} " + "word " * 3_000, "--ref", str(number))
    done = shell.pipeline("$memtxn export | head -1")
    assert (done.code, done.err, len(done.out.splitlines())) == (141, "", 1)


def test_export_of_a_damaged_store(shell: Shell) -> None:
    """It stops at what cannot be read, or leaves it out and says so; either way nothing is lost in silence."""
    shell.meeting()
    shell.observe("tea is at five")
    with closing(sqlite3.connect(shell.db)) as file, file:
        file.execute("UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE seq = 2")
    path = shell.folder / "out.jsonl"
    stopped = shell.run("export", "-o", str(path))
    assert (stopped.code, path.exists()) == (5, False)
    done = shell.process("export", "-o", str(path), "--keep-going", "--json")
    assert (done.code, done.json["lines"], done.json["left_out"]) == (6, 3, 1)
    assert "left out: record 2: a text of record 2" in done.err
    assert "left out, for it cannot be read: 1" in done.err
    assert [json.loads(line).get("kind") for line in path.read_bytes().splitlines()] == [None, "source", "source"]
    piped = shell.process("export", "--keep-going")
    assert (piped.code, len(piped.out.splitlines())) == (6, 3)
    assert shell.ok("export", "--keep-going", "--db", _copy_of_whole(shell)).err == ""


def _copy_of_whole(shell: Shell) -> str:
    """Another store, in which nothing is damaged."""
    path = str(shell.folder / "whole.db")
    shell.ok("init", "--db", path)
    shell.ok("import", "-", "--db", path, stdin=lines(CLAIM))
    return path


# -- import ----------------------------------------------------------------------------------------------


def test_import_says_what_became_of_each_line(shell: Shell) -> None:
    path = written(shell, CLAIM, "", CLAIM | {"value": "5pm"}, {"text": "hi", "speaker": "b", "at": CLAIM["at"]})
    done = shell.run("import", path)
    assert done.code == 1
    assert "line 3: not_ordered_subsequence: '5pm' does not stand in the evidence" in done.err
    assert "read 3 lines: 2 new, 0 known, 1 refused, 0 malformed" in done.out
    assert "1 ADD, 1 REJECT, 3 sources" in done.out
    again = shell.run("import", path, "--json")
    assert (again.code, again.err) == (1, "")
    assert (again.json["known"], again.json["ok"], again.json["problems"][0]["line"]) == (3, False, 3)
    assert "known, and refused when they came first: 1" in shell.run("import", path).out
    assert shell.ok("log", "--json").out.count("\n") == 1


def test_import_stops_at_a_malformed_line_or_passes_over_it(shell: Shell) -> None:
    path = written(shell, CLAIM, "{oops", CLAIM | {"value": "noon", "quote": None})
    done = shell.run("import", path, "--json")
    assert (done.code, done.error["code"], done.error["line"], done.error["loaded"]) == (2, "InvalidLine", 2, 0)
    assert shell.run("log").code == 3
    rejects = shell.folder / "rejects.jsonl"
    done = shell.run("import", path, "--keep-going", "--rejects", str(rejects))
    assert (done.code, "1 new, 0 known, 1 refused, 1 malformed" in done.out) == (1, True)
    assert rejects.read_text().splitlines()[0] == "{oops"
    assert json.loads(rejects.read_text().splitlines()[1])["value"] == "noon"
    again = shell.run("import", path, "--keep-going", "--rejects", str(rejects))
    assert (again.code, "exists already" in again.err) == (2, True)


def test_the_rejects_can_be_mended_and_imported(shell: Shell) -> None:
    alone = {"entity": "Run/1", "attribute": "n", "value": 3, "at": CLAIM["at"]}
    rejects = shell.folder / "rejects.jsonl"
    assert shell.run("import", written(shell, CLAIM, alone), "--rejects", str(rejects)).code == 1
    done = shell.ok("import", str(rejects), "--channel", "import")
    assert "without evidence, entered on the channel import: 1" in done.out
    assert "(import)" in shell.ok("why", "Run/1", "n").out


def test_no_rejects_no_file(shell: Shell) -> None:
    rejects = shell.folder / "rejects.jsonl"
    shell.ok("import", written(shell, CLAIM), "--rejects", str(rejects))
    assert not rejects.exists()


def test_a_dry_run_of_an_import_writes_nothing(shell: Shell) -> None:
    path = written(shell, CLAIM)
    done = shell.ok("import", path, "--dry-run")
    assert "a dry run, nothing was written" in done.out
    assert "read 1 line: 1 new" in done.out
    assert "1 ADD" in done.out
    assert shell.run("log").code == 3


def test_many_problems_are_not_all_told(shell: Shell) -> None:
    done = shell.run("import", "-", stdin=lines(*[CLAIM | {"value": "5pm", "ref": str(n)} for n in range(50)]))
    assert len(done.err.splitlines()) == 21
    assert "50 refused" in done.out


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "agent.db"])
def test_import_of_what_is_no_file_of_lines(shell: Shell, name: str) -> None:
    done = shell.run("import", str(shell.folder / name))
    assert done.code == 2
    assert "Traceback" not in done.err


def test_import_needs_a_store(empty: Shell) -> None:
    assert empty.run("import", "-", stdin=lines(CLAIM)).code == 3


@pytest.mark.slow
def test_killed_in_an_import_and_begun_again(shell: Shell) -> None:
    """What was committed is recognised, and nothing is there twice."""
    many = [CLAIM | {"entity": f"Meeting/{n}", "ref": str(n)} for n in range(2_000)]
    data = lines(*many)
    process = subprocess.Popen([*COMMAND, "import", "-"], stdin=subprocess.PIPE, env=shell.environment())
    assert process.stdin is not None
    process.stdin.write(data[: len(data) * 3 // 4])
    process.stdin.flush()
    with open_store(shell.db) as store:
        memory = store.memory("default")
        while memory.at().seq == 0:
            assert process.poll() is None
        process.kill()
        process.wait()
        some = len(memory.find())
        assert 0 < some < 2_000
    process.stdin.close()
    path = shell.folder / "in.jsonl"
    path.write_bytes(data)
    report = shell.process("import", str(path), "--json").json
    assert (report["ok"], report["lines"], report["new"] + report["known"]) == (True, 2_000, 2_000)
    assert report["known"] >= some
    with open_store(shell.db) as store:
        memory = store.memory("default")
        assert len(memory.find()) == 2_000
        assert all(len(memory.history(f"Meeting/{n}", "start_time")) == 1 for n in range(0, 2_000, 97))
        assert memory.verify().beliefs == 2_000


# -- backup ----------------------------------------------------------------------------------------------


def test_backup_makes_a_store(shell: Shell) -> None:
    shell.meeting()
    copy = shell.folder / "copy.db"
    assert f"to {copy}" in shell.ok("backup", str(copy)).out
    assert shell.ok("get", *ABOUT, "--db", str(copy), "--json").json["value"] == "4pm"
    assert shell.ok("verify", "--db", str(copy)).code == 0
    refused = shell.run("backup", str(copy), "--json")
    assert (refused.code, refused.error["code"]) == (2, "InvalidInput")
    done = shell.ok("backup", str(copy), "--replace", "--json").json
    assert done == {"path": str(copy), "bytes": copy.stat().st_size}


@pytest.mark.parametrize("target", ["agent.db", "missing/copy.db", ":memory:", ""])
def test_backup_to_no_place(shell: Shell, target: str) -> None:
    shell.meeting()
    done = shell.process("backup", target)
    assert done.code in (2, 5)
    assert sorted(found.name for found in shell.folder.iterdir()) == ["agent.db"]


# -- bars ------------------------------------------------------------------------------------------------


def test_a_bar_on_a_terminal_only(shell: Shell) -> None:
    shell.meeting()
    path = written(shell, CLAIM)
    for number, (what, args) in enumerate(
        [
            ("copying", ["backup"]),
            ("exporting", ["export", "-o"]),
            ("importing", ["import"]),
        ]
    ):
        made = [path] if what == "importing" else [str(shell.folder / f"made {number}")]
        seen = on_a_terminal(shell, *args, *made)
        assert what in seen
        assert f"{ESCAPE}[" in seen
        for left in shell.folder.glob("made *"):
            left.unlink()
        plain = shell.process(*args, *made)
        assert (plain.code, plain.err) == (0, "")
        assert ESCAPE not in plain.out


def test_lines_on_a_terminal_are_safe_and_without_a_bar(shell: Shell) -> None:
    shell.observe("tea \x1b[31m red")
    seen = on_a_terminal(shell, "export")
    assert "exporting" not in seen
    assert "\\u001b[31m red" in seen
    assert ESCAPE not in seen


def test_a_special_file_is_written_as_it_stands(shell: Shell) -> None:
    shell.meeting()
    pipe = shell.folder / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    assert shell.process("export", "-o", str(pipe)).code == 0
    out, _ = reader.communicate(timeout=60)
    assert len(out.splitlines()) == 3
    assert Path(pipe).is_fifo()
