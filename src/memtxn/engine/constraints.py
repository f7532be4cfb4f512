"""Constraints inside the commit: what has to be looked up for them, and the error that names what they find."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

from memtxn.core.constraints import Broken, broken, hash_of, may_claim
from memtxn.core.plan import Claims
from memtxn.core.project import Standing as Place
from memtxn.core.project import belief_of
from memtxn.core.replan import value_of
from memtxn.core.rules import Rules, Standing
from memtxn.core.timeline import Step
from memtxn.core.workspace import CommitPlan, Sealed, Workspace
from memtxn.engine.receipts import courses_of
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import CheckUnknown, ConstraintViolated
from memtxn.model.belief import Belief, BeliefType, Status
from memtxn.model.constraint import Predicate, Violation
from memtxn.model.key import Key
from memtxn.model.record import BeliefBody, HashBody, public_id
from memtxn.model.rows import ClaimView, VersionRow
from memtxn.ports.storage import LATEST, Reader


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
                (one.seq, sealed_hash(runtime, one, body.value)) for one in claiming if may_claim(one, key)
            ]
    return found


def sealed_hash(runtime: Runtime, one: Standing, value: bytes) -> Sealed:
    """The body with the hash by which a constraint finds a belief of that value."""
    return runtime.seal(HashBody(hash_of(one, runtime.digest_key, value)))


def check_constraints(
    runtime: Runtime, ledger: Ledger, reader: Reader, mem: int, rules: Rules, plan: CommitPlan
) -> None:
    """Make sure that a plan breaks no constraint.

    Raises:
        Violated: it would. CheckUnknown. Unreadable: a constraint, or what one has to know, is damaged.
    """
    constraints = rules.known_constraints() if plan.lines else ()
    if not constraints:
        return
    faults = broken(plan, constraints, Looking(runtime, ledger, reader, mem, rules))
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
        versions = {one.belief.bid: one for one in self._reader.versions(self._mem, name, LATEST)}
        courses = courses_of(self._reader.steps(self._mem, name, LATEST), versions)
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

    def predicate(self, name: str) -> Predicate:
        """The function of a check. Raises CheckUnknown."""
        known = self._ledger.checks.get(name)
        if known is None:
            raise CheckUnknown(name)
        return known

    def belief(self, name: str, version: VersionRow) -> Belief:
        """A version as a check is shown it: as it would stand, with what only a snapshot can tell left out."""
        return belief_of(version, name, Place(Status.ACTIVE, version.belief.vt), 0)


def standing_claims(
    one: Standing, look: Looking, names: Iterable[str]
) -> tuple[dict[bytes, list[ClaimView]], list[VersionRow]]:
    """What a constraint would claim of what stands: where that is shown, by hash, and the beliefs."""
    found: dict[bytes, list[ClaimView]] = {}
    claiming: dict[int, VersionRow] = {}
    for name in names:
        for steps in look.lines(name).values():
            ends = [*(step.vf for step in steps[1:]), None]
            for step, end in zip(steps, ends, strict=True):
                shown = step.shown
                if shown is not None and shown.belief.type is not BeliefType.RETRACTION:
                    claiming[shown.belief.bid] = shown
                    until = shown.belief.vt if end is None else end
                    hash_ = hash_of(one, look.digest_key, value_of(shown))
                    found.setdefault(hash_, []).append(ClaimView(shown, step.vf, until))
    return found, sorted(claiming.values(), key=attrgetter("belief.bid"))
