"""Provision: what the harness decides of some proposals, by their channel, key, type and risk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

import msgspec

from memtxn.errors import InvalidInput
from memtxn.model.belief import belief_type
from memtxn.model.exact import brief, exact_flag, exact_label, exact_number, exact_object
from memtxn.model.source import channel_form
from memtxn.model.verdict import Decision

Decided = Literal["admit", "quarantine", "reject"]
_DECIDED: tuple[Decided, ...] = get_args(Decided)
_CONDITIONS = ("channel", "entity_type", "attribute", "type", "risk")


class Provision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What holds for the proposals that it is about: all of those for which each condition is None or equal.

    Conditions: ``channel`` of a cited source, ``entity_type`` and ``attribute`` of the key, ``type`` of the
    belief (``fact, goal, …``), ``risk`` of the transaction.

    ``decisions``: reason code → ``"admit"`` (what the rule finds is kept and does not count), ``"quarantine"`` or
    ``"reject"``; only of codes that say how the evidence bears the value out. ``allow``: whether that channel
    may write there at all. ``min_authority``: what a source must have to be enough. ``verifier``: whether a
    verifier's evidence may turn a quarantine into an admission. None leaves it to the other provisions.

    Raises:
        InvalidInput: a condition that is no text, a type or a decision that there is not, no number from 0 to 1.
    """

    channel: str | None = None
    entity_type: str | None = None
    attribute: str | None = None
    type: str | None = None
    risk: str | None = None
    decisions: dict[str, Decided] = {}
    allow: bool | None = None
    min_authority: float | None = None
    verifier: bool | None = None

    def __post_init__(self) -> None:
        """A provision that would never match, or mean something else, is found out where it is made."""
        for name in _CONDITIONS:
            given = getattr(self, name)
            if given is not None and not exact_label(given):
                raise InvalidInput(f"provision {name} must be text, and not empty, not {brief(given)}")
        if self.type is not None and belief_type(self.type) is None:
            raise InvalidInput(f"provision type {brief(self.type)} is no type of a belief")
        decisions = exact_object(self.decisions)
        if decisions is None or not all(exact_label(code) for code, _ in decisions):
            raise InvalidInput("provision decisions must be a dict of reason codes and decisions")
        for code, decided in decisions:
            if decided not in _DECIDED:
                known = ", ".join(map(repr, _DECIDED))
                raise InvalidInput(f"provision decisions: {code} must be one of {known}, not {brief(decided)}")
        for name in ("allow", "verifier"):
            if getattr(self, name) is not None:
                exact_flag(getattr(self, name), f"provision {name}")
        if self.min_authority is not None and not is_share(self.min_authority):
            raise InvalidInput(
                f"provision min_authority must be a number from 0 to 1, not {brief(self.min_authority)}"
            )

    def matches(self, asked: Asked) -> bool:
        """Whether it is about these proposals."""
        if self.channel is not None and channel_form(self.channel) != channel_form(asked.channel):
            return False
        return all(getattr(self, name) in (None, getattr(asked, name)) for name in _CONDITIONS[1:])


class Asked(msgspec.Struct, frozen=True):
    """What a provision may depend on."""

    channel: str
    entity_type: str
    attribute: str
    type: str
    risk: str | None = None


class Treatment(msgspec.Struct, frozen=True, kw_only=True):
    """What the provisions make of a proposal; without any, the rules alone decide.

    ``decisions``: reason code → how a finding of it counts (ADMIT: it does not). ``self_attested``: whoever makes
    the proposal has made a source of it too. Once it is about given sources, ``channels`` are theirs, and
    ``weakest`` is the lowest of their authorities.
    """

    decisions: Mapping[str, Decision] = {}
    allow: bool = True
    min_authority: float = 0.0
    verifier: bool = False
    self_attested: bool = False
    channels: tuple[str, ...] = ()
    weakest: float = 1.0


NO_TREATMENT = Treatment()
"""The rules alone decide."""


def treatment_of(provisions: Iterable[Provision], asked: Asked, *, self_attested: bool = False) -> Treatment:
    """What provisions make of such proposals: all that match, in their order; the later one overrides."""
    made = Treatment(self_attested=self_attested)
    for one in provisions:
        if one.matches(asked):
            chosen = {code: Decision[decided.upper()] for code, decided in one.decisions.items()}
            made = Treatment(
                decisions={**made.decisions, **chosen},
                allow=made.allow if one.allow is None else one.allow,
                min_authority=made.min_authority if one.min_authority is None else float(one.min_authority),
                verifier=made.verifier if one.verifier is None else one.verifier,
                self_attested=self_attested,
            )
    return made


def strictest(treatments: Iterable[Treatment]) -> Treatment:
    """The treatment of a proposal with evidence from several channels: nobody gains by citing one more source."""
    made: Treatment | None = None
    for one in treatments:
        made = one if made is None else _stricter(made, one)
    return made or NO_TREATMENT


def _stricter(one: Treatment, other: Treatment) -> Treatment:
    """A code of which one of them says nothing is left as the rule has it, unless the other makes it worse."""
    codes = one.decisions.keys() | other.decisions.keys()
    both = {
        code: max(decided)
        for code in sorted(codes)
        if (decided := [made.decisions[code] for made in (one, other) if code in made.decisions])
        and (len(decided) == 2 or decided[0] is Decision.REJECT)
    }
    return Treatment(
        decisions=both,
        allow=one.allow and other.allow,
        min_authority=max(one.min_authority, other.min_authority),
        verifier=one.verifier and other.verifier,
        self_attested=one.self_attested or other.self_attested,
    )


def is_share(share: object) -> bool:
    """Whether it is a number from 0 to 1."""
    number = exact_number(share)
    return number is not None and 0 <= number <= 1
