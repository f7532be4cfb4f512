"""What a record says of an erasure: an effect that names places, and a text that says what was meant and why."""

from __future__ import annotations

import msgspec


class EraseOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=18):
    """X: the body rows at the places from ``first`` to ``last`` were deleted for good.

    Place 0 stands for the name of the memory, which no body row holds.
    """

    first: int
    last: int


class EraseBody(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=12):
    """What a record erased, and why: what was said of it, so it must not repeat what was erased.

    ``sort`` is what was meant; ``target`` its place as text, empty for what has a name. ``causes`` are (belief,
    what it rested on), as of a `RepairBody`.
    """

    sort: str
    target: str
    reason: str
    causes: tuple[tuple[int, int], ...] = ()
