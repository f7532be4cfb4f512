"""`memtxn bench`: what this machine and this disk make of memtxn, beside what they make of SQLite alone."""
