"""`memtxn`: the command line, put together."""

from __future__ import annotations

from typing import Annotated

import typer

from memtxn.interfaces.cli.call import command
from memtxn.interfaces.cli.commands.anchor import anchor
from memtxn.interfaces.cli.commands.audit import audit
from memtxn.interfaces.cli.commands.backup import backup
from memtxn.interfaces.cli.commands.bench import bench
from memtxn.interfaces.cli.commands.constrain import constrain
from memtxn.interfaces.cli.commands.declare import declare
from memtxn.interfaces.cli.commands.declare_type import declare_type
from memtxn.interfaces.cli.commands.demo import PASSED_ON, demo
from memtxn.interfaces.cli.commands.doctor import doctor
from memtxn.interfaces.cli.commands.erase import erase
from memtxn.interfaces.cli.commands.export import export
from memtxn.interfaces.cli.commands.guard import guard
from memtxn.interfaces.cli.commands.import_ import import_
from memtxn.interfaces.cli.commands.journal import log, recover, verify
from memtxn.interfaces.cli.commands.observe import observe
from memtxn.interfaces.cli.commands.propose import propose
from memtxn.interfaces.cli.commands.quarantine import confirm, deny, pending
from memtxn.interfaces.cli.commands.ranges import at, blame, diff, scan
from memtxn.interfaces.cli.commands.read import get, history, why, why_not
from memtxn.interfaces.cli.commands.records import show
from memtxn.interfaces.cli.commands.rekey import rekey
from memtxn.interfaces.cli.commands.repair import revoke, undo
from memtxn.interfaces.cli.commands.restore import restore
from memtxn.interfaces.cli.commands.retract import retract
from memtxn.interfaces.cli.commands.salvage import salvage
from memtxn.interfaces.cli.commands.start import init
from memtxn.interfaces.cli.commands.stats import stats
from memtxn.interfaces.cli.commands.watch import watch
from memtxn.interfaces.cli.exits import MEANINGS, ExitCode
from memtxn.interfaces.cli.skin import BehindDashes, Plain, Skin

LOCAL_COMMANDS = (
    "init",
    "backup",
    "restore",
    "salvage",
    "anchor",
    "rekey",
    "watch",
    "doctor",
    "audit",
    "bench",
    "demo",
)
"""Commands that are no operation on a memory."""
WITHIN = {
    "declarations": "declare",
    "type_declarations": "declare_type",
    "constraints": "constrain",
    "drop_constraint": "constrain",
    "guards": "guard",
}
"""Operations that a command of another name offers as well."""

_ABOUT = """The transaction boundary for the memory of AI agents.

First, see it work: `memtxn demo`

Then make a store, and let it believe something:

    memtxn init
    memtxn propose Meeting/client start_time 4pm --text "Now at 4pm."
    memtxn why Meeting/client start_time

Options stand after the command: `memtxn log --memory alice`
"""

_EXITS = "\n".join(f"{code.value:5}  {meaning}" for code, meaning in MEANINGS.items())

app = typer.Typer(
    name="memtxn",
    cls=Skin,
    help=_ABOUT,
    epilog=f"Exit codes\n\n{_EXITS}",
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def _memtxn(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if show_version:
        typer.echo(f"memtxn {_version()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(ExitCode.USAGE)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # an e-mail parser and all

    try:
        return version("memtxn")
    except PackageNotFoundError:
        return "(not installed)"


app.command("init", cls=Plain)(command(init))
app.command("observe", cls=Plain)(command(observe))
app.command("propose", cls=Plain)(command(propose))
app.command("retract", cls=Plain)(command(retract))
app.command("declare", cls=Plain)(command(declare))
app.command("declare-type", cls=Plain)(command(declare_type))
app.command("constrain", cls=Plain)(command(constrain))
app.command("get", cls=Plain)(command(get))
app.command("history", cls=Plain)(command(history))
app.command("log", cls=Plain)(command(log))
app.command("show", cls=Plain)(command(show))
app.command("scan", cls=Plain)(command(scan))
app.command("at", cls=Plain)(command(at))
app.command("diff", cls=Plain)(command(diff))
app.command("blame", cls=Plain)(command(blame))
app.command("why", cls=Plain)(command(why))
app.command("why-not", cls=Plain)(command(why_not))
app.command("pending", cls=Plain)(command(pending))
app.command("confirm", cls=Plain)(command(confirm))
app.command("deny", cls=Plain)(command(deny))
app.command("undo", cls=Plain)(command(undo))
app.command("revoke", cls=Plain)(command(revoke))
app.command("guard", cls=BehindDashes)(command(guard))
app.command("erase", cls=Plain)(command(erase))
app.command("verify", cls=Plain)(command(verify))
app.command("recover", cls=Plain)(command(recover))
app.command("stats", cls=Plain)(command(stats))
app.command("export", cls=Plain)(command(export))
app.command("import", cls=Plain)(command(import_))
app.command("backup", cls=Plain)(command(backup))
app.command("restore", cls=Plain)(command(restore))
app.command("salvage", cls=Plain)(command(salvage))
app.command("anchor", cls=Plain)(command(anchor))
app.command("rekey", cls=Plain)(command(rekey))
app.command("watch", cls=Plain)(command(watch))
app.command("doctor", cls=Plain)(command(doctor))
app.command("audit", cls=Plain)(command(audit))
app.command("bench", cls=Plain)(command(bench))
app.command("demo", **PASSED_ON)(demo)
