"""What a store said it kept, and what a fresh look finds there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from benchmarks.peers import Opened
from benchmarks.workload import fact


class Account(NamedTuple):
    """*Lost* facts were acknowledged and are not there; *phantoms* are there although their call failed."""

    lost: int
    phantoms: int


def account(acknowledged: Collection[int], store: Opened) -> Account:
    """Compare, fact by fact."""
    told, there = {fact(number).client for number in acknowledged}, store.clients()
    return Account(len(told - there), len(there - told))


def listed(errors: Mapping[str, int]) -> str:
    """Errors by name."""
    return ", ".join(f"{count} × {error}" for error, count in sorted(errors.items())) or "0"
