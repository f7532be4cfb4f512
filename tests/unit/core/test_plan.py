"""plan_commit decides purely: from a workspace and a view, without touching anything, always the same."""

from __future__ import annotations

import copy

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.core.fold import rows_of
from memtxn.core.plan import plan_commit, planned, request_of
from memtxn.core.proof import EMPTY_DIGEST, commitment, moved
from memtxn.core.rules import Rules
from memtxn.core.workspace import CommitPlan, Item, Moved, Refusal, Scan, Sealed, StagedSource, Workspace
from memtxn.model.codec import canonical, pack
from memtxn.model.record import (
    BeliefBody,
    BeliefOp,
    Body,
    CloseOp,
    DeclarationBody,
    KeyBody,
    KeyOp,
    Kind,
    OpenOp,
    Outcome,
    RefusalBody,
    SourceBody,
    place,
)
from memtxn.model.rows import Head, KeyChange, KeyView, StepView, View
from memtxn.model.time import FOREVER
from memtxn.model.verdict import Decision, Finding, Verdict

HEAD = Head(seq=7, at=100, digest=EMPTY_DIGEST, keys=2, link=b"", tag=b"", declared=0)
ADMIT = Verdict(Decision.ADMIT)
REJECT = Verdict(Decision.REJECT, (Finding("r", Decision.REJECT, "no"),))


def seal(body: Body) -> Sealed:
    data = pack(body)
    return Sealed(b"salt", data, commitment(b"salt", data), body)


def item(name: str = "k", value: object = 1, nu: int = 5, **more: object) -> Item:
    body = BeliefBody(name, canonical(value), (), 1.0, ())
    given_ = {"vf": nu, "vt": FOREVER, "source_ids": ("s",)} | more
    return Item(name=name, sealed=seal(body), name_body=seal(KeyBody(name)), verdict=ADMIT, nu=nu, **given_)  # type: ignore[arg-type]


def refused(name: str = "k", fingerprint: bytes = b"f") -> Item:
    body = RefusalBody(name, b"1", "fact", (), (), REJECT, "p", fingerprint)
    return Item(name=name, sealed=seal(body), name_body=seal(KeyBody(name)), verdict=REJECT)


def workspace(*items: Item, **more: object) -> Workspace:
    source = SourceBody(b"text", False, "ann", "user", 1, 0.5)
    given_ = {"sources": (StagedSource("s", seal(source)),)} | more
    return Workspace(tx=b"t" * 16, instant=50, policy=b"p" * 8, items=items, **given_)  # type: ignore[arg-type]


def view_for(asked: Workspace, **keys: KeyView) -> View:
    request = request_of(asked)
    known = tuple(keys.get(wanted.name, KeyView(0, 0, None if wanted.vhash else 0)) for wanted in request.keys)
    head = msgspec.structs.replace(HEAD, seq=HEAD.seq + 1) if any(key.steps for key in known) else HEAD
    return View(head, None, known)


def plan(asked: Workspace, **keys: KeyView) -> CommitPlan:
    made = plan_commit(asked, request_of(asked), view_for(asked, **keys), 200)
    assert isinstance(made, CommitPlan)
    return made


def standing(made: CommitPlan, name: str = "k") -> KeyView:
    """The key as a view would show it after the plan was written."""
    outcome = [each for each in made.outcomes if each.item.name == name and each.belief][-1]
    assert outcome.belief is not None
    shown = tuple(StepView(step.vf, made.record.seq, step.shown) for step in outcome.steps)
    return KeyView(outcome.belief.kid, outcome.ver, outcome.belief.slot, shown)


def test_a_first_fact() -> None:
    made = plan(workspace(item()))
    assert [type(op).__name__ for op in made.record.ops] == ["SourceOp", "KeyOp", "BeliefOp", "OpenOp"]
    assert (made.record.seq, made.record.at, made.keys, made.gone) == (8, 200, 3, ())
    assert [outcome.outcome for outcome in made.outcomes] == [Outcome.ADD]
    assert made.record.commitments == tuple(commitment(body.salt, body.data) for body in made.bodies)


def test_superseding_is_one_new_step() -> None:
    first = standing(plan(workspace(item())))
    made = plan(workspace(item(value=2, nu=6)), k=first)
    assert [type(op) for op in made.record.ops][-2:] == [BeliefOp, OpenOp]
    assert made.gone == ()
    assert made.outcomes[0].outcome is Outcome.SUPERSEDE


