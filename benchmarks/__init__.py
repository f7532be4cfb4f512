"""Benchmarks: one module per table. Each runs memtxn and what it is compared with in one process, in turn."""
