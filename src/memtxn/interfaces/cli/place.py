"""Where the store and its key are.

The store: ``--db``, else ``MEMTXN_URL``, else what ``memtxn.toml`` says, else ``memtxn.db`` here.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from memtxn.engine.store import Store
from memtxn.errors import InvalidInput, NotFound, StorageError
from memtxn.interfaces.cli.config import Config
from memtxn.model.codec import check_text

DEFAULT_URL = "memtxn.db"
DEFAULT_LABEL = "default"
MEMORY_VARIABLE = "MEMTXN_MEMORY"
GUARD_VARIABLE = "MEMTXN_GUARD"
"""The token of the guard under which `memtxn guard` has started this process."""
KEY_VARIABLE = "MEMTXN_KEY_FILE"
_PATH_LIMIT = 4096


class NoStore(NotFound):
    """there is no memtxn store"""  # noqa: D415  # a message, like all of memtxn.errors

    advice = "Make one with `memtxn init`, or name another with --db PATH or MEMTXN_URL"


class Empty(NotFound):
    """nothing is written yet"""  # noqa: D415  # a message, like all of memtxn.errors

    advice = "`memtxn propose` or `memtxn import` writes the first record"


def is_missing(url: str) -> bool:
    """Whether a path leads to no file, or to an empty one; what is no path is for the store to judge.

    Raises:
        InvalidInput: it is in memory, too long, or no text that UTF-8 can carry.
        StorageError: it cannot be looked at.
    """
    if url == ":memory:":
        raise InvalidInput("a store in memory would be gone with the command; give a path")
    if "://" in url or not url or "\x00" in url:
        return False
    try:
        path = Path(check_text(url, "the path", limit=_PATH_LIMIT))
        return not path.exists() or (path.is_file() and path.stat().st_size == 0)
    except OSError as error:
        raise StorageError(f"{url}: {error.strerror}") from error


def open_store(url: str, settings: dict[str, Any] | None = None) -> Store:
    """Open a store that is there. Raises NoStore rather than making one, and what `memtxn.open` raises."""
    if is_missing(url):
        raise NoStore(f"at {Path(url).absolute()}")
    return make_store(url, settings)


def make_store(url: str, settings: dict[str, Any] | None = None) -> Store:
    """Open a store, making it if need be."""
    from memtxn.app.open import open as open_

    token = from_environment(GUARD_VARIABLE)
    return open_(url, **{**(settings or {}), **({"guard": token} if token else {})})


def chosen(typed: str | None, written: str | None, default: str) -> str:
    """What was typed (or stands in the environment), else what is written down, else the default."""
    return typed if typed is not None else written if written is not None else default


def from_environment(name: str) -> str | None:
    """The value of a variable, if it is set and not empty."""
    return os.environ.get(name) or None


def key_of(config: Config) -> dict[str, Any]:
    """The key for `memtxn.open`: of the file that the environment names, else of that in `memtxn.toml`."""
    from memtxn.app.key_file import read_key

    path = from_environment(KEY_VARIABLE) or config.key_file
    return {} if path is None else {"key": read_key(path)}


def labels_chosen(typed: list[str] | None, written: list[str] | None) -> tuple[str, ...] | None:
    """The labels that somebody chose: on the command line, else in the environment, else in the file."""
    variable = from_environment(MEMORY_VARIABLE)
    return tuple(typed or ()) or ((variable,) if variable else tuple(written or ())) or None


def quoted(labels: tuple[str, ...]) -> str:
    """The labels of a memory, for a reader: several are one name, ``'team'/'solo'``."""
    return "/".join(repr(label) for label in labels)