def test_a_late_fact_is_a_step_in_the_past_or_none() -> None:
    first = standing(plan(workspace(item())))
    late = plan(workspace(item(value=2, nu=4)), k=first)
    assert [op.vf for op in late.record.ops if isinstance(op, OpenOp)] == [4]
    shadowed = plan(workspace(item(value=2, nu=4, vf=5)), k=first)
    assert not [op for op in shadowed.record.ops if isinstance(op, OpenOp | CloseOp)]
    assert shadowed.outcomes[0].outcome is Outcome.ADD


def test_a_decision_changes_no_state() -> None:
    asked = workspace(refused(), refused(), refused(fingerprint=b"g"), kind=Kind.DECISION)
    made = plan(asked)
    assert (made.come, made.gone, made.keys) == ((), (), HEAD.keys)
    assert [outcome.outcome for outcome in made.outcomes] == [Outcome.REJECT] * 3
    rows = rows_of(made.record, made.decoded, b"d" * 32)
    assert len(rows.refusals) == 2
    assert (rows.keys, rows.beliefs, rows.steps, rows.sources) == ((), (), (), ())


@pytest.mark.parametrize("seen", [0, 2])
def test_a_moved_version_is_a_refusal(seen: int) -> None:
    asked = workspace(item(name="other"), reads=(("k", seen),))
    answer = plan_commit(asked, request_of(asked), view_for(asked, k=KeyView(1, 1, 0)), 200)
    assert answer == Refusal("k", seen, 1)
    same = msgspec.structs.replace(asked, reads=(("k", 1),))
    assert isinstance(plan_commit(same, request_of(same), view_for(same, k=KeyView(1, 1, 0)), 200), CommitPlan)


def test_a_scanned_range_moves_too() -> None:
    asked = workspace(item(), scans=(Scan("["),))
    moved = Moved((KeyChange("k", 1, 3),))
    assert plan_commit(asked, request_of(asked), view_for(asked), 200, moved) == Refusal("k", 1, 3)


def many_valued(attributes: set[tuple[str, str]]) -> Rules:
    """These attributes are declared to be many-valued, and nothing else is declared."""
    return Rules({one: DeclarationBody(*one, many=True) for one in attributes})


@pytest.mark.parametrize(
    ("known", "many", "refused"),
    [
        (set(), {("T", "a")}, "T.a"),
        ({("T", "a")}, set(), "T.a"),
        (set(), {("T", "b")}, ""),
        ({("T", "a"), ("U", "a")}, {("T", "a"), ("U", "b")}, ""),
    ],
)
def test_another_declaration_of_its_attributes_is_a_refusal(
    known: set[tuple[str, str]], many: set[tuple[str, str]], refused: str
) -> None:
    asked = workspace(item(name='["T","1","a"]'), rules=many_valued(known))
    answer = plan_commit(asked, request_of(asked), view_for(asked), 200, Moved((), many_valued(many)))
    assert answer == Refusal(declaration=refused) if refused else isinstance(answer, CommitPlan)


drawn = st.lists(
    st.builds(
        item,
        st.sampled_from(["k", "l"]),
        st.integers(0, 2),
        st.integers(0, 6),
        vf=st.integers(0, 6),
        vt=st.sampled_from([7, 9, FOREVER]),
    ),
    max_size=6,
)


@given(drawn)
def test_planning_is_a_function_that_changes_nothing(items: list[Item]) -> None:
    asked = workspace(*items)
    request, view = request_of(asked), view_for(asked)
    before = copy.deepcopy((asked, request, view))
    first, second = planned(asked, request, view, 200), planned(asked, request, view, 200)
    assert first.record.encode() == second.record.encode()
    assert first == second
    assert (asked, request, view) == before


@given(drawn)
def test_the_digest_moves_by_what_opens_and_closes(items: list[Item]) -> None:
    """The elements that a plan gives are those of the steps that its record opens."""
    made = plan(workspace(*items))
    rows = rows_of(made.record, made.decoded, b"d" * 32)
    known = {row.bid: row.commitment for row in rows.beliefs} | {0: b""}
    opened = [(row.kid, row.slot, row.vf, row.bid, known[row.bid]) for row in rows.steps]
    key = b"d" * 32
    assert moved(EMPTY_DIGEST, key, made.gone, made.come) == moved(EMPTY_DIGEST, key, (), opened)
    assert {op.kid for op in made.record.ops if isinstance(op, KeyOp)} == {row.kid for row in rows.keys}
    assert all(row.bid == place(8, ord_) for row, ord_ in zip(rows.beliefs, _ords(made), strict=True))


def _ords(made: CommitPlan) -> list[int]:
    return [op.ord for op in made.record.ops if isinstance(op, BeliefOp)]
