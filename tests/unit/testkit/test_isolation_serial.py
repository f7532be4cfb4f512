"""What happens one after the other is never anomalous; where the order is certain, every false list is found."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from memtxn.testkit.isolation import Append, Op, Read, Scan, Txn, check
from memtxn.testkit.isolation.history import Status, Values

GROUPS = ("g", "h")
KEYS = tuple(f"{group}/{name}" for group in GROUPS for name in "xy")
STEP = 10

Lists = Mapping[str, Values]
Plan = tuple[list[tuple[str, str]], Status, bool]
"""What a transaction does to which key or group, what its client is told, and whether it happens if unknown."""

acts = st.tuples(st.sampled_from(["append", "blindly", "read", "scan"]), st.sampled_from(KEYS))
statuses: st.SearchStrategy[Status] = st.sampled_from(["ok", "ok", "ok", "fail", "info"])
plans = st.lists(st.tuples(st.lists(acts, min_size=1, max_size=5), statuses, st.booleans()), max_size=12)


def serial(plans: list[Plan]) -> list[Txn]:
    """Carry them out one after the other, and read everything at the end."""
    lists: Lists = {}
    history: list[Txn] = []
    for number, (acts, status, happens) in enumerate([*plans, ([("read", key) for key in KEYS], "ok", True)]):
        ops, after = carried_out(acts, lists, 100 * number)
        at = STEP * number
        history.append(Txn(f"T{number}", "p", ops, at, None if status == "info" else at + 5, status))
        if status == "ok" or (status == "info" and happens):
            lists = after
    return history


def carried_out(acts: list[tuple[str, str]], lists: Lists, value: int) -> tuple[tuple[Op, ...], Lists]:
    ops: list[Op] = []
    for act, key in acts:
        if act == "scan":
            group = key[0]
            ops.append(Scan(group, {key: values for key, values in lists.items() if key[0] == group}))
            continue
        if act != "blindly":
            ops.append(Read(key, lists.get(key, ())))
        if act != "read":
            value += 1
            ops.append(Append(key, value))
            lists = {**lists, key: (*lists.get(key, ()), value)}
    return tuple(ops), lists


@given(plans)
def test_a_serial_history_has_no_anomaly(plans: list[Plan]) -> None:
    findings = check(serial(plans))
    assert not findings.counts, str(findings)


@given(plans, st.data())
def test_nor_has_one_whose_transactions_overlap(plans: list[Plan], data: st.DataObject) -> None:
    """Each still happens at one instant, between its beginning and its end."""
    wide = st.integers(0, 5 * STEP)
    history = [
        msgspec.structs.replace(
            txn,
            began=txn.began - data.draw(wide),
            ended=None if txn.ended is None else txn.ended + data.draw(wide),
        )
        for txn in serial(plans)
    ]
    findings = check(data.draw(st.permutations(history)))
    assert not findings.counts, str(findings)


@given(plans, st.data())
def test_every_false_list_is_found(plans: list[Plan], data: st.DataObject) -> None:
    history = serial([(acts, "ok" if status == "info" else status, True) for acts, status, _ in plans])
    places = [(at, place) for at, txn in enumerate(history) for place, op in enumerate(txn.ops) if reads(op)]
    at, place = data.draw(st.sampled_from(places))
    txn = history[at]
    false = [*txn.ops]
    false[place] = data.draw(falsified(txn.ops[place]))
    history[at] = msgspec.structs.replace(txn, ops=tuple(false))
    assert check(history).counts, history[at]


def reads(op: Op) -> bool:
    return isinstance(op, Read | Scan)


def falsified(op: Op) -> st.SearchStrategy[Op]:
    """The same operation with another list in it, or with a key that it did not find."""
    if isinstance(op, Read):
        return lists_but(op.values).map(lambda values: Read(op.key, values))
    assert isinstance(op, Scan)
    keys = st.sampled_from([key for key in KEYS if key[0] == op.group])

    def with_another(key: str) -> st.SearchStrategy[Op]:
        return lists_but(op.found.get(key, ())).map(lambda values: Scan(op.group, {**op.found, key: values}))

    return keys.flatmap(with_another)


def lists_but(values: Values) -> st.SearchStrategy[Values]:
    """Another list: in another order, or shorter, or with values of others or of nobody."""
    made = [
        st.permutations(values).map(tuple),
        st.integers(0, len(values)).map(lambda length: values[:length]),
        st.integers(0, len(values)).map(lambda length: values[length:]),
        st.integers(0, 1300).map(lambda value: (*values, value)),
    ]
    return st.one_of(made).filter(lambda other: other != values)


@given(plans, st.data())
def test_a_failure_that_had_an_effect_is_found(plans: list[Plan], data: st.DataObject) -> None:
    history = serial(plans)
    wrote = [
        at
        for at, txn in enumerate(history[:-1])
        if txn.status == "ok" and any(isinstance(op, Append) for op in txn.ops)
    ]
    if wrote:
        at = data.draw(st.sampled_from(wrote))
        history[at] = msgspec.structs.replace(history[at], status="fail")
        assert "G1a" in {str(kind) for kind in check(history).counts}
