"""Memory: one isolated, totally ordered body of beliefs, named by a tuple of labels."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Literal, TypeVar, get_args

import msgspec

from memtxn.core.rules import NO_RULES
from memtxn.core.workspace import Scan
from memtxn.engine.commit import commit
from memtxn.engine.conflicts import Session
from memtxn.engine.deciding import Deciding
from memtxn.engine.declared import Declarations
from memtxn.engine.erasing import Erasing
from memtxn.engine.export import Exported, Exporting, OnUnreadable, export
from memtxn.engine.guarding import Guarding
from memtxn.engine.lines import Lines
from memtxn.engine.load import Loading, Unsourced, load
from memtxn.engine.log import log
from memtxn.engine.moment import seq_of
from memtxn.engine.problems import OnProblem
from memtxn.engine.quarantine import pending
from memtxn.engine.reads import Snapshot, about
from memtxn.engine.receipts import applies, receipt_of_record, record_of
from memtxn.engine.recovering import Recovering
from memtxn.engine.repairing import Repairing
from memtxn.engine.retry import run
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.scopes import Scope, Scopes
from memtxn.engine.sources import (
    KnownSources,
    Seen,
    check_count,
    json_body,
    source_of,
    stored_source,
    text_body,
)
from memtxn.engine.stats import memory_stats
from memtxn.engine.transaction import Transaction
from memtxn.engine.verify import Level, verify
from memtxn.engine.workbench import Bench, Opening, Options
from memtxn.errors import InvalidInput, NotFound, StorageError, Unreadable
from memtxn.model.anchor import Anchor, anchor_of
from memtxn.model.codec import Json, check_text
from memtxn.model.exact import brief, exact_choice, exact_flag, exact_function, exact_text
from memtxn.model.key import Entity, attribute_name, name_prefix
from memtxn.model.lines import LoadReport
from memtxn.model.logentry import LogEntry
from memtxn.model.pending import Pending
from memtxn.model.receipt import NotCommitted, Receipt, Report, Unknown
from memtxn.model.record import SourceBody
from memtxn.model.source import Source
from memtxn.model.stats import MemoryStats
from memtxn.model.time import to_micros
from memtxn.ports.storage import LATEST, Progress, Reader

OnReject = Literal["abort", "skip"]
Isolation = Literal["serializable", "snapshot"]
_ISOLATIONS: tuple[Isolation, ...] = get_args(Isolation)
_ON_REJECT: tuple[OnReject, ...] = get_args(OnReject)
_UNSOURCED: tuple[Unsourced, ...] = get_args(Unsourced)
Result = TypeVar("Result")

RISK_LIMIT = 64
"""Bytes that the name of a risk tier may have."""


class Memory(Repairing, Recovering, Guarding, Erasing):
    """Obtained from `Store.memory`. Safe to use from every thread."""

    def __init__(self, runtime: Runtime, ledger: Ledger, scopes: Scopes) -> None:
        super().__init__(runtime, ledger, scopes)
        self._known = KnownSources(runtime, ledger)
        self._declarations = Declarations()
        self._sessions = threading.local()

    def observe(
        self,
        text: str,
        *,
        speaker: str,
        at: datetime,
        channel: str = "user",
        authority: float | None = None,
        ref: str | None = None,
        ordinal: int = 0,
    ) -> Source:
        """Keep what was seen, durably; a commit of its own. Observing the same thing twice is one source.

        Args:
            text: what was said; at most 1 MiB.
            speaker: who said it.
            at: when it was said, an aware datetime.
            channel: ``user, assistant, operator, tool, web, email, note, ticket, import`` or any other label.
            authority: 0 to 1; by default that of the channel.
            ref: tells equal turns apart.
            ordinal: orders the sources of one instant.

        Raises:
            InvalidInput: not text, empty, too long, a naive datetime. NotPermitted. StorageError.
        """
        self._scopes.require(Scope.PROPOSE)
        seen = Seen(speaker=speaker, at=at, channel=channel, authority=authority, ref=ref, ordinal=ordinal)
        return self._observed(text_body(text, seen, self._runtime.policy))

    def observe_json(
        self,
        value: Json,
        *,
        speaker: str,
        at: datetime,
        channel: str = "tool",
        authority: float | None = None,
        ref: str | None = None,
        ordinal: int = 0,
    ) -> Source:
        """Keep a JSON document that was seen, such as a tool's result. See `observe`."""
        self._scopes.require(Scope.PROPOSE)
        seen = Seen(speaker=speaker, at=at, channel=channel, authority=authority, ref=ref, ordinal=ordinal)
        return self._observed(json_body(value, seen, self._runtime.policy))

    def source(self, source_id: str) -> Source:
        """A source by its id. Raises NotFound, NotPermitted."""
        self._scopes.require(Scope.READ)
        name = check_text(source_id, "source id", limit=64)
        with self._open() as (reader, mem):
            source = stored_source(reader, mem, name)
        if source is None:
            raise NotFound(f"source {name}")
        return source

    def transaction(
        self,
        *,
        label: str | None = None,
        isolation: Isolation = "serializable",
        on_reject: OnReject = "abort",
        risk: str | None = None,
        idempotency_key: str | None = None,
    ) -> Transaction:
        """Begin a transaction: its instant and its snapshot are fixed now.

        Args:
            label: what it is for; kept in the journal, shown by `why`.
            isolation: ``"serializable"``: what it read must still stand when it commits. ``"snapshot"``: only
                the keys that it writes, read or not, and what it names (``based_on``, ``expected_version``); two
                transactions that each write what the other read may then both commit (write skew).
            on_reject: ``"abort"``: one refused proposal and nothing is applied; ``"skip"``: the rest is.
            risk: the risk tier that the caller declares, up to 64 bytes; kept in the journal. The policy may have
                provisions for it.
            idempotency_key: the same key with the same request is one effect and one receipt.

        Raises:
            InvalidInput. NotPermitted. StorageError.
        """
        self._scopes.require(Scope.PROPOSE)
        options = Options(
            scopes=self._scopes,
            label=self._text(label, "label"),
            on_reject=exact_choice(on_reject, _ON_REJECT, "on_reject"),
            risk=None if risk is None else check_text(risk, "risk", limit=RISK_LIMIT),
            idempotency_key=self._text(idempotency_key, "idempotency_key"),
            isolation=exact_choice(isolation, _ISOLATIONS, "isolation"),
        )
        return Transaction(self._runtime, self._ledger, self._known, self._session(), self._opening(), options)

    def run(
        self,
        fn: Callable[[Transaction], Result],
        *,
        retries: int = 5,
        label: str | None = None,
        isolation: Isolation = "serializable",
        on_reject: OnReject = "abort",
        risk: str | None = None,
        idempotency_key: str | None = None,
    ) -> Result:
        """Run ``fn(tx)`` in a transaction, commit it, and return what ``fn`` returned.

        After a `Conflict` it is run again, in a new transaction and up to ``retries`` more times, each after a
        pause that grows and is drawn at random. So ``fn`` must read what it needs from ``tx`` and have no
        effect elsewhere; for the receipt, let it return ``tx`` and ask that. An exception of ``fn`` gives the
        transaction up and is raised.

        Raises:
            Conflict: also the last attempt lost. StaleRead: ``fn`` proposes for the key that it lost without
            reading it again. Whatever `transaction` and `Transaction.commit` raise.
        """
        if not callable(fn):
            raise InvalidInput(f"fn must be a function of a transaction, not {brief(fn)}")
        return run(
            lambda: self.transaction(
                label=label, isolation=isolation, on_reject=on_reject, risk=risk, idempotency_key=idempotency_key
            ),
            fn,
            check_count(retries, "retries"),
            self._runtime,
        )

    def at(
        self, seq: int | None = None, recorded: datetime | None = None, valid: datetime | None = None
    ) -> Snapshot:
        """The memory as it answered after record ``seq``, or at a recorded time.

        ``valid`` asks what was then believed to hold at that instant; it defaults to the time of that record,
        or to that recorded time. Any two combine.

        Raises:
            NotFound: there is no such record yet. InvalidInput. NotPermitted.
        """
        self._scopes.require(Scope.READ)
        moment = None if recorded is None else to_micros(recorded, "recorded")
        instant = None if valid is None else to_micros(valid, "valid")
        with self._open() as (reader, mem):
            head = reader.head(mem) if mem else None
            last = head.seq if head else 0
            self._ledger.passed(head.at if head else 0)
            n = last if seq is None else seq_of(seq, last)
            if moment is not None:
                n = min(n, reader.seq_at(mem, moment) if mem else 0)
            if instant is None:
                instant = moment if moment is not None else self._recorded_at(reader, mem, n, seq)
        return Snapshot(self._runtime, self._ledger, self._scopes, n, instant)

    def pending(
        self,
        entity_type: str | None = None,
        entity_id: str | None = None,
        attribute: str | None = None,
        *,
        expired: bool = False,
    ) -> list[Pending]:
        """The quarantined proposals that wait for `confirm` or `deny`, of a range as in `find`.

        The first to expire comes first. With ``expired`` those instead that nobody decided in time.

        Raises:
            InvalidInput: an entity id without its type. NotPermitted.
        """
        self._scopes.require(Scope.READ)
        wanted = None if attribute is None else attribute_name(attribute)
        scan, late = Scan(name_prefix(entity_type, entity_id), wanted), exact_flag(expired, "expired")
        with self._open() as (reader, mem):
            return pending(reader, mem, scan, self._ledger.now(), expired=late)

    def confirm(self, proposal_id: str) -> Receipt:
        """Admit a proposal that waits, in a commit of its own. Its proposer cannot do so.

        All rules run again, as they now are. What it was quarantined for when it was proposed, which `pending`
        shows, is waived: the belief says by whom for ever. It keeps its evidence and its times.

        Args:
            proposal_id: the ``id`` or ``place`` of one of `pending`, or the id that `Transaction.propose` told.

        Raises:
            OwnProposal: this principal proposed it. NotWaiting: it was decided, or has expired. NotFound.
            StillPending: something else stands against it by now; it keeps waiting, and also after
            ConstraintViolated and Conflict (the key is not at the version that the proposal expected).
            InvalidInput: several proposals were given this id. NotPermitted. StorageError.
        """
        self._scopes.require(Scope.CONFIRM)
        return self._deciding("").confirm(proposal_id)

    def deny(self, proposal_id: str, reason: str = "") -> Receipt:
        """Reject a proposal that waits; `why_not` tells by whom, and the reason. An identical one stays denied.

        Raises:
            OwnProposal. NotWaiting. NotFound. InvalidInput. NotPermitted. StorageError. See `confirm`.
        """
        self._scopes.require(Scope.CONFIRM)
        why = check_text(reason, "reason", limit=self._runtime.policy.label_limit)
        return self._deciding(why).deny(proposal_id)

    def outcome(self, tx_id: str) -> Receipt | NotCommitted | Unknown:
        """What became of a transaction, whatever its caller was told. Who may propose may ask, or read.

        Raises:
            InvalidInput: not an id. NotPermitted.
        """
        self._scopes.require(Scope.PROPOSE if self._scopes.allows(Scope.PROPOSE) else Scope.READ)
        tx, tx_id = _tx(tx_id)
        try:
            with self._open() as (reader, mem):
                seq = reader.committed(mem, tx)  # asked of no memory too: it may not be settled
                if seq is None:
                    return NotCommitted(tx_id=tx_id)
                if not applies(record_of(reader, mem, seq)):
                    return NotCommitted(tx_id=tx_id)
                return receipt_of_record(reader, mem, seq)
        except StorageError as error:
            return Unknown(tx_id=tx_id, detail=str(error))

    def log(
        self,
        first: int | None = None,
        last: int | None = None,
        *,
        limit: int | None = None,
        oldest_first: bool = False,
        entity: Entity | None = None,
        attribute: str | None = None,
        links: bool = False,
    ) -> Iterator[LogEntry]:
        """The journal's records, newest first: the newest ``limit`` of those with ``first <= seq <= last``.

        With ``entity``, and perhaps ``attribute``, those that have something to do with it, and what of them has;
        and damaged ones, which might. ``links`` adds to each new version what it replaced and when it is shown.
        They are read a few at a time while you iterate; records that come later are not among them.

        Raises:
            InvalidInput. NotPermitted. While iterating: StorageError.
        """
        self._scopes.require(Scope.READ)
        if entity is None and attribute is not None:
            raise InvalidInput("an attribute needs its entity")
        scan, span = None if entity is None else about(entity, attribute), (first, last, limit)
        return log(self._runtime, self._ledger, span, oldest_first=oldest_first, about=scan, links=links)

    def export(
        self,
        *,
        refusals: bool = False,
        keep_going: bool = False,
        on_problem: OnUnreadable | None = None,
    ) -> Iterator[Exported]:
        """The memory as lines that stand by themselves, for `load`, a file of JSON lines, or other programs.

        First a header, then in the order of the journal declarations, sources, beliefs and retractions, as of
        this call; with ``refusals`` what was refused too. They are read a record at a time while you iterate.

        Args:
            refusals: what was refused as well, for information.
            keep_going: leave out what is damaged rather than stop at it, and what cites it.
            on_problem: called with the Unreadable of each thing that is left out.

        Raises:
            InvalidInput. NotPermitted. While iterating: Unreadable for the first thing that is damaged, unless it
            is to be left out. StorageError.
        """
        self._scopes.require(Scope.READ)
        told = exact_function(on_problem, "on_problem") or _untold
        left_out = told if exact_flag(keep_going, "keep_going") else None
        return export(self._ledger, Exporting(refusals=exact_flag(refusals, "refusals"), left_out=left_out))

    def load(
        self,
        lines: Lines,
        *,
        unsourced: Unsourced = "refuse",
        keep_going: bool = False,
        dry_run: bool = False,
        on_problem: OnProblem | None = None,
    ) -> LoadReport:
        """Bring lines in, each through admission: those of an export, or simple ones of your own.

        Those are ``{"text", "speaker", "at"}`` for a source, ``{"entity", "attribute", "value", "text",
        "quote", "speaker", "at"}`` for a proposal with its source, or cites a stored one as ``evidence``; with
        ``retract`` it takes back. The page "Lines" (docs/reference/lines.md) lists the fields of every kind of
        line and which are needed. It also tells how batches go in, and when a line is known already.

        What is refused is reported, and the rest goes in, under new ids and the present as its recorded time.
        Declarations need the scope ``admin``, and so does a source's ``authority`` over that of its channel.

        Args:
            lines: an open file, or an iterable of lines as bytes, text or dicts. Read once, in bounded memory.
            unsourced: what becomes of a proposal without a source or evidence: ``"refuse"``, or ``"import"``: it
                is entered on the channel ``import``, whose authority is low.
            keep_going: pass over malformed lines rather than stop at the first.
            dry_run: do all of it on a copy of the store that is then gone.
            on_problem: called for each line that does not go in.

        Raises:
            InvalidLine: a malformed line; those of earlier batches are in. InvalidInput. NotPermitted. Conflict.
            QuotaExceeded. StorageError.
        """
        self._scopes.require(Scope.PROPOSE)
        loading = Loading(
            ledger=self._ledger,
            checks=self._ledger.checks,
            scopes=self._scopes,
            unsourced=exact_choice(unsourced, _UNSOURCED, "unsourced"),
            keep_going=exact_flag(keep_going, "keep_going"),
            on_problem=exact_function(on_problem, "on_problem"),
        )
        if not exact_flag(dry_run, "dry_run"):
            return load(Memory(self._runtime, self._ledger, self._scopes), loading, lines)
        with self._runtime.storage.scratch() as storage:
            runtime = msgspec.structs.replace(self._runtime, storage=storage, committer=None)
            ledger = Ledger(runtime, self._ledger.tenant, self._ledger.name, under=self._ledger.under)
            loading = msgspec.structs.replace(loading, ledger=ledger)
            report = load(Memory(runtime, ledger, self._scopes), loading, lines)
        return msgspec.structs.replace(report, dry_run=True)

    def verify(
        self, check: Level = "full", *, progress: Progress | None = None, anchor: Anchor | str | None = None
    ) -> Report:
        """Check the memory's invariants: ``"tail"``, ``"digest"`` or ``"full"``. Changes nothing.

        With an ``anchor``, or its text, also that all which it saw still stands there (`Store.anchor`). Without
        one nobody can tell that the end of the journal was cut off, or an older state of the file put back.

        ``progress(records, in_all)`` is called now and then while ``"full"`` follows the journal; what it raises
        ends the check.
        """
        self._scopes.require(Scope.READ)
        if progress is not None and not callable(progress):
            raise InvalidInput(f"progress must be callable, not {brief(progress)}")
        return verify(self._runtime, self._ledger, check, progress, anchor_of(anchor))

    def stats(self) -> MemoryStats:
        """The memory in numbers. It reads every record once, so that it takes the longer the more there are.

        Raises:
            NotPermitted. StorageError.
        """
        self._scopes.require(Scope.READ)
        return memory_stats(self._runtime, self._ledger)

    # -- inside ----------------------------------------------------------------------------------------

    def _forget(self) -> None:
        super()._forget()
        self._known, self._declarations = KnownSources(self._runtime, self._ledger), Declarations()

    def _deciding(self, reason: str) -> Deciding:
        return Deciding(self._runtime, self._ledger, self._known, self._scopes, self._opening(), reason)

    def _session(self) -> Session:
        """What this thread has to read again, as far as this memory is concerned."""
        try:
            session: Session = self._sessions.of_thread
        except AttributeError:
            session = self._sessions.of_thread = Session()
        return session

    def _seen(self, scan: Scan) -> None:
        """What was lost to a conflict was read again."""
        self._session().scanned(scan, LATEST)

    def _moment(self, _reader: Reader, _mem: int) -> tuple[int, int]:
        """The newest record; and the memory's present, which what others committed may have moved on."""
        if _mem:
            self._ledger.passed(_reader.head(_mem).at)
        return LATEST, self._ledger.now()

    def _opening(self) -> Opening:
        """The instant is later than every record, so that what is stated then follows what was stated before."""
        with self._runtime.storage.glance() as reader:
            mem = self._ledger.mem(reader)
            head = reader.head(mem) if mem else None
            rules = self._declarations.rules(reader, mem, head) if head else NO_RULES
        if head is None:
            return Opening(instant=self._ledger.now(), seq=0, declared=0, rules=rules, under=self._ledger.under)
        self._ledger.passed(head.at)
        instant = max(self._ledger.now(), head.at + 1)
        under = self._ledger.under
        return Opening(instant=instant, seq=head.seq, declared=head.declared, rules=rules, under=under)

    def _observed(self, body: SourceBody) -> Source:
        """Keep a source, unless it is kept already."""
        source = source_of(body)
        with self._glance() as (reader, mem):
            known = stored_source(reader, mem, source.id) if mem else None
        if known is not None:
            return known
        options = Options(scopes=self._scopes, label=None, on_reject="abort", risk=None, idempotency_key=None)
        bench = Bench(self._runtime, self._opening(), options, self._runtime.ids(16))
        given = bench.observe(source, body)
        commit(self._runtime, self._ledger, bench.to_commit({}))
        self._known.keep(source)
        return given

    def _text(self, given: str | None, what: str) -> str | None:
        return None if given is None else check_text(given, what, limit=self._runtime.policy.label_limit)

    def _recorded_at(self, reader: Reader, mem: int, n: int, seq: int | None) -> int:
        """The time of a record; the present when no record was asked for, or before the first one."""
        rows = list(reader.journal(mem, n, n)) if seq is not None and n else []
        return rows[0].at if rows else self._ledger.now()


def _untold(_error: Unreadable) -> None:
    """Nobody wants to know."""


def _tx(tx_id: object) -> tuple[bytes, str]:
    text = exact_text(tx_id) or ""
    try:
        tx = bytes.fromhex(text) if len(text) == 32 else b""
    except ValueError:
        tx = b""
    if len(tx) != 16:
        raise InvalidInput(f"tx_id {brief(tx_id)} is no transaction id: 32 hexadecimal digits")
    return tx, text
