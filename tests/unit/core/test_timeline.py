"""The timeline against the definition: at each instant the greatest contender whose validity contains it."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import memtxn.core.timeline as core
from memtxn.core.proof import commitment
from memtxn.core.timeline import Step, Timeline, beats, insert, intervals, retracts, shown_at, timeline
from memtxn.model.belief import BeliefType, State
from memtxn.model.codec import pack
from memtxn.model.record import BeliefBody, decode_body
from memtxn.model.rows import BeliefRow, VersionRow
from memtxn.model.time import FOREVER

INSTANTS = [-(2**62), -1, 0, 1, 2, 3, 4, 5, 2**62]


def version(
    bid: int,
    nu: int,
    span: tuple[int, int],
    *,
    retraction: bool = False,
    source: tuple[int, int] = (0, 0),
    proposal: str | None = None,
    value: bytes = b"1",
    confidence: float = 1.0,
) -> VersionRow:
    body = BeliefBody("k", value, (), confidence, (), (), proposal)
    data = pack(body)
    row = BeliefRow(
        kid=1,
        bid=bid,
        slot=0,
        nu=nu,
        vf=span[0],
        vt=span[1],
        source_at=source[0],
        source_ordinal=source[1],
        type=BeliefType.RETRACTION if retraction else BeliefType.FACT,
        authority=500,
        source=0,
        commitment=commitment(b"salt", data),
    )
    return VersionRow(row, State.ADMITTED, b"", 0, b"salt", data)


few = st.integers(0, 5)
spans = st.tuples(st.sampled_from(INSTANTS), st.sampled_from([*INSTANTS, FOREVER])).filter(
    lambda span: span[0] < span[1]
)
contenders = st.builds(
    version,
    st.just(0),
    few,
    spans,
    retraction=st.booleans(),
    source=st.tuples(st.integers(0, 1), st.integers(0, 1)),
    proposal=st.sampled_from([None, "a", "b"]),
    value=st.sampled_from([b"1", b'"1"', b"1.0"]),
    confidence=st.sampled_from([0.5, 1.0]),
)


def numbered(versions: Sequence[VersionRow]) -> list[VersionRow]:
    """The same contenders under places of their own, given in this order."""
    return [renumbered(each, bid) for bid, each in enumerate(versions, 1)]


def renumbered(each: VersionRow, bid: int) -> VersionRow:
    row = each.belief
    fields = {name: getattr(row, name) for name in row.__struct_fields__} | {"bid": bid}
    return VersionRow(BeliefRow(**fields), each.state, each.tx, each.at, each.salt, each.data)


def strength(each: VersionRow) -> tuple[object, ...]:
    """The order as it is documented, written down a second time."""
    row = each.belief
    body = decode_body(each.data or b"")
    assert isinstance(body, BeliefBody)
    rank = (row.nu, row.type is BeliefType.RETRACTION, row.source_at, row.source_ordinal)
    return (*rank, body.proposal or "", body.value, each.data, row.vf, row.vt)


def winner(versions: Sequence[VersionRow], t: int) -> VersionRow | None:
    holding = [each for each in versions if each.belief.vf <= t < each.belief.vt]
    return max(holding, key=lambda each: (*strength(each), -each.belief.bid), default=None)


def content(each: VersionRow | None) -> object:
    """A version without the place that arrival gave it."""
    row = None if each is None else each.belief
    return row and each and (row.nu, row.type, row.source_at, row.source_ordinal, row.vf, row.vt, each.data)


def probes(versions: Sequence[VersionRow]) -> list[int]:
    edges = {edge for each in versions for edge in (each.belief.vf, each.belief.vt)} | {*INSTANTS}
    return sorted({near for edge in edges for near in (edge - 1, edge, edge + 1) if near < FOREVER})


def at(steps: Sequence[Step], t: int) -> VersionRow | None:
    """What stands at an instant, retractions included."""
    return next((step.shown for step in reversed(steps) if step.vf <= t), None)


@given(st.lists(contenders, max_size=8))
def test_each_instant_shows_its_greatest_contender(drawn: list[VersionRow]) -> None:
    versions = numbered(drawn)
    steps = timeline(versions)
    for t in probes(versions):
        expected = winner(versions, t)
        assert content(at(steps, t)) == content(expected)
        shown = None if expected is None or retracts(expected) else expected
        assert content(shown_at(steps, t)) == content(shown)


@given(st.lists(contenders, max_size=8), st.randoms())
def test_the_order_of_arrival_does_not_matter(drawn: list[VersionRow], chance: object) -> None:
    versions = numbered(drawn)
    shuffled = list(versions)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = timeline(versions), timeline(shuffled)
    assert all(content(at(one, t)) == content(at(other, t)) for t in probes(versions))


@given(st.lists(contenders, max_size=8))
def test_steps_rise_and_each_one_changes_something(drawn: list[VersionRow]) -> None:
    steps = timeline(numbered(drawn))
    assert [step.vf for step in steps] == sorted({step.vf for step in steps})
    shown = [None, *(step.shown and step.shown.belief.bid for step in steps)]
    assert all(before != after for before, after in pairwise(shown))


@given(st.lists(contenders, max_size=6), contenders)
def test_a_part_of_a_timeline_is_enough(drawn: list[VersionRow], newest: VersionRow) -> None:
    """Inserting into the steps from the covering one on gives the same tail as inserting into all."""
    new = renumbered(newest, 99)
    steps = timeline(numbered(drawn))
    begun = [step for step in steps if step.vf <= new.belief.vf]
    kept, part = steps[: max(len(begun) - 1, 0)], steps[max(len(begun) - 1, 0) :]
    assert kept + insert(part, new) == insert(steps, new)


@given(st.lists(contenders, max_size=8))
def test_intervals_are_where_a_version_is_shown(drawn: list[VersionRow]) -> None:
    versions = numbered(drawn)
    steps = timeline(versions)
    for each in versions:
        spans_ = intervals(steps).get(each.belief.bid, [])
        for t in probes(versions):
            shown = at(steps, t)
            inside = any(start <= t < end for start, end, _ in spans_)
            assert inside == (shown is not None and shown.belief.bid == each.belief.bid)


@given(st.lists(contenders, min_size=3, max_size=3))
def test_beating_is_a_strict_total_order_of_content(drawn: list[VersionRow]) -> None:
    a, b, c = numbered(drawn)
    assert not beats(a, a)
    assert beats(a, None)
    if content(a) != content(b) and strength(a) != strength(b):
        assert beats(a, b) != beats(b, a)
    if beats(a, b) and beats(b, c):
        assert beats(a, c)


def test_a_version_that_lost_its_body_gives_way() -> None:
    whole = version(1, 5, (0, FOREVER))
    broken = VersionRow(whole.belief, State.ADMITTED, b"", 0, None, None)
    assert beats(whole, broken)
    assert not beats(broken, whole)


def test_a_retraction_wins_its_instant_and_yields_to_later_facts() -> None:
    fact, gone = version(1, 3, (0, FOREVER)), version(2, 3, (3, FOREVER), retraction=True)
    later = version(3, 4, (4, FOREVER))
    steps = timeline([later, gone, fact])
    assert [(step.vf, step.shown and step.shown.belief.bid) for step in steps] == [(0, 1), (3, 2), (4, 3)]
    assert shown_at(steps, 3) is None


class Counted:
    """A function that counts how often it is called."""

    def __init__(self, inner: Callable[..., object]) -> None:
        self.inner, self.number = inner, 0

    def __call__(self, *given_: object) -> object:
        self.number += 1
        return self.inner(*given_)


def test_late_facts_read_no_step_twice_and_leave_alone_those_that_win(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Timeline(timeline([version(at, at, (at, FOREVER)) for at in range(100, 200)]))
    before, ranked, tied = list(line.steps), Counted(core._rank), Counted(core._tie)
    monkeypatch.setattr(core, "_rank", ranked)
    monkeypatch.setattr(core, "_tie", tied)
    for at in range(50):
        line.insert(version(at, at, (at, FOREVER)))
    assert (ranked.number, tied.number) == (50, 0)
    assert len(line.steps) == 150
    assert all(one is other for one, other in zip(line.steps[50:], before, strict=True))


def test_a_tie_is_read_once_for_each_contender(monkeypatch: pytest.MonkeyPatch) -> None:
    tied = Counted(core._tie)
    monkeypatch.setattr(core, "_tie", tied)
    timeline([version(at, 1, (at, FOREVER), value=b"%d" % at) for at in range(90, 10, -1)])
    assert tied.number <= 80


@pytest.mark.parametrize("spans", [((0, 4), (0, 9)), ((0, 9), (3, 9)), ((0, 5), (3, 9)), ((0, FOREVER), (0, 9))])
def test_what_differs_in_validity_alone_has_an_order_too(spans: tuple[tuple[int, int], tuple[int, int]]) -> None:
    """Else the order of arrival would say where the visible one ends."""
    one, other = (version(bid, 3, span) for bid, span in enumerate(spans, 1))
    assert beats(one, other) != beats(other, one)
    assert timeline([one, other]) == timeline([other, one])
