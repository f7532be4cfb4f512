"""`memtxn doctor`: everything around a store that may stand in its way, and what to do about it."""
