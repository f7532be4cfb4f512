"""A normal form: another way to write what a text says. Registered, deterministic, and told in the trace."""

from __future__ import annotations

from typing import Protocol

import msgspec

from memtxn.core.admission.patchtest import Excerpt
from memtxn.core.admission.terms import Terms
from memtxn.model.codec import Json


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What a normal form may know besides the text.

    ``languages``: those of the text, the likeliest first. ``at``: when it was said, in microseconds. ``zone``:
    the IANA name of the speaker's time zone, or None; ``offset``: the minutes from UTC that the source gave.
    ``attribute``: the words of the attribute's name.
    """

    languages: tuple[str, ...]
    at: int
    zone: str | None
    attribute: tuple[str, ...]
    speaker: str
    terms: Terms
    offset: int | None = None


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A value read off a span: tokens ``first`` … ``last`` - 1 of the excerpt's analysis.

    ``form`` names the normal form, ``reading`` what was read there, for a person. ``code`` is the reason code
    of a reading that must not bear the value out (``unit_dropped``), with what is wrong in ``reading``.
    """

    first: int
    last: int
    form: str
    reading: str
    code: str = ""


class Form(Protocol):
    """One normal form. Pure, never raises, linear in the excerpt."""

    @property
    def name(self) -> str:
        """The name in traces."""
        ...

    def find(self, value: Json, excerpt: Excerpt, context: Context) -> list[Match]:
        """Where the excerpt says the value in this form; those without a code first."""
        ...
