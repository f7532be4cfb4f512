"""Policy: what the harness, and never an agent, decides about admission and limits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Literal, get_args
from zoneinfo import ZoneInfo

import msgspec

from memtxn.errors import InvalidInput
from memtxn.model.codec import pack
from memtxn.model.exact import brief, exact_choice, exact_items, exact_label, exact_object, exact_text
from memtxn.model.key import Key
from memtxn.model.provision import NO_TREATMENT, Asked, Provision, Treatment, is_share, treatment_of
from memtxn.model.source import NORMAL_AUTHORITY, channel_form

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
_CEILINGS = {"assistant": 0.3}
_CHANNEL_LISTS = ("state_channels", "silent_about_persons", "self_attested")
_OF_A_MACHINE = frozenset(("localtime", "posixrules", "posix", "right"))
_FOR_EVER = 2**63 - 1

LONGEST_EXPIRY = 1000 * 365 * 24 * 60 * 60 * 1_000_000
"""Microseconds that what is quarantined may wait, unless it is for ever (2^63-1): 1000 years."""

PROVISIONS_LIMIT = 1000
"""Provisions that a policy may have."""

_TREATMENTS_KEPT = 4096


class Policy(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Settings of admission, with safe defaults. Sizes in bytes, times in microseconds.

    ``mode`` is ``"enforce"``, or ``"shadow"``: then what only the rules of support would refuse is admitted, and
    says so for ever. ``authority`` gives the default authority of each known channel (any other has 0.5);
    ``ceilings`` what a source of a channel has at most, whatever is said. ``state_channels`` are those on which
    a program may state its own state (``set_state``), ``silent_about_persons`` those that cannot speak about
    persons, ``self_attested`` those on which whoever makes a proposal makes its source too. "Web" is "web".

    ``zone``: the time zone of what is said, an IANA name (None: unknown). ``principals``: speaker → the entity
    (``"Type/id"``) that this speaker is. ``provisions``: what else holds, for some proposals: see `Provision`.

    A ``…_limit`` bounds one call or one transaction, a ``…_quota`` what there may be in all. What is quarantined
    waits for ``quarantine_expiry``, and is rejected by then.

    Raises:
        InvalidInput: a mode that there is not, a limit that is no whole number from 0, and whatever else a
            setting cannot be.
    """

    mode: Mode = "enforce"
    future_tolerance: int = 5 * 60 * 1_000_000
    quarantine_expiry: int = 30 * 24 * 60 * 60 * 1_000_000
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
    pending_quota: int = 10_000
    authority: dict[str, float] = msgspec.field(default_factory=lambda: dict(_CHANNELS))
    ceilings: dict[str, float] = msgspec.field(default_factory=lambda: dict(_CEILINGS))
    state_channels: tuple[str, ...] = ("operator", "tool")
    silent_about_persons: tuple[str, ...] = ("tool", "web")
    self_attested: tuple[str, ...] = ("assistant",)
    zone: str | None = None
    principals: dict[str, str] = {}
    provisions: tuple[Provision, ...] = ()

    def __post_init__(self) -> None:
        """A policy that does not mean what it seems to mean is found out where it is made."""
        exact_choice(self.mode, _MODES, "policy mode")
        for name in _BOUNDS:
            bound = getattr(self, name)
            if type(bound) is not int or not 0 <= bound < 2**63:
                raise InvalidInput(f"policy {name} must be a whole number from 0, not {brief(bound)}")
        for name in ("authority", "ceilings"):
            shares = exact_object(getattr(self, name))
            if shares is None or not all(exact_label(channel) and is_share(share) for channel, share in shares):
                raise InvalidInput(f"policy {name} must be a dict of channels and numbers from 0 to 1")
            _check_spelt_once(name, [str(channel) for channel, _ in shares])
        for name in _CHANNEL_LISTS:
            channels = exact_items(getattr(self, name))
            if channels is None or not all(map(exact_label, channels)):
                raise InvalidInput(f"policy {name} must be a tuple of channels")
        self._check_ceilings()
        _check_expiry(self.quarantine_expiry)
        _check_zone(self.zone)
        _check_principals(self.principals)
        _check_provisions(self.provisions)

    def _check_ceilings(self) -> None:
        for channel, share in self.authority.items():
            top = self._ceilings.get(channel_form(channel), 1)
            if share > top:
                raise InvalidInput(f"policy authority of {channel!r} is {share}, above its ceiling of {top}")

    def authority_of(self, channel: str, given: float | None = None) -> float:
        """The authority of a source of this channel: as given, or the usual one; never above the ceiling."""
        form = channel_form(channel)
        usual = self._authority.get(form, NORMAL_AUTHORITY)
        return min(usual if given is None else given, self._ceilings.get(form, 1.0))

    def may_state(self, channel: str) -> bool:
        """Whether a program may state its own state on this channel."""
        return channel_form(channel) in self._forms["state_channels"]

    def is_self_attested(self, channel: str) -> bool:
        """Whether on this channel whoever makes a proposal makes its source too."""
        return channel_form(channel) in self._forms["self_attested"]

    def may_speak_of(self, channel: str, person: bool) -> bool:
        """Whether a source of this channel can say something of an entity that is, or is not, a person."""
        return not (person and channel_form(channel) in self._forms["silent_about_persons"])

    def treatment(
        self, channel: str, entity_type: str, attribute: str, belief_type: str, risk: str | None = None
    ) -> Treatment:
        """What the provisions make of a proposal of that type for such a key, on evidence from this channel."""
        attested = self.is_self_attested(channel)
        if not self.provisions and not attested:
            return NO_TREATMENT
        asked, known = Asked(channel_form(channel), entity_type, attribute, belief_type, risk), self._treatments
        made = known.get(asked)
        if made is None:
            made = treatment_of(self.provisions, asked, self_attested=attested)
            if len(known) < _TREATMENTS_KEPT:  # the rest is made anew: a memory may have any number of attributes
                known[asked] = made
        return made

    def speakers_of(self, entity: tuple[str, str]) -> tuple[str, ...]:
        """The names of the speakers that are this entity."""
        return self._speakers.get(entity, ())

    @cached_property
    def _authority(self) -> Mapping[str, float]:
        return {channel_form(channel): share for channel, share in self.authority.items()}

    @cached_property
    def _ceilings(self) -> Mapping[str, float]:
        return {channel_form(channel): share for channel, share in self.ceilings.items()}

    @cached_property
    def _forms(self) -> Mapping[str, frozenset[str]]:
        return {name: frozenset(map(channel_form, getattr(self, name))) for name in _CHANNEL_LISTS}

    @cached_property
    def _treatments(self) -> dict[Asked, Treatment]:
        return {}

    @cached_property
    def _speakers(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for speaker, entity in sorted(self.principals.items()):
            key = Key.of(entity, "*")
            found[key.entity] = (*found.get(key.entity, ()), speaker)
        return found

    def fingerprint(self, rules: tuple[str, ...], cues: tuple[bytes, ...] = ()) -> bytes:
        """Eight bytes that change when a setting, the list of rules, or a file of cues (by its digest) does."""
        return blake2b(pack((self, rules, *cues)), digest_size=8).digest()


def policy_of(given: object, base: Policy) -> Policy:
    """The policy that was given; by the name of a mode, the base in that mode. Raises InvalidInput."""
    if type(given) is Policy:
        return given
    if exact_text(given) is None:
        raise InvalidInput(f"policy must be a Policy, 'enforce' or 'shadow', not {brief(given)}")
    return msgspec.structs.replace(base, mode=exact_text(given))


def named_settings(table: Mapping[str, object]) -> None:
    """Raises InvalidInput when a setting is named that no policy has."""
    known = Policy.__struct_fields__
    unknown = [name for name in table if name not in known]
    if unknown:
        raise InvalidInput(f"there is no policy setting {brief(unknown[0])}; there are {', '.join(known)}")


def _check_spelt_once(name: str, channels: list[str]) -> None:
    seen: dict[str, str] = {}
    for channel in channels:
        first = seen.setdefault(channel_form(channel), channel)
        if first != channel:
            raise InvalidInput(f"policy {name} names one channel twice, {brief(first)} and {brief(channel)}")


def _check_expiry(expiry: int) -> None:
    if LONGEST_EXPIRY < expiry < _FOR_EVER:
        raise InvalidInput(
            f"policy quarantine_expiry must be at most {LONGEST_EXPIRY} (1000 years), or {_FOR_EVER} for ever,"
            f" not {brief(expiry)}"
        )


def _check_zone(zone: object) -> None:
    if zone is None:
        return
    try:
        name = exact_text(zone) or ""
        if name.partition("/")[0] in _OF_A_MACHINE:
            raise ValueError("it is no place, but what this machine has")
        ZoneInfo(name)
    except (LookupError, ValueError, OSError) as error:
        raise InvalidInput(
            f"policy zone must be an IANA name such as 'Europe/Rome', not {brief(zone)}"
        ) from error


def _check_principals(given: object) -> None:
    principals = exact_object(given)
    if principals is None:
        raise InvalidInput(f"policy principals must be a dict of speakers and entities, not {brief(given)}")
    for speaker, entity in principals:
        if not exact_label(speaker) or exact_text(entity) is None:
            raise InvalidInput("policy principals must be a dict of speakers and entities, 'Type/id'")
        try:
            Key.of(exact_text(entity) or "", "*")
        except InvalidInput as error:
            raise InvalidInput(f"policy principals: {speaker}: {error.detail}") from error


def _check_provisions(given: object) -> None:
    provisions = exact_items(given)
    if provisions is None or not all(type(one) is Provision for one in provisions):
        raise InvalidInput(f"policy provisions must be a tuple of Provision, not {brief(given)}")
    if len(provisions) > PROVISIONS_LIMIT:
        raise InvalidInput(f"policy provisions are {len(provisions)}; the limit is {PROVISIONS_LIMIT}")


_BOUNDS = tuple(field.name for field in msgspec.structs.fields(Policy) if field.type is int)
