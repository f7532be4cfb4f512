-- The third format: quarantined proposals that wait for somebody to confirm or deny them.

-- Since record "seq" the proposal at "place" waits until "expires"; "settled" is the record that settled it, and "state"
-- what it became then (both NULL: nobody has). One that expired needs no write, and may wait again later.
CREATE TABLE pending (
    mem INTEGER NOT NULL,
    place INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    settled INTEGER,
    state INTEGER,
    PRIMARY KEY (mem, place, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX pending_open ON pending (mem, expires, place, seq) WHERE settled IS NULL;
