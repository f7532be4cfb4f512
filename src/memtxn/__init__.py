"""memtxn: the transaction boundary for the memory of AI agents.

It decides what an agent may come to believe, makes each change all-or-nothing, shows only the version that
holds, and can say why.
"""

from memtxn.app.key_file import read_key
from memtxn.app.maintain import rekey, restore, salvage
from memtxn.app.open import open  # noqa: A004  # the name users know from gzip, tarfile, shelve
from memtxn.app.policy_file import read_policy
from memtxn.engine.guard.holding import Guard
from memtxn.engine.memory import Memory
from memtxn.engine.reads import Snapshot
from memtxn.engine.rekeying import Rekeyed
from memtxn.engine.restoring import Restored
from memtxn.engine.salvaging import SalvagedMemory, SalvageReport
from memtxn.engine.store import Store
from memtxn.engine.transaction import Transaction
from memtxn.errors import (
    BackupDamaged,
    CheckUnknown,
    Closed,
    Conflict,
    ConstraintViolated,
    Erased,
    FileDamaged,
    GuardLost,
    IdempotencyMismatch,
    InvalidInput,
    InvalidLine,
    JournalDamaged,
    MemoryGuarded,
    MemtxnError,
    NaiveDatetime,
    NewerFormat,
    NotADatabase,
    NotFound,
    NotPermitted,
    NotUnderGuard,
    NotWaiting,
    OutcomeUnknown,
    OwnProposal,
    QuotaExceeded,
    ReadOnly,
    Rejected,
    Retryable,
    StaleRead,
    StillPending,
    StorageBusy,
    StorageError,
    StorageFull,
    TransactionTooLarge,
    Unreadable,
    UnsafeFileSystem,
    UnsafeSQLite,
    VerifierFailed,
    VerifierUnavailable,
    WrongKey,
)
from memtxn.model.anchor import Anchor, AnchorEntry
from memtxn.model.belief import Belief, BeliefType, Status
from memtxn.model.codec import Json
from memtxn.model.constraint import (
    Check,
    Constraint,
    Immutable,
    NoOverlap,
    Reference,
    Unique,
    Violation,
)
from memtxn.model.declaration import Declaration
from memtxn.model.difference import Difference
from memtxn.model.entitytype import TypeDeclaration
from memtxn.model.erasure import ErasureProof, ErasureReport, Mention
from memtxn.model.explanation import Account, Explanation
from memtxn.model.guard import GuardReport, GuardStep, OpenGuard
from memtxn.model.key import Entity, Key
from memtxn.model.lines import LineProblem, LoadReport
from memtxn.model.logentry import Change, LogEntry
from memtxn.model.opinion import Claim, Opinion
from memtxn.model.pending import Pending
from memtxn.model.policy import Policy
from memtxn.model.proposal import Proposal
from memtxn.model.provision import Provision
from memtxn.model.receipt import NotCommitted, Problem, ProposalOutcome, Receipt, Report, Unknown
from memtxn.model.record import Outcome
from memtxn.model.recovery import RecoveryReport, Repaired
from memtxn.model.repair import Affected, ReadBy, RepairReport, Shows
from memtxn.model.shown import Blamed, ShownBelief, ShownProposal, ShownRecord, ShownSource
from memtxn.model.source import Citation, Evidence, Source
from memtxn.model.stats import MemoryStats, StoreStats
from memtxn.model.verdict import Decision, Finding, Verdict
from memtxn.ports.clock import Clock
from memtxn.ports.verifier import Verifier

__all__ = [
    "Account",
    "Affected",
    "Anchor",
    "AnchorEntry",
    "BackupDamaged",
    "Belief",
    "BeliefType",
    "Blamed",
    "Change",
    "Check",
    "CheckUnknown",
    "Citation",
    "Claim",
    "Clock",
    "Closed",
    "Conflict",
    "Constraint",
    "ConstraintViolated",
    "Decision",
    "Declaration",
    "Difference",
    "Entity",
    "Erased",
    "ErasureProof",
    "ErasureReport",
    "Evidence",
    "Explanation",
    "FileDamaged",
    "Finding",
    "Guard",
    "GuardLost",
    "GuardReport",
    "GuardStep",
    "IdempotencyMismatch",
    "Immutable",
    "InvalidInput",
    "InvalidLine",
    "JournalDamaged",
    "Json",
    "Key",
    "LineProblem",
    "LoadReport",
    "LogEntry",
    "Memory",
    "MemoryGuarded",
    "MemoryStats",
    "MemtxnError",
    "Mention",
    "NaiveDatetime",
    "NewerFormat",
    "NoOverlap",
    "NotADatabase",
    "NotCommitted",
    "NotFound",
    "NotPermitted",
    "NotUnderGuard",
    "NotWaiting",
    "OpenGuard",
    "Opinion",
    "Outcome",
    "OutcomeUnknown",
    "OwnProposal",
    "Pending",
    "Policy",
    "Problem",
    "Proposal",
    "ProposalOutcome",
    "Provision",
    "QuotaExceeded",
    "ReadBy",
    "ReadOnly",
    "Receipt",
    "RecoveryReport",
    "Reference",
    "Rejected",
    "Rekeyed",
    "RepairReport",
    "Repaired",
    "Report",
    "Restored",
    "Retryable",
    "SalvageReport",
    "SalvagedMemory",
    "ShownBelief",
    "ShownProposal",
    "ShownRecord",
    "ShownSource",
    "Shows",
    "Snapshot",
    "Source",
    "StaleRead",
    "Status",
    "StillPending",
    "StorageBusy",
    "StorageError",
    "StorageFull",
    "Store",
    "StoreStats",
    "Transaction",
    "TransactionTooLarge",
    "TypeDeclaration",
    "Unique",
    "Unknown",
    "Unreadable",
    "UnsafeFileSystem",
    "UnsafeSQLite",
    "Verdict",
    "Verifier",
    "VerifierFailed",
    "VerifierUnavailable",
    "Violation",
    "WrongKey",
    "open",
    "read_key",
    "read_policy",
    "rekey",
    "restore",
    "salvage",
]
