"""A bearer: words of a clause that name somebody of whom it may speak."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["first", "second", "third", "kin", "name"]
"""The speaker; the one spoken to; he, she or they; a person by a noun (my brother); a name."""


class Bearer(msgspec.Struct, frozen=True):
    """Tokens ``first`` … ``last`` - 1. ``owned``: what follows belongs to it ("my", "Bob's", 小宋的)."""

    kind: Kind
    first: int
    last: int
    owned: bool = False
