"""Policy: what the harness, and never an agent, decides about admission and limits."""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from memtxn.model.codec import pack
from memtxn.model.source import NORMAL_AUTHORITY

_CHANNELS = {
    "operator": 0.9,
    "user": 0.7,
    "tool": 0.7,
    "email": 0.5,
    "note": 0.5,
    "ticket": 0.5,
    "assistant": 0.3,
    "web": 0.3,
    "import": 0.2,
}


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of admission, with safe defaults. Sizes in bytes, times in microseconds.

    ``authority`` gives the default authority of each known channel (any other has 0.5); ``state_channels``
    are those on which a program may state its own state (``set_state``).
    """

    future_tolerance: int = 5 * 60 * 1_000_000
    value_limit: int = 64 * 1024
    source_limit: int = 1024 * 1024
    label_limit: int = 4 * 1024
    proposals_limit: int = 1000
    sources_limit: int = 1000
    evidence_limit: int = 16
    authority: dict[str, float] = msgspec.field(default_factory=lambda: dict(_CHANNELS))
    state_channels: tuple[str, ...] = ("operator", "tool")

    def authority_of(self, channel: str) -> float:
        """The authority of a source of this channel when the caller names none."""
        return self.authority.get(channel, NORMAL_AUTHORITY)

    def fingerprint(self, rules: tuple[str, ...]) -> bytes:
        """Eight bytes that change when a setting or the list of rules does."""
        return blake2b(pack((self, rules)), digest_size=8).digest()
