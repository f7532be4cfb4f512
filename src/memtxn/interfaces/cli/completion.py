"""Completion: what a shell offers when somebody presses the tab key. Whatever goes wrong, it offers nothing."""

from __future__ import annotations

from collections.abc import Iterator

import typer

from memtxn.engine.store import Store
from memtxn.errors import MemtxnError
from memtxn.interfaces.cli.config import Config, read_config
from memtxn.interfaces.cli.place import DEFAULT_LABEL, DEFAULT_URL, chosen, labels_chosen, open_store
from memtxn.model.key import Key

_PATIENCE = 0.2
"""Seconds that somebody at the keyboard is made to wait for a busy store."""
_NEWEST = 200
"""Records that are looked at for entities and attributes: those that somebody has in mind."""


def labels_like(context: typer.Context, incomplete: str) -> list[str]:
    """The labels of all memories of the store that begin like this."""
    try:
        with _store(context, read_config()) as store:
            return _offered({label for labels in store.memories() for label in labels}, incomplete)
    except (MemtxnError, OSError):
        return []


def entities_like(context: typer.Context, incomplete: str) -> list[str]:
    """The entities that the newest records of the memory are about and that begin like this."""
    return _offered({f"{key.entity_type}/{key.entity_id}" for key in _keys(context)}, incomplete)


def attributes_like(context: typer.Context, incomplete: str) -> list[str]:
    """Their attributes that begin like this, of the entity that stands before."""
    entity = context.params.get("entity")
    keys = [key for key in _keys(context) if entity in {None, f"{key.entity_type}/{key.entity_id}"}]
    return _offered({key.attribute for key in keys}, incomplete)


def _keys(context: typer.Context) -> set[Key]:
    try:
        config = read_config()
        labels = labels_chosen(context.params.get("memory"), config.memory) or (DEFAULT_LABEL,)
        with _store(context, config) as store:
            return set(_recent(store, labels))
    except (MemtxnError, OSError):
        return set()


def _recent(store: Store, labels: tuple[str, ...]) -> Iterator[Key]:
    """Keys of beliefs; a declaration is about no one entity."""
    for entry in store.memory(*labels).log(limit=_NEWEST):
        for change in entry.changes:
            if change.key is not None and change.what != "DECLARE":
                yield change.key


def _store(context: typer.Context, config: Config) -> Store:
    """The store that the command line means so far."""
    url = chosen(context.params.get("db"), config.url, DEFAULT_URL)
    return open_store(url, config.settings | {"busy_timeout": _PATIENCE})


def _offered(names: set[str], incomplete: str) -> list[str]:
    """What a shell can be given: it takes one name a line, and a terminal obeys what cannot be printed."""
    return sorted(name for name in names if name.startswith(incomplete) and name.isprintable())
