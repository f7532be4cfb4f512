"""From the columns of an answer to the rows of the model, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import TypeVar

import msgspec

from memtxn.errors import Unreadable
from memtxn.model.belief import BeliefType, State
from memtxn.model.record import public_id
from memtxn.model.rows import (
    BeliefRow,
    BodyRow,
    ClaimRow,
    ClaimView,
    ConstraintRow,
    DeclarationRow,
    EdgeRow,
    ErasedRow,
    Head,
    JournalRow,
    KeyChange,
    KeyRow,
    KeyView,
    MemoryRow,
    PendingRow,
    ReadRow,
    RefileRow,
    RefusalRow,
    SettledRow,
    SourceRow,
    StateRow,
    StepRow,
    StepView,
    SuspectRow,
    VersionRow,
    View,
    ViewRequest,
    VisibleRow,
)
from memtxn.ports.storage import Columns, Counts, Filed, Meta, StepKey

Row = TypeVar("Row")

VERSION_WIDTH = 19
"""Columns of a version in every statement: the 13 of BeliefRow, state, tx, at, salt, data, suspect."""

_TYPES = {int(member): member for member in BeliefType}
_STATES = {None: State.ADMITTED} | {int(member): member for member in State}
_encode = msgspec.json.Encoder().encode


# -- types ---------------------------------------------------------------------------------------------
# SQLite checks the types of STRICT tables when it writes. What it reads from a damaged page may be anything.

_NONE = type(None)
_INT, _TEXT, _BLOB = (int,), (str,), (bytes,)
_INT_OR_NONE, _BLOB_OR_NONE = (int, _NONE), (bytes, _NONE)
_BELIEF = (*[_INT] * 11, _BLOB, _BLOB_OR_NONE)
_VERSION = (*_BELIEF, _INT_OR_NONE, _BLOB, _INT, _BLOB_OR_NONE, _BLOB_OR_NONE, _INT_OR_NONE)
_HEAD = (_INT, _INT, _BLOB, _INT, _BLOB, _BLOB, _INT, _BLOB)


_DAMAGED = "a stored row is damaged: a column of it has a type that was never written there"
_AT_ONCE = 1_024


def _typed(*columns: tuple[type, ...]) -> Callable[[Columns], Columns]:
    """A check that the columns of a row have these types. It returns the row, or raises Unreadable."""
    good = frozenset(product(*columns))

    def check(row: Columns) -> Columns:
        if tuple(map(type, row)) not in good:
            raise Unreadable(_DAMAGED)
        return row

    return check


def _builder(make: Callable[..., Row], *columns: tuple[type, ...]) -> Callable[[Columns], Row]:
    """Makes a row of the model from columns of these types."""
    check = _typed(*columns)
    return lambda row: make(*check(row))


meta = _builder(Meta, _BLOB, _BLOB, _BLOB_OR_NONE, _BLOB, _BLOB)
memory = _builder(MemoryRow, _INT, _BLOB, _TEXT, _INT)
head = _builder(Head, *_HEAD)
counts: Callable[[Columns], Counts] = _builder(
    lambda *numbers: Counts(**dict(zip(Counts.__struct_fields__, numbers, strict=True))), *[_INT] * 6
)
journal = _builder(JournalRow, _INT, _INT, _BLOB, _BLOB_OR_NONE, _BLOB, _BLOB, _BLOB)
body = _builder(BodyRow, _INT, _BLOB, _BLOB)
key = _builder(KeyRow, _INT, _TEXT)
step = _builder(StepRow, *[_INT] * 7)
edge = _builder(EdgeRow, _INT, _INT)
erased = _builder(ErasedRow, _INT, _INT, _INT)
pending = _builder(PendingRow, *[_INT] * 3)
source = _builder(lambda id_, place: SourceRow(id_.hex(), place), _BLOB, _INT)
refusal = _builder(RefusalRow, _BLOB, _TEXT, _INT)
declaration = _builder(
    lambda entity_type, attribute, seq, many: DeclarationRow(entity_type, attribute, seq, bool(many)),
    _TEXT,
    _TEXT,
    _INT,
    _INT,
)
constraint = _builder(
    lambda name, seq, unique, dropped: ConstraintRow(name, seq, bool(unique), bool(dropped)),
    _TEXT,
    _INT,
    _INT,
    _INT,
)
claim = _builder(ClaimRow, _INT, _BLOB, _INT, _INT)
suspect = _builder(lambda kid, bid, seq, mark: SuspectRow(kid, bid, seq, bool(mark)), _INT, _INT, _INT, _INT)
read = _builder(ReadRow, _INT, _INT)
refile = _builder(RefileRow, _INT, _INT, _INT, _BLOB)
number: Callable[[Columns], int] = _builder(int, _INT)
change = _builder(KeyChange, _TEXT, _INT, _INT)
name: Callable[[Columns], str] = _builder(str, _TEXT)
transaction: Callable[[Columns], tuple[bytes, int]] = _builder(lambda tx, seq: (tx, seq), _BLOB, _INT)
_belief_columns = _typed(*_BELIEF)
_version_columns = _typed(*_VERSION)
_visible_columns = _typed(_TEXT, *[_INT] * 5)
_state_columns = _typed(*[_INT] * 4)
_key_columns = _typed(*[_INT_OR_NONE] * 3)
_step_columns = _typed(*[_INT] * 3)
_newest: Callable[[Columns], tuple[int, int]] = _builder(lambda step_, belief_: (step_, belief_), _INT, _INT)
_record: Callable[[Columns], bytes | None] = _builder(lambda data: data, _BLOB_OR_NONE)
_committed_columns = _typed(_INT_OR_NONE, _INT_OR_NONE)


# -- rows ----------------------------------------------------------------------------------------------


def state(columns: Columns) -> StateRow:
    """A state of a belief."""
    kid, bid, seq, number_ = _state_columns(columns)
    if number_ not in _STATES:
        raise Unreadable(f"belief {public_id(bid)} has the unknown state {number_}")
    return StateRow(kid, bid, seq, _STATES[number_])


def settled(columns: Columns) -> SettledRow:
    """What became of a proposal that waited."""
    where, since, seq, number_ = _state_columns(columns)
    if number_ not in _STATES:
        raise Unreadable(f"proposal {public_id(where)} has the unknown state {number_}")
    return SettledRow(where, since, seq, _STATES[number_])


def entered(columns: Columns) -> tuple[PendingRow, SettledRow | None]:
    """A row of the statement `pending`."""
    row = pending(columns[:3])
    gone = columns[3] is not None or columns[4] is not None
    return row, settled((row.place, row.seq, *columns[3:])) if gone else None


def belief(columns: Columns) -> BeliefRow:
    """A version's numbers."""
    return _belief(_belief_columns(columns))


