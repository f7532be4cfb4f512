"""Meant: what is to be erased, by whatever it is called, and which beliefs and names that is."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from memtxn.core.repair import Bond, Fall, falling
from memtxn.core.workspace import Scan
from memtxn.engine.erase.known import lost
from memtxn.engine.repair.graph import Stored
from memtxn.engine.repair.target import named, target
from memtxn.engine.stage import place_of
from memtxn.errors import InvalidInput, NotFound
from memtxn.model.belief import Belief, State
from memtxn.model.exact import brief, exact_items, exact_text, is_a
from memtxn.model.key import Key, name_prefix
from memtxn.model.record import BeliefOp, SourceBody, SourceOp, locate, public_id
from memtxn.model.source import Source
from memtxn.ports.storage import LATEST


class Meant(msgspec.Struct, frozen=True):
    """What is meant: as people say it, what sort of thing it is, and its id, or the range of its keys.

    ``again`` are places and commitments of texts that were erased from another copy of the memory.
    """

    said: str
    sort: str
    id: str = ""
    scan: Scan | None = None
    again: tuple[tuple[int, bytes], ...] = ()


WHOLE = Meant("all of it", "memory")


def meant(given: object) -> Meant:
    """What somebody asks to erase. Raises InvalidInput for what cannot be."""
    if is_a(given, Key):
        assert isinstance(given, Key)
        return Meant(str(given), "key", scan=Scan(given.name))
    text, parts = exact_text(given), exact_items(given)
    if parts is not None or (text is not None and "/" in text):
        key = Key.of(given, "?")  # type: ignore[arg-type]
        said = f"{key.entity_type}/{key.entity_id}"
        return Meant(said, "entity", scan=Scan(name_prefix(key.entity_type, key.entity_id)))
    if not is_a(given, (Source, Belief)) and text is None:
        told = "a source, a belief, the id of one, an entity such as 'Person/ann', a Key, or the memory itself"
        raise InvalidInput(f"{brief(given)} cannot be erased: give {told}")
    name = named(given)
    return Meant(name, "source" if is_a(given, Source) else "belief", id=name)


class Found(msgspec.Struct, frozen=True):
    """What that is in a memory: beliefs that are meant, sources by id and place, names of keys."""

    sort: str
    said: str
    bonds: tuple[Bond, ...] = ()
    sources: tuple[tuple[str, int], ...] = ()
    names: tuple[str, ...] = ()
    place: int = 0
    places: tuple[int, ...] = ()


def found(graph: Stored, wanted: Meant) -> Found:
    """Look it up.

    Raises:
        NotFound. InvalidInput: a transaction. Unreadable.
    """
    if wanted.again:
        return _again(graph, wanted)
    if wanted.scan is not None:
        scan = wanted.scan
        names = tuple(name for name in graph.reader.names(graph.mem, scan.prefix) if scan.covers(name))
        if wanted.sort == "key":
            names = tuple(name for name in names if name == scan.prefix)
        if not names:
            raise NotFound(f"nothing was ever believed of {wanted.said}")
        bids = [row.belief.bid for name in names for row in graph.reader.versions(graph.mem, name, LATEST)]
        return Found(wanted.sort, wanted.said, bonds=tuple(graph.bonds(bids)), names=names)
    _refuse_lost(graph, wanted.id)
    it = target(graph, wanted.id)
    if it.sort == "source":
        return Found("source", it.id, sources=((it.id, it.where),), place=it.where)
    if it.sort == "belief":
        return Found("belief", it.id, bonds=tuple(graph.bonds([it.where])), place=it.where)
    raise InvalidInput(f"{it.id} is a transaction: erase its sources and beliefs, which memory.show() names")


def _again(graph: Stored, wanted: Meant) -> Found:
    """Those of these texts that this copy holds: a place counts only with its commitment."""
    head = graph.reader.head(graph.mem).seq
    held = [where for where, commitment in wanted.again if _commits(graph, where, commitment, head)]
    ops = {where: graph.op(where) for where in held}
    return Found(
        wanted.sort,
        wanted.said,
        bonds=tuple(graph.bonds([where for where, op in ops.items() if isinstance(op, BeliefOp)])),
        sources=tuple(("", where) for where, op in ops.items() if isinstance(op, SourceOp)),
        places=tuple(held),
    )


def _commits(graph: Stored, where: int, commitment: bytes, head: int) -> bool:
    seq, ord_ = locate(where)
    if not 1 <= seq <= head:
        return False
    known = graph.records.record(seq).commitments
    return ord_ < len(known) and known[ord_] == commitment


def _refuse_lost(graph: Stored, text: str) -> None:
    """A source that goes by its place may be gone already. Raises Unreadable, which tells how."""
    where = place_of(text)
    if where is None or not 1 <= locate(where)[0] <= graph.reader.head(graph.mem).seq:
        return
    if isinstance(graph.op(where), SourceOp):
        body = graph.records.body(where)
        if not isinstance(body, SourceBody):
            raise lost(graph.reader, graph.mem, where, "source")


def going(graph: Stored, bonds: Sequence[Bond], sources: Sequence[int]) -> dict[int, Fall]:
    """All beliefs whose texts go, by place: what is meant, what falls without it, and what fell before.

    What another source bears out stays, although it may name a source that is gone.
    """
    fallen = {bond.bid: Fall(bond) for bond in bonds if bond.state is not State.ERASED}
    fallen |= falling(graph, [bond for bond in bonds if bond.stands], sources, cascade=True, reads=False)
    following = [*sources, *fallen]
    while following:
        new: dict[int, Fall] = {}
        for bond in graph.children(following):
            if bond.bid not in fallen and not bond.stands and bond.state is not State.ERASED:
                cause = next(one for one in (*bond.sources, *bond.parents) if one in following)
                new[bond.bid] = Fall(bond, cause)
        fallen |= new
        following = [*new]
    return fallen


def told_target(it: Found) -> str:
    """What the record says was meant: a place, and of what has a name nothing."""
    return public_id(it.place) if it.place else ""
