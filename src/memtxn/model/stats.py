"""Stats: a memory and a store in numbers, for people."""

from __future__ import annotations

from datetime import datetime

import msgspec


class MemoryStats(msgspec.Struct, frozen=True, kw_only=True):
    """A memory in numbers, as of record ``seq``.

    ``beliefs`` counts every version that was ever believed, ``retractions`` those that took one back. ``kinds``
    counts the records by what they are, ``outcomes`` the proposals by what became of them, ``refusals`` the
    refused ones by the codes that refused them, of which one proposal may have several, as often as they came;
    ``unreadable`` stands for records and refusals that are damaged. ``pending`` counts what waits to be confirmed
    or denied. ``first`` and ``last`` are recorded times.
    """

    seq: int
    records: int
    keys: int
    beliefs: int
    retractions: int
    sources: int
    declarations: int
    pending: int = 0
    first: datetime | None = None
    last: datetime | None = None
    kinds: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    refusals: dict[str, int] = {}


class StoreStats(msgspec.Struct, frozen=True, kw_only=True):
    """A store in numbers. Sizes in bytes; ``log_bytes`` are those that wait to be copied into the file.

    ``beliefs`` are those of all memories of the tenant; ``bytes_per_belief`` is file and log together for each
    of them, all other rows included (None: there is no belief). ``versions`` names what it is made with.
    ``read_only`` says why the store cannot be written, or is None.
    """

    path: str | None
    format: int
    versions: dict[str, str]
    memories: int
    beliefs: int
    file_bytes: int
    log_bytes: int
    bytes_per_belief: float | None
    read_only: str | None
