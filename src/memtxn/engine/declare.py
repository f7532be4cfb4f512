"""Declarations: what the harness says of attributes. Each is a record; the last one counts.

Another cardinality, or another protection, gives the keys concerned the timelines that they would have had under
it from the beginning: the record carries the steps that go and those that come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from memtxn.core.admission import not_as_declared
from memtxn.core.constraints import Segment, will_stand
from memtxn.core.proof import value_hash
from memtxn.core.replan import replan
from memtxn.core.rules import NO_RULES
from memtxn.core.workspace import Replan, Scan, Sealed, Workspace
from memtxn.engine.commit import commit
from memtxn.engine.constraints import TOLD, Looking, Violated
from memtxn.engine.declared import check_declared, rules_of
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import Conflict, ConstraintViolated
from memtxn.model.codec import parse
from memtxn.model.constraint import Violation
from memtxn.model.declaration import Declaration, Said, declaration_body, declaration_of, undeclared
from memtxn.model.key import Key, name_prefix
from memtxn.model.record import DEFAULT_PRINCIPAL, ContextBody, DeclarationBody, HashBody, Kind, public_id
from memtxn.model.rows import Head, KeyRequest, ViewRequest
from memtxn.ports.storage import LATEST, Reader

TRIES = 5
"""How often a declaration is planned anew because somebody wrote to the attribute meanwhile."""


class Standpoint:
    """What stands where something is stated: the last record, and the rules of that moment."""

    def __init__(self, runtime: Runtime, ledger: Ledger, reader: Reader) -> None:
        self.runtime, self.ledger, self.reader = runtime, ledger, reader
        self.mem = ledger.mem(reader)
        self.head: Head | None = reader.head(self.mem) if self.mem else None
        if self.head is not None:
            check_declared(reader, self.mem, self.head)
        self.rules = rules_of(reader, self.mem, LATEST) if self.mem else NO_RULES

    def names(self, entity_type: str, attribute: str) -> list[str]:
        """The keys of a type and an attribute; an empty one stands for all."""
        prefix = name_prefix(entity_type or None, None)
        names = self.reader.names(self.mem, prefix) if self.mem else iter(())
        return [name for name in names if attribute in ("", Key.from_name(name).attribute)]

    def workspace(self, principal: str, stated: Sealed, scans: Sequence[Scan]) -> Workspace:
        """The record that states something, if nothing in these ranges changes meanwhile."""
        return Workspace(
            tx=self.runtime.ids(16),
            instant=self.runtime.now(),
            policy=self.runtime.policy_fingerprint,
            context=None if principal == DEFAULT_PRINCIPAL else self.runtime.seal(ContextBody(principal)),
            kind=Kind.DECLARE,
            declarations=(stated,),
            since=self.head.seq if self.head else 0,
            scans=tuple(scans),
            declared=self.head.declared if self.head else 0,
            rules=self.rules,
            under=self.ledger.under,
        )


def declare(runtime: Runtime, ledger: Ledger, principal: str, said: Said) -> None:
    """Record what is said of an attribute over what is declared. Declaring what holds already writes nothing.

    Raises:
        ConstraintViolated: values that are believed from now on are not of the declared type, or none of the
            declared values; or the timelines that it makes would break a constraint. CheckUnknown. InvalidInput.
            Conflict: somebody kept writing to the attribute; retry. Unreadable.
    """
    for tries in range(1, TRIES + 1):
        try:
            _declare(runtime, ledger, principal, said)
        except Conflict:
            if tries == TRIES:
                raise
        else:
            return


def declarations(reader: Reader, mem: int, n: int) -> list[Declaration]:
    """What is declared as of a record, in order of type and attribute."""
    known = rules_of(reader, mem, n).attributes if mem else {}
    seqs = {(row.entity_type, row.attribute): row.seq for row in reader.declarations(mem, n)} if mem else {}
    return [declaration_of(body, seqs[attribute]) for attribute, body in sorted(known.items())]


def _declare(runtime: Runtime, ledger: Ledger, principal: str, said: Said) -> None:
    with runtime.storage.read() as reader:
        stand = Standpoint(runtime, ledger, reader)
        attribute = (said.entity_type, said.attribute)
        before = stand.rules.attributes.get(attribute, undeclared(*attribute))
        body = declaration_body(said, before)
        if before == body and ".".join(attribute) not in stand.rules.damaged:
            return
        names = stand.names(*attribute)
        moves = (before.many, before.protected) != (body.many, body.protected)
        replans = tuple(_replans(stand, body, names)) if moves else ()
        _check_values(stand, body, names, replans)
        scan = Scan(name_prefix(body.entity_type, None), body.attribute)
        workspace = stand.workspace(principal, runtime.seal(body), [scan])
    try:
        commit(runtime, ledger, msgspec.structs.replace(workspace, replans=replans))
    except Violated as faults:
        raise ConstraintViolated(violations=faults.violations) from None


def _check_values(
    stand: Standpoint, body: DeclarationBody, names: Sequence[str], replans: Sequence[Replan]
) -> None:
    """Make sure that what will be believed from now on is as it is being declared."""
    if body.type is None and body.enum is None:
        return
    look = Looking(stand.runtime, stand.ledger, stand.reader, stand.mem, stand.rules)
    changes, now = {one.name: one for one in replans}, stand.ledger.now()
    odd = (
        fault
        for name in names
        for one in will_stand(name, look.lines(name), changes.get(name), now)
        for fault in _odd(body, one)
    )
    found = list(islice(odd, TOLD))
    if found:
        raise ConstraintViolated(violations=found)


def _odd(body: DeclarationBody, one: Segment) -> Iterator[Violation]:
    for finding in not_as_declared(one.key, body, parse(one.value or b"null")):
        row = public_id(one.now.belief.bid) if one.now else ""
        name = f"{body.entity_type}.{body.attribute}"
        detail = f"{one.key}: {finding.detail}"
        yield Violation(constraint=name, code=finding.code, detail=detail, keys=(one.key,), rows=(row,))


def _replans(stand: Standpoint, body: DeclarationBody, names: Sequence[str]) -> Iterator[Replan]:
    """The keys whose timelines the declaration changes."""
    runtime, reader, mem = stand.runtime, stand.reader, stand.mem
    if not names:
        return
    view = reader.view(mem, ViewRequest(b"", None, tuple(map(KeyRequest, names))), LATEST)
    for name, known in zip(names, view.keys, strict=True):
        change = replan(
            name,
            reader.steps(mem, name, LATEST),
            known.ver,
            reader.versions(mem, name, LATEST),
            {row.bid: row.slot for row in reader.refiled(mem, name)},
            lambda value: runtime.seal(HashBody(value_hash(runtime.digest_key, value))),
            many=body.many,
            protected=body.protected,
        )
        if change is not None:
            yield change
