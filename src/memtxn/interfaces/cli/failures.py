"""Failures: what went wrong and what to do next; on stderr, and as JSON on stdout for programs."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from rich.text import Text
from typer.exceptions import TyperException

from memtxn.errors import MemtxnError, Rejected
from memtxn.interfaces.cli import show
from memtxn.interfaces.cli.exits import ExitCode, advice_of, exit_code
from memtxn.interfaces.cli.out import write_json, write_text
from memtxn.interfaces.cli.safe import shortened, visible
from memtxn.interfaces.plain import message_of, plain_error
from memtxn.model.receipt import ProposalOutcome

_NEGATIVE = re.compile(r"-[.\d]")
_IN_PYTHON = re.compile(r"\bmemory\.(pending|verify|log)\(\)")
MESSAGE = 2000
"""Characters of a message that a person is shown; it may repeat what was typed."""
_REPEATED = 200
"""Characters of an entity that a hint repeats: cut, it would be another one."""


def tell(error: MemtxnError, *, as_json: bool) -> ExitCode:
    """Report an error of memtxn, and its exit code."""
    if as_json:
        write_json({"error": plain_error(error, advice_of(error))})
    write_text(_lines(error), stderr=True)
    return exit_code(error)


def tell_misuse(error: TyperException, *, as_json: bool) -> ExitCode:
    """Report a command line that cannot be read."""
    context = getattr(error, "ctx", None)
    advice = f"`{context.command_path if context else 'memtxn'} --help` shows how"
    if context is not None and context.parent is None and hasattr(error, "option_name"):
        advice = "Options stand after the command, as in `memtxn log --json`"
    entity = _without_attribute(error)
    if entity:
        advice = f"`memtxn scan {shlex.quote(entity)}` lists its attributes; {advice}"
    if _NEGATIVE.match(str(getattr(error, "option_name", ""))):
        advice = "A VALUE that begins with a dash stands behind all options, after `--`: `… --text TEXT -- -5`"
    message = error.format_message().replace("Value error, ", "")
    if as_json:
        write_json({"error": {"code": "Usage", "message": message, "advice": advice, "retryable": False}})
    write_text(_said(message, advice), stderr=True)
    return ExitCode.USAGE


def _without_attribute(error: TyperException) -> str:
    """The entity that somebody asks about without its attribute; empty when it is something else."""
    context, missing = getattr(error, "ctx", None), getattr(error, "param", None)
    if context is None or context.info_name == "propose" or getattr(missing, "name", "") != "attribute":
        return ""
    entity = str(context.params.get("entity") or "")
    return entity if len(entity) <= _REPEATED else ""


def tell_system(error: OSError) -> ExitCode:
    """Report that the system refused something outside the store, such as to take the answer."""
    advice = "Whether anything was committed before, `memtxn log` shows"
    write_text(_said(f"the system refused: {error.strerror or error}", advice), stderr=True)
    return ExitCode.STORAGE


def _lines(error: MemtxnError) -> Iterator[Text]:
    said = isinstance(error, Rejected) and error.said  # which the verdict below repeats
    yield from _error(message_of(error).removesuffix(f": {said}" if said else ""))
    if isinstance(error, Rejected):
        for outcome in error.outcomes:
            if isinstance(outcome, ProposalOutcome):
                yield from show.verdict(outcome.verdict)
    yield from _hint(advice_of(error))


def _said(message: str, advice: str) -> Iterator[Text]:
    yield from _error(message)
    yield from _hint(advice)


def _error(message: str) -> Iterator[Text]:
    yield Text.assemble(("error: ", "bold red"), visible(shortened(_of_a_shell(message), MESSAGE)))


def _of_a_shell(text: str) -> str:
    """What is said of Python in the words of a shell."""
    return _IN_PYTHON.sub(lambda found: f"`memtxn {found[1]}`", text)


def _hint(advice: str) -> Iterator[Text]:
    if advice:
        yield Text.assemble(("hint: ", "bold"), visible(_of_a_shell(advice)))
