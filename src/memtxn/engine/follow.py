"""Follow: a record goes only onto a head that is true.

The head is a fold, and the next record is chained to it. One that was damaged would go into the journal with that
record, where nothing can put it right any more; so it is compared with the end of the journal first.
"""

from __future__ import annotations

from itertools import islice

from memtxn.core.proof import key_fingerprint, tag
from memtxn.engine.runtime import Runtime
from memtxn.errors import Unreadable, WrongKey
from memtxn.model.rows import Head
from memtxn.ports.storage import LATEST, Reader


def check_head(runtime: Runtime, reader: Reader, mem: int, head: Head) -> None:
    """Make sure that the head stands at the last record and is sealed. Raises Unreadable, WrongKey."""
    sealed = tag(runtime.writing_key(), head.link, head.digest) == head.tag
    last = list(islice(reader.journal(mem, max(head.seq, 1), LATEST), 2))
    ends = [(row.seq, row.at, row.link) for row in last]
    if not sealed and reader.key_id() != key_fingerprint(runtime.writing_key()):
        raise WrongKey("another key was given to the store since it was opened: open it again with that")
    if not sealed or ends != ([(head.seq, head.at, head.link)] if head.seq else []):
        raise Unreadable(
            f"the head of the memory is damaged (it stands at record {head.seq}), so nothing can follow it;"
            " memory.recover() puts it right"
        )
