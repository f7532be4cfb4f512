-- The fourth format: what rests on what is found by its parent, marks of doubt, and who read a key.

-- The first source of a belief is no edge, but a column of its row.
CREATE INDEX belief_source ON belief (mem, source) WHERE source <> 0;

-- From record "seq" on a belief is suspect, or is so no longer.
CREATE TABLE suspect (
    mem INTEGER NOT NULL,
    kid INTEGER NOT NULL,
    bid INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    suspect INTEGER NOT NULL,
    PRIMARY KEY (mem, kid, bid, seq)
) STRICT, WITHOUT ROWID;

-- Record "seq" relied on what the key showed. Of records from their second format on; older ones are looked through.
CREATE TABLE read (
    mem INTEGER NOT NULL,
    kid INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (mem, kid, seq)
) STRICT, WITHOUT ROWID;
