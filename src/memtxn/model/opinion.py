"""Opinion: what a verifier, a model outside memtxn, says of a claim. Data, made before any transaction."""

from __future__ import annotations

from datetime import datetime
from hashlib import blake2b
from typing import Literal

import msgspec

from memtxn.model.codec import Json, pack
from memtxn.model.key import Key
from memtxn.model.source import Citation

Label = Literal["entailed", "contradicted", "unknown"]
"""What a text does with a claim: it says so, it says otherwise, or neither."""


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """What a verifier is asked: does the source, at this quote, say that the key has this value?

    ``source`` is the whole text of the source (of a JSON source, its canonical JSON), ``quote`` the part that is
    cited. All of it was written by others: a verifier treats it as data, whatever it says. ``subject`` is a hash
    of what is asked.
    """

    source: str
    quote: str
    speaker: str
    channel: str
    at: datetime
    key: Key
    value: Json
    type: str
    subject: bytes

    def opinion(self, label: Label, score: float, *, model: str) -> Opinion:
        """An opinion on this claim: the label, how sure the model is of it (0 to 1), and the model's name."""
        return Opinion(label=label, score=score, model=model, subject=self.subject)


class Opinion(msgspec.Struct, frozen=True, kw_only=True):
    """What a model says of one claim, and how sure it is of that, from 0 to 1.

    It counts for a proposal about the very same claim (``subject``) and no other, and only when the store
    itself had it made (``mac``): see `Store.opinion`.
    """

    label: Label
    score: float
    model: str
    subject: bytes
    mac: bytes = b""


def subject_of(citation: Citation, key: Key, canonical: bytes, kind: str) -> bytes:
    """The hash of a claim: where the evidence stands, the key, the value's canonical JSON and the type."""
    return blake2b(pack((citation, key.name, canonical, kind)), digest_size=16, person=b"memtxn-claim").digest()
