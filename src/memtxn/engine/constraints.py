"""Constraints inside the commit: what has to be looked up for them, and the error that names what they find."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from memtxn.core.constraints import Broken, broken, hash_of, may_claim
from memtxn.core.constraints.state import spans, value_shown
from memtxn.core.plan import Claims
from memtxn.core.project import Standing as Place
from memtxn.core.project import belief_of
from memtxn.core.rules import Rules, Standing
from memtxn.core.timeline import Step, retracts, whole_body
from memtxn.core.workspace import CommitPlan, Sealed, Workspace
from memtxn.engine.receipts import courses_of
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import CheckUnknown, ConstraintViolated
from memtxn.model.belief import Belief, BeliefType, Status
from memtxn.model.constraint import Predicate, Violation
from memtxn.model.key import Key
from memtxn.model.record import BeliefBody, ConstraintBody, HashBody, public_id
from memtxn.model.rows import ClaimView, VersionRow
from memtxn.ports.storage import LATEST, Reader

TOLD = 100
"""Violations that an error of a declaration or of a constraint names."""


class Violated(ConstraintViolated):
    """A constraint would not hold: the faults as they were found, which `engine.refusing` tells of."""

    def __init__(self, faults: Sequence[Broken]) -> None:
        super().__init__(violations=[violation_of(fault) for fault in faults])
        self.faults = tuple(faults)


def violation_of(fault: Broken) -> Violation:
    """What is broken, as callers are told of it."""
    return Violation(
        constraint=fault.rule.body.name,
        code=fault.code,
        detail=fault.detail,
        keys=tuple(map(Key.from_name, fault.names)),
        rows=tuple(map(public_id, fault.rows)),
    )


def claims_of(runtime: Runtime, workspace: Workspace, rules: Rules) -> Claims:
    """For each item the constraints that have to find its belief, with the hashes by which they do."""
    claiming = [one for one in rules.constraints if one.claims]
    if not claiming:
        return {}
    found: dict[int, list[tuple[int, Sealed]]] = {}
    for number, item in enumerate(workspace.items):
        body = item.sealed.body
        if isinstance(body, BeliefBody) and item.type is not BeliefType.RETRACTION:
            key = Key.from_name(item.name)
            found[number] = [
                (one.seq, runtime.seal(HashBody(hash_of(one, runtime.digest_key, body.value))))
                for one in claiming
                if may_claim(one, key)
            ]
    return found


def check_constraints(
    runtime: Runtime, ledger: Ledger, reader: Reader, mem: int, rules: Rules, plan: CommitPlan
) -> None:
    """Make sure that a plan breaks no constraint.

    Raises:
        Violated: it would. CheckUnknown. Unreadable: a constraint, or what one has to know, is damaged.
    """
    constraints = rules.known_constraints() if plan.lines or plan.replans else ()
    if not constraints:
        return
    found = broken(plan, constraints, Looking(runtime, ledger, reader, mem, rules))
    faults = list(islice(found, None if plan.lines else TOLD))
    if faults:
        raise Violated(faults)


class Looking:
    """What the constraints ask of a storage (`core.constraints.Look`).

    ``prepared`` are the claims of a constraint that is only being stated, by hash.
    """

    def __init__(
        self,
        runtime: Runtime,
        ledger: Ledger,
        reader: Reader,
        mem: int,
        rules: Rules,
        prepared: Mapping[bytes, Sequence[ClaimView]] | None = None,
    ) -> None:
        self._runtime, self._ledger, self._reader, self._mem = runtime, ledger, reader, mem
        self._rules, self._prepared = rules, prepared

    @property
    def digest_key(self) -> bytes:
        """With which values are hashed."""
        return self._runtime.digest_key

    def lines(self, name: str) -> Mapping[int, Sequence[Step]]:
        """The timelines of a key as they stand, by slot."""
        return self.lines_of(name, self.known(name))

    def known(self, name: str) -> Sequence[VersionRow]:
        """All versions of a key."""
        return self._reader.versions(self._mem, name, LATEST)

    def lines_of(self, name: str, versions: Iterable[VersionRow]) -> Mapping[int, Sequence[Step]]:
        """The timelines of a key whose versions are known."""
        courses = courses_of(
            self._reader.steps(self._mem, name, LATEST), {one.belief.bid: one for one in versions}
        )
        return {slot: course.steps for slot, course in courses.items()}

    def names(self, prefix: str) -> Iterable[str]:
        """The names of the keys that begin with ``prefix``."""
        return self._reader.names(self._mem, prefix)

    def claims(self, rule: int, hash_: bytes) -> Sequence[ClaimView]:
        """Where the beliefs are shown that a constraint finds by a hash."""
        if self._prepared is not None:
            return self._prepared.get(hash_, ())
        return self._reader.claims(self._mem, rule, hash_)

    def protected(self, name: str) -> bool:
        """Whether authority comes before time for a key."""
        return self._rules.protected(name)

    def predicate(self, check: ConstraintBody) -> Predicate:
        """The function of a check. Raises CheckUnknown."""
        known = self._ledger.checks.get(check.name, {}).get(check)
        if known is None:
            raise CheckUnknown(check.name)
        return known

    def belief(self, name: str, version: VersionRow) -> Belief:
        """A version as a check is shown it: as it would stand, with what only a snapshot can tell left out."""
        return belief_of(version, name, Place(Status.ACTIVE, version.belief.vt), 0)


def standing_claims(
    one: Standing, look: Looking, names: Iterable[str]
) -> tuple[dict[bytes, list[ClaimView]], list[tuple[VersionRow, bytes]]]:
    """What a constraint has to find of what there is: where it is shown, by hash, and every belief with its hash.

    Also what is shown nowhere, for another declaration may show it again; but for what has lost its value.
    """
    shown: dict[bytes, list[ClaimView]] = {}
    claiming: list[tuple[VersionRow, bytes]] = []
    for name in names:
        hashes: dict[int, bytes] = {}
        versions = look.known(name)
        for version in versions:
            body = None if retracts(version) else whole_body(version)
            if body is not None:
                hashes[version.belief.bid] = hash_of(one, look.digest_key, body.value)
                claiming.append((version, hashes[version.belief.bid]))
        for steps in look.lines_of(name, versions).values():
            for start, end, one_shown in spans(steps):
                if one_shown is not None and value_shown(one_shown) is not None:
                    view = ClaimView(one_shown, start, end)
                    shown.setdefault(hashes[one_shown.belief.bid], []).append(view)
    return shown, sorted(claiming, key=lambda claim: claim[0].belief.bid)
