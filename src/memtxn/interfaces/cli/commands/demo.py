"""`memtxn demo`: handed on, with its own options, to the demonstration; loaded only when it is asked for."""

from __future__ import annotations

from typing import Any

import typer

PASSED_ON: dict[str, Any] = {
    "add_help_option": False,
    "context_settings": {"ignore_unknown_options": True, "allow_extra_args": True},
}
"""What lets the demonstration read its own options, ``--help`` among them."""


def demo(context: typer.Context) -> object:
    """See what memtxn does, in a minute."""
    from memtxn.interfaces.cli.demo import demo as show

    inner = typer.Typer(add_completion=False)
    inner.command()(show)
    return inner(args=context.args, prog_name="memtxn demo", standalone_mode=False)
