-- The first format. Every key begins with the number of the memory, so memories never meet.
-- STRICT: what goes in as a number or as bytes comes out as that. WITHOUT ROWID, for small rows: a row lives in the
-- tree of its key, one page to write instead of two, and no second copy of the key. Not for records and bodies,
-- which may be a megabyte: SQLite reads a whole row of such a tree to compare its key, also that of a neighbour.

-- What the database knows of itself (ports.storage.Meta). "fences" counts commits that failed and were then
-- overwritten, so that they can never come back (see storage.py).
CREATE TABLE meta (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    store BLOB NOT NULL,
    digest_key BLOB NOT NULL,
    tag_key BLOB,
    tag_key_id BLOB NOT NULL,
    fences INTEGER NOT NULL
) STRICT;

-- The memories. The tenant is the high part of the number.
CREATE TABLE mem (
    mem INTEGER PRIMARY KEY,
    salt BLOB NOT NULL,
    name TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX mem_name ON mem (mem >> 40, name);

-- Where each memory stands. Every commit moves this row by compare-and-swap.
CREATE TABLE head (
    mem INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    digest BLOB NOT NULL,
    keys INTEGER NOT NULL,
    link BLOB NOT NULL,
    tag BLOB NOT NULL,
    declared INTEGER NOT NULL
) STRICT;

-- AUTHORITY, append-only. "at" grows strictly with seq, so it is found by bisection and needs no index.
-- "data" comes last: what is read of a record without it is read from the front of the row.
CREATE TABLE journal (
    mem INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    tx BLOB NOT NULL,
    idem BLOB,
    link BLOB NOT NULL,
    tag BLOB NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (mem, seq)
) STRICT;
CREATE UNIQUE INDEX journal_tx ON journal (mem, tx);
CREATE UNIQUE INDEX journal_idem ON journal (mem, idem) WHERE idem IS NOT NULL;

-- AUTHORITY: every text, each with the salt of its commitment. Only an erasure deletes here.
CREATE TABLE body (
    mem INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    ord INTEGER NOT NULL,
    salt BLOB NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (mem, seq, ord)
) STRICT;

-- All that follows are folds: disposable, derived from the journal.

-- Numbers of keys. No index by kid: append proves that new numbers follow head.keys, and only fold() asks.
CREATE TABLE key (
    mem INTEGER NOT NULL,
    name TEXT NOT NULL,
    kid INTEGER NOT NULL,
    PRIMARY KEY (mem, name)
) STRICT, WITHOUT ROWID;

-- Versions. Columns in the order of model.rows.BeliefRow. What is usual takes no space: NULL is for vf and
-- source_at "as nu", for vt "for ever".
CREATE TABLE belief (
    mem INTEGER NOT NULL,
    kid INTEGER NOT NULL,
    bid INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    nu INTEGER NOT NULL,
    vf INTEGER,
    vt INTEGER,
    source_at INTEGER,
    source_ordinal INTEGER NOT NULL,
    type INTEGER NOT NULL,
    authority INTEGER NOT NULL,
    source INTEGER NOT NULL,
    commitment BLOB NOT NULL,
    vhash BLOB,
    PRIMARY KEY (mem, kid, bid)
) STRICT, WITHOUT ROWID;
CREATE INDEX belief_value ON belief (mem, kid, vhash) WHERE vhash IS NOT NULL;

-- The timeline. "s1" is NULL while the step stands. "top" is the greatest vf that any step of the key had when this one was written, NULL when
-- that is its own: an answer as of an old record need not look beyond it, however much came later.
CREATE TABLE step (
    mem INTEGER NOT NULL,
    kid INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    vf INTEGER NOT NULL,
    s0 INTEGER NOT NULL,
    s1 INTEGER,
    bid INTEGER NOT NULL,
    ver INTEGER NOT NULL,
    top INTEGER,
    PRIMARY KEY (mem, kid, slot, vf, s0)
) STRICT, WITHOUT ROWID;
CREATE INDEX step_version ON step (mem, kid, s0, ver, top);

CREATE TABLE state (
    mem INTEGER NOT NULL,
    kid INTEGER NOT NULL,
    bid INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    state INTEGER NOT NULL,
    PRIMARY KEY (mem, kid, bid, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE edge (
    mem INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    child INTEGER NOT NULL,
    PRIMARY KEY (mem, parent, child)
) STRICT, WITHOUT ROWID;

-- Sources by their content-derived id: the bytes of its hexadecimal digits.
CREATE TABLE source (
    mem INTEGER NOT NULL,
    id BLOB NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (mem, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE refusal (
    mem INTEGER NOT NULL,
    fingerprint BLOB NOT NULL,
    name TEXT NOT NULL,
    place INTEGER NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (mem, fingerprint)
) STRICT, WITHOUT ROWID;
CREATE INDEX refusal_name ON refusal (mem, name, place);

CREATE TABLE declaration (
    mem INTEGER NOT NULL,
    entity_type TEXT NOT NULL,
    attribute TEXT NOT NULL,
    seq INTEGER NOT NULL,
    many INTEGER NOT NULL,
    PRIMARY KEY (mem, entity_type, attribute, seq)
) STRICT, WITHOUT ROWID;
