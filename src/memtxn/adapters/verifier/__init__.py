"""Verifiers: adapters of `memtxn.ports.verifier`."""
