"""Storages: one contract (`ports.storage`), several homes for its rows."""
