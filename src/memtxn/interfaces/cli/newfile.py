"""Files that a command writes: whole, durable, and over nothing that is there; or straight into a pipe."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from memtxn.errors import InvalidInput

PART = "-part"
"""What the name of an unfinished file ends with; the next try overwrites it."""


def refuse_existing(path: str) -> None:
    """Refuse to overwrite a file. Raises InvalidInput."""
    if os.path.lexists(path):
        raise InvalidInput(f"{path} exists already; name another file, or let it be replaced with --replace")


def check_folder(path: str) -> None:
    """Refuse a file in a folder that is not there. Raises InvalidInput."""
    folder = os.path.dirname(path)  # noqa: PTH120  # whatever was typed, even what is no path
    if folder and not os.path.lexists(folder):
        raise InvalidInput(f"the folder {folder} does not exist")


@contextmanager
def new_file(path: str, *, replace: bool) -> Iterator[BinaryIO]:
    """A file to write into; it gets its name when the block ends well, and leaves nothing when not.

    A pipe or a device is written as it stands.

    Raises:
        InvalidInput: a file of that name exists, or its folder does not. OSError: the system refuses.
    """
    if _is_special(path):
        with Path(path).open("wb") as stream:
            yield stream
        return
    check_folder(path)
    if not replace:
        refuse_existing(path)
    part = path + PART
    try:
        with Path(part).open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if not replace:
            refuse_existing(path)
        Path(part).replace(path)
    finally:
        with suppress(OSError):
            Path(part).unlink()


def _is_special(path: str) -> bool:
    try:
        return Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir()
    except (OSError, ValueError):
        return False
