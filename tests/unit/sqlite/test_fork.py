"""A fork copies what SQLite remembers of its locks, but not the locks: the child must not open the file again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import os, sys
import memtxn
path, how = sys.argv[1:]
store = memtxn.open(path)
with store.memory("m").transaction() as tx:
    tx.set_state("A/1", "x", 1)
if how == "closed before":
    store.close()
if os.fork() == 0:
    if how == "a grandchild" and os.fork():
        os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
    try:
        with memtxn.open(path) as again, again.memory("m").transaction() as tx:
            tx.set_state("A/1", "x", 2)
    except memtxn.MemtxnError as error:
        print(type(error).__name__, "forked" in str(error), flush=True)
    else:
        print("opened", flush=True)
    os._exit(0)
assert os.waitstatus_to_exitcode(os.wait()[1]) == 0
with memtxn.open(path) as again:
    print(again.memory("m").get("A/1", "x").value, again.memory("m").verify().ok)
"""


@pytest.mark.parametrize("how", ["open", "closed before", "a grandchild"])
def test_a_file_that_was_open_at_the_fork_is_not_opened_again(tmp_path: Path, how: str) -> None:
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "a.db"), how]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    expected = ["opened", "2 True"] if how == "closed before" else ["StorageError True", "1 True"]
    assert done.stdout.splitlines() == expected
