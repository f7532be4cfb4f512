"""The key of a store from a file: hexadecimal digits that nobody but its owner may read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from memtxn.app.given_file import read
from memtxn.errors import InvalidInput

KEY_SIZES = range(16, 65)
"""Bytes that a key may have."""

_LONGEST = 4 * KEY_SIZES.stop
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def read_key(path: str | os.PathLike[str]) -> bytes:
    """The key in a file, for ``open(…, key=…)``: 32 to 128 hexadecimal digits (``openssl rand -hex 32``).

    White space around them counts for nothing. The file must be its owner's alone (``chmod 600``), where the
    system knows of such rights.

    Raises:
        InvalidInput: it cannot be read, others may read it, or it holds no such key.
    """
    file = read(path)
    name = file.name
    if os.name == "posix":
        try:
            mode = Path(path).stat().st_mode
        except (OSError, ValueError) as error:
            raise InvalidInput(f"{name} cannot be read: {error}") from None
        if mode & _OTHERS:
            raise InvalidInput(f"{name} may be read or written by others: chmod 600 {name}")
    if not file.data.strip():
        raise InvalidInput(f"{name} is empty; `openssl rand -hex 32` makes a key")
    try:
        text = file.data.decode("utf-8-sig").strip()
        key = bytes.fromhex(text if len(text) <= _LONGEST and text.isascii() else "?")
    except ValueError:  # no UTF-8 either
        raise InvalidInput(
            f"{name} must hold hexadecimal digits, as `openssl rand -hex 32` prints them"
        ) from None
    if len(key) not in KEY_SIZES:
        raise InvalidInput(f"{name} holds a key of {len(key)} bytes; it must have 16 to 64")
    return key
