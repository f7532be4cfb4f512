"""Graph: the log with a line from each version to what it replaced, and the log with one line for each record.

Newest first, as it is read: nothing is kept but the lanes, each of which waits for one version that something
above it replaced. Their number is bounded; what finds no lane says in words what it replaced.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rich.text import Text

from memtxn.interfaces.cli.pieces import REPAIRED, brief, retraction, subject, word
from memtxn.interfaces.cli.safe import shortened, visible
from memtxn.interfaces.cli.words import counted, time_text
from memtxn.model.logentry import Change, LogEntry, Stands

_NODES = {
    "NOOP": "=",
    "REJECT": "x",
    "QUARANTINE": "?",
    "CONFIRM": "?",
    "DENY": "x",
    "SOURCE": ".",
    "DECLARE": "#",
    "CONSTRAIN": "#",
    "DROP": "#",
    "RECOVER": "#",
    "GUARD": "#",
    "REKEY": "#",
    "UNDO": "#",
    "REVOKE": "#",
    "FALL": "x",
    "FALL_SOURCE": "x",
    "RESTORE_SOURCE": ".",
    "ASIDE": "?",
    "SUSPECT": "?",
    "CLEAR": "*",
    "RESTORE": "*",
}
_UNWRITTEN = ("REJECT", "QUARANTINE", "CONFIRM", "DENY")
"""What is said of a proposal, and is no version."""
_STANDING = {Stands.LATER: "+", Stands.PAST: "~", Stands.NEVER: "~"}
_SAID = {Stands.LATER: ", scheduled:", Stands.PAST: ", in the past:", Stands.NEVER: ", shown at no time:"}
_COLOURS = {"x": "red", "?": "yellow", "!": "bold red", "~": "dim", "+": "cyan", "-": "magenta", "*": "bold"}
_SOURCE_TEXT = 60


class Graph:
    """Draws entries one after the other; ``lanes`` is how many lines may run side by side."""

    def __init__(self, lanes: int, *, oneline: bool = False) -> None:
        self._most, self._oneline = lanes, oneline
        self._lanes: list[str | None] = []

    def entry(self, entry: LogEntry) -> Iterator[Text]:
        """The lines of one record."""
        if not self._oneline or not entry.changes:
            yield self._beside(None, "").append_text(headline(entry))
        for change in entry.changes:
            yield from self._change(entry, change)

    def _change(self, entry: LogEntry, change: Change) -> Iterator[Text]:
        waiting = [at for at, awaited in enumerate(self._lanes) if awaited is not None and awaited == change.id]
        if len(waiting) > 1:
            yield Text(self._joined(waiting[0], waiting[1:], "'"))
            self._free(waiting[1:])
        at = waiting[0] if waiting else self._lane()
        drawn = change.replaced[:1] if at < self._most else ()
        self._wait(at, drawn)
        row = self._beside(at, _node(change))
        branches = self._branch(change.replaced[1:] if drawn else ())
        told = (
            f"{change.id if not change.what.endswith('SOURCE') and change.id else entry.seq} "
            if self._oneline
            else ""
        )
        left = change.replaced[len(drawn) + len(branches) :]
        note = f"  replaced {', '.join(left)}" if left else ""
        yield row.append_text(Text.assemble((told, "yellow"), _said(change), (note, "dim")))
        if branches:
            yield Text(self._joined(at, branches, "."))
        self._trim()

    # -- lanes ---------------------------------------------------------------------------------------

    def _lane(self) -> int:
        """The first lane that is free; one beyond the last when there is none."""
        free = (at for at, awaited in enumerate(self._lanes) if awaited is None)
        return next(chain(free, [min(len(self._lanes), self._most)]))

    def _wait(self, at: int, ids: tuple[str, ...]) -> None:
        """Let a lane wait for a version, or for nothing."""
        if at < self._most:
            self._lanes += [None] * (at + 1 - len(self._lanes))
            self._lanes[at] = ids[0] if ids else None

    def _branch(self, ids: tuple[str, ...]) -> list[int]:
        """Lanes for what else was replaced, as far as there are some."""
        found = []
        for id_ in ids:
            at = self._lane()
            if at >= self._most:
                break
            self._wait(at, (id_,))
            found.append(at)
        return found

    def _free(self, lanes: list[int]) -> None:
        for at in lanes:
            self._lanes[at] = None

    def _trim(self) -> None:
        while self._lanes and self._lanes[-1] is None:
            self._lanes.pop()

    # -- rows ----------------------------------------------------------------------------------------

    def _beside(self, at: int | None, node: str) -> Text:
        """The lanes, with a node in one of them."""
        bars = "".join("| " if awaited is not None else "  " for awaited in self._lanes)
        if at is None:
            return Text(bars, "dim")
        return Text.assemble(
            (bars[: 2 * at], "dim"), (f"{node} ", _COLOURS.get(node, "dim")), (bars[2 * at + 2 :], "dim")
        )

    def _joined(self, at: int, others: list[int], end: str) -> str:
        """A row in which one lane is joined with others, to the left or to the right."""
        first, last = min([at, *others]), max([at, *others])
        cells = []
        for lane in range(len(self._lanes)):
            inside, between = first <= lane <= last, "-" if first <= lane < last else " "
            here = end if lane in others else "|" if self._awaits(lane) or lane == at else "-" if inside else " "
            cells.append(here + between)
        return "".join(cells).rstrip()

    def _awaits(self, lane: int) -> bool:
        return lane < len(self._lanes) and self._lanes[lane] is not None


# -- words ---------------------------------------------------------------------------------------------


def headline(entry: LogEntry) -> Text:
    """A record in a line, without what it did."""
    if entry.kind == "missing":
        through = "" if entry.through in (None, entry.seq) else f" to {entry.through}"
        return Text.assemble(("missing", "bold red"), f"  {entry.seq}{through}")
    label = f"  “{visible(entry.label)}”" if entry.label else ""
    who = f"  by {visible(entry.principal)}" if entry.principal is not None else ""
    head = (f"seq {entry.seq}", "bold yellow")
    return Text.assemble(head, f"  {time_text(entry.at)}  ", word(entry.kind), who, label)


def oneline(entry: LogEntry) -> Iterator[Text]:
    """A record and the first thing that it did, in one line."""
    if not entry.changes:
        yield headline(entry)
        return
    proposals = [change for change in entry.changes if not change.what.endswith("SOURCE")]
    told = (proposals or list(entry.changes))[0]
    more = f"  and {counted(len(entry.changes) - 1, 'more change')}" if len(entry.changes) > 1 else ""
    label = f"  “{visible(entry.label)}”" if entry.label else ""
    yield Text.assemble(
        (f"{entry.seq}", "yellow"), f"  {time_text(entry.at)}  ", _said(told), (more, "dim"), label
    )


def _node(change: Change) -> str:
    if not change.readable:
        return "*" if change.erased else "!"
    if change.retracts and change.what not in (*_UNWRITTEN, *REPAIRED):
        return "-"
    return _NODES.get(change.what) or (_STANDING.get(change.stands, "*") if change.stands else "*")


def _said(change: Change) -> Text:
    """What happened, in a line."""
    what = word(change.what)
    if not change.readable:
        return Text.assemble(what, f" {change.id or ''}, its text was erased" if change.erased else " unreadable")
    if change.what == "ERASE":
        said = f" {visible(str(change.value))} {visible(change.id or '')}: {visible(change.text or '')}"
        return Text.assemble(what, said)
    if change.what in ("UNDO", "REVOKE"):
        return Text.assemble(what, f" {visible(str(change.value))} {visible(change.id or '')}")
    if change.what.endswith("SOURCE"):
        words = brief(change.value) if change.text is None else f"“{visible(change.text)}”"
        who = f"{visible(change.speaker or '')} ({visible(change.channel or '')})"
        return Text.assemble(what, f" {who}: {shortened(words, _SOURCE_TEXT)}")
    if change.retracts and change.what in _UNWRITTEN:
        return Text.assemble(what, f", {retraction(change.key, change.value)}{_codes(change)}")
    retracted = ", retracted:" if change.retracts else ""
    lead = retracted or (_SAID.get(change.stands, "") if change.stands and change.what != "NOOP" else "")
    return Text.assemble(what, f"{lead} {subject(change)} = {brief(change.value)}{_codes(change)}")


def _codes(change: Change) -> str:
    return f"  {', '.join(map(visible, change.reasons))}" if change.reasons else ""
