"""A memory without a storage: `plan_commit` decides, `rows_of` says what that means, and dictionaries keep it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from memtxn.core.fold import rows_of
from memtxn.core.plan import plan_commit, request_of
from memtxn.core.project import Course
from memtxn.core.proof import EMPTY_DIGEST, commitment, value_hash
from memtxn.core.rules import Rules
from memtxn.core.timeline import Step
from memtxn.core.workspace import CommitPlan, Item, Sealed, StagedSource, Workspace
from memtxn.model.belief import BeliefType, State
from memtxn.model.codec import pack
from memtxn.model.record import BeliefBody, Body, KeyBody, SourceBody, decode_body
from memtxn.model.rows import FoldRows, Head, KeyRequest, KeyView, StepView, VersionRow, View, ViewRequest
from memtxn.model.time import FOREVER
from memtxn.model.verdict import Decision, Verdict
from tests.property.contenders import PROTECTED, Arrival, Content, Span, is_many, merged

SECRET = b"d" * 32
ADMITTED = Verdict(Decision.ADMIT)


class Declared(Rules, frozen=True):
    """What holds of the keys of these histories, whose names are no names of the API."""

    def protected(self, name: str) -> bool:
        return name in PROTECTED


def sealed(body: Body) -> Sealed:
    data = pack(body)
    return Sealed(b"salt", data, commitment(b"salt", data), body)


def item_of(one: Arrival) -> Item:
    """A proposal as the engine hands it over once the gate has admitted it; made once."""
    made: Item | None = vars(one).get("item")
    if made is None:
        body = one.body
        made = vars(one)["item"] = Item(
            name=one.key,
            sealed=sealed(body),
            name_body=sealed(KeyBody(one.key)),
            verdict=ADMITTED,
            nu=one.nu,
            vf=one.since,
            vt=one.until,
            source_at=one.said_at,
            source_ordinal=one.ordinal,
            type=body.type,
            authority=one.authority,
            source_ids=(one.source,),
            vhash=value_hash(SECRET, body.value) if is_many(one.key) else None,
        )
    return made


def source_of(one: Arrival) -> StagedSource:
    content = SourceBody(
        b"text", False, "ann", "user", one.said_at, one.authority / 1000, one.source, one.ordinal
    )
    return StagedSource(one.source, sealed(content))


class Folded:
    """What the records of one memory add up to."""

    def __init__(self) -> None:
        self.seq = self.at = 0
        self.kids: dict[str, int] = {}
        self.vers: dict[int, int] = {}
        self.slots: dict[tuple[int, bytes | None], int] = {}
        self.open: dict[tuple[int, int], dict[int, StepView]] = {}
        self.versions: dict[int, VersionRow] = {}
        self.sources: dict[str, int] = {}

    def commit(self, arriving: Sequence[Arrival], instant: int = 0) -> CommitPlan:
        """One transaction with these proposals."""
        workspace = Workspace(
            tx=self.seq.to_bytes(16),
            instant=instant,
            policy=b"p" * 8,
            sources=tuple({one.source: source_of(one) for one in arriving}.values()),
            items=tuple(map(item_of, arriving)),
            rules=Declared(),
        )
        request = request_of(workspace)
        plan = plan_commit(workspace, request, self._view(request), max(self.at + 1, instant))
        assert isinstance(plan, CommitPlan)
        self._apply(plan, rows_of(plan.record, plan.decoded, SECRET))
        return plan

    def timelines(self) -> dict[tuple[str, bytes], list[Span]]:
        """What every slot shows, and when; what is stored twice over would show here."""
        found = {}
        for slot, steps in self._slots():
            assert all(_bid(one) != _bid(other) for one, other in pairwise(steps)), "two steps show the same"
            ends = [*(step.vf for step in steps[1:]), FOREVER]
            shown = [None if step.shown is None else content(step.shown) for step in steps]
            spans = [(step.vf, end, what) for step, end, what in zip(steps, ends, shown, strict=True)]
            found[slot] = merged(spans)
        return found

    def standings(self, t: int) -> list[tuple[Content, object]]:
        """For every version its status, end and successor at an instant."""
        courses = {slot: Course([Step(one.vf, one.shown) for one in steps]) for slot, steps in self._slots()}
        found = []
        for version in self.versions.values():
            standing = courses[self._slot_of(version)].standing(version, t)
            after = content(self.versions[standing.successor]) if standing.successor else None
            found.append((content(version), (standing.status.value, standing.until, after)))
        return sorted(found, key=repr)

    def _slots(self) -> Iterator[tuple[tuple[str, bytes], list[StepView]]]:
        for (_kid, _), steps in self.open.items():
            ordered = [steps[vf] for vf in sorted(steps)]
            first = next(step.shown for step in ordered if step.shown)
            yield self._slot_of(first), ordered

    def _slot_of(self, version: VersionRow) -> tuple[str, bytes]:
        body = body_of(version)
        return body.name, body.value if is_many(body.name) else b""

    def _view(self, request: ViewRequest) -> View:
        head = Head(self.seq, self.at, EMPTY_DIGEST, len(self.kids), b"", b"", 0)
        known = {source: self.sources[source] for source in request.sources if source in self.sources}
        return View(head, None, tuple(map(self._key, request.keys)), known)

    def _key(self, wanted: KeyRequest) -> KeyView:
        """As a storage answers: from the step on that covers the asked time."""
        kid = self.kids.get(wanted.name, 0)
        slot = self.slots.get((kid, wanted.vhash)) if wanted.vhash else 0
        steps = self.open.get((kid, slot), {}) if slot is not None else {}
        since = wanted.since
        assert since is not None
        begun = max((vf for vf in steps if vf <= since), default=since)
        part = tuple(steps[vf] for vf in sorted(steps) if vf >= begun)
        return KeyView(kid, self.vers.get(kid, 0), slot, part)

    def _apply(self, plan: CommitPlan, rows: FoldRows) -> None:
        record = plan.record
        self.seq, self.at = record.seq, record.at
        self.kids |= {row.name: row.kid for row in rows.keys}
        self.sources |= {row.id: row.place for row in rows.sources}
        for row in rows.beliefs:
            body = plan.bodies[row.bid & 0xFFFFF]
            version = VersionRow(row, State.ADMITTED, record.tx, record.at, body.salt, body.data)
            self.versions[row.bid] = version
            if row.vhash:
                self.slots.setdefault((row.kid, row.vhash), row.slot)
        for closed in rows.closed:
            assert self.open[closed.kid, closed.slot].pop(closed.vf).s0 == closed.s0
        for opened in rows.steps:
            steps = self.open.setdefault((opened.kid, opened.slot), {})
            assert opened.vf not in steps, "a step is opened over another one"
            steps[opened.vf] = StepView(opened.vf, opened.s0, self.versions.get(opened.bid))
            self.vers[opened.kid] = opened.ver


def content(version: VersionRow) -> Content:
    """What one may see of a version, wherever it came in."""
    row, body = version.belief, body_of(version)
    cited, span = body.citations[0].source_id, (row.vf, row.vt)
    return row.nu, row.type is BeliefType.RETRACTION, body.value, cited, body.confidence, body.proposal, span


def body_of(version: VersionRow) -> BeliefBody:
    body = decode_body(version.data or b"")
    assert isinstance(body, BeliefBody)
    return body


def _bid(step: StepView) -> int:
    return step.shown.belief.bid if step.shown else 0
