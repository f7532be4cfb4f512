"""The command `memtxn demo`: its options, and the file that it is told on."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.demo.screen import Screen
from memtxn.interfaces.cli.demo.show_rest import show_end
from memtxn.interfaces.cli.demo.summary import summary
from memtxn.interfaces.cli.demo.tell import Script, tell
from memtxn.interfaces.cli.exits import ExitCode
from memtxn.interfaces.cli.out import write_json
from memtxn.testkit.dialogues import Dialogue, read_dialogues
from memtxn.testkit.sgd import FILE as SGD_FILE
from memtxn.testkit.sgd import read_sgd

SHOWN = ("d02", "d13")
"""Of memtxn's own dialogues, those that are shown turn by turn."""
DATA = "MEMTXN_DATA"
"""The environment variable that names a folder of data that is no part of memtxn."""
SGD_REQUIRED = 0.98
"""The share of the literal gold values that must be admitted: the corpus runs some words into one another."""

ABOUT_OWN = (
    "Agents talk, and a model proposes what to remember. Here some proposals are honest and some were "
    "corrupted on purpose."
)
ABOUT_FILE = "Your dialogues, with the proposals that were made of them."
ABOUT_SGD = (
    "Real conversations (Schema-Guided Dialogue). Every gold update of what the user wants is proposed as a "
    "goal that quotes its whole turn. Honest are those whose value stands in that turn."
)


def demo(
    file: Annotated[Path | None, typer.Argument(help="Your own dialogues, instead of memtxn's.")] = None,
    sgd: Annotated[
        bool, typer.Option("--sgd", help=f"Replay real SGD dialogues from the folder named by {DATA}.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, help="How many of the SGD dialogues.")] = 50,
    show: Annotated[list[str] | None, typer.Option(help="Show this dialogue turn by turn.")] = None,
    keep: Annotated[Path | None, typer.Option(help="Keep the store in this new file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON summary.")] = False,
) -> None:
    """See what memtxn does, in a minute, on a real SQLite file.

    Needs no key and no network. It replays written dialogues with honest and
    corrupt proposals, shows the versions of a fact that moved, compares what is
    believed in the end with what should be, kills processes inside a commit,
    and verifies everything. The exit code is 0 only if all held that must hold.

    With FILE it replays your own dialogues, one JSON object a line:

    \b
      {"id": "d1", "title": "A table for six",
       "turns": [{"speaker": "ana", "channel": "user",
                  "at": "2026-11-03T10:15:00+00:00", "text": "For six, please."}],
       "proposals": [{"turn": 0, "quote": "For six", "value": "six",
                      "key": ["Booking", "b1", "seats"]}],
       "final": {"Booking/b1/seats": "six"}}

    A proposal may also have: kind (honest or corrupt), how (it was corrupted),
    published_gate (accept or refuse: what the plain ordered-subsequence test
    says), type (fact, goal, ...), op (retract), observed_at (it reports
    something older). A dialogue: schema and final_many, for attributes with
    several values ({"Type/attribute": {"cardinality": "many"}}).
    """  # noqa: D301  # the \b that keeps the lines as they are
    started = time.monotonic()
    script = _checked(_script(file, sgd, limit, show))
    screen = Screen(quiet=json)
    with _place(keep) as path:
        story = tell(path, script, screen)
    seconds = time.monotonic() - started
    show_end(screen, story, seconds, keep)
    if json:
        write_json(summary(story, seconds))
    raise typer.Exit(ExitCode.OK if story.ok else ExitCode.PROBLEMS)


def _script(file: Path | None, sgd: bool, limit: int, show: list[str] | None) -> Script:
    if file is not None and sgd:
        raise InvalidInput("FILE and --sgd exclude each other")
    if sgd:
        dialogues, about = _sgd(limit), ABOUT_SGD
        return Script(dialogues=dialogues, about=about, shown=show or (), kills=False, required=SGD_REQUIRED)
    if file is not None:
        dialogues = read_dialogues(file)
        shown = show or (dialogues[0].id,)
        return Script(dialogues=dialogues, about=ABOUT_FILE, shown=shown, kills=False)
    return Script(dialogues=_own(), about=ABOUT_OWN, shown=show or SHOWN, kills=True)


def _checked(script: Script) -> Script:
    """The script itself, when all that is to be shown is in it."""
    unknown = sorted({*script.shown} - {dialogue.id for dialogue in script.dialogues})
    if unknown:
        raise InvalidInput(f"--show {unknown[0]}: there is no dialogue of that id")
    return script


def _own() -> list[Dialogue]:
    data = resources.files("memtxn.interfaces.cli.demo") / "data" / "dialogues.jsonl"
    with resources.as_file(data) as path:
        return read_dialogues(path)


def _sgd(limit: int) -> list[Dialogue]:
    folder = os.environ.get(DATA)
    if not folder:
        raise InvalidInput(
            f"{DATA} is not set. The SGD dialogues (CC BY-SA 4.0) are no part of memtxn: set {DATA} to a "
            f"folder that holds {SGD_FILE.as_posix()}; `python -m pydoc memtxn.testkit.sgd` says where they "
            "come from and in which form they are read"
        )
    return read_sgd(Path(folder), limit)


@contextmanager
def _place(keep: Path | None) -> Iterator[Path]:
    """Where the store goes: the file to keep, which must be a new one, or one that is gone afterwards."""
    if keep is not None:
        if keep.exists():
            raise InvalidInput(f"--keep {keep}: there is a file already; name a new one")
        yield keep
    else:
        with tempfile.TemporaryDirectory(prefix="memtxn-demo-") as folder:
            yield Path(folder, "demo.db")
