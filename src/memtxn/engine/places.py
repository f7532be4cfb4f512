"""Places: where the versions of a file stand in this memory, in a few bytes for each."""

from __future__ import annotations

from array import array
from bisect import bisect_left


class Places:
    """Where the beliefs of a file stand here, by where they stood there, and which versions it has taken."""

    def __init__(self) -> None:
        self._old, self._new, self._taken = array("q"), array("q"), array("q")

    def put(self, old: int, new: int) -> None:
        """Note one; what was noted of the same place before no longer counts."""
        at = bisect_left(self._old, old)
        if at < len(self._old) and self._old[at] == old:
            self._new[at] = new
        else:
            self._old.insert(at, old)
            self._new.insert(at, new)
        self.take(new)

    def get(self, old: int) -> int | None:
        """Where it stands here; None when it did not come in."""
        at = bisect_left(self._old, old)
        return self._new[at] if at < len(self._old) and self._old[at] == old else None

    def take(self, new: int) -> None:
        """A version here stands for a line of the file, and so for no other one."""
        at = bisect_left(self._taken, new)
        if at == len(self._taken) or self._taken[at] != new:
            self._taken.insert(at, new)

    def is_taken(self, new: int) -> bool:
        """Whether a version stands for a line already."""
        at = bisect_left(self._taken, new)
        return at < len(self._taken) and self._taken[at] == new
