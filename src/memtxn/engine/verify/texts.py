"""The bodies of all records in one stream, beside the journal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from memtxn.errors import StorageError
from memtxn.ports.storage import Reader, Text

_BEFORE, _AFTER = -(1 << 64), 1 << 64


class Texts:
    """Hands out the bodies of one record after another, which must be asked for in order of seq."""

    def __init__(self, reader: Reader, mem: int) -> None:
        self._groups = groupby(reader.texts(mem), itemgetter(0))
        self._seq = _BEFORE
        self._group: Iterator[Text] = iter(())
        self._unclaimed: list[tuple[int, int]] = []
        self._broken = False

    def of(self, seq: int) -> list[Text] | None:
        """The bodies of a record. None once the stream has broken off: then each record must ask for its own."""
        if self._broken:
            return None
        try:
            while self._seq < seq:
                self._next()
            return list(self._group) if self._seq == seq else []
        except StorageError as error:
            if error.retryable:
                raise
        except TypeError:  # the seq of a damaged row is no number
            pass
        self._broken = True
        return None

    def unclaimed(self) -> list[tuple[int, int]]:
        """The (seq, ord) of those that no record asked for, to the end of the stream."""
        self.of(_AFTER)
        return self._unclaimed

    def _next(self) -> None:
        """Go to the next group. What is left of this one was not handed out."""
        self._unclaimed += [(seq, ord_) for seq, ord_, *_ in self._group]
        self._seq, self._group = next(self._groups, (_AFTER, iter(())))
