-- The sixth format: what was erased, and how far its traces are gone from the files.

-- Record "seq" erased the body rows at the places from "first" to "last"; place 0 is the name of the memory.
CREATE TABLE erased (
    mem INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (mem, first, last, seq)
) STRICT, WITHOUT ROWID;

-- Of the whole file: how often something was erased; after how many of these all pages were written anew, and after
-- how many the log was emptied since. Whoever finds less in the last column goes on with that.
CREATE TABLE scrub (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    wanted INTEGER NOT NULL,
    rewritten INTEGER NOT NULL,
    emptied INTEGER NOT NULL
) STRICT;
INSERT INTO scrub (one, wanted, rewritten, emptied) VALUES (1, 0, 0, 0);
