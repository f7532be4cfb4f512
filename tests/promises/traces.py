"""Traces: where some text still stands, in whatever form, in any file of a folder."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path


def forms(text: str) -> set[bytes]:
    """The text as files may hold it: UTF-8, UTF-16 either way, and as JSON, escaped or not."""
    plain, escaped = json.dumps(text, ensure_ascii=False)[1:-1], json.dumps(text)[1:-1]
    return {
        *(one.encode() for one in (text, plain, escaped)),
        *(text.encode(name) for name in ("utf-16-le", "utf-16-be")),
    }


def traces(folder: Path, texts: Iterable[str]) -> list[str]:
    """Which texts stand in which files; nothing when all of them are gone."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    data = {path.name: path.read_bytes() for path in files}
    return [
        f"{text} in {name}"
        for text in texts
        for name, held in data.items()
        if any(form in held for form in forms(text))
    ]
