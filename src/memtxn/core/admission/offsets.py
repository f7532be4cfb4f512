"""A rewritten text and the way back to the text it was made from."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable

import msgspec


class OffsetMap(msgspec.Struct, frozen=True):
    """Where a rewritten (new) text stands in the one it was made from (old).

    Only edits of more than one character are kept, as four rising columns; between them the two texts run in
    step. Both look-ups are a binary search.
    """

    new_starts: tuple[int, ...] = ()
    new_ends: tuple[int, ...] = ()
    old_starts: tuple[int, ...] = ()
    old_ends: tuple[int, ...] = ()

    def to_old(self, start: int, end: int) -> tuple[int, int]:
        """The smallest old span that new[start:end] was made from (start < end)."""
        return self._old_start(start), self._old_end(end)

    def to_new(self, start: int, end: int) -> tuple[int, int]:
        """The largest new span that was made from nothing outside old[start:end]. It may be empty."""
        return self._new_start(start), self._new_end(end)

    def _old_start(self, start: int) -> int:
        edit = bisect_right(self.new_starts, start) - 1
        if edit < 0:
            return start
        inside = start < self.new_ends[edit]
        return self.old_starts[edit] if inside else self.old_ends[edit] + start - self.new_ends[edit]

    def _old_end(self, end: int) -> int:
        edit = bisect_left(self.new_starts, end) - 1
        if edit < 0:
            return end
        return self.old_ends[edit] + max(0, end - self.new_ends[edit])

    def _new_start(self, start: int) -> int:
        edit = bisect_left(self.old_starts, start) - 1
        if edit < 0:
            return start
        return self.new_ends[edit] + max(0, start - self.old_ends[edit])

    def _new_end(self, end: int) -> int:
        edit = bisect_right(self.old_ends, end) - 1
        found = end if edit < 0 else self.new_ends[edit] + end - self.old_ends[edit]
        following = edit + 1
        return min(found, self.new_starts[following]) if following < len(self.new_starts) else found


def rewrite(
    text: str, replacements: Iterable[tuple[int, int, str]], keep: Callable[[str], str] = str
) -> tuple[str, OffsetMap]:
    """The text with each ``(start, end, replacement)`` carried out, and the way back.

    The replacements come in order and do not overlap. ``keep`` is applied to the stretches between them and
    must not change their length.
    """
    parts: list[str] = []
    edits: list[tuple[int, int, int, int]] = []
    done = new = 0
    for start, end, put in replacements:
        parts += (keep(text[done:start]), put)
        new += start - done
        if not len(put) == end - start == 1 and put != text[start:end]:
            edits.append((new, new + len(put), start, end))
        new += len(put)
        done = end
    parts.append(keep(text[done:]))
    return "".join(parts), OffsetMap(*zip(*edits, strict=True)) if edits else OffsetMap()
