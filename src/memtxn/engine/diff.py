"""Diff: what a memory shows at one moment and not at another, and which record made the difference.

Only keys that may differ are read: those with a step that was written between the two records, and those of
which a step begins between the two valid instants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memtxn.core.project import body_of, visible_belief
from memtxn.core.proof import value_hash
from memtxn.core.timeline import retracts
from memtxn.engine.explain_record import committed
from memtxn.engine.moment import Moment
from memtxn.engine.receipts import Records
from memtxn.model.belief import State
from memtxn.model.difference import Difference, Differs
from memtxn.model.explanation import Committed
from memtxn.model.key import Key
from memtxn.model.record import locate
from memtxn.model.rows import KeyRequest, StepView, VersionRow, ViewRequest, VisibleRow
from memtxn.ports.storage import Reader


def differences(
    reader: Reader, mem: int, prefix: str, a: Moment, b: Moment, digest_key: bytes
) -> Iterator[Difference]:
    """What the keys of a range show otherwise at ``b`` than at ``a``, in order of key.

    Raises:
        Unreadable: a belief that is shown, or a record, is damaged.
    """
    causes = _Causes(reader, mem, a, b, digest_key)
    for name in reader.turned(mem, prefix, (causes.before.n, causes.since.n), (min(a.t, b.t), max(a.t, b.t))):
        old, new = (reader.visible(mem, name, moment.n, moment.t) for moment in (a, b))
        if [row.version.belief.bid for row in old] != [row.version.belief.bid for row in new]:
            yield from _of_key(name, old, new, causes)


def _of_key(
    name: str, old: Sequence[VisibleRow], new: Sequence[VisibleRow], causes: _Causes
) -> Iterator[Difference]:
    before, after = _by_value(name, old), _by_value(name, new)
    gone = [row for value, row in before.items() if value not in after]
    come = [row for value, row in after.items() if value not in before]
    if any(row.slot for row in (*old, *new)):
        for row in gone:
            yield _difference(name, row, None, causes)
        for row in come:
            yield _difference(name, None, row, causes)
    elif gone or come:
        yield _difference(name, gone[0] if gone else None, come[0] if come else None, causes)


def _by_value(name: str, rows: Sequence[VisibleRow]) -> dict[bytes, VisibleRow]:
    return {_value(row.version, name): row for row in rows}


def _value(version: VersionRow, name: str) -> bytes:
    """The canonical value; of what was erased something that is no value, and equal to nothing else."""
    if version.state is State.ERASED:
        return b"erased %d" % version.belief.bid
    return body_of(version, name).value


def _difference(name: str, old: VisibleRow | None, new: VisibleRow | None, causes: _Causes) -> Difference:
    change = Differs.ADDED if old is None else Differs.GONE if new is None else Differs.CHANGED
    record, by_time = causes.of(new or old)
    return Difference(
        key=Key.from_name(name),
        change=change,
        before=None if old is None else visible_belief(old),
        after=None if new is None else visible_belief(new),
        record=record,
        by_time=by_time,
    )


class _Causes:
    """Finds the record that made a difference, on the side of the moment with the later record (``since``)."""

    def __init__(self, reader: Reader, mem: int, a: Moment, b: Moment, digest_key: bytes) -> None:
        self.before, self.since = (a, b) if a.n <= b.n else (b, a)
        self._reader, self._mem, self._digest_key = reader, mem, digest_key
        self._records = Records(reader, mem)

    def of(self, row: VisibleRow | None) -> tuple[Committed | None, bool]:
        """The record; and whether it is older than both moments, so that time alone made the difference.

        A key that was many-valued at the one moment and is not at the other has slots of both kinds.
        """
        assert row is not None
        before, since = self.before, self.since
        if row.slot and row.version.state is State.ERASED:  # nobody can find its slot by its value any more
            return committed(self._records, locate(row.version.belief.bid)[0]), False
        hashes = (None, value_hash(self._digest_key, _value(row.version, row.name)))
        for vhash in reversed(hashes) if row.slot else hashes:
            seq = self._origin(row.name, vhash, since)
            if seq > before.n:
                return committed(self._records, seq), False
        later = before if before.t > since.t else since
        seq = self._origin(row.name, hashes[row.slot != 0], later)
        return (committed(self._records, seq) if seq else None), before.t != since.t

    def _origin(self, name: str, vhash: bytes | None, moment: Moment) -> int:
        """The record from which on a slot shows at an instant what it shows at a moment; 0 when there is none.

        That which wrote the step, unless the same was shown there before: a late fact may cut a step in two.
        """
        seq, step = 0, self._step(name, vhash, moment.n, moment.t)
        while step is not None:
            seq, earlier = step.s0, self._step(name, vhash, step.s0 - 1, moment.t)
            step = earlier if _shown(earlier) == _shown(step) else None
        return seq

    def _step(self, name: str, vhash: bytes | None, n: int, t: int) -> StepView | None:
        """The step that covers an instant, as of a record."""
        asked = ViewRequest(b"", None, (KeyRequest(name, t, vhash),))
        (known,) = self._reader.view(self._mem, asked, n).keys
        return known.steps[0] if known.steps and known.steps[0].vf <= t else None


def _shown(step: StepView | None) -> int:
    """The belief that a step shows; 0 for nothing and for a retraction."""
    version = None if step is None else step.shown
    return 0 if version is None or retracts(version) else version.belief.bid
