"""The page of commands, made from the commands themselves: `python -m tests.docs.commands --write`."""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import typer
from msgspec import structs

from memtxn.interfaces.cli.app import app
from memtxn.interfaces.cli.call import Options
from memtxn.interfaces.cli.exits import MEANINGS
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "reference" / "commands.md"
WIDTH = 114
_COMMON = {field.name for field in structs.fields(Options)}
_ABOUT = """# Commands

<!-- Made by `python -m tests.docs.commands --write`; do not edit. -->

What `memtxn COMMAND --help` says, in one place. Options stand after the command; an argument that begins with a
dash goes behind all options, after `--`. The [tutorial](../tutorial.md#2-the-same-from-a-shell) shows them
at work, and the [settings](settings.md#environment) say which variables they heed.
"""


def text() -> str:
    """The whole page."""
    lines = [_ABOUT, *_everywhere(), *(line for name, one in commands() for line in _command(name, one))]
    return "\n".join(lines).rstrip() + "\n"


def commands() -> Iterator[tuple[str, Any]]:
    """Every command by its name, in the order of the help; the demonstration with its own options."""
    yield from _within("", typer.main.get_command(app))


def _within(before: str, group: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401  # typer's own classes
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _within(f"{before}{name} ", command)
        else:
            yield f"{before}{name}", _demonstration() if name == "demo" else command


def _demonstration() -> Any:  # noqa: ANN401
    """It reads its own command line."""
    from memtxn.interfaces.cli.demo import demo

    inner = typer.Typer(add_completion=False)
    inner.command()(demo)
    return typer.main.get_command(inner)


def options(command: Any) -> set[str]:  # noqa: ANN401
    """The names of a command's options."""
    return {name for given in command.params for name in (*given.opts, *given.secondary_opts) if name[0] == "-"}


# -- what all have -------------------------------------------------------------------------------------


def _everywhere() -> Iterator[str]:
    group = typer.main.get_command(app)
    first = next(command for name, command in commands() if name != "demo")
    yield "## Of all commands\n"
    yield from _table([given for given in first.params if given.name in _COMMON], "option")
    own = _listed(sorted(options(group)))
    yield f"\n`demo` has options of its own. `memtxn` alone shows its help, and takes {own}.\n"
    yield "## Exit codes\n"
    yield "| code | meaning |\n|---|---|"
    yield from (f"| `{code.value}` | {meaning} |" for code, meaning in MEANINGS.items())
    yield "\nWhich error has which is in the table of [errors](errors.md). Answers go to stdout, errors to"
    yield "stderr; with `--json` an error is an object `error` on stdout too.\n"


# -- one command ---------------------------------------------------------------------------------------


def _command(name: str, command: Any) -> Iterator[str]:  # noqa: ANN401
    arguments = [given for given in command.params if not given.opts[0].startswith("-")]
    others = [given for given in command.params if given not in arguments]
    own = [given for given in others if name == "demo" or given.name not in _COMMON]
    yield f"## {name}\n"
    yield f"    memtxn {' '.join([name, *map(_usage, arguments), '[OPTIONS]'])}\n"
    yield from _paragraphs(inspect.cleandoc(command.help or ""))
    for given, what in ((arguments, "argument"), (own, "option")):
        if given:
            yield from _table(given, what)
            yield ""


def _usage(argument: Any) -> str:  # noqa: ANN401
    name = f"{_metavar(argument)}{'…' if argument.multiple or argument.nargs == -1 else ''}"
    return name if argument.required else f"[{name}]"


def _paragraphs(help_text: str) -> Iterator[str]:
    for paragraph in help_text.split("\n\n"):
        lines = paragraph.strip("\n")
        if lines.startswith("\b"):
            yield f"```text\n{inspect.cleandoc(lines[1:])}\n```\n"
        else:
            yield f"{textwrap.fill(' '.join(lines.split()), WIDTH, break_on_hyphens=False)}\n"


def _table(given: list[Any], what: str) -> Iterator[str]:
    yield f"| {what} | meaning | default |"
    yield "|---|---|---|"
    for one in given:
        yield f"| `{_spelt(one)}` | {_cell(one.help or '')} | {_cell(_default(one))} |"


def _spelt(given: Any) -> str:  # noqa: ANN401
    if not given.opts[0].startswith("-"):
        return _cell(_metavar(given))
    names = ", ".join([*given.opts, *given.secondary_opts])
    return _cell(names if given.is_flag else f"{names} {_metavar(given)}")


def _metavar(given: Any) -> str:  # noqa: ANN401
    if given.metavar:
        return str(given.metavar)
    kind = given.type_descriptor.annotation
    if get_origin(kind) is Literal:
        return "|".join(map(str, get_args(kind)))
    if not given.opts[0].startswith("-"):
        return str(given.name).upper()
    return {int: "N", float: "NUMBER"}.get(kind, "PATH" if "Path" in str(kind) else "TEXT")


def _default(given: Any) -> str:  # noqa: ANN401
    if isinstance(given.show_default, str):
        shown = given.show_default
    elif given.required:
        return "needed"
    elif given.default is None or isinstance(given.default, bool):
        shown = "–"
    else:
        shown = f"`{given.default}`"
    return f"`{given.envvar}`, or {shown}" if given.envvar else shown


def _cell(words: str) -> str:
    return re.sub(r"\s+", " ", words).replace("|", "\\|")


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(text(), encoding="utf-8")
    else:
        sys.stdout.write(text())
