"""The checks of the doctor: the settings, the files, the store, each memory; none of them stops the others."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Literal

from memtxn.engine.store import Store
from memtxn.errors import MemtxnError
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.config import NOTHING, WrongConfig
from memtxn.interfaces.cli.exits import advice_of
from memtxn.interfaces.cli.place import from_environment, is_missing, open_store, quoted
from memtxn.interfaces.cli.progress import progress
from memtxn.interfaces.cli.words import counted, time_text
from memtxn.interfaces.plain import message_of
from memtxn.model.checkup import Check, State, ok, problem, warning
from memtxn.model.guard import OpenGuard
from memtxn.model.receipt import Report

_BORN = datetime(2024, 1, 1, tzinfo=UTC)
"""Before that there was no memtxn, and no such clock is right."""
_APART = timedelta(seconds=5)
"""A record that is newer than the present by more than that was written under another clock."""


def look(call: Call, level: Literal["tail", "full"], patience: float) -> Iterator[Check]:
    """One check after the other, from the outside to the inside."""
    settings = _settings(call)
    yield settings
    yield _clock(datetime.now(UTC))
    if settings.state is State.PROBLEM:
        return
    outside = list(_outside(call, patience))
    yield from outside
    if not any(check.state is State.PROBLEM for check in outside):
        yield from _inside(call, level)


def _failed(name: str, error: MemtxnError) -> Check:
    return problem(name, message_of(error), advice_of(error))


# -- outside -------------------------------------------------------------------------------------------


def _settings(call: Call) -> Check:
    if isinstance(call.found, WrongConfig):
        return _failed("settings", call.found)
    if call.found == NOTHING:
        return ok("settings", "no memtxn.toml; options, the environment and the defaults hold")
    hidden = list(_hidden(call))
    if hidden:
        return warning(
            "settings",
            f"{call.found.path}: {' and '.join(hidden)} in the environment comes before what stands there",
            "Unset the variable, or take the line out of the file",
        )
    return ok("settings", f"{call.found.path} is read")


def _hidden(call: Call) -> Iterator[str]:
    """Variables that make a line of the file void."""
    if call.config.url is not None and from_environment("MEMTXN_URL") not in {None, call.config.url}:
        yield "MEMTXN_URL"
    label = from_environment("MEMTXN_MEMORY")
    if call.config.memory is not None and label is not None and [label] != call.config.memory:
        yield "MEMTXN_MEMORY"


def _clock(now: datetime) -> Check:
    if now < _BORN:
        return problem("clock", f"it says {time_text(now)}", "Set the clock of this machine")
    return ok("clock", time_text(now))


def _outside(call: Call, patience: float) -> Iterator[Check]:
    from memtxn.app.open import examine

    try:
        is_missing(call.db)
        yield from examine(call.db, patience=patience, allow_network=bool(call.config.allow_network))
    except MemtxnError as error:
        yield _failed("file", error)


# -- inside --------------------------------------------------------------------------------------------


def _inside(call: Call, level: Literal["tail", "full"]) -> Iterator[Check]:
    try:
        with open_store(call.db, call.settings) as store:
            yield _writable(call, store)
            every = store.memories()
            yield _chosen(call, every)
            yield from _memories(store, every, level)
    except MemtxnError as error:
        yield _failed("store", error)


def _writable(call: Call, store: Store) -> Check:
    if store.read_only is None:
        return ok("key", "the key that seals the store is known; it can be written")
    if call.config.read_only:
        return ok("key", f"it is only read, as {call.config.path} says")
    return warning("key", store.read_only, "Reading goes on; to write, mend the cause")


def _chosen(call: Call, every: list[tuple[str, ...]]) -> Check:
    """Whether a memory that somebody chose is there: a label may be misspelt, or older than the store."""
    if call.named is None or call.named in every:
        return ok("memories", f"{len(every):,} in the store")
    return warning(
        "memories",
        f"no records in the chosen memory {quoted(call.named)}; there are {len(every):,} others",
        "`memtxn stats` names them; correct --memory, MEMTXN_MEMORY or memtxn.toml",
    )


def _memories(store: Store, every: list[tuple[str, ...]], level: Literal["tail", "full"]) -> Iterator[Check]:
    """What is wrong with a memory, each for itself; the sound ones together."""
    sound = 0
    for labels in every:
        checks = list(_memory(store, labels, level))
        yield from checks
        sound += not checks
    if sound:
        yield ok("records", f"{level} check: {_sound(sound)}")


def _sound(number: int) -> str:
    return "1 memory is sound" if number == 1 else f"{number:,} memories are sound"


def _memory(store: Store, labels: tuple[str, ...], level: Literal["tail", "full"]) -> Iterator[Check]:
    named = f"memory {quoted(labels)}"
    memory = store.memory(*labels, scopes=("read",))  # with any other one a guard would be rolled back
    try:
        with progress(f"checking {named}", in_bytes=False, wanted=level == "full") as tell:
            report = memory.verify(level, progress=tell)
        last, guards = next(memory.log(limit=1), None), memory.guards()
    except MemtxnError as error:
        yield _failed("records", error)
        return
    if not report.ok:
        first = report.problems[0]
        yield problem(
            "records",
            f"{named}: {counted(len(report.problems), 'problem')}, such as {first.invariant}: {first.detail}",
            f"`memtxn verify {_options(labels)}` shows all; make a copy of the file before anything else"
            + (f", then `memtxn recover {_options(labels)}`" if _repairable(report) else ""),
        )
    yield from (_guard(named, one) for one in guards)
    now = datetime.now(UTC)
    if last is not None and last.at is not None and last.at > now + _APART:
        yield warning(
            "clock",
            f"{named}: the last record is of {time_text(last.at)}, and it is {time_text(now)}",
            "Correct the clock that is wrong; until then new records are numbered on from that time",
        )


def _guard(named: str, one: OpenGuard) -> Check:
    since = f"{one.name!r} of {one.principal} since {time_text(one.since)}"
    if one.state == "held":
        return ok(
            "guard", f"{named}: {since}; nobody else writes to it" if not one.shared else f"{named}: {since}"
        )
    return warning(
        "guard",
        f"{named}: {since} was left behind by its holder",
        "The next one to open the memory to write takes it back to where it stood; nothing is to be done",
    )


def _repairable(report: Report) -> bool:
    """Whether something is damaged that follows from the journal."""
    return any(one.invariant in ("fold", "timeline", "digest", "head", "storage") for one in report.problems)


def _options(labels: tuple[str, ...]) -> str:
    """The options that choose a memory, as they are typed."""
    return " ".join(f"--memory {shlex.quote(label)}" for label in labels)
