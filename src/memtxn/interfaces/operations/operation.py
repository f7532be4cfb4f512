"""Operation: one thing that can be asked of a memory, as every skin offers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from memtxn.engine.memory import Memory
from memtxn.engine.scopes import Scope
from memtxn.errors import NotFound
from memtxn.interfaces.inputs import Input

NO_RECORDS = "no records"
"""The detail of the NotFound about a memory that is empty."""

I = TypeVar("I", bound=Input)  # noqa: E741  # input and output
O = TypeVar("O")  # noqa: E741


class Operation(msgspec.Struct, Generic[I, O], frozen=True, kw_only=True):
    """One thing that can be asked of a memory. ``output`` is the type that ``run`` answers with.

    ``scope`` is what the memory's principal must have been granted; the memory itself sees to it.
    """

    name: str
    summary: str
    scope: Scope
    read_only: bool
    input: type[I]
    output: object
    run: Callable[[Memory, I], O]


def check_exists(memory: Memory) -> None:
    """A misspelt label must not look like a success: a memory comes into being with its first record."""
    if is_empty(memory):
        raise NotFound(NO_RECORDS)


def is_empty(memory: Memory) -> bool:
    """Whether a memory has no record: nobody wrote to it, or its name is misspelt."""
    return next(memory.log(limit=1), None) is None
