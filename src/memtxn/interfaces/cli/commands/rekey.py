"""`memtxn rekey`: another key for the whole store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.text import Text

from memtxn.engine.rekeying import Rekeyed
from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.place import NoStore, is_missing
from memtxn.interfaces.cli.progress import progress

NewKeyOption = Annotated[
    str | None,
    typer.Option("--new-key-file", metavar="FILE", help="The file of the new key, kept outside the store."),
]
OwnOption = Annotated[bool, typer.Option("--own-key", help="Make a key and keep it in the store itself.")]
LostOption = Annotated[
    bool, typer.Option("--lost", help="The old key is lost: its seals are not checked, all else is.")
]


def rekey(
    call: Call, new_key_file: NewKeyOption = None, own_key: OwnOption = False, lost: LostOption = False
) -> None:
    """Give the store another key, in one step that every journal records.

    What is there is verified first. Whoever has the store open reads on and must open it again to write. Put the
    new file into MEMTXN_KEY_FILE or memtxn.toml afterwards. Idempotency keys that were used before are no longer
    recognised.
    """
    from memtxn.app.key_file import read_key
    from memtxn.app.maintain import rekey as rekey_

    if (new_key_file is None) != own_key:
        raise InvalidInput("give either --new-key-file or --own-key")
    if is_missing(call.db):
        raise NoStore(f"at {call.db}")
    new = None if new_key_file is None else read_key(new_key_file)
    settings = call.settings
    timeout = settings.get("busy_timeout", 5.0)
    with progress("checking records", in_bytes=False) as tell:
        done = rekey_(
            call.db, key=settings.get("key"), new_key=new, lost=lost, busy_timeout=timeout, progress=tell
        )
    call.say(done, _shown)


def _shown(done: Rekeyed) -> Iterator[Text]:
    where = "kept in the store" if done.inside else "kept outside the store"
    yield Text(f"sealed with key {done.new} from now on, {where}: {_memories(done)}")
    if not done.checked:
        yield Text(f"the seals of the old key {done.old} were not checked", "dim")


def _memories(done: Rekeyed) -> str:
    return "1 memory" if done.memories == 1 else f"{done.memories:,} memories"
