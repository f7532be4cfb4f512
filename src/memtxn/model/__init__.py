"""Frozen values: what memtxn speaks about, and their canonical bytes. No rule, no I/O."""
