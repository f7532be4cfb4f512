"""Plain: any answer as JSON data. The keys are the names of the Python attributes."""

from __future__ import annotations

from datetime import datetime
from enum import Enum, StrEnum

import msgspec

from memtxn.errors import MemtxnError
from memtxn.model.codec import Json
from memtxn.model.guard import GuardReport
from memtxn.model.lines import LoadReport
from memtxn.model.receipt import Report

_COMPUTED: dict[type, tuple[str, ...]] = {Report: ("ok",), LoadReport: ("ok",), GuardReport: ("ok",)}
"""Properties that belong to the answer besides the fields."""


def plain(value: object) -> Json:
    """JSON data of whatever an operation answers: structs by field name, enums by name, times in UTC."""
    if isinstance(value, Enum):
        return str(value.value) if isinstance(value, StrEnum) else value.name
    if isinstance(value, msgspec.Struct):
        names = (*value.__struct_fields__, *_COMPUTED.get(type(value), ()))
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    return value if isinstance(value, bool | int | float) or value is None else str(value)


def plain_error(error: MemtxnError, advice: str) -> Json:
    """An error with its code, what to do next, and the data that belongs to it."""
    data = {name: plain(value) for name, value in vars(error).items() if not name.startswith("_")}
    reasons = getattr(error, "reasons", None)
    return {
        "code": error.code,
        "message": message_of(error),
        "advice": advice,
        "retryable": error.retryable,
        **data,
        **({} if reasons is None else {"reasons": plain(reasons)}),
    }


def message_of(error: MemtxnError) -> str:
    """What happened, without the advice."""
    return str(error).removesuffix(f". {error.advice}")
