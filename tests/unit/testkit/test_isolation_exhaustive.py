"""The checker is right: it finds nothing exactly when some schedule of all transactions explains what they read.

Small histories come from a careless model store, and every schedule of them is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from memtxn.testkit.isolation import Append, Isolation, Op, Read, Scan, Txn, check
from memtxn.testkit.isolation.history import Status, Values
from tests.unit.testkit.histories import txn

KEYS = ("g/x", "g/y")

Lists = Mapping[str, Values]
Schedule = tuple[Txn, ...]

acts = st.lists(
    st.tuples(st.sampled_from(["append", "update", "read", "scan"]), st.sampled_from(KEYS)), min_size=1
)
statuses: st.SearchStrategy[Status] = st.sampled_from(["ok", "ok", "ok", "ok", "fail", "info"])


@st.composite
def histories(draw: st.DrawFn) -> list[Txn]:
    """Each transaction reads some state of the past, and appends to the present; the last one reads it all."""
    states: list[Lists] = [{}]
    history: list[Txn] = []
    for number in range(draw(st.integers(1, 3))):
        seen = states[draw(st.integers(0, len(states) - 1))]
        status, instant = draw(statuses), 10 * number
        ops, appended = carried_out(draw(acts.filter(lambda acts: len(acts) < 4)), seen, 10 * number)
        wide = draw(st.integers(0, 20))
        ended = None if status == "info" else instant + draw(st.integers(0, 20))
        history.append(Txn(f"T{number}", "p", ops, instant - wide, ended, status))
        if status == "ok" or (status == "info" and draw(st.booleans())):
            states.append({key: states[-1].get(key, ()) + appended.get(key, ()) for key in KEYS})
    last = tuple(Read(key, states[-1].get(key, ())) for key in KEYS)
    return [*history, Txn("last", "p", last, -100, 100, "ok")]


def carried_out(acts: list[tuple[str, str]], seen: Lists, value: int) -> tuple[tuple[Op, ...], Lists]:
    """The operations on a state of one's own, and what was appended."""
    ops: list[Op] = []
    own: dict[str, Values] = {}
    for act, key in acts:
        lists = {key: seen.get(key, ()) + own.get(key, ()) for key in KEYS}
        if act == "scan":
            ops.append(Scan("g", {key: values for key, values in lists.items() if values}))
        if act in ("read", "update"):
            ops.append(Read(key, lists[key]))
        if act in ("append", "update"):
            value += 1
            ops.append(Append(key, value))
            own[key] = (*own.get(key, ()), value)
    return tuple(ops), own


# -- every schedule ------------------------------------------------------------------------------------


def explained(history: list[Txn], isolation: Isolation, *, realtime: bool) -> bool:
    """Whether any schedule, with or without each unknown transaction, explains all that was read."""
    explains = serially if isolation == "serializable" else by_snapshots
    return any(explains(history, committed, realtime=realtime) for committed in outcomes(history))


def outcomes(history: list[Txn]) -> Iterator[frozenset[str]]:
    """Who may have committed."""
    choices = [{"ok": (True,), "fail": (False,), "info": (True, False)}[one.status] for one in history]
    for chosen in product(*choices):
        yield frozenset(one.id for one, happened in zip(history, chosen, strict=True) if happened)


def serially(history: list[Txn], committed: frozenset[str], *, realtime: bool) -> bool:
    orders = [order for order in permutations(history) if in_time(order) or not realtime]
    return any(replays(order, committed) for order in orders)


def in_time(order: Schedule) -> bool:
    """Whether nobody stands after one that began only when it was over."""
    return not any(is_over(later, one) for place, one in enumerate(order) for later in order[place:])


def is_over(one: Txn, other: Txn) -> bool:
    return one.ended is not None and one.ended < other.began


def replays(order: Schedule, committed: frozenset[str]) -> bool:
    """Whether one after the other they read what they have read."""
    lists: Lists = {}
    for one in order:
        after = reads_as(one, lists)
        if after is None:
            return False
        if one.id in committed:
            lists = after
    return True


def reads_as(one: Txn, lists: Lists) -> Lists | None:
    """The state that it leaves, if this is the state that it has read; what others append meanwhile it misses."""
    for op in one.ops:
        match op:
            case Append(key, value):
                lists = {**lists, key: (*lists.get(key, ()), value)}
            case Read(key, values):
                if lists.get(key, ()) != values:
                    return None
            case Scan(_, found):
                if any(lists.get(key, ()) != found.get(key, ()) for key in KEYS):
                    return None
    return lists


def by_snapshots(history: list[Txn], committed: frozenset[str], *, realtime: bool) -> bool:
    """Begins and commits in any order: each reads as of its begin; of two that overlap one appends to a key."""
    return any(commits(events, committed, realtime=realtime) for events in interleavings(history))


Event = tuple[Txn, bool]
"""A transaction begins, or (True) commits."""


def interleavings(history: list[Txn]) -> Iterator[list[Event]]:
    if not history:
        yield []
        return
    one, *others = history
    for events in interleavings(others):
        for begin in range(len(events) + 1):
            for end in range(begin, len(events) + 1):
                yield [*events[:begin], (one, False), *events[begin:end], (one, True), *events[end:]]


def commits(events: list[Event], committed: frozenset[str], *, realtime: bool) -> bool:
    lists: Lists = {}
    begun: dict[str, Lists] = {}
    for place, (one, ends) in enumerate(events):
        if realtime and ends and any(is_over(one, other) for other, _ in events[:place]):
            return False
        if not ends:
            begun[one.id] = lists
        after = reads_as(one, begun[one.id])
        if after is None:
            return False
        if ends and one.id in committed:
            keys = {op.key for op in one.ops if isinstance(op, Append)}
            if any(lists.get(key, ()) != begun[one.id].get(key, ()) for key in keys):
                return False
            lists = {**lists, **{key: after[key] for key in keys}}
    return True


@pytest.mark.parametrize("realtime", [False, True], ids=["any time", "realtime"])
@pytest.mark.parametrize("isolation", ["serializable", "snapshot"])
@settings(max_examples=150)
@given(histories())
def test_nothing_is_found_exactly_when_a_schedule_explains_it(
    isolation: Isolation, realtime: bool, history: list[Txn]
) -> None:
    findings = check(history, isolation, realtime=realtime)
    event(f"ok: {findings.ok}")
    assert findings.ok == explained(history, isolation, realtime=realtime), f"{findings}\n{history}"


def test_the_schedules_know_write_skew() -> None:
    skew = [txn("T1", "x?", "y+1"), txn("T2", "y?", "x+1")]
    assert not explained(skew, "serializable", realtime=False)
    assert explained(skew, "snapshot", realtime=True)
