"""Lines: timelines that somebody changed without seeing all of their rows, planned again from all versions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from memtxn.core.proof import Element
from memtxn.core.replan import CONTENDING, value_of
from memtxn.core.rules import Rules
from memtxn.core.timeline import Step, timeline
from memtxn.errors import Unreadable
from memtxn.model.record import CloseOp, OpenOp
from memtxn.model.rows import BeliefRow, KeyRequest, StepRow, VersionRow, ViewRequest
from memtxn.ports.storage import LATEST, Reader


class Lines:
    """The steps that go and come, and what the digest loses and gains by them."""

    def __init__(self, reader: Reader, mem: int, rules: Rules) -> None:
        self.closed: list[CloseOp] = []
        self.opened: list[OpenOp] = []
        self.gone: list[Element] = []
        self.come: list[Element] = []
        self._reader, self._mem, self._rules = reader, mem, rules
        self._going: list[StepRow] = []

    def plan(self, name: str) -> None:
        """Plan a key again. One of which a text is lost, that is needed for it, stays as it is."""
        rows = self._reader.steps(self._mem, name, LATEST)
        versions = self._reader.versions(self._mem, name, LATEST)
        if not versions:
            return
        try:
            slots = self._slots(name, versions)
        except Unreadable:
            return
        wanted: dict[tuple[int, int], VersionRow | None] = {}
        for slot in {row.slot for row in rows} | slots.keys():
            mine = [row for row in rows if row.slot == slot]
            line = self._line(name, slots.get(slot, []), mine)
            if _told((row.vf, row.bid) for row in mine) != _told((s.vf, _bid(s.shown)) for s in line) or len(
                {row.vf for row in mine}
            ) < len(mine):
                wanted |= {(slot, step.vf): step.shown for step in line}
            else:
                rows = [row for row in rows if row.slot != slot]
        self._changed(name, rows, wanted, versions[0].belief.kid)

    def end(self, kids: Iterable[int]) -> None:
        """End all steps of keys by their numbers: nothing is shown under them."""
        wanted = set(kids)
        for kid, slot, vf, s0, bid, _ in self._reader.standing(self._mem) if wanted else ():
            if kid in wanted:
                self._going.append(StepRow(kid, slot, vf, s0, 0, bid, 0))

    def settle(self) -> None:
        """Work out what the digest loses: a step may show a belief that is filed elsewhere."""
        bids = {row.bid for row in self._going if row.bid}
        known = {0: b""} | self._commitments(bids)
        self.closed = [CloseOp(row.kid, row.slot, row.vf, row.s0) for row in self._going]
        self.gone = [(row.kid, row.slot, row.vf, row.bid, known.get(row.bid, b"?")) for row in self._going]

    def _changed(
        self, name: str, rows: Sequence[StepRow], wanted: Mapping[tuple[int, int], VersionRow | None], kid: int
    ) -> None:
        kept: set[tuple[int, int]] = set()
        going: list[StepRow] = []
        for row in rows:
            at = row.slot, row.vf
            if at in wanted and at not in kept and _bid(wanted[at]) == row.bid:
                kept.add(at)
            else:
                going.append(row)
        coming = {at: shown for at, shown in wanted.items() if at not in kept}
        if going and not coming:  # one comes at least: it carries the new version
            again = next(row for row in rows if (row.slot, row.vf) in kept)
            going.append(again)
            coming[again.slot, again.vf] = wanted[again.slot, again.vf]
        if not coming:
            return
        (known,) = self._reader.view(self._mem, ViewRequest(b"", None, (KeyRequest(name),)), LATEST).keys
        self._going += going
        for (slot, vf), shown in sorted(coming.items(), key=lambda one: one[0]):
            self.opened.append(OpenOp(kid, slot, vf, _bid(shown), known.ver + 1))
            self.come.append((kid, slot, vf, _bid(shown), shown.belief.commitment if shown else b""))

    def _slots(self, name: str, versions: Sequence[VersionRow]) -> dict[int, list[VersionRow]]:
        """The versions by their slots; those of one value that got two slots belong to the first."""
        if not self._rules.many(name):
            return {0: list(versions)}
        filed = {row.bid: row.slot for row in self._reader.refiled(self._mem, name)}
        slots: dict[bytes, int] = {}
        found: dict[int, list[VersionRow]] = {}
        for one in versions:
            slot = one.belief.slot or filed.get(one.belief.bid, 0) or one.belief.bid
            found.setdefault(slots.setdefault(value_of(one), slot), []).append(one)
        return found

    def _line(self, name: str, group: Sequence[VersionRow], rows: Sequence[StepRow]) -> Sequence[Step]:
        stand = [one for one in group if one.state in CONTENDING]
        steps = timeline(stand, protected=self._rules.protected(name))
        return steps or ([Step(min(row.vf for row in rows), None)] if rows else [])

    def _commitments(self, bids: set[int]) -> dict[int, bytes]:
        found: dict[int, bytes] = {}
        for kind, rows in self._reader.written(self._mem) if bids else ():
            if kind is BeliefRow:
                found |= {
                    row.bid: row.commitment for row in (BeliefRow(*each) for each in rows) if row.bid in bids
                }
        return found


def _bid(shown: VersionRow | None) -> int:
    return shown.belief.bid if shown else 0


def _told(steps: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """What a timeline shows: without a beginning that shows nothing, and without a step that changes nothing."""
    told: list[tuple[int, int]] = []
    for vf, bid in sorted(steps):
        if bid != (told[-1][1] if told else 0):
            told.append((vf, bid))
    return told
