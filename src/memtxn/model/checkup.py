"""Checkup: what somebody finds who looks after a store, and what is to be done about it."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class State(StrEnum):
    """How bad it is: nothing to do, something to know, something to mend."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was looked at: its name, its state, what was found, and what to do (empty: nothing)."""

    name: str
    state: State
    found: str
    advice: str = ""


def ok(name: str, found: str) -> Check:
    """Nothing to do."""
    return Check(name=name, state=State.OK, found=found)


def warning(name: str, found: str, advice: str) -> Check:
    """Something to know."""
    return Check(name=name, state=State.WARNING, found=found, advice=advice)


def problem(name: str, found: str, advice: str) -> Check:
    """Something to mend."""
    return Check(name=name, state=State.PROBLEM, found=found, advice=advice)
