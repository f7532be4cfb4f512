"""Sources: making one from what was seen, keeping it, and finding its analysis again."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime
from functools import cached_property
from threading import Lock

import msgspec

from memtxn.core.admission import Analysis, analyse
from memtxn.core.admission.cues.pack import Pack
from memtxn.engine.receipts import body_at
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import InvalidInput, Unreadable
from memtxn.model.codec import canonical, check_text, parse
from memtxn.model.exact import brief, exact_number, exact_whole
from memtxn.model.policy import Policy
from memtxn.model.record import SourceBody
from memtxn.model.source import Source, source_id
from memtxn.model.time import from_micros, offset_of, to_micros
from memtxn.ports.storage import Reader

_CACHED = 256
_CACHED_BYTES = 4 * 1024 * 1024


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What `observe` was given besides the content."""

    speaker: str
    at: datetime
    channel: str
    authority: float | None
    ref: str | None
    ordinal: int


def text_body(text: str, seen: Seen, policy: Policy) -> SourceBody:
    """The checked body of a text source. Raises InvalidInput."""
    exact = check_text(text, "text", limit=policy.source_limit)
    if not exact:
        raise InvalidInput("text must not be empty: there is nothing to observe")
    return _body(exact.encode(), False, seen, policy)


def json_body(value: object, seen: Seen, policy: Policy) -> SourceBody:
    """The checked body of a JSON source. Raises InvalidInput."""
    content = canonical(value, "value")
    if len(content) > policy.source_limit:
        raise InvalidInput(f"value is {len(content)} bytes long; the limit of a source is {policy.source_limit}")
    return _body(content, True, seen, policy)


def _body(content: bytes, structured: bool, seen: Seen, policy: Policy) -> SourceBody:
    channel = _label(seen.channel, "channel", policy)
    given = None if seen.authority is None else check_share(seen.authority, "authority")
    return SourceBody(
        content=content,
        structured=structured,
        speaker=_label(seen.speaker, "speaker", policy),
        channel=channel,
        at=to_micros(seen.at, "at"),
        authority=check_share(policy.authority_of(channel, given), "authority"),
        ref=None if seen.ref is None else check_text(seen.ref, "ref", limit=policy.label_limit),
        ordinal=check_count(seen.ordinal, "ordinal"),
        offset=offset_of(seen.at),
    )


def check_share(number: object, what: str) -> float:
    """The number, when it is between 0 and 1. Raises InvalidInput."""
    exact = exact_number(number)
    if exact is None or not 0 <= exact <= 1:
        raise InvalidInput(f"{what} must be a number from 0 to 1, not {brief(number)}")
    return float(exact) + 0.0


def check_count(number: object, what: str) -> int:
    """The number, when it is a whole one that fits 32 bits and is not negative. Raises InvalidInput."""
    exact = exact_whole(number)
    if exact is None or not 0 <= exact < 2**31:
        raise InvalidInput(f"{what} must be a whole number from 0 to 2^31-1, not {brief(number)}")
    return exact


def _label(text: str, what: str, policy: Policy) -> str:
    checked = check_text(text, what, limit=policy.label_limit)
    if not checked.strip():
        raise InvalidInput(f"{what} must not be empty")
    return checked


def id_of(body: SourceBody) -> str:
    """The content-derived id of a source's body."""
    return source_id(body.channel, body.speaker, body.at, body.ref, body.content)


def source_of(body: SourceBody) -> Source:
    """The public value of a source's body."""
    return Source(
        id=id_of(body),
        speaker=body.speaker,
        channel=body.channel,
        at=from_micros(body.at),
        text=None if body.structured else body.content.decode(),
        value=parse(body.content) if body.structured else None,
        authority=body.authority,
        ref=body.ref,
        ordinal=body.ordinal,
        offset=body.offset,
    )


def stored_source(reader: Reader, mem: int, source_id_: str) -> Source | None:
    """A source that the memory holds, or None. Raises Unreadable when it is damaged."""
    where = reader.source(mem, source_id_)
    if where is None:
        return None
    body = body_at(reader, mem, where)
    if not isinstance(body, SourceBody) or id_of(body) != source_id_:
        raise Unreadable(f"source {source_id_} is missing or damaged")
    return source_of(body)


class Known:
    """A source that the memory holds, or that the transaction has staged; analysed when it is first judged on.

    Its JSON value is what the rules judge on, so nobody outside may hold the same object: see `given_out`.
    """

    def __init__(self, source: Source, packs: tuple[Pack, ...] = ()) -> None:
        self.source, self._packs = source, packs

    @cached_property
    def analysis(self) -> Analysis:
        """All that the rules must know of it."""
        return analyse(self.source, self._packs)

    @cached_property
    def size(self) -> int:
        """Bytes of its content."""
        text = self.source.text
        return len(canonical(self.source.value) if text is None else text.encode())


def given_out(source: Source) -> Source:
    """A source for a caller, who may change its JSON value without changing ours."""
    if source.text is not None:
        return source
    return msgspec.structs.replace(source, value=parse(canonical(source.value)))


class KnownSources:
    """A memory's stored sources, each analysed once; the least recently used are forgotten.

    An analysis takes some thirty times the bytes of its source: the sources that are kept are few and small.
    Nothing is judged on a `Source` that a caller hands in: its id leads to what is stored here.
    """

    def __init__(self, runtime: Runtime, ledger: Ledger) -> None:
        self._runtime, self._ledger = runtime, ledger
        self._kept: OrderedDict[str, Known] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, source_id_: str) -> Known | None:
        """A stored source; None when the memory does not hold it."""
        return self.kept(source_id_) or self._load(source_id_)

    def keep(self, source: Source) -> Known:
        """Remember a source that is known to be stored; the object must be nobody else's."""
        known = Known(source, self._runtime.packs)
        with self._lock:
            if source.id not in self._kept:
                self._kept[source.id] = known
                self._size += known.size
                self._forget()
            self._kept.move_to_end(source.id)
            return self._kept[source.id]

    def _forget(self) -> None:
        """Let the least recently used go, all but the last one, until what is kept is within its bounds."""
        while len(self._kept) > _CACHED or (self._size > _CACHED_BYTES and len(self._kept) > 1):
            _, known = self._kept.popitem(last=False)
            self._size -= known.size

    def kept(self, source_id_: str) -> Known | None:
        """A source that is remembered."""
        with self._lock:
            if source_id_ in self._kept:
                self._kept.move_to_end(source_id_)
                return self._kept[source_id_]
        return None

    def _load(self, source_id_: str) -> Known | None:
        with self._runtime.storage.glance() as reader:
            mem = self._ledger.mem(reader)
            source = stored_source(reader, mem, source_id_) if mem else None
        return self.keep(source) if source else None
