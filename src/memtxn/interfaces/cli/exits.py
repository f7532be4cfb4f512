"""Exit codes, and what to do next in the words of the command line."""

from __future__ import annotations

from enum import IntEnum

from memtxn.errors import (
    CheckUnknown,
    Conflict,
    ConstraintViolated,
    MemtxnError,
    NaiveDatetime,
    NotFound,
    OutcomeUnknown,
    ReadOnly,
    Rejected,
    Retryable,
    StorageError,
    Unreadable,
)
from memtxn.interfaces.operations import NoLonger, NotYet


class ExitCode(IntEnum):
    """What `memtxn` answers to the shell."""

    OK = 0
    REFUSED = 1
    USAGE = 2
    NOTHING = 3
    CONFLICT = 4
    STORAGE = 5
    PROBLEMS = 6
    DEFECT = 70
    INTERRUPTED = 130
    BROKEN_PIPE = 141


MEANINGS: dict[ExitCode, str] = {
    ExitCode.OK: "done",
    ExitCode.REFUSED: "refused; nothing was applied (of an import: the rest was); audit failed",
    ExitCode.USAGE: "the command line or its input cannot be used; nothing was written",
    ExitCode.NOTHING: "there is nothing there: no store, memory, source, belief or refusal",
    ExitCode.CONFLICT: "somebody else was faster, or the store is busy; try again",
    ExitCode.STORAGE: "the storage could not do its part",
    ExitCode.PROBLEMS: "verify or doctor found problems, or export left out what it cannot read",
    ExitCode.DEFECT: "a defect of memtxn itself",
    ExitCode.INTERRUPTED: "interrupted (Ctrl-C)",
    ExitCode.BROKEN_PIPE: "the reader of the output went away",
}
"""What `memtxn --help` says of them."""

_CODES: tuple[tuple[type[MemtxnError], ExitCode], ...] = (
    (Retryable, ExitCode.CONFLICT),
    (Rejected, ExitCode.REFUSED),
    (NotFound, ExitCode.NOTHING),
    (StorageError, ExitCode.STORAGE),
    (MemtxnError, ExitCode.USAGE),
)
"""The first class that fits gives the code."""

_OF_VALUES = {"type_mismatch", "not_in_enum"}
_TEXT_OR_JSON = (
    "VALUE is a text unless --value-json says that it is JSON (42, true); `memtxn declare` lists what is declared"
)
PLACEHOLDER = "ENTITY ATTRIBUTE"
"""What stands in an advice for the key; a note at the error holds what was typed."""
_ADVICE: dict[type[MemtxnError], str] = {
    CheckUnknown: "Write from the program that has its function, or drop it: `memtxn constrain --drop NAME`",
    Conflict: "Read again (`memtxn get ENTITY ATTRIBUTE`), and decide anew",
    ConstraintViolated: "Mend it as the violations say, end what stands in the way, or drop the constraint",
    NotFound: "Check the name; --memory or MEMTXN_MEMORY chooses the memory",
    NaiveDatetime: "Give the time with its zone, for example 2026-03-01T10:00:00Z",
    NoLonger: "`memtxn history ENTITY ATTRIBUTE` shows every version, `memtxn why …` who said so",
    NotYet: "Ask as of a later one; --valid TIME alone asks what held at a time, by all that is known now",
    ReadOnly: "Mend that to write, or take read_only out of memtxn.toml; reading goes on",
    OutcomeUnknown: "Look for the transaction id with `memtxn log` before you send it again",
    Rejected: "Mend the proposal as the rule says; `memtxn why-not ENTITY ATTRIBUTE` shows the refusal again",
    Unreadable: "Run `memtxn verify` to see what is damaged; the rest of the memory still reads",
}
"""Where an error's own advice speaks of Python."""


def exit_code(error: MemtxnError) -> ExitCode:
    """The exit code of an error."""
    return next(code for kind, code in _CODES if isinstance(error, kind))


def advice_of(error: MemtxnError) -> str:
    """What to do next, for somebody at a shell; with the key that the command was about, if there is one."""
    advice = _ADVICE.get(type(error), error.advice)
    if isinstance(error, Rejected) and _OF_VALUES.intersection(error.reasons):
        return _TEXT_OR_JSON
    about = next(iter(getattr(error, "__notes__", ())), None)
    return advice if about is None else advice.replace(PLACEHOLDER, about)
