"""Whole: all that an answer holds, as text. What its `repr` shows is for a prompt, and less."""

from __future__ import annotations

import msgspec


def whole(answer: object) -> str:
    """The type and every field of an answer, and of what is in it: texts are equal when all of it is."""
    if isinstance(answer, msgspec.Struct):
        fields = ", ".join(f"{name}={whole(getattr(answer, name))}" for name in answer.__struct_fields__)
        return f"{type(answer).__name__}({fields})"
    if isinstance(answer, list | tuple):
        return f"{type(answer).__name__}({', '.join(map(whole, answer))})"
    if isinstance(answer, dict):
        return f"dict({', '.join(f'{whole(name)}: {whole(value)}' for name, value in answer.items())})"
    return repr(answer)
