"""Unique: at no instant do two keys of an attribute show the same value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memtxn.core.constraints.claims import hash_of
from memtxn.core.constraints.state import Broken, Segment, State, key_name, spans, told, value_shown
from memtxn.core.rules import Standing
from memtxn.model.key import Key
from memtxn.model.rows import VersionRow


def broken(one: Standing, state: State, segments: Sequence[Segment]) -> Iterator[Broken]:
    """``not_unique``: each changed part against the other keys that show its value meanwhile.

    Of two proposals of one transaction, or of two beliefs that stand, the later one is to blame.
    """
    mine = [segment for segment in segments if one.about(segment.key) and segment.value is not None]
    for segment in mine:
        for name, start, end, version in _holders(one, state, segment.value or b""):
            later = version.belief.bid > (segment.now.belief.bid if segment.now else 0)
            new = state.plan is None or version.belief.bid in state.new
            if name != segment.name and start < segment.end and segment.start < end and not (new and later):
                yield _fault(one, state, segment, name, version)
                break


def _holders(one: Standing, state: State, value: bytes) -> Iterator[tuple[str, int, int, VersionRow]]:
    """(name, start, end, version) wherever a key of the attribute will show a value."""
    for view in state.look.claims(one.seq, hash_of(one, state.look.digest_key, value)):
        name = key_name(view.version)
        if name not in state.touched:
            yield name, view.vf, view.until, view.version
    for name in state.touched:
        if one.about(Key.from_name(name)):
            for steps in state.after(name).values():
                for start, end, shown in spans(steps):
                    if shown is not None and value_shown(shown) == value:
                        yield name, start, end, shown


def _fault(one: Standing, state: State, segment: Segment, name: str, version: VersionRow) -> Broken:
    detail = (
        f"{segment.key} = {told(segment.value or b'')} is the value of {Key.from_name(name)} at the same time"
    )
    bid = version.belief.bid
    others = (state.new[bid],) if bid in state.new else ()
    return Broken(one, "not_unique", segment.item, detail, (segment.name, name), (bid,), others)
