"""Making cases of what people said, and choosing among many in a way that is the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeVar
from zlib import crc32

import msgspec

from benchmarks.audit.data import Said
from memtxn.testkit.cases import Seen, WrittenCase

T = TypeVar("T")
_LANGUAGES = {"crosswoz": "zh"}


class Proposed(msgspec.Struct, frozen=True, kw_only=True):
    """What is proposed on a turn. ``text``: what stands there instead of the turn's own words."""

    value: Any
    key: tuple[str, str, str]
    family: str
    expect: Literal["admit", "refuse"]
    text: str | None = None
    quote: str | None = None
    type: str = "fact"
    why: str = ""
    declared: dict[str, Any] = {}


def case_of(said: Said, proposed: Proposed) -> WrittenCase:
    """The case; its evidence is the whole turn unless a quote is given."""
    text = said.text if proposed.text is None else proposed.text
    name = f"{said.name}:{proposed.family}:{proposed.type}:{proposed.key[2]}:{proposed.value}"
    return WrittenCase(
        id=f"{said.name}:{crc32((name + text).encode()):08x}",
        source=Seen(speaker=said.speaker, at=said.at, text=text, channel=said.channel),
        quote=text if proposed.quote is None else proposed.quote,
        key=proposed.key,
        value=proposed.value,
        expect=proposed.expect,
        lang=_LANGUAGES.get(said.corpus, "en"),
        family=proposed.family,
        why=proposed.why,
        type=proposed.type,
        declared=proposed.declared,
    )


def drawn(things: Sequence[T], count: int, salt: str = "") -> list[T]:
    """So many of them, evenly over all, the same every time."""
    if len(things) <= count:
        return list(things)
    offset = crc32(salt.encode()) % len(things)
    return [things[(offset + number * len(things) // count) % len(things)] for number in range(count)]


def per_family(cases: Iterable[WrittenCase], limit: int) -> list[WrittenCase]:
    """Up to so many cases of each family, type and language; each case once."""
    groups: dict[tuple[str, str, str], dict[str, WrittenCase]] = {}
    for case in cases:
        groups.setdefault((case.family, case.type, case.lang), {}).setdefault(case.id, case)
    return [case for name, group in groups.items() for case in drawn(list(group.values()), limit, str(name))]
