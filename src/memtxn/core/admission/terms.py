"""Terms: what the harness has declared of the thing that a proposal is about, as the gate may know it."""

from __future__ import annotations

from typing import Literal

import msgspec

SpeechAct = Literal["fact", "request"]
"""What a speaker does who gives a value: states it, or asks for it."""


class Option(msgspec.Struct, frozen=True):
    """One value of a declared enumeration: its canonical JSON, and other words for it."""

    value: bytes
    synonyms: tuple[str, ...] = ()


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What is declared of an attribute, of its entity's type, and of the memory. The defaults declare nothing.

    ``polarity``: -1 for an attribute that holds of what is not so (``dislikes``), 1 for one that holds of what is
    so, None to read it off the name. ``kind``: an ``event`` that ended was still so. ``licenses``: the families
    of cues that the attribute itself expresses (``ended`` for ``former_employer``). ``words``: other words for
    the attribute. ``owner``: whose the entity is when the text does not name it, ``speaker``, ``session`` (of
    whoever takes part) or None (not declared). ``person``: whether the entity is one (None: read it off the
    type's name). ``aliases``: other names of this entity, ``others``: those of the others of its type. ``named``:
    it must be named in the text. ``speakers``: names of the speakers that are this entity. ``zone``: the time
    zone of what is said, an IANA name.
    """

    speech_act: SpeechAct = "fact"
    polarity: int | None = None
    kind: Literal["state", "event"] = "state"
    unit: str | None = None
    licenses: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    enum: tuple[Option, ...] = ()
    owner: Literal["speaker", "session", "none"] | None = None
    person: bool | None = None
    aliases: tuple[str, ...] = ()
    others: frozenset[str] = frozenset()
    named: bool = False
    speakers: tuple[str, ...] = ()
    zone: str | None = None


NO_TERMS = Terms()
"""Nothing is declared."""
