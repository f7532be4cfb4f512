"""The stores that are measured beside memtxn: one a file, all behind the same three questions."""

from __future__ import annotations

import gc
import os
from pathlib import Path

from benchmarks.peers import bare, langgraph, mem0, ours
from benchmarks.peers.peer import Opened, Peer

ALL: tuple[Peer, ...] = (ours.OURS, bare.BARE, langgraph.SHIPPED, langgraph.WAL, mem0.QDRANT, mem0.FAISS)
"""memtxn, its floor, and the others."""

BY_NAME = {peer.name: peer for peer in ALL}
__all__ = ["ALL", "BY_NAME", "Opened", "Peer", "load", "usable"]


def usable(folder: Path) -> list[Peer]:
    """Those that can run here, loaded; why the others cannot is printed. Nothing is left outside the folder."""
    for peer in ALL:
        os.environ.update(peer.environment(folder))
        if reason := peer.missing():
            print(reason)
    return load()


def load() -> list[Peer]:
    """Import all that can run here. What they brought along is nobody's garbage: no collection walks over it."""
    found = [peer for peer in ALL if peer.missing() is None]
    for peer in found:
        peer.load()
    gc.collect()
    gc.freeze()
    return found
