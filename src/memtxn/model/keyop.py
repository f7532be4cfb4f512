"""The effect of a record that gives a store another key: none on what is believed."""

from __future__ import annotations

import msgspec


class RekeyOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=19):
    """From this record on tags are made with another key; ``old`` and ``new`` are fingerprints.

    ``seals`` is a hash over the tags of the records since the last such record, that one included: whoever lacks
    the old key cannot check these tags, but sees that they are what they were.
    """

    old: bytes
    new: bytes
    seals: bytes
