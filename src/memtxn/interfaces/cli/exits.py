"""Exit codes, and what to do next in the words of the command line."""

from __future__ import annotations

from enum import IntEnum

from memtxn.core.admission.context import ANOTHER_WORD
from memtxn.errors import (
    CheckUnknown,
    Conflict,
    ConstraintViolated,
    GuardLost,
    JournalDamaged,
    MemtxnError,
    NaiveDatetime,
    NotFound,
    NotWaiting,
    OutcomeUnknown,
    OwnProposal,
    ReadOnly,
    Rejected,
    Retryable,
    StillPending,
    StorageError,
    Unreadable,
)
from memtxn.interfaces.operations import NoLonger, NotYet
from memtxn.model.receipt import ProposalOutcome
from memtxn.model.record import Outcome


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
    ExitCode.NOTHING: "there is nothing there: no store, memory, source, belief, refusal or proposal that waits",
    ExitCode.CONFLICT: "somebody else was faster, or the store is busy; try again",
    ExitCode.STORAGE: "the storage could not do its part",
    ExitCode.PROBLEMS: "verify, recover or doctor found problems, or export left out what it cannot read",
    ExitCode.DEFECT: "a defect of memtxn itself",
    ExitCode.INTERRUPTED: "interrupted (Ctrl-C)",
    ExitCode.BROKEN_PIPE: "the reader of the output went away",
}
"""What `memtxn --help` says of them."""

_CODES: tuple[tuple[type[MemtxnError], ExitCode], ...] = (
    (Retryable, ExitCode.CONFLICT),
    (Rejected, ExitCode.REFUSED),
    (NotFound, ExitCode.NOTHING),
    (NotWaiting, ExitCode.NOTHING),
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
    GuardLost: "See `memtxn log` for how it ended; what it had written was taken back unless it was released",
    NotFound: "Check the name; --memory or MEMTXN_MEMORY chooses the memory",
    NaiveDatetime: "Give the time with its zone, for example 2026-03-01T10:00:00Z",
    NoLonger: "`memtxn history ENTITY ATTRIBUTE` shows every version, `memtxn why …` who said so",
    NotYet: "Ask as of a later one; --valid TIME alone asks what held at a time, by all that is known now",
    ReadOnly: "Mend that to write, or take read_only out of memtxn.toml; reading goes on",
    OutcomeUnknown: "Look for the transaction id with `memtxn log` before you send it again",
    Rejected: "Mend the proposal as the rule says; `memtxn why-not ENTITY ATTRIBUTE` shows the refusal again",
    NotWaiting: "`memtxn pending` lists what waits; what has expired may be proposed again",
    OwnProposal: "Say who you are, if not its proposer: --principal NAME, or principal in memtxn.toml",
    StillPending: "Deny it (`memtxn deny ID`), or let it be proposed again on better evidence",
    JournalDamaged: "Nothing was changed: copy the file, see `memtxn verify` for each damage, and open a backup",
    Unreadable: "Run `memtxn verify` to see what is damaged; the rest of the memory still reads",
}
"""Where an error's own advice speaks of Python."""


def _waits(refused: object) -> bool:
    """Whether it was put aside, and not rejected."""
    return isinstance(refused, ProposalOutcome) and refused.outcome is Outcome.QUARANTINE


def _of_values(refused: object) -> bool:
    """Whether a value is not as declared, and not because it is another word for one that is."""
    found = refused.verdict.trace if isinstance(refused, ProposalOutcome) else ()
    return any(one.code in _OF_VALUES and ANOTHER_WORD not in one.detail for one in found)


def exit_code(error: MemtxnError) -> ExitCode:
    """The exit code of an error."""
    return next(code for kind, code in _CODES if isinstance(error, kind))


def advice_of(error: MemtxnError) -> str:
    """What to do next, for somebody at a shell; with the key that the command was about, if there is one."""
    advice = _ADVICE.get(type(error), error.advice)
    if isinstance(error, Rejected) and any(map(_of_values, error.outcomes)):
        return _TEXT_OR_JSON
    if type(error) is Rejected and all(map(_waits, error.outcomes)):
        return "It waits for somebody else than its proposer: `memtxn pending` lists it"
    about = next(iter(getattr(error, "__notes__", ())), None)
    return advice if about is None else advice.replace(PLACEHOLDER, about)
