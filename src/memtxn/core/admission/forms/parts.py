"""Parts of a number: what a value would be that keeps only some of it."""

from __future__ import annotations

import re
from decimal import Decimal

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.forms.digits import LONGEST
from memtxn.core.admission.forms.han import read_han
from memtxn.core.admission.forms.lexicon import line_of
from memtxn.core.admission.forms.numerals import numerals_of, worth_of_word
from memtxn.core.admission.forms.piece import Quantity

_GROUPS = re.compile(r"[0-9]+(?:[.,'][0-9]+)*")
_LONGEST_NUMBER = 16
_LANGUAGES = ("en", "es", "fr", "de")


def parts_of(quantity: Quantity, analysis: Analysis) -> set[Decimal]:
    """The numbers that stand within a quantity: 1 and 500 in 1,500; 20 and 5 in twenty-five; 28 in 28万."""
    first, last = quantity.number[0], min(quantity.number[1], quantity.number[0] + _LONGEST_NUMBER)
    line = line_of(analysis, first, last)
    parts: set[Decimal] = set()
    for at in range(first, last):
        for match in _GROUPS.finditer(line.raw(at)):
            parts |= _digits(match[0])
        if line.run(at):
            for end in range(at + 1, last + 1):
                number = read_han(line_of(analysis, at, end), at, ("zh",))
                if number is not None and number.value is not None:
                    parts.add(number.value)
            continue
        for known in filter(None, map(numerals_of, _LANGUAGES)):
            worth = worth_of_word(line.word(at), known)
            if worth is not None:
                parts.add(worth)
    return parts


def _digits(text: str) -> set[Decimal]:
    groups = re.split("[.,']", text[:LONGEST])
    parts = {Decimal(group) for group in groups if group}
    for size in range(1, len(groups)):
        head, tail = "".join(groups[:size]), groups[size]
        if tail:
            parts |= {Decimal(f"{head}.{tail}"), Decimal(head + tail), Decimal(head)}
    return parts
