"""Leaves: a list or an object as a value is said when each of its leaves is, in whatever form."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from memtxn.core.admission.forms.form import Match
from memtxn.model.codec import Json

LEAVES = 64
"""Leaves of a value that are looked for one by one."""


def leaves_of(value: Json) -> Iterator[Json]:
    """The leaves of a value in canonical order; the names in an object are none, nor is an empty list."""
    if isinstance(value, dict):
        for name in sorted(value):
            yield from leaves_of(value[name])
    elif isinstance(value, list | tuple):
        for item in value:
            yield from leaves_of(item)
    else:
        yield value


def find_leaves(value: Json, find: Callable[[Json], list[Match]]) -> list[Match]:
    """The first match of each leaf, found by ``find``; none at all when one leaf has none.

    Empty too for a value that is no list or object, has no leaf or more than ``LEAVES``.
    """
    if not isinstance(value, dict | list | tuple):
        return []
    leaves = list(leaves_of(value))
    if len(leaves) > LEAVES:
        return []
    found: list[Match] = []
    for leaf in leaves:
        matches = find(leaf)
        if not matches:
            return []
        found.append(matches[0])
    return found
