"""Safe text: whatever stands in a store can be printed on a terminal without moving its cursor.

Control characters, unpaired surrogates, and the invisible characters that reorder or hide text are shown as
escapes. The two joiners that emoji, Persian and Indic scripts are written with stay as they are.
"""

from __future__ import annotations

import json
import unicodedata

from memtxn.interfaces.cli.words import counted
from memtxn.model.codec import Json

_UNSAFE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_JOINERS = "\u200c\u200d"


def visible(text: str) -> str:
    r"""The text on one line, each unsafe character as ``\n``, ``\x1b``, ``\u202e``."""
    return text if text.isascii() and text.isprintable() else "".join(map(_shown, text))


def shown_value(value: Json) -> str:
    """A value as JSON on one line, safe to print."""
    return visible(json.dumps(value, ensure_ascii=False))


def json_line(value: Json) -> str:
    """A JSON document on one line, safe to print: unsafe characters stand as JSON escapes."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text if text.isascii() and text.isprintable() else "".join(map(_json_shown, text))


def shortened(text: str, limit: int) -> str:
    """At most ``limit`` characters of a text, and how many were left out."""
    return text if len(text) <= limit else f"{text[:limit]}… ({counted(len(text) - limit, 'more character')})"


def is_unsafe(character: str) -> bool:
    """Whether a terminal, or a reader's eye, could be led astray by it."""
    return unicodedata.category(character) in _UNSAFE and character not in _JOINERS


def _shown(character: str) -> str:
    return character.encode("unicode_escape").decode() if is_unsafe(character) else character


def _json_shown(character: str) -> str:
    return json.dumps(character)[1:-1] if is_unsafe(character) else character
