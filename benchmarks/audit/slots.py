"""Sets of gold slot values: what users of real dialogues told an assistant that they want.

*gold*: the value stands literally in the user's turn; proposed as a goal, as it should be, and as a fact.
*foreign*: the same turns with a value of the same slot from another conversation. A value is left out when any
part of it stands in the turn, in whatever form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from zlib import crc32

from benchmarks.audit.cases import Proposed, case_of
from benchmarks.audit.data import Said, Slot, crosswoz, sgd
from benchmarks.audit.readings import days, numbers, stems, words
from memtxn.testkit.cases import WrittenCase

_BEFORE, _BEHIND = r"(?<!\w)(?<!\d[:.,/-])(?<!\d )", r"(?!\w)(?![:.,/-]\d)"
_BEFORE_ZH, _BEHIND_ZH = (
    r"(?<![\d.:A-Za-z])(?<!\d[-~到至])(?<!\d - )(?<!小时-)(?<!小时 - )",
    r"(?![\dA-Za-z.:]|\s*[-~到至]\s*\d)",
)
_DAYS = {"stay_length": "day", "number_of_days": "day"}
"""Slots that count days, as their descriptions say: what a harness declares."""
YES = "是"
"""What CrossWOZ calls true."""


def gold(place: Path) -> Iterator[WrittenCase]:
    """Every gold value that stands literally in its user's turn, as a goal and as a fact."""
    for said, slot, value in _verbatim(place):
        for kind in ("goal", "fact"):
            yield _case(said, slot, value, "verbatim", kind)


def foreign(place: Path) -> Iterator[WrittenCase]:
    """The turns with another conversation's values."""
    found = list(_verbatim(place))
    values: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for said, slot, value in found:
        values.setdefault((slot.service, slot.name), []).append((said.conversation, value))
    for said, slot, value in found:
        others = values[slot.service, slot.name]
        at = crc32(f"{said.name}{value}".encode()) % len(others)
        for conversation, other in (others[at:] + others[:at])[:50]:
            if conversation != said.conversation and _strange(other, said):
                yield _case(said, slot, other, "foreign", "goal")
                break


def _case(said: Said, slot: Slot, value: str, family: str, kind: str) -> WrittenCase:
    key = (slot.service, said.conversation, slot.name)
    expect = "refuse" if family == "foreign" else "admit"
    declared = {"unit": _DAYS[slot.name]} if slot.name in _DAYS else {}
    proposed = Proposed(value=value, key=key, family=family, expect=expect, type=kind, declared=declared)  # type: ignore[arg-type]
    return case_of(said, proposed)


def _verbatim(place: Path) -> Iterator[tuple[Said, Slot, str]]:
    for said in (*sgd(place), *crosswoz(place)):
        for slot in said.slots if said.speaker == "user" else ():
            value = verbatim(slot.spellings, said)
            if value is not None:
                yield said, slot, value


def verbatim(spellings: Sequence[str], said: Said) -> str | None:
    """The spelling that stands literally in a turn: as whole words, whole numbers, whole ranges."""
    chinese = said.corpus == "crosswoz"
    before, behind = (_BEFORE_ZH, _BEHIND_ZH) if chinese else (_BEFORE, _BEHIND)
    patterns = [(one, rf"{before}{re.escape(one)}{behind}") for one in spellings if one != YES]
    for flags in (re.NOFLAG, re.IGNORECASE):
        found = next((one for one, pattern in patterns if re.search(pattern, said.text, flags)), None)
        if found is not None:
            return found
    return None


def _strange(value: str, said: Said) -> bool:
    """Whether no word, number or day of the value stands in the turn, in whatever form."""
    text, today = said.text, said.at.date()
    if set(words(value)) <= set(words(text)) or days(value, today) & days(text, today):
        return False
    return not (stems(value) & stems(text)) and not (numbers(value) & numbers(text))
