"""A file that somebody names: read whole, up to a limit, and only if it is a regular one."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from memtxn.errors import InvalidInput
from memtxn.model.exact import Foreign, brief, one_line

SIZE_LIMIT = 1024 * 1024
"""Bytes that such a file may have."""


class GivenFile(msgspec.Struct, frozen=True):
    """What a file holds, and its name for messages."""

    name: str
    data: bytes

    def __str__(self) -> str:
        return self.name

    def read_bytes(self) -> bytes:
        """All that it holds."""
        return self.data


def read(path: str | os.PathLike[str]) -> GivenFile:
    """Read a file. Raises InvalidInput, which names it."""
    with Foreign(f"path is {brief(path)}, which does not say where the file is"):
        given = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(given, str) or not given:
        raise InvalidInput(f"path must be the path of a file, not {brief(path)}")
    name = one_line(given)
    try:
        file = Path(given)
        if not file.is_file():
            raise InvalidInput(f"{name} is {'no regular file' if file.exists() else 'not there'}")
        with file.open("rb") as opened:
            data = opened.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as error:  # ValueError: no path
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise InvalidInput(f"{name} cannot be read: {reason}") from None
    if len(data) > SIZE_LIMIT:
        raise InvalidInput(f"{name} is larger than {SIZE_LIMIT} bytes")
    return GivenFile(name, data)
