"""`memtxn anchor`: a sealed line that says where every memory stands, to be kept elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.out import write_json
from memtxn.model.anchor import LIMIT, Anchor
from memtxn.model.exact import one_line


def anchor(call: Call) -> None:
    """Print where every memory of the store stands, sealed, on one line: keep it where nobody can change it.

    It is what `memtxn verify --anchor FILE` finds out by that the end of a journal was cut off, or an older file
    put back. It holds numbers and hashes, no text. Let a scheduler append one a day to a file on another machine.
    """
    with call.opened_store() as store:
        made = store.anchor()
    write_json(msgspec.to_builtins(made))


def _read(path: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read(LIMIT + 1)
    with Path(path).open("rb") as file:
        return file.read(LIMIT + 1)


def given_anchor(path: str) -> str:
    """The last line of a file of anchors, or of stdin, after a look at whether it is one. Raises InvalidInput."""
    name = "stdin" if path == "-" else one_line(path)
    try:
        data = _read(path)
        lines = [line for line in data.decode("utf-8-sig").splitlines() if line.strip()]
    except (OSError, ValueError) as error:  # ValueError: no UTF-8, or no path
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise InvalidInput(f"{name} cannot be read: {reason}") from None
    if not lines or len(data) > LIMIT:
        raise InvalidInput(f"{name} is {'empty' if not lines else f'larger than {LIMIT} bytes'}")
    try:
        Anchor.parse(lines[-1])
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error.detail}") from None
    return lines[-1]
