"""Tense: whether English words tell of the past."""

from __future__ import annotations

from memtxn.core.admission.word_set import word_set

_WAS = word_set("was were had did")
_IRREGULAR = word_set("""
    rang hung sang swam rode rose stood brought caught sat hit bit flew threw drew lent bent shook stole
    woke forgot hid lit meant shot slid spun swore tore wept came left got went took began met saw made
    gave told said found lost sold bought grew became wrote drove ran kept held led spoke knew built
    sent spent paid taught thought felt fell chose broke ate drank slept wore won
""")


def is_past(words: list[str]) -> bool:
    """Whether English words tell of the past."""
    return any(word in _WAS or word in _IRREGULAR or (word.endswith("ed") and len(word) > 4) for word in words)
