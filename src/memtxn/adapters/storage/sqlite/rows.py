"""From the columns of an answer to the rows of the model, and back."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from memtxn.errors import StorageError, Unreadable
from memtxn.model.belief import BeliefType, State
from memtxn.model.record import public_id
from memtxn.model.rows import BeliefRow, Head, KeyView, StepView, VersionRow, View, ViewRequest, VisibleRow

Columns: TypeAlias = tuple[Any, ...]

VERSION_WIDTH = 18
"""Columns of a version in every statement: the 13 of BeliefRow, state, tx, at, salt, data."""

_TYPES = {int(member): member for member in BeliefType}
_STATES = {None: State.ADMITTED} | {int(member): member for member in State}
_encode = msgspec.json.Encoder().encode


def belief(columns: Columns) -> BeliefRow:
    """A version's numbers."""
    try:
        return BeliefRow(*columns[:8], _TYPES[columns[8]], *columns[9:13])  # type: ignore[call-arg]
    except KeyError as error:
        raise Unreadable(f"belief {columns[1]} has the unknown type {columns[8]}") from error


def version(columns: Columns, bid: int) -> VersionRow:
    """The version ``bid`` from its columns.

    Raises:
        Unreadable: a step shows it, but its row, its record or its state is not there. Nothing is guessed.
    """
    if columns[0] is None or columns[14] is None or columns[13] not in _STATES:
        raise Unreadable(f"belief {public_id(bid)}: its row or its record is missing or damaged")
    return VersionRow(belief(columns), _STATES[columns[13]], *columns[14:18])


def visible(columns: Columns) -> VisibleRow:
    """A row of the statement `visible`."""
    name, bid = columns[:2]
    return VisibleRow(name, version(columns[2:20], bid), *columns[20:23])


def packed_id(source_id: str) -> bytes | None:
    """The bytes of a source's id; None for what can be no such id."""
    try:
        data = bytes.fromhex(source_id)
    except ValueError:
        return None
    return data if data.hex() == source_id else None


def view_arguments(request: ViewRequest) -> tuple[str, str]:
    """The keys and the sources of a request as the JSON that the statement `view` takes."""
    keys = [(k.name, k.since, None if k.vhash is None else k.vhash.hex()) for k in request.keys]
    sources = [source for source in request.sources if packed_id(source)]
    return _encode(keys).decode(), _encode(sources).decode()


def view(rows: list[Columns], request: ViewRequest) -> View:
    """The answer from the rows of the statement `view`."""
    if not rows or rows[0][0] != 0:
        raise StorageError("there is no such memory")
    head = rows[0]
    found = [seq for seq in head[8:10] if seq is not None]
    return View(
        head=Head(*head[1:8]),
        committed=min(found, default=None),
        keys=_key_views(rows, len(request.keys)),
        sources={row[1]: row[2] for row in rows if row[0] == 2},
    )


def _key_views(rows: list[Columns], count: int) -> tuple[KeyView, ...]:
    grouped: list[list[Columns]] = [[] for _ in range(count)]
    for row in rows:
        if row[0] == 1:
            grouped[row[1]].append(row)
    return tuple(_key_view(group) for group in grouped)


def _key_view(group: list[Columns]) -> KeyView:
    _, _, kid, ver, slot = group[0][:5]
    steps = sorted((_step_view(row) for row in group if row[5] is not None), key=lambda step: step.vf)
    return KeyView(kid or 0, ver or 0, slot, tuple(steps))


def _step_view(row: Columns) -> StepView:
    vf, s0, bid = row[5:8]
    return StepView(vf, s0, version(row[8:26], bid) if bid else None)


def successor(prefix: str) -> str | bytes:
    """The least text that is greater than every text with this prefix, in order of UTF-8 bytes.

    That is the order of code points. Where there is none it is the empty blob, which SQLite holds to be
    greater than any text.
    """
    stem = prefix.rstrip("\U0010ffff")
    if not stem:
        return b""
    following = ord(stem[-1]) + 1
    return stem[:-1] + chr(0xE000 if following == 0xD800 else following)
