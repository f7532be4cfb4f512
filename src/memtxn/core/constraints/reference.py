"""Reference: a value names an entity of another type, which exists for as long as the reference is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memtxn.core.constraints.claims import entity_hash, target_id
from memtxn.core.constraints.state import Broken, Segment, State, key_name, spans, value_shown
from memtxn.core.rules import Standing
from memtxn.model.codec import parse
from memtxn.model.exact import brief
from memtxn.model.key import Key, name_prefix
from memtxn.model.rows import VersionRow
from memtxn.model.time import from_micros, utc_text


def broken(one: Standing, state: State, segments: Sequence[Segment]) -> Iterator[Broken]:
    """``reference_missing``: a reference to nothing; ``still_referenced``: the end of what is referred to."""
    for segment in segments:
        if one.about(segment.key) and segment.value is not None:
            yield from _to_nothing(one, state, segment)
        if segment.key.entity_type == one.body.target and segment.value is None and segment.was is not None:
            yield from _from_elsewhere(one, state, segment)


def _to_nothing(one: Standing, state: State, segment: Segment) -> Iterator[Broken]:
    value = parse(segment.value or b"null")
    entity = target_id(one, value)
    if entity is None:
        detail = f"{segment.key} = {brief(value)} names no {one.body.target}"
        yield Broken(one, "reference_missing", segment.item, detail, (segment.name,), shows=_bid(segment))
        return
    gap = _first_gap(state, name_prefix(one.body.target, entity), segment.start, segment.end)
    if gap is not None:
        where = f"{one.body.target}/{entity}"
        detail = f"{segment.key} refers to {where}, of which nothing is believed at {utc_text(from_micros(gap))}"
        others = state.proposed(name_prefix(one.body.target, entity), segment.item)
        yield Broken(
            one, "reference_missing", segment.item, detail, (segment.name,), others=others, shows=_bid(segment)
        )


def _from_elsewhere(one: Standing, state: State, segment: Segment) -> Iterator[Broken]:
    """The references that would be left without the entity whose belief ends."""
    key = segment.key
    prefix = name_prefix(key.entity_type, key.entity_id)
    for name, begin, stop, version in _referring(one, state, key.entity_id):
        start, end = max(begin, segment.start), min(stop, segment.end)
        if start >= end or _first_gap(state, prefix, start, end) is None:
            continue
        detail = f"{Key.from_name(name)} still refers to {key.entity_type}/{key.entity_id}"
        rows, others = (version.belief.bid,), state.proposed(prefix, segment.item)
        yield Broken(one, "still_referenced", segment.item, detail, (segment.name, name), rows, others)
        return


def _referring(one: Standing, state: State, entity: str) -> Iterator[tuple[str, int, int, VersionRow]]:
    """(name, start, end, version) wherever something that stood before will refer to an entity."""
    for view in state.look.claims(one.seq, entity_hash(state.look.digest_key, one.body.target, entity)):
        if view.version.belief.kid not in state.kids:
            yield key_name(view.version), view.vf, view.until, view.version
    for name in state.touched:
        if one.about(Key.from_name(name)):
            for segment in state.will_show(name):
                old = segment.now if segment.now and segment.now.belief.bid not in state.new else None
                if old is not None and target_id(one, parse(segment.value or b"null")) == entity:
                    yield name, segment.start, segment.end, old


def _first_gap(state: State, prefix: str, start: int, end: int) -> int | None:
    """The first instant from ``start`` up to ``end`` at which an entity shows nothing; None for none."""
    held = sorted(
        (begin, stop)
        for name in state.names(prefix)
        for steps in state.after(name).values()
        for begin, stop, shown in spans(steps)
        if value_shown(shown) is not None
    )
    for begin, stop in held:
        if begin > start:
            break
        start = max(start, stop)
    return start if start < end else None


def _bid(segment: Segment) -> int:
    return segment.now.belief.bid if segment.now else 0
