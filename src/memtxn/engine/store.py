"""Store: an opened database of many memories."""

from __future__ import annotations

import os
import weakref
from collections.abc import Collection
from types import TracebackType

import msgspec

from memtxn.core.admission.treated import checked
from memtxn.engine.anchoring import make_anchor
from memtxn.engine.ask_verifier import opinion_on
from memtxn.engine.erase.proof import check_proof
from memtxn.engine.guard.restore import settle
from memtxn.engine.memory import Memory
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.scopes import ALL, Scope, scopes_of
from memtxn.engine.stage import Wish
from memtxn.engine.stats import store_stats
from memtxn.engine.verify import verify_anchor
from memtxn.errors import InvalidInput
from memtxn.model.anchor import Anchor, anchor_of
from memtxn.model.codec import Json, check_text
from memtxn.model.erasure import ErasureProof
from memtxn.model.exact import Foreign, brief, exact_flag, exact_function, exact_text
from memtxn.model.key import Entity, Key, labels_of, memory_name
from memtxn.model.opinion import Opinion
from memtxn.model.policy import Mode, Policy, policy_of
from memtxn.model.receipt import Problem
from memtxn.model.record import DEFAULT_PRINCIPAL
from memtxn.model.source import Evidence
from memtxn.model.stats import StoreStats
from memtxn.ports.storage import Progress
from memtxn.ports.verifier import Verifier

_PATH_LIMIT = 4096
_PATIENCE = 1.0


