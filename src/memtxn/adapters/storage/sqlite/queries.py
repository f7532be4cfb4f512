"""The statements of `queries.sql` by name. SQL stands there and in `migrations/`, nowhere else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_HEADING = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)
_COMMENT = re.compile(r"^\s*--.*\n", re.MULTILINE)


def _load() -> Mapping[str, str]:
    text = Path(__file__).with_name("queries.sql").read_text(encoding="utf-8")
    _, *parts = _HEADING.split(text)
    return {
        name: _COMMENT.sub("", body).strip().removesuffix(";")
        for name, body in zip(parts[::2], parts[1::2], strict=True)
    }


SQL = _load()
"""Statement texts by name: ``SQL["visible"]``. A wrong name is a KeyError at import of its user, by test."""
