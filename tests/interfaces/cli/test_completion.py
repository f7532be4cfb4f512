"""Completion in the shells: commands, options, labels, entities, attributes; silence when something is wrong."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from memtxn.app.open import open as open_
from tests.interfaces.cli.shell import COMMAND, Shell

BASH = shutil.which("bash") or "bash"


def protocol(shell: Shell, kind: str, words: str) -> str:
    """What the command answers a shell that asks how these words may go on."""
    asked = {
        "bash": {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))},
        "zsh": {"_TYPER_COMPLETE_ARGS": words},
        "fish": {"_TYPER_COMPLETE_ARGS": words, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }[kind]
    env = shell.environment() | asked | {"_MEMTXN_COMPLETE": f"complete_{kind}"}
    done = subprocess.run(
        COMMAND, env=env, cwd=shell.folder, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr == ""
    return done.stdout


def offered(shell: Shell, words: str) -> list[str]:
    return [line for line in protocol(shell, "bash", words).split("\n") if line]


@pytest.fixture
def busy(shell: Shell) -> Shell:
    """A store with two memories."""
    shell.meeting_of("alice")
    shell.meeting_of("albert", "work")
    shell.meeting()
    shell.ok("propose", "Meeting/other", "room", "B", "--text", "in B")
    shell.ok("declare", "Person", "likes", "--cardinality", "many")
    return shell


# -- what is offered -----------------------------------------------------------------------------------------


def test_commands(empty: Shell) -> None:
    assert offered(empty, "memtxn ret") == ["retract"]
    assert {"init", "doctor", "watch", "why", "why-not"} <= set(offered(empty, "memtxn "))


def test_options(empty: Shell) -> None:
    assert offered(empty, "memtxn log --mem") == ["--memory"]
    assert {"--text", "--quote", "--value-json"} <= set(offered(empty, "memtxn propose --"))


def test_choices(empty: Shell) -> None:
    assert offered(empty, "memtxn verify --check ") == ["tail", "digest", "full"]
    assert offered(empty, "memtxn declare Person likes --cardinality m") == ["many"]


def test_labels(busy: Shell) -> None:
    assert offered(busy, "memtxn log --memory al") == ["albert", "alice"]
    assert offered(busy, "memtxn log --memory albert --memory w") == ["work"]
    assert offered(busy, "memtxn log --memory nob") == []


def test_entities_and_attributes(busy: Shell) -> None:
    assert offered(busy, "memtxn get Mee") == ["Meeting/client", "Meeting/other"]
    assert offered(busy, "memtxn get Meeting/other ") == ["room"]
    assert offered(busy, "memtxn watch Meeting/client st") == ["start_time"]
    assert offered(busy, "memtxn get --memory alice Mee") == ["Meeting/client"]
    assert offered(busy, "memtxn get --memory nobody Mee") == []


def test_of_the_store_that_is_meant(busy: Shell) -> None:
    other = busy.folder / "other.db"
    with open_(other) as store:
        store.memory("zoe").declare("A", "x", cardinality="many")
    assert offered(busy, f"memtxn log --db {other} --memory ") == ["zoe"]
    (busy.folder / "memtxn.toml").write_text("url = 'other.db'\n")
    del busy.env["MEMTXN_URL"]
    assert offered(busy, "memtxn log --memory ") == ["zoe"]


def test_no_name_that_a_terminal_would_obey(busy: Shell) -> None:
    busy.meeting_of("evil\x1b[31m")
    busy.meeting_of("two\nlines")
    assert offered(busy, "memtxn log --memory ") == ["albert", "alice", "default", "work"]


# -- in silence ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["memtxn log --memory ", "memtxn get ", "memtxn get A/b "])
def test_nothing_is_offered_and_nothing_made_without_a_store(empty: Shell, words: str) -> None:
    assert offered(empty, words) == []
    assert list(empty.folder.iterdir()) == []
    empty.db.write_text("Dear diary")
    assert offered(empty, words) == []
    (empty.folder / "memtxn.toml").write_text("nonsense")
    assert offered(empty, words) == []


# -- in the shells -------------------------------------------------------------------------------------------


def called(folder: Path, name: str) -> str:
    """A shell that is called like that; what is told by its name alone needs no more."""
    copy = folder / name
    shutil.copy(BASH, copy)
    return str(copy)


def said(shell: Shell, kind: str, line: str, **env: str) -> str:
    environment = shell.environment() | {"memtxn": " ".join(COMMAND)} | env
    path = BASH if kind == "bash" else called(shell.folder, kind)
    done = subprocess.run(
        [path, "-c", line],
        env=environment,
        cwd=shell.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done
    return done.stdout


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("bash", "complete -o default -F _memtxn_completion memtxn"),
        ("zsh", "#compdef memtxn"),
        ("fish", "complete --command memtxn"),
    ],
)
def test_each_shell_is_shown_its_own_script(empty: Shell, kind: str, told: str) -> None:
    assert told in said(empty, kind, "$memtxn --show-completion; true")


@pytest.mark.parametrize(
    ("kind", "where"),
    [
        ("bash", ".bash_completions/memtxn.sh"),
        ("zsh", ".zfunc/_memtxn"),
        ("fish", ".config/fish/completions/memtxn.fish"),
    ],
)
def test_each_shell_has_it_installed_where_it_looks(empty: Shell, kind: str, where: str) -> None:
    home = empty.folder / "home"
    home.mkdir()
    out = said(empty, kind, "$memtxn --install-completion; true", HOME=str(home))
    assert f"{kind} completion installed in" in out
    assert "_MEMTXN_COMPLETE" in (home / where).read_text()


def test_bash_completes(busy: Shell) -> None:
    """The function that the script defines, called as bash calls it."""
    script = f"""
        memtxn() {{ {" ".join(COMMAND)} "$@"; }}
        eval "$($memtxn --show-completion bash 2>/dev/null || $memtxn --show-completion)"
        COMP_WORDS=(memtxn log --memory al) COMP_CWORD=3
        _memtxn_completion {COMMAND[0]}
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    assert said(busy, "bash", script) == "albert\nalice\n"


@pytest.mark.parametrize("kind", ["zsh", "fish"])
def test_zsh_and_fish_are_answered_in_their_form(busy: Shell, kind: str) -> None:
    answer = protocol(busy, kind, "memtxn log --memory al")
    assert "albert" in answer
    assert "alice" in answer
    assert "zoe" not in answer
    assert os.linesep in answer
