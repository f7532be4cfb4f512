"""Entity: the words by which a text may name the entity of a key."""

from __future__ import annotations

import re
from functools import lru_cache

from memtxn.core.admission.han import simplified
from memtxn.core.admission.normal import normalise
from memtxn.core.admission.tokens import tokenise

_APART = re.compile(r"[-_./:#]+|(?<=[a-z])(?=[A-Z])")


@lru_cache(maxsize=4096)
def name_tokens(name: str) -> tuple[str, ...]:
    """The words of an entity's name as a text would write them: ``refund-policy`` is refund, policy."""
    normal = normalise(_APART.sub(" ", name))
    return tuple(map(simplified, tokenise(normal.text, normal.stops).texts))


@lru_cache(maxsize=4096)
def entity_words(name: str) -> frozenset[str]:
    """The same without order."""
    return frozenset(name_tokens(name))
