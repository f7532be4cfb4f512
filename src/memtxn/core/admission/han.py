"""Han: traditional Chinese characters and the simplified ones they are written as today.

Character by character, so that offsets stay what they are: 臺灣 is 台灣 is 台湾, but 軟體 (Taiwan's word for
software) does not become 软件 (the mainland's). For comparison only: 后 may be 後 or an empress.
"""

from __future__ import annotations

from functools import cache
from importlib import resources


def simplified(text: str) -> str:
    """The text with each traditional character in its simplified form: one character for one, idempotent.

    All else stays, kana and Japan's own forms (広, 気) too. Total; linear in the text.
    """
    return text if text.isascii() else text.translate(_table())


@cache
def _table() -> dict[int, str]:
    data = resources.files("memtxn.core.admission.forms") / "data" / "traditional.txt"
    lines = data.read_text(encoding="utf-8").splitlines()
    pairs = " ".join(line for line in lines if not line.startswith("#")).split()
    return {ord(pair[0]): pair[1] for pair in pairs}
