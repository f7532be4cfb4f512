"""Declaration: what the harness said of an attribute, as it holds now."""

from __future__ import annotations

from typing import Literal

import msgspec

Cardinality = Literal["one", "many"]


class Declaration(msgspec.Struct, frozen=True, kw_only=True):
    """What holds of an attribute of a type. ``seq`` is the record that says so."""

    entity_type: str
    attribute: str
    cardinality: Cardinality
    seq: int