def _belief(columns: Columns) -> BeliefRow:
    try:
        return BeliefRow(*columns[:8], _TYPES[columns[8]], *columns[9:13])  # type: ignore[call-arg]
    except KeyError as error:
        raise Unreadable(f"belief {columns[1]} has the unknown type {columns[8]}") from error


def version(columns: Columns, bid: int) -> VersionRow:
    """The version ``bid`` from its columns.

    Raises:
        Unreadable: a step shows it, but its row, its record or its state is not there, or damaged. Nothing
            is guessed.
    """
    if columns[0] is None or columns[14] is None or columns[13] not in _STATES:
        where = public_id(bid) if isinstance(bid, int) else "?"
        raise Unreadable(
            f"belief {where}: its row or its record is missing or damaged; memory.recover() restores a row"
        )
    _version_columns(columns[:VERSION_WIDTH])
    tx, at, salt, data, suspect_ = columns[14:VERSION_WIDTH]
    return VersionRow(_belief(columns), _STATES[columns[13]], tx, at, salt, data, bool(suspect_))


def visible(columns: Columns) -> VisibleRow:
    """A row of the statement `visible`."""
    name_, slot, bid, ver, next_vf, next_bid = _visible_columns(columns[:3] + columns[22:25])
    return VisibleRow(name_, version(columns[3:22], bid), ver, next_vf, next_bid, slot)


def claim_view(columns: Columns) -> ClaimView:
    """A row of the statement `claims`."""
    vf, until, bid = _step_columns(columns[:3])
    return ClaimView(version(columns[3:22], bid), vf, until)


def checked(rows: Iterator[Columns], types: type[list[Row]]) -> Iterator[Row]:
    """Rows of that type, in which nothing is made of the columns. Checked many at a time, which is cheaper."""
    while many := list(islice(rows, _AT_ONCE)):
        try:
            yield from msgspec.convert(many, types)
        except msgspec.ValidationError as error:
            raise Unreadable(_DAMAGED) from error


def packed_steps(steps: Sequence[StepKey]) -> str:
    """Steps as the JSON that the statement `shown` takes."""
    return _encode(steps).decode()


def packed_places(places: Sequence[int] | Sequence[Filed]) -> str:
    """Places, or beliefs by their keys, as the JSON that statements take."""
    return _encode(places).decode()


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
    first = rows[0]
    found = [seq for seq in _committed_columns(first[9:11]) if seq is not None]
    return View(
        head=head(first[1:9]),
        committed=min(found, default=None),
        keys=_key_views(rows, len(request.keys)),
        sources={row[1]: number(row[2:3]) for row in rows if row[0] == 2},
        newest={row[1]: _newest(row[2:4]) for row in rows if row[0] == 3},
        records={row[1]: _record(row[2:3]) for row in rows if row[0] == 4},
    )


def _key_views(rows: list[Columns], count: int) -> tuple[KeyView, ...]:
    grouped: list[list[Columns]] = [[] for _ in range(count)]
    for row in rows:
        if row[0] == 1:
            grouped[row[1]].append(row)
    return tuple(_key_view(group) for group in grouped)


def _key_view(group: list[Columns]) -> KeyView:
    kid, ver, slot = _key_columns(group[0][2:5])
    steps = sorted((_step_view(row) for row in group if row[5] is not None), key=lambda step: step.vf)
    return KeyView(kid or 0, ver or 0, slot, tuple(steps))


def _step_view(row: Columns) -> StepView:
    vf, s0, bid = _step_columns(row[5:8])
    return StepView(vf, s0, version(row[8:27], bid) if bid else None)


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
