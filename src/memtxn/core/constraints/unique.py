"""Unique: at no instant do two keys of an attribute show the same value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from memtxn.core.constraints.claims import hash_of
from memtxn.core.constraints.state import Broken, Segment, State, key_name, told
from memtxn.core.rules import Standing
from memtxn.model.key import Key
from memtxn.model.rows import VersionRow

Holder: TypeAlias = tuple[str, int, int, VersionRow]
"""Which key shows it, from when and until when, and the version."""


def broken(one: Standing, state: State, segments: Sequence[Segment]) -> Iterator[Broken]:
    """``not_unique``: each changed part against the other keys that show its value meanwhile.

    Of two proposals of one transaction, or of two beliefs that stand, the later one is to blame.
    """
    mine = [segment for segment in segments if one.about(segment.key) and segment.value is not None]
    touched = _shown_by_touched(one, state, mine) if mine else {}
    for segment in mine:
        value = segment.value or b""
        for name, start, end, version in chain(_standing(one, state, value), touched.get(value, ())):
            later = version.belief.bid > (segment.now.belief.bid if segment.now else 0)
            new = state.plan is None or version.belief.bid in state.new
            if name != segment.name and start < segment.end and segment.start < end and not (new and later):
                yield _fault(one, state, segment, name, version)
                break


def _standing(one: Standing, state: State, value: bytes) -> Iterator[Holder]:
    """Wherever a key that is not touched shows a value."""
    for view in state.look.claims(one.seq, hash_of(one, state.look.digest_key, value)):
        if view.version.belief.kid not in state.kids:
            yield key_name(view.version), view.vf, view.until, view.version


def _shown_by_touched(one: Standing, state: State, mine: Sequence[Segment]) -> dict[bytes, list[Holder]]:
    """Wherever one that is touched will show something meanwhile, by its value."""
    start, end = min(segment.start for segment in mine), max(segment.end for segment in mine)
    found: dict[bytes, list[Holder]] = {}
    for name in state.touched:
        if one.about(Key.from_name(name)):
            for segment in state.will_show(name, start, end):
                if segment.now is not None:
                    holder = (name, segment.start, segment.end, segment.now)
                    found.setdefault(segment.value or b"", []).append(holder)
    return found


def _fault(one: Standing, state: State, segment: Segment, name: str, version: VersionRow) -> Broken:
    detail = (
        f"{segment.key} = {told(segment.value or b'')} is the value of {Key.from_name(name)} at the same time"
    )
    bid = version.belief.bid
    others = (state.new[bid],) if bid in state.new else ()
    return Broken(one, "not_unique", segment.item, detail, (segment.name, name), (bid,), others, _bid(segment))


def _bid(segment: Segment) -> int:
    return segment.now.belief.bid if segment.now else 0
