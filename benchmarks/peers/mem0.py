"""mem0 without a model: ``Memory.add(…, infer=False)``, one text for each fact, its evidence in the metadata.

Its vectors lie in its default store (qdrant, on a local path) or in faiss, its history in SQLite; all as shipped,
without telemetry. The embedding is a function of the text that costs next to nothing, so what is measured is the
store. mem0 asks for a language model and an embedder when it is made: both are made, and never called.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.peers.peer import Opened, Peer
from benchmarks.workload import KEYS, fact

if TYPE_CHECKING:
    from mem0 import Memory

DIMENSIONS = 384
_UNUSED = {"provider": "openai", "config": {"api_key": "unused"}}
_WHO = "bench"


class _Embedding:
    """What mem0 asks of an embedder."""

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:  # noqa: ARG002
        return [byte / 255 - 0.5 for byte in hashlib.shake_256(text.encode()).digest(DIMENSIONS)]

    def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:
        return [self.embed(text, memory_action) for text in texts]


class _Store(Opened):
    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._ids: dict[int, str] = {}

    def remember(self, number: int) -> None:
        told = fact(number)
        added = self._memory.add(
            f"Meeting {told.client} start_time {told.value}",
            user_id=_WHO,
            infer=False,
            metadata={"key": f"Meeting/{told.client}/start_time", "evidence": told.text},
        )
        self._ids[number] = added["results"][0]["id"]

    def recall(self, number: int) -> object:
        return self._memory.get(self._ids[number])

    def clients(self) -> set[str]:
        found = self._memory.get_all(filters={"user_id": _WHO}, top_k=KEYS)["results"]
        return {each["metadata"]["key"].split("/")[1] for each in found}


class _Mem0(Peer):
    needs = "mem0ai"
    requires = ("mem0",)
    errors = (Exception,)  # used by many threads it raises whatever sqlite3 does then, a SystemError too

    def __init__(self, name: str, vectors: str, **settings: object) -> None:
        super().__init__(name)
        self._vectors, self._settings = vectors, settings

    def environment(self, folder: Path) -> dict[str, str]:
        return {"MEM0_DIR": str(folder / "mem0"), "MEM0_TELEMETRY": "False"}

    @contextmanager
    def open(self, folder: Path) -> Iterator[Opened]:
        from mem0 import Memory  # noqa: PLC0415

        logging.getLogger("mem0").setLevel(logging.CRITICAL)  # it warns of parts that nothing here uses
        memory = Memory.from_config(self._config(folder))
        memory.embedding_model = _Embedding()
        try:
            yield _Store(memory)
        finally:
            memory.close()
            if self._vectors == "qdrant":
                memory.vector_store.client.close()

    def _config(self, folder: Path) -> dict[str, Any]:
        place = {"collection_name": _WHO, "path": str(folder / self._vectors), "embedding_model_dims": DIMENSIONS}
        return {
            "vector_store": {"provider": self._vectors, "config": place | self._settings},
            "embedder": _UNUSED,
            "llm": _UNUSED,
            "history_db_path": str(folder / f"{self._vectors}-history.db"),
        }


QDRANT = _Mem0("mem0 + qdrant", "qdrant", on_disk=True)
FAISS = _Mem0("mem0 + faiss", "faiss")
