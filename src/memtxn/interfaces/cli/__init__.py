"""The command line: `memtxn`."""
