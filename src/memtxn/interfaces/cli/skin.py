"""Skin: the outermost command. What happens inside ends here, in an exit code.

A foreseen error never shows a traceback. A defect does, and has an exit code of its own, lest a script take
it for a refusal.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from memtxn.errors import MemtxnError
from memtxn.interfaces.cli.exits import ExitCode
from memtxn.interfaces.cli.failures import tell, tell_misuse, tell_system
from memtxn.interfaces.cli.out import hush, prepare

_DASHES = "--"
"""What stands between the arguments of a command and those that are none of its own."""


class Skin(TyperGroup):
    """The group of all commands."""

    def main(self, args: Sequence[str] | None = None, *given: Any, **extra: Any) -> Any:  # noqa: ANN401
        """Run a command line, and exit with its code."""
        prepare()
        code: int | str | None = ExitCode.DEFECT
        try:
            code = self._code(list(sys.argv[1:] if args is None else args), *given, **extra)
        except SystemExit as left:
            code = left.code
            if isinstance(left.__context__, BrokenPipeError):  # typer's own way to end, while it showed a help
                code = _reader_gone()
        except BrokenPipeError:
            code = _reader_gone()
        finally:
            if code is ExitCode.DEFECT:
                traceback.print_exc()
            sys.exit(code)

    def get_params(self, ctx: Any) -> Any:  # noqa: ANN401  # typer's own signature
        """Its options, flags without a type beside them."""
        return _flags_plain(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401  # typer's own signature
        """Run the command that was asked for, and see that its answer arrives."""
        try:
            answer = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise typer.Exit(_reader_gone()) from None
        return answer

    def _code(self, args: list[str], *given: Any, **extra: Any) -> int:  # noqa: ANN401  # handed on
        as_json = "--json" in args
        try:
            answer = super().main(args, *given, **extra | {"standalone_mode": False})
        except TyperException as error:
            return tell_misuse(error, as_json=as_json)
        except MemtxnError as error:
            return tell(error, as_json=as_json)
        except BrokenPipeError:
            raise
        except OSError as error:
            hush()
            return tell_system(error)
        return answer if isinstance(answer, int) else ExitCode.OK


class Plain(TyperCommand):
    """One command, its flags without a type beside them in its help."""

    def get_params(self, ctx: Any) -> Any:  # noqa: ANN401  # typer's own signature
        """Its arguments and options."""
        return _flags_plain(super().get_params(ctx))


class BehindDashes(Plain):
    """A command whose first argument may be left out, when what stands behind ``--`` belongs to the next one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401  # typer's own signature
        """Leave the first argument empty when nothing stands for it before ``--``."""
        end = args.index(_DASHES) if _DASHES in args else len(args)
        given, _, _ = self.make_parser(ctx).parse_args(list(args[:end]))
        first = next(one.name for one in self.get_params(ctx) if one.param_type_name == "argument")
        if end < len(args) and given.get(first) is None:
            args = [*args[:end], _DASHES, "", *args[end + 1 :]]
        return super().parse_args(ctx, args)


def _flags_plain(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
    return parameters


def _reader_gone() -> ExitCode:
    hush()
    return ExitCode.BROKEN_PIPE
