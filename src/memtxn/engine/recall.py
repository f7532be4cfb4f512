"""Recall: whether the memory holds what a line says. Looked up by source, then by key; each key is read once.

What was read of a key counts as long as nobody else has written; what the load itself wrote is added to it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from memtxn.core.proof import commitment
from memtxn.engine.claim import Claim, Mark, marks_of, marks_of_version, refusal_fingerprint
from memtxn.engine.receipts import Records
from memtxn.engine.runtime import Ledger
from memtxn.engine.sources import Known, KnownSources, id_of, source_of
from memtxn.errors import Unreadable
from memtxn.model.proposal import Proposal
from memtxn.model.record import BeliefBody, SourceBody, decode_body
from memtxn.model.rows import VersionRow
from memtxn.ports.storage import LATEST, Reader

MARKS = 250_000
"""Marks of versions that are kept; the keys that were not asked for longest are let go."""

Versions = dict[Mark, list[int]]


class Recall:
    """What one load knows of its memory."""

    def __init__(self, ledger: Ledger, principal: str) -> None:
        self._ledger, self._runtime, self._principal = ledger, ledger.runtime, principal
        self._sources = KnownSources(ledger.runtime, ledger)
        self._keys: OrderedDict[str, Versions] = OrderedDict()
        self._refusals: dict[str, tuple[set[bytes], int]] = {}
        self._records: Records | None = None
        self._size = self._seq = 0

    def at(self, reader: Reader, mem: int) -> None:
        """From here on answers are of this moment."""
        seq = reader.head(mem).seq if mem else 0
        self._refusals.clear()
        self._records = Records(reader, mem)
        if seq != self._seq:
            self._keys.clear()
            self._size, self._seq = 0, seq

    def source(self, reader: Reader, mem: int, source_id: str) -> int | None:
        """The place of a source; None when it is not there."""
        return reader.source(mem, source_id) if mem else None

    def sources(self, reader: Reader, mem: int, claim: Claim) -> dict[str, Known] | None:
        """The sources of a claim; None when one of them is not there, so that nothing can rest on it."""
        places = {source_id: self.source(reader, mem, source_id) for source_id in claim.cited}
        found = {source_id: where for source_id, where in places.items() if where is not None}
        if not places or len(found) < len(places):
            return None
        return {source_id: self._read_source(source_id, where) for source_id, where in found.items()}

    def _read_source(self, source_id: str, where: int) -> Known:
        known = self._sources.kept(source_id)
        if known is not None:
            return known
        body = None if self._records is None else self._records.body(where)
        if not isinstance(body, SourceBody) or id_of(body) != source_id:
            raise Unreadable(f"source {source_id} is missing or damaged")
        return self._sources.keep(source_of(body))

    def _known(self, cited: tuple[str, ...]) -> dict[str, Known]:
        found = {source_id: self._sources.get(source_id) for source_id in cited}
        return {source_id: known for source_id, known in found.items() if known is not None}

    def marks(self, claim: Claim, known: Mapping[str, Known]) -> list[Mark]:
        """The marks of the versions that a claim asks for."""
        return marks_of(claim, known, self._runtime.policy)

    def places(self, reader: Reader, mem: int, name: str, marks: list[Mark]) -> list[int]:
        """The versions of a key with one of these marks, in the order in which they were recorded."""
        if name not in self._keys:
            self._keys[name] = _read(reader.versions(mem, name, LATEST))
            self._size += len(self._keys[name])
            while self._size > MARKS and len(self._keys) > 1:
                self._size -= len(self._keys.popitem(last=False)[1])
        self._keys.move_to_end(name)
        return sorted({place for mark in marks for place in self._keys[name].get(mark, ())})

    # -- refusals ----------------------------------------------------------------------------------------

    def tries(self, reader: Reader, mem: int, name: str) -> int:
        """How often something was refused for a key."""
        return self._refusals_of(reader, mem, name)[1]

    def refused(self, proposal: Proposal) -> bool:
        """Whether this principal was refused an identical proposal before."""
        draft = proposal.draft
        known = self._known(tuple(dict.fromkeys(piece.source.id for piece in draft.evidence)))
        runtime = self._runtime
        mark = refusal_fingerprint(runtime.digest_key, self._principal, proposal, known, runtime.policy)
        with runtime.storage.glance() as reader:
            return mark in self._refusals_of(reader, self._ledger.mem(reader), draft.key.name)[0]

    def _refusals_of(self, reader: Reader, mem: int, name: str) -> tuple[set[bytes], int]:
        """The fingerprints of a key's refusals, and how many there were, each read once for a batch."""
        if name not in self._refusals:
            rows = reader.refusals(mem, name) if mem else []
            self._refusals[name] = {row.fingerprint for row, _ in rows}, sum(count for _, count in rows)
        return self._refusals[name]

    # -- what the load writes ----------------------------------------------------------------------------

    def wrote(self, seq: int, entries: list[tuple[str, list[Mark], int | None]]) -> None:
        """A record of the load: of each proposal the key, the marks if they are known, and the new version."""
        if seq != self._seq + 1:
            return  # somebody else has written as well: everything is read again
        self._seq = seq
        for name, marks, place in entries:
            if name in self._keys and len(marks) == 1 and place is not None:
                self._keys[name].setdefault(marks[0], []).append(place)
                self._size += 1
            elif name in self._keys:
                self._size -= len(self._keys.pop(name))


def _read(versions: list[VersionRow]) -> Versions:
    found: Versions = {}
    for version in versions:
        body = _body(version)
        for mark in () if body is None else marks_of_version(version.belief, body):
            found.setdefault(mark, []).append(version.belief.bid)
    return found


def _body(version: VersionRow) -> BeliefBody | None:
    """The body of a version; None for one that is missing or damaged, which no line can be."""
    salt, data = version.salt, version.data
    if salt is None or data is None or commitment(salt, data) != version.belief.commitment:
        return None
    body = decode_body(data)
    return body if isinstance(body, BeliefBody) else None