class Store:
    """Obtained from `memtxn.open`. Closes with ``with``, `close`, or at interpreter exit. Thread-safe."""

    def __init__(self, runtime: Runtime, tenant: int = 0) -> None:
        self._runtime, self._tenant = runtime, tenant
        self._finalizer = weakref.finalize(self, runtime.storage.close)

    def __repr__(self) -> str:
        return f"<memtxn.Store {self._runtime.place}{'' if self._finalizer.alive else ', closed'}>"

    @property
    def read_only(self) -> str | None:
        """Why the store cannot be written, or None."""
        if self._runtime.tag_key is None:
            return "the key that seals this store is not known"
        return self._runtime.storage.read_only

    def memory(
        self,
        *labels: str,
        principal: str = DEFAULT_PRINCIPAL,
        scopes: Collection[str] = ALL,
        policy: Policy | Mode | None = None,
    ) -> Memory:
        """The memory of that name, which comes into being with its first record.

        Labels are taken exactly as given: memories of different labels never meet. ``principal`` is who acts
        through this object and all that it gives out, ``scopes`` what they may do: ``read``, ``propose``,
        ``confirm``, ``admin``; by default all of it. Beyond them everything raises NotPermitted. Give an agent
        the memory, and keep the store.

        A guard whose holder is gone is rolled back now, unless only ``read`` is granted (`Memory.guard`).

        ``policy`` is what is written through this object is judged by, instead of the store's: a whole one, or
        ``"shadow"`` or ``"enforce"`` for the store's in that mode.

        Raises:
            InvalidInput: no label, or one that is not non-empty text; no such scope, no such policy.
        """
        name = memory_name(labels)
        who = check_text(principal, "principal", limit=self._runtime.policy.label_limit)
        if not who.strip():
            raise InvalidInput("principal must not be empty")
        runtime = self._runtime
        if policy is not None:
            runtime = msgspec.structs.replace(runtime, policy=checked(policy_of(policy, runtime.policy)))
        ledger, granted = Ledger(runtime, self._tenant, name, self), scopes_of(who, scopes)
        if granted.granted - {Scope.READ}:
            settle(runtime, ledger, who)
        return Memory(runtime, ledger, granted)

    def memories(self) -> list[tuple[str, ...]]:
        """The labels of every memory that there is, in the order in which they came into being."""
        with self._runtime.storage.read() as reader:
            return [labels_of(row.name) for row in reader.every_memory(self._tenant) if not row.erased]

    def opinion(
        self,
        verifier: Verifier,
        entity: Entity,
        attribute: str,
        value: Json,
        *,
        evidence: Evidence,
        type: str = "fact",  # noqa: A002  # as `propose` names it
    ) -> Opinion:
        """Ask a verifier whether the evidence says that this is so; its answer goes into `Transaction.propose`.

        Nothing is read or written. The opinion counts for a proposal of this value, type and evidence alone,
        and only in this store, where the policy admits a verifier. It is an act of the harness, who has the
        store: an agent that has the memory cannot make one.

        Raises:
            InvalidInput: misuse, or the evidence does not stand in its source. VerifierFailed: no opinion.
        """
        wish = Wish(key=Key.of(entity, attribute), value=value, evidence=evidence, type=type)
        return opinion_on(self._runtime, verifier, wish)

    def stats(self) -> StoreStats:
        """The store in numbers: memories, beliefs, bytes, versions, and why it cannot be written, if so."""
        return store_stats(self._runtime, self._tenant, self.read_only)

    def anchor(self) -> Anchor:
        """Where every memory stands now, sealed with the store's key, to be kept somewhere else.

        ``str(anchor)`` is one line of numbers and hashes, without any text of yours. `Memory.verify` and
        `verify_anchor` find out by it that the end of a journal was cut off, or an older state put back.

        Raises:
            WrongKey: the key is not known, so that it cannot be sealed. StorageError.
        """
        return make_anchor(self._runtime, self._tenant)

    def verify_anchor(self, anchor: Anchor | str) -> tuple[Problem, ...]:
        """What an anchor saw and the store no longer holds, of all memories, also those that are gone.

        It looks at one record of each; `Memory.verify` follows the rest. Empty when all still stands.

        Raises:
            InvalidInput: it is no anchor. StorageError.
        """
        given = anchor_of(anchor)
        if given is None:
            raise InvalidInput("an anchor is needed")
        return verify_anchor(self._runtime, self._tenant, given)

    def backup(
        self, target: str | os.PathLike[str], *, replace: bool = False, progress: Progress | None = None
    ) -> int:
        """Copy one moment of the whole store to a file while writers go on; return its size in bytes.

        The file is a store of its own, with all memories and all that was committed before this call. It is
        made beside the target, flushed, and given its name when it is whole; if that fails, nothing of it
        remains but at worst a file ``…-part``, which the next backup to that target overwrites. A store that is
        sealed with a key from outside needs that key for the copy too. While it runs, the log beside the store
        grows with what is written.

        Args:
            target: the path of the file to make.
            replace: put it in the place of a store that stands there, which nobody has open.
            progress: called now and then with the bytes copied and in all; what it raises ends the copy.

        Raises:
            InvalidInput: the target exists, is a file of this store, or is no path. NotADatabase: what is to be
                replaced is no store. StorageBusy: another backup writes that target. StorageFull. StorageError.
        """
        with Foreign(f"the target is {brief(target)}, which does not say its path"):
            path = exact_text(os.fspath(target) if isinstance(target, str | os.PathLike) else None)
        if not path or "\x00" in path or "://" in path or path == ":memory:":
            raise InvalidInput(f"the target of a backup is the path of a file, not {brief(target)}")
        checked = check_text(path, "the target", limit=_PATH_LIMIT)
        told = exact_function(progress, "progress")
        return self._runtime.storage.backup(checked, replace=exact_flag(replace, "replace"), progress=told)

    def scrub(self) -> bool:
        """Go on with what an erasure left in the files because somebody read; whether it is done.

        It happens by itself when a store is opened. Every page of the file is written anew and the log emptied,
        while writers wait.

        Raises:
            ReadOnly. StorageError.
        """
        return self._runtime.storage.scrub(_PATIENCE)

    def verify_proof(self, proof: ErasureProof) -> tuple[Problem, ...]:
        """What of the proof of an erasure does not hold here; nothing when all does (`ErasureReport.proof`).

        The journal of the memory that it names, also of one that has no name any more, must hold its record, and
        none of the texts that this record names.

        Raises:
            InvalidInput: it is no proof. StorageError.
        """
        with self._runtime.storage.read() as reader:
            if type(proof) is not ErasureProof:
                raise InvalidInput(f"a proof must be the one of an ErasureReport, not {brief(proof)}")
            return check_proof(reader, self._tenant, proof)

    def close(self) -> None:
        """Release the database. Closing twice is harmless."""
        self._finalizer()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
