"""Policy: what the harness, and never an agent, decides about admission and limits."""

from __future__ import annotations

from hashlib import blake2b
from typing import Literal, get_args

import msgspec

from memtxn.errors import InvalidInput
from memtxn.model.codec import pack
from memtxn.model.exact import brief, exact_choice, exact_items, exact_number, exact_object, exact_text
from memtxn.model.source import NORMAL_AUTHORITY

Mode = Literal["enforce", "shadow"]

_MODES: tuple[Mode, ...] = get_args(Mode)
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

    ``mode`` is ``"enforce"``, or ``"shadow"``: then what only the rules of support would refuse is admitted, and
    says so for ever. ``authority`` gives the default authority of each known channel (any other has 0.5);
    ``state_channels`` are those on which a program may state its own state (``set_state``).

    A ``…_limit`` bounds one call or one transaction, a ``…_quota`` what there may be in all.

    Raises:
        InvalidInput: a mode that there is not, a limit that is no whole number from 0.
    """

    mode: Mode = "enforce"
    future_tolerance: int = 5 * 60 * 1_000_000
    value_limit: int = 64 * 1024
    source_limit: int = 1024 * 1024
    label_limit: int = 4 * 1024
    proposals_limit: int = 1000
    sources_limit: int = 1000
    evidence_limit: int = 16
    derived_from_limit: int = 1000
    based_on_limit: int = 1000
    staged_limit: int = 64 * 1024 * 1024
    reads_limit: int = 10_000
    scans_limit: int = 1000
    savepoints_limit: int = 1000
    keys_quota: int = 10_000_000
    memories_quota: int = 1_000_000
    authority: dict[str, float] = msgspec.field(default_factory=lambda: dict(_CHANNELS))
    state_channels: tuple[str, ...] = ("operator", "tool")

    def __post_init__(self) -> None:
        """A policy that does not mean what it seems to mean is found out where it is made."""
        exact_choice(self.mode, _MODES, "policy mode")
        for name in _BOUNDS:
            bound = getattr(self, name)
            if type(bound) is not int or not 0 <= bound < 2**63:
                raise InvalidInput(f"policy {name} must be a whole number from 0, not {brief(bound)}")
        shares = exact_object(self.authority)
        if shares is None or not all(exact_text(channel) and _is_share(share) for channel, share in shares):
            raise InvalidInput("policy authority must be a dict of channels and numbers from 0 to 1")
        channels = exact_items(self.state_channels)
        if channels is None or not all(map(exact_text, channels)):
            raise InvalidInput("policy state_channels must be a tuple of channels")

    def authority_of(self, channel: str) -> float:
        """The authority of a source of this channel when the caller names none."""
        return self.authority.get(channel, NORMAL_AUTHORITY)

    def fingerprint(self, rules: tuple[str, ...]) -> bytes:
        """Eight bytes that change when a setting or the list of rules does."""
        return blake2b(pack((self, rules)), digest_size=8).digest()


def policy_of(given: object, base: Policy) -> Policy:
    """The policy that was given; by the name of a mode, the base in that mode. Raises InvalidInput."""
    if type(given) is Policy:
        return given
    if exact_text(given) is None:
        raise InvalidInput(f"policy must be a Policy, 'enforce' or 'shadow', not {brief(given)}")
    return msgspec.structs.replace(base, mode=exact_text(given))


def _is_share(share: object) -> bool:
    number = exact_number(share)
    return number is not None and 0 <= number <= 1


_BOUNDS = tuple(field.name for field in msgspec.structs.fields(Policy) if field.type is int)
