"""Tables: the data files of the forms."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any


@cache
def table(name: str) -> Mapping[str, Any]:
    """A file of ``forms/data``, read once. Nobody changes it."""
    data = resources.files("memtxn.core.admission.forms") / "data" / name
    return tomllib.loads(data.read_text(encoding="utf-8"))
