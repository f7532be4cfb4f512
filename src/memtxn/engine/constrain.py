"""Stating and dropping constraints. Each is a record; what is broken already is not recorded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from types import TracebackType
from typing import get_args

import msgspec

from memtxn.core.constraints import broken_already
from memtxn.core.rules import Standing
from memtxn.core.workspace import Claim, Scan, Workspace
from memtxn.engine.commit import commit
from memtxn.engine.constraints import TOLD, Looking, standing_claims, violation_of
from memtxn.engine.declare import TRIES, Standpoint
from memtxn.engine.declared import rules_of
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import Conflict, ConstraintViolated, InvalidInput, NotFound
from memtxn.model.constraint import REFERENCE, Check, Constraint, Predicate, constraint_of
from memtxn.model.exact import brief, is_a
from memtxn.model.key import name_prefix
from memtxn.model.record import ConstraintBody, HashBody
from memtxn.ports.storage import Reader


def constrain(runtime: Runtime, ledger: Ledger, principal: str, constraint: Constraint) -> None:
    """Record a constraint, which holds for every commit after it; one of the same name is replaced.

    Stating what stands already writes nothing, and gives a check its function.

    Raises:
        ConstraintViolated: what is believed from now on breaks it. InvalidInput. Conflict: somebody kept writing
            to what it is about; retry. Unreadable.
    """
    if not is_a(constraint, get_args(Constraint)):
        raise InvalidInput(
            f"constrain takes Unique, NoOverlap, Immutable, Reference or Check, not {brief(constraint)}"
        )
    body = constraint.body()
    if isinstance(constraint, Check):
        with _Given(ledger, body, constraint.predicate):
            _persist(runtime, ledger, principal, body)
    else:
        _persist(runtime, ledger, principal, body)


def drop_constraint(runtime: Runtime, ledger: Ledger, principal: str, name: str) -> None:
    """Record that a constraint no longer stands. Raises NotFound."""
    for tries in range(1, TRIES + 1):
        try:
            _drop(runtime, ledger, principal, name)
        except Conflict:
            if tries == TRIES:
                raise
        else:
            return


def constraints(reader: Reader, ledger: Ledger, mem: int, n: int) -> list[Constraint]:
    """The constraints that stand as of a record, in the order in which they were stated."""
    known = rules_of(reader, mem, n).constraints if mem else ()
    return [constraint_of(one.body, ledger.checks.get(one.body.name, {}).get(one.body)) for one in known]


class _Given:
    """A function that a check has from now on, unless the block fails. Others are left alone."""

    def __init__(self, ledger: Ledger, body: ConstraintBody, predicate: Predicate) -> None:
        self._known = ledger.checks.setdefault(body.name, {})
        self._body, self._predicate = body, predicate
        self._before = self._known.get(body)

    def __enter__(self) -> None:
        self._known[self._body] = self._predicate

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None or self._known.get(self._body) is not self._predicate:
            return
        if self._before is None:
            del self._known[self._body]
        else:
            self._known[self._body] = self._before


def _drop(runtime: Runtime, ledger: Ledger, principal: str, name: str) -> None:
    with runtime.storage.read() as reader:
        stand = Standpoint(runtime, ledger, reader)
        known = {one.body.name: one.body for one in stand.rules.constraints}
        if name not in known and name not in stand.rules.lost:
            raise NotFound(f"constraint {brief(name)}")
        body = msgspec.structs.replace(known.get(name, ConstraintBody(name, "")), dropped=True)
        workspace = stand.workspace(principal, runtime.seal(body), [])
    commit(runtime, ledger, workspace)


def _persist(runtime: Runtime, ledger: Ledger, principal: str, body: ConstraintBody) -> None:
    for tries in range(1, TRIES + 1):
        with runtime.storage.read() as reader:
            stand = Standpoint(runtime, ledger, reader)
            if body in [one.body for one in stand.rules.constraints]:
                return
            workspace = _stated(stand, principal, body)
        try:
            commit(runtime, ledger, workspace)
        except Conflict:
            if tries == TRIES:
                raise
        else:
            return


def _stated(stand: Standpoint, principal: str, body: ConstraintBody) -> Workspace:
    """The record of a constraint that holds of what stands."""
    one = Standing(0, body)
    names = stand.names(body.entity_type, body.attribute)
    look = Looking(stand.runtime, stand.ledger, stand.reader, stand.mem, stand.rules)
    claims: Sequence[Claim] = ()
    if one.claims:
        prepared, claiming = standing_claims(one, look, names)
        look = Looking(stand.runtime, stand.ledger, stand.reader, stand.mem, stand.rules, prepared)
        claims = [
            Claim(version.belief.kid, version.belief.bid, stand.runtime.seal(HashBody(hash_)))
            for version, hash_ in claiming
        ]
    faults = list(islice(broken_already(one, look, names, stand.ledger.now()), TOLD))
    if faults:
        raise ConstraintViolated(violations=[violation_of(fault) for fault in faults])
    scans = [Scan(name_prefix(body.entity_type or None, None), body.attribute or None)]
    if body.sort == REFERENCE:
        scans.append(Scan(name_prefix(body.target, None)))
    workspace = stand.workspace(principal, stand.runtime.seal(body), scans)
    return msgspec.structs.replace(workspace, claims=tuple(claims))
