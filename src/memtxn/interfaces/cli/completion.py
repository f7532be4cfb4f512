"""Completion: what a shell offers when somebody presses the tab key. Whatever goes wrong, it offers nothing."""

from __future__ import annotations

import typer

from memtxn.engine.store import Store
from memtxn.errors import MemtxnError
from memtxn.interfaces.cli.config import read_config
from memtxn.interfaces.cli.place import DEFAULT_URL, chosen, open_store

_PATIENCE = 0.2
"""Seconds that somebody at the keyboard is made to wait for a busy store."""


def labels_like(context: typer.Context, incomplete: str) -> list[str]:
    """The labels of all memories of the store that begin like this."""
    try:
        with _store(context) as store:
            every = {label for labels in store.memories() for label in labels}
    except (MemtxnError, OSError):
        return []
    return sorted(label for label in every if label.startswith(incomplete) and label.isprintable())


def _store(context: typer.Context) -> Store:
    """The store that the command line means so far."""
    config = read_config()
    url = chosen(context.params.get("db"), config.url, DEFAULT_URL)
    return open_store(url, config.settings | {"busy_timeout": _PATIENCE})
