"""`memtxn --help`, and that every error has the exit code that it documents."""

import pytest
import typer

from memtxn import errors
from memtxn.errors import MemtxnError
from memtxn.interfaces.cli.app import app
from memtxn.interfaces.cli.exits import MEANINGS, ExitCode, exit_code
from tests.interfaces.cli.shell import Shell

COMMANDS = sorted(command.name or "" for command in app.registered_commands if command.name != "demo")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_the_common_options(empty: Shell, name: str) -> None:
    text = empty.ok(name, "--help").out
    for option in ("--db", "--memory", "--principal", "--json"):
        assert option in text


def test_help_documents_every_exit_code(empty: Shell) -> None:
    text = " ".join(empty.ok("--help").out.split())
    assert set(MEANINGS) == set(ExitCode)
    for code, meaning in MEANINGS.items():
        assert f"{code.value} {meaning}" in text


def test_no_command_shows_the_help(empty: Shell) -> None:
    done = empty.run()
    assert done.code == 2
    assert "Usage: memtxn" in done.out
    assert "memtxn demo" in done.out
    assert "memtxn init" in done.out


def test_flags_have_no_type_beside_them(empty: Shell) -> None:
    for args in ((), ("propose",), ("log",)):
        assert "<bool>" not in empty.ok(*args, "--help").out


def test_an_option_before_the_command_is_told_where_it_stands(empty: Shell) -> None:
    assert "Options stand after the command" in empty.run("--json", "log").err
    assert "Options stand after" not in empty.run("log", "--nonsense").err


def test_a_wrong_choice_is_told_in_plain_words(shell: Shell) -> None:
    assert "--check': 'some' is not one of" in shell.run("verify", "--check", "some").err


def every_error() -> list[type[MemtxnError]]:
    """All classes of the error tree."""
    return [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, MemtxnError)]


@pytest.mark.parametrize("kind", every_error(), ids=lambda kind: kind.__name__)
def test_every_error_has_its_exit_code(kind: type[MemtxnError]) -> None:
    code = exit_code(kind("detail"))
    assert code in (ExitCode.REFUSED, ExitCode.USAGE, ExitCode.NOTHING, ExitCode.CONFLICT, ExitCode.STORAGE)
    assert (code is ExitCode.CONFLICT) == kind.retryable


def test_the_demonstration_is_handed_its_own_options(empty: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    import memtxn.interfaces.cli.demo as package

    heard = []

    def demo(fast: bool = False) -> None:
        heard.append(fast)
        raise typer.Exit(7)

    monkeypatch.setattr(package, "demo", demo, raising=False)
    assert empty.run("demo", "--fast").code == 7
    assert heard == [True]
    assert "--fast" in empty.ok("demo", "--help").out
    assert empty.run("demo", "--slow").code == 2
