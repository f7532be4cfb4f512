-- The second format: constraints, what they find beliefs by, and attributes that become many-valued.

-- Beliefs of a key that had one value (slot 0, no hash): the slot that they belong to while it has many.
CREATE TABLE refile (
    mem INTEGER NOT NULL,
    kid INTEGER NOT NULL,
    bid INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    vhash BLOB NOT NULL,
    PRIMARY KEY (mem, kid, bid)
) STRICT, WITHOUT ROWID;
CREATE INDEX refile_value ON refile (mem, kid, vhash);

CREATE TABLE rule (
    mem INTEGER NOT NULL,
    name TEXT NOT NULL,
    seq INTEGER NOT NULL,
    "unique" INTEGER NOT NULL,
    dropped INTEGER NOT NULL,
    PRIMARY KEY (mem, name, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX rule_seq ON rule (mem, seq);

-- Under the constraint of record "rule", a belief is found by a keyed hash of its value.
CREATE TABLE claim (
    mem INTEGER NOT NULL,
    rule INTEGER NOT NULL,
    hash BLOB NOT NULL,
    kid INTEGER NOT NULL,
    bid INTEGER NOT NULL,
    PRIMARY KEY (mem, rule, hash, kid, bid)
) STRICT, WITHOUT ROWID;
CREATE INDEX claim_bid ON claim (mem, bid);

-- Where claiming beliefs are shown: each standing step of theirs, until the next one of its key and slot. Each key is
-- looked through once (k), however many of its beliefs claim the same: they are found by what its steps show (c).
CREATE VIEW claimed AS
SELECT k.mem, k.rule, k.hash, k.kid, c.bid, s.vf, ifnull((
    SELECT x.vf FROM step AS x
    WHERE x.mem = s.mem AND x.kid = s.kid AND x.slot = s.slot AND x.vf > s.vf AND x.s1 IS NULL
    ORDER BY x.vf LIMIT 1
), 9223372036854775807) AS until
FROM claim AS k
CROSS JOIN step AS s ON s.mem = k.mem AND s.kid = k.kid AND s.s1 IS NULL
CROSS JOIN claim AS c ON c.mem = k.mem AND c.rule = k.rule AND c.hash = k.hash AND c.kid = k.kid AND c.bid = s.bid
WHERE NOT EXISTS (
    SELECT 1 FROM claim AS e
    WHERE e.mem = k.mem AND e.rule = k.rule AND e.hash = k.hash AND e.kid = k.kid AND e.bid < k.bid
);

-- Uniqueness is held here too, whoever writes: when a record is complete, which is when it moves the head, no
-- belief that it added may be shown at an instant at which another key shows the same value. The joins are in the
-- order in which they are written: from what is new to the few who claim the same.
CREATE TRIGGER unique_values BEFORE UPDATE OF seq ON head
WHEN EXISTS (SELECT 1 FROM claim WHERE mem = NEW.mem AND bid >= NEW.seq << 20)
BEGIN
    SELECT RAISE(ABORT, 'two keys would show one value of a unique attribute at one time')
    FROM claim AS n
    CROSS JOIN rule AS r ON r.mem = n.mem AND r.seq = n.rule AND r."unique"
    CROSS JOIN claimed AS b ON b.mem = n.mem AND b.rule = n.rule AND b.hash = n.hash AND b.kid <> n.kid
    CROSS JOIN claimed AS a ON a.mem = n.mem AND a.rule = n.rule AND a.hash = n.hash AND a.kid = n.kid
        AND a.bid = n.bid
    WHERE n.mem = NEW.mem AND n.bid >= NEW.seq << 20 AND a.vf < b.until AND b.vf < a.until
        AND NOT EXISTS (SELECT 1 FROM rule AS d WHERE d.mem = r.mem AND d.name = r.name AND d.seq > r.seq);
END;

-- Another declaration of an attribute shows again what was hidden, and adds no belief: of the keys whose timelines it
-- changes (n), nothing may be shown beside the same value of another key where it was not shown before (o).
CREATE TRIGGER unique_timelines BEFORE UPDATE OF seq ON head
WHEN NEW.declared = NEW.seq AND EXISTS (SELECT 1 FROM rule WHERE mem = NEW.mem AND "unique" AND NOT dropped)
BEGIN
    SELECT RAISE(ABORT, 'two keys would show one value of a unique attribute at one time')
    FROM claim AS n
    CROSS JOIN rule AS r ON r.mem = n.mem AND r.seq = n.rule AND r."unique"
    CROSS JOIN claimed AS b ON b.mem = n.mem AND b.rule = n.rule AND b.hash = n.hash AND b.kid <> n.kid
    CROSS JOIN claimed AS a ON a.mem = n.mem AND a.rule = n.rule AND a.hash = n.hash AND a.kid = n.kid
    WHERE n.mem = NEW.mem AND a.vf < b.until AND b.vf < a.until
        AND EXISTS (SELECT 1 FROM step WHERE mem = NEW.mem AND kid = n.kid AND s0 = NEW.seq)
        AND NOT EXISTS (
            SELECT 1 FROM claim AS e
            WHERE e.mem = n.mem AND e.rule = n.rule AND e.hash = n.hash AND e.kid = n.kid AND e.bid < n.bid
        )
        AND NOT EXISTS (SELECT 1 FROM rule AS d WHERE d.mem = r.mem AND d.name = r.name AND d.seq > r.seq)
        AND NOT EXISTS (
            SELECT 1 FROM step AS o
            WHERE o.mem = n.mem AND o.kid = n.kid AND o.bid = a.bid
                AND o.s0 < NEW.seq AND ifnull(o.s1, NEW.seq) = NEW.seq
                AND o.vf <= max(a.vf, b.vf) AND min(a.until, b.until) <= ifnull((
                    SELECT x.vf FROM step AS x
                    WHERE x.mem = o.mem AND x.kid = o.kid AND x.slot = o.slot AND x.vf > o.vf
                        AND x.s0 < NEW.seq AND ifnull(x.s1, NEW.seq) = NEW.seq
                    ORDER BY x.vf LIMIT 1
                ), 9223372036854775807)
        );
END;
