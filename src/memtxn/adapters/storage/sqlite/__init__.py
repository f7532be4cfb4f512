"""The embedded storage: one SQLite file, in WAL mode, through apsw."""

from memtxn.adapters.storage.sqlite.storage import SQLiteStorage

__all__ = ["SQLiteStorage"]
