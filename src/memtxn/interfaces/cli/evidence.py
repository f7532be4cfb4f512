"""Evidence, as the options of the command line name it: a stored source, or a text that is observed with it."""

from __future__ import annotations

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.commands.observe import seen_of
from memtxn.interfaces.inputs import Cite, Observe


def seen_with(
    text: str | None, speaker: str | None, channel: str | None, at: str | None, ref: str | None, *, as_json: bool
) -> Observe | None:
    """What ``--text`` observes; None without it, and then none of its options may have been given."""
    if text is not None:
        return seen_of(text, speaker, channel, at, ref, as_json=as_json)
    if as_json or (speaker, channel, at, ref) != (None, None, None, None):
        raise InvalidInput("--speaker, --channel, --at, --ref and --json-source belong to --text")
    return None


def cited(
    source: str | None, seen: Observe | None, quote: str | None, occurrence: int | None, pointer: str | None
) -> tuple[Cite, ...]:
    """The one place that is cited, or none when there is no source."""
    if occurrence is not None and quote is None:
        raise InvalidInput("--occurrence counts a --quote")
    if source is not None and seen is not None:
        raise InvalidInput("give either --source or --text")
    if source is None and seen is None:
        if quote is not None or pointer is not None:
            raise InvalidInput("a quote or pointer needs its source: --source ID or --text TEXT")
        return ()
    nth = 1 if occurrence is None else occurrence
    return (Cite(source=source, observe=seen, quote=quote, occurrence=nth, pointer=pointer),)
