-- The statements of the SQLite storage, each once, under the name by which Python asks for it.
-- 9223372036854775807 is FOREVER; NULL stands for it in belief.vt and step.s1.
-- In all of them ?1 is the number of the memory, unless said otherwise.

-- name: begin_read
-- One moment for a whole block: a deferred transaction, whose snapshot the first read takes.
BEGIN;

-- name: begin_write
-- The write lock at once, so that nothing read in the block can be out of date when it writes.
BEGIN IMMEDIATE;

-- name: begin_alone
-- Nobody else may read or write it.
BEGIN EXCLUSIVE;

-- name: commit
COMMIT;

-- name: rollback
ROLLBACK;

-- name: begin_attempt
SAVEPOINT attempt;

-- name: keep_attempt
RELEASE attempt;

-- name: undo_attempt
ROLLBACK TO attempt;

-- name: meta
-- ports.storage.Meta; no parameters.
SELECT store, digest_key, tag_key, tag_key_id, epoch FROM meta;

-- name: add_meta
-- ?1 store id, ?2 digest key, ?3 tag key or NULL, ?4 its fingerprint.
INSERT INTO meta (one, store, digest_key, tag_key, tag_key_id, fences) VALUES (1, ?1, ?2, ?3, ?4, 0);

-- name: change_key
-- ?1 tag key or NULL, ?2 its fingerprint.
UPDATE meta SET tag_key = ?1, tag_key_id = ?2;

-- name: change_epoch
-- ?1 epoch.
UPDATE meta SET epoch = ?1;

-- name: change_meta
-- ?1 store id, ?2 digest key, ?3 tag key or NULL, ?4 its fingerprint, ?5 epoch.
UPDATE meta SET store = ?1, digest_key = ?2, tag_key = ?3, tag_key_id = ?4, epoch = ?5;

-- name: key_id
SELECT tag_key_id FROM meta;

-- name: fence
-- Any commit overwrites what a failed one may have left behind in the log. This one changes nothing else.
UPDATE meta SET fences = fences + 1;

-- name: memory
-- ?1 tenant, ?2 name.
SELECT mem, salt, name, created FROM mem WHERE mem >> 40 = ?1 AND name = ?2;

-- name: memories
-- ?1 tenant. The low part of the greatest number, in one look.
SELECT ifnull((
    SELECT mem & 0xFFFFFFFFFF FROM mem WHERE mem BETWEEN ?1 << 40 AND ?1 << 40 | 0xFFFFFFFFFF ORDER BY mem DESC LIMIT 1
), 0);

-- name: every_memory
-- ?1 tenant.
SELECT mem, salt, name, created FROM mem WHERE mem BETWEEN ?1 << 40 AND (?1 << 40) + 1099511627775 ORDER BY mem;

-- name: all_memories
-- No parameters. Of all tenants.
SELECT mem, salt, name, created FROM mem ORDER BY mem;

-- name: head
SELECT seq, at, digest, keys, link, tag, declared, guards FROM head WHERE mem = ?1;

-- name: seq_at
-- The greatest seq recorded at or before ?2. "at" grows strictly with seq, so descend: the answer lies in
-- [place, place + span]; a step looks at the nearest record at or below the middle, so no gap misleads it.
WITH RECURSIVE descent (place, span) AS (
    SELECT 0, ifnull((SELECT max(seq) FROM journal WHERE mem = ?1), 0)
    UNION ALL
    SELECT place + (span + 1) / 2 * ifnull((
        SELECT at <= ?2 FROM journal WHERE mem = ?1 AND seq <= place + (span + 1) / 2 ORDER BY seq DESC LIMIT 1
    ), 1), span / 2
    FROM descent
    WHERE span > 0
)
SELECT ifnull(max(seq), 0) FROM journal
WHERE mem = ?1 AND seq <= (SELECT max(place) FROM descent);

-- name: committed
-- ?2 transaction id.
SELECT seq FROM journal WHERE mem = ?1 AND tx = ?2;

-- name: journal
-- ?2 first, ?3 last seq.
SELECT seq, at, tx, idem, data, link, tag FROM journal WHERE mem = ?1 AND seq BETWEEN ?2 AND ?3 ORDER BY seq;

-- name: bodies
-- ?2 seq.
SELECT ord, salt, data FROM body WHERE mem = ?1 AND seq = ?2 ORDER BY ord;

-- name: view
-- All that planning needs, as rows of several kinds, told apart by their first column:
-- 0 the head, and the records that hold the transaction or the idempotency key already;
-- 1 a step of a requested key (at least one row per key), with the version it shows;
-- 2 a source that is known;
-- 3 for each key whose steps are wanted, the newest records that wrote a step and a belief of it;
-- 4 those records, and those that wrote what 1 tells: the newest ?8 of them, without what is over ?9 bytes.
-- ?2 keys as JSON [[name, since or null, value hash in hex or null], ...], ?3 n, ?4 transaction,
-- ?5 idempotency key or NULL, ?6 source ids as JSON, ?7 whether 3 and 4 are wanted. Only the steps asked for are
-- touched.
WITH
q AS MATERIALIZED (
    SELECT j.key AS number, k.kid, j.value ->> 1 AS since, iif(j.value ->> 2 IS NULL, 0, ifnull((
        SELECT slot FROM belief
        WHERE mem = ?1 AND kid = k.kid AND vhash = unhex(j.value ->> 2) AND bid >> 20 <= ?3
        ORDER BY bid LIMIT 1
    ), (SELECT slot FROM refile WHERE mem = ?1 AND kid = k.kid AND vhash = unhex(j.value ->> 2) LIMIT 1))) AS slot
    FROM json_each(?2) AS j
    LEFT JOIN key AS k ON k.mem = ?1 AND k.name = j.value ->> 0
),
w AS MATERIALIZED (
    SELECT q.number, q.kid, q.slot, s.vf, s.s0, s.bid
    FROM q
    LEFT JOIN step AS s ON s.mem = ?1 AND s.kid = q.kid AND s.slot = q.slot
        AND s.vf >= ifnull((
            SELECT vf FROM step
            WHERE mem = ?1 AND kid = q.kid AND slot = q.slot
                AND vf <= q.since AND s0 <= ?3 AND ifnull(s1, 9223372036854775807) > ?3
            ORDER BY vf DESC LIMIT 1
        ), q.since)
        AND s.s0 <= ?3 AND ifnull(s.s1, 9223372036854775807) > ?3
),
e AS MATERIALIZED (
    SELECT number,
        (SELECT s0 FROM step WHERE mem = ?1 AND kid = q.kid ORDER BY s0 DESC, ver DESC LIMIT 1) AS stepped,
        (SELECT max(bid) FROM belief WHERE mem = ?1 AND kid = q.kid) >> 20 AS believed
    FROM q WHERE ?7 AND kid IS NOT NULL AND since IS NOT NULL
)
SELECT 0, h.seq, h.at, h.digest, h.keys, h.link, h.tag, h.declared, h.guards,
    (SELECT seq FROM journal WHERE mem = ?1 AND tx = ?4),
    (SELECT seq FROM journal WHERE mem = ?1 AND idem = ?5),
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM head AS h
WHERE h.mem = ?1
UNION ALL
SELECT 1, w.number, w.kid,
    (SELECT ver FROM step WHERE mem = ?1 AND kid = w.kid AND s0 <= ?3 ORDER BY s0 DESC, ver DESC LIMIT 1),
    w.slot, w.vf, w.s0, w.bid,
    b.kid, b.bid, b.slot, b.nu, ifnull(b.vf, b.nu), ifnull(b.vt, 9223372036854775807), ifnull(b.source_at, b.nu),
    b.source_ordinal, b.type, b.authority, b.source, b.commitment, b.vhash,
    (SELECT state FROM state WHERE mem = ?1 AND kid = b.kid AND bid = b.bid AND (seq <= ?3 OR state = 7)
        ORDER BY seq DESC LIMIT 1),
    r.tx, r.at, y.salt, y.data,
    (SELECT suspect FROM suspect WHERE mem = ?1 AND kid = b.kid AND bid = b.bid AND seq <= ?3
        ORDER BY seq DESC LIMIT 1)
FROM w
LEFT JOIN belief AS b ON b.mem = ?1 AND b.kid = w.kid AND b.bid = w.bid
LEFT JOIN journal AS r ON r.mem = ?1 AND r.seq = w.bid >> 20
LEFT JOIN body AS y ON y.mem = ?1 AND y.seq = w.bid >> 20 AND y.ord = w.bid & 1048575
UNION ALL
SELECT 2, j.value, o.place, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM json_each(?6) AS j
CROSS JOIN source AS o ON o.mem = ?1 AND o.id = unhex(j.value)
UNION ALL
SELECT 3, number, ifnull(stepped, 0), ifnull(believed, 0), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM e
UNION ALL
SELECT 4, r.seq, iif(length(r.data) <= ?9, r.data, NULL), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM (
    SELECT DISTINCT seq FROM (
        SELECT s0 AS seq FROM w UNION ALL SELECT bid >> 20 FROM w WHERE bid <> 0
        UNION ALL SELECT stepped FROM e UNION ALL SELECT believed FROM e
    )
    WHERE ?7 AND seq IS NOT NULL ORDER BY seq DESC LIMIT ?8
) AS n
CROSS JOIN journal AS r ON r.mem = ?1 AND r.seq = n.seq;

-- name: visible
-- What the keys with ?2 <= name < ?5 show as of record ?3 at instant ?4, one row per (name, slot), in order of
-- name: a point read is the range of one name.
-- Key by name -> the last step ever written by then (the version, and "top": nothing of that time begins
-- later) -> per slot the last step with vf <= t -> its belief, record and body -> the next step.
-- The slots of a many-valued key come from a loose scan (each from the one before), packed as JSON to make a
-- lateral join of it; a single-valued key has the slot 0 alone.
-- Logarithmic in the number of versions, while steps are written in order of vf; never worse than the steps
-- between ?4 and the answer.
SELECT k.name, s.slot, s.bid,
    b.kid, b.bid, b.slot, b.nu, ifnull(b.vf, b.nu), ifnull(b.vt, 9223372036854775807), ifnull(b.source_at, b.nu),
    b.source_ordinal, b.type, b.authority, b.source, b.commitment, b.vhash,
    (SELECT state FROM state WHERE mem = ?1 AND kid = b.kid AND bid = b.bid AND (seq <= ?3 OR state = 7)
        ORDER BY seq DESC LIMIT 1),
    r.tx, r.at, y.salt, y.data,
    (SELECT suspect FROM suspect WHERE mem = ?1 AND kid = b.kid AND bid = b.bid AND seq <= ?3
        ORDER BY seq DESC LIMIT 1),
    v.ver, ifnull(x.vf, 9223372036854775807),
    ifnull((SELECT bid FROM belief WHERE mem = ?1 AND kid = x.kid AND bid = x.bid AND type <> 7), 0)
FROM key AS k
CROSS JOIN step AS v ON (v.mem, v.kid, v.slot, v.vf, v.s0) = (
    SELECT mem, kid, slot, vf, s0 FROM step
    WHERE mem = ?1 AND kid = k.kid AND s0 <= ?3 ORDER BY s0 DESC, ver DESC LIMIT 1
)
CROSS JOIN json_each(iif((SELECT max(slot) FROM step WHERE mem = ?1 AND kid = k.kid) = 0, '[0]', (
    WITH RECURSIVE loose (slot) AS (
        SELECT min(slot) FROM step WHERE mem = ?1 AND kid = k.kid
        UNION ALL
        SELECT (SELECT min(slot) FROM step WHERE mem = ?1 AND kid = k.kid AND slot > loose.slot)
        FROM loose WHERE loose.slot IS NOT NULL
    )
    SELECT json_group_array(slot) FROM loose WHERE slot IS NOT NULL
))) AS g
CROSS JOIN step AS s ON s.mem = ?1 AND s.kid = k.kid AND s.slot = g.value
    AND s.s0 <= ?3 AND ifnull(s.s1, 9223372036854775807) > ?3 AND s.vf = (
        SELECT vf FROM step
        WHERE mem = ?1 AND kid = k.kid AND slot = g.value AND vf <= min(?4, ifnull(v.top, v.vf))
            AND s0 <= ?3 AND ifnull(s1, 9223372036854775807) > ?3
        ORDER BY vf DESC LIMIT 1
    )
LEFT JOIN step AS x ON x.mem = ?1 AND x.kid = s.kid AND x.slot = s.slot
    AND x.s0 <= ?3 AND ifnull(x.s1, 9223372036854775807) > ?3 AND x.vf = (
        SELECT vf FROM step
        WHERE mem = ?1 AND kid = s.kid AND slot = s.slot AND vf > ?4 AND vf <= ifnull(v.top, v.vf)
            AND s0 <= ?3 AND ifnull(s1, 9223372036854775807) > ?3
        ORDER BY vf LIMIT 1
    )
LEFT JOIN belief AS b ON b.mem = ?1 AND b.kid = s.kid AND b.bid = s.bid
LEFT JOIN journal AS r ON r.mem = ?1 AND r.seq = s.bid >> 20
LEFT JOIN body AS y ON y.mem = ?1 AND y.seq = s.bid >> 20 AND y.ord = s.bid & 1048575
WHERE k.mem = ?1 AND k.name >= ?2 AND k.name < ?5 AND s.bid <> 0 AND b.type IS NOT 7
ORDER BY k.name;

-- name: names
-- The names with ?2 <= name < ?3.
SELECT name FROM key WHERE mem = ?1 AND name >= ?2 AND name < ?3 ORDER BY name;

-- name: changed
-- The keys with ?2 <= name < ?3 that have a step written after record ?4: one look into an index for each key.
SELECT k.name,
    ifnull((SELECT ver FROM step WHERE mem = ?1 AND kid = k.kid AND s0 <= ?4 ORDER BY s0 DESC, ver DESC LIMIT 1), 0),
    v.ver
FROM key AS k
CROSS JOIN step AS v ON (v.mem, v.kid, v.slot, v.vf, v.s0) = (
    SELECT mem, kid, slot, vf, s0 FROM step
    WHERE mem = ?1 AND kid = k.kid AND s0 > ?4 ORDER BY s0 DESC, ver DESC LIMIT 1
)
WHERE k.mem = ?1 AND k.name >= ?2 AND k.name < ?3
ORDER BY k.name;

-- name: turned
-- The keys with ?2 <= name < ?3 that have a step of a record in (?4, ?5], or one that stands as of ?4 and begins in
-- (?6, ?7]: one look into an index for each key, two when instants differ, and further ones only where "top" says
-- that something begins later than ?6.
SELECT k.name FROM key AS k
WHERE k.mem = ?1 AND k.name >= ?2 AND k.name < ?3 AND (
    EXISTS (SELECT 1 FROM step WHERE mem = ?1 AND kid = k.kid AND s0 > ?4 AND s0 <= ?5)
    OR ?6 < ?7 AND ?6 < ifnull((
        SELECT ifnull(top, vf) FROM step
        WHERE mem = ?1 AND kid = k.kid AND s0 <= ?4 ORDER BY s0 DESC, ver DESC LIMIT 1
    ), ?6) AND (
        EXISTS (
            SELECT 1 FROM step WHERE mem = ?1 AND kid = k.kid AND slot = 0 AND vf > ?6 AND vf <= ?7
                AND s0 <= ?4 AND ifnull(s1, 9223372036854775807) > ?4
        ) OR EXISTS (
            SELECT 1 FROM step WHERE mem = ?1 AND kid = k.kid AND slot > 0 AND vf > ?6 AND vf <= ?7
                AND s0 <= ?4 AND ifnull(s1, 9223372036854775807) > ?4
        )
    )
)
ORDER BY k.name;

-- name: versions
-- ?2 name, ?3 n.
SELECT b.kid, b.bid, b.slot, b.nu, ifnull(b.vf, b.nu), ifnull(b.vt, 9223372036854775807), ifnull(b.source_at, b.nu),
    b.source_ordinal, b.type, b.authority, b.source, b.commitment, b.vhash,
    (SELECT state FROM state WHERE mem = ?1 AND kid = b.kid AND bid = b.bid AND (seq <= ?3 OR state = 7)
        ORDER BY seq DESC LIMIT 1),
    r.tx, r.at, y.salt, y.data,
    (SELECT suspect FROM suspect WHERE mem = ?1 AND kid = b.kid AND bid = b.bid AND seq <= ?3
        ORDER BY seq DESC LIMIT 1)
FROM key AS k
CROSS JOIN belief AS b ON b.mem = ?1 AND b.kid = k.kid AND b.bid >> 20 <= ?3
LEFT JOIN journal AS r ON r.mem = ?1 AND r.seq = b.bid >> 20
LEFT JOIN body AS y ON y.mem = ?1 AND y.seq = b.bid >> 20 AND y.ord = b.bid & 1048575
WHERE k.mem = ?1 AND k.name = ?2
ORDER BY b.bid;

-- name: steps
-- ?2 name, ?3 n.
SELECT s.kid, s.slot, s.vf, s.s0, ifnull(s.s1, 9223372036854775807), s.bid, s.ver
FROM key AS k
CROSS JOIN step AS s ON s.mem = ?1 AND s.kid = k.kid AND s.s0 <= ?3 AND ifnull(s.s1, 9223372036854775807) > ?3
WHERE k.mem = ?1 AND k.name = ?2
ORDER BY s.slot, s.vf;

-- name: timelines
-- ?2 numbers of keys as JSON, ?3 n.
SELECT s.kid, s.slot, s.vf, s.s0, ifnull(s.s1, 9223372036854775807), s.bid, s.ver
FROM (SELECT DISTINCT j.value AS wanted FROM json_each(?2) AS j)
CROSS JOIN step AS s ON s.mem = ?1 AND s.kid = wanted AND s.s0 <= ?3 AND ifnull(s.s1, 9223372036854775807) > ?3
ORDER BY s.kid, s.slot, s.vf;

-- name: refiled
-- ?2 name.
SELECT f.kid, f.bid, f.slot, f.vhash
FROM key AS k
CROSS JOIN refile AS f ON f.mem = ?1 AND f.kid = k.kid
WHERE k.mem = ?1 AND k.name = ?2
ORDER BY f.bid;

-- name: source
-- ?2 id, as bytes.
SELECT place FROM source WHERE mem = ?1 AND id = ?2;

-- name: sources
-- ?2 first, ?3 last id, as bytes.
SELECT id, place FROM source WHERE mem = ?1 AND id BETWEEN ?2 AND ?3 ORDER BY id;

-- name: transactions
-- ?2 first, ?3 last id.
SELECT tx, seq FROM journal WHERE mem = ?1 AND tx BETWEEN ?2 AND ?3 ORDER BY tx;

-- name: refusals
-- ?2 name of the key.
SELECT fingerprint, name, place, times FROM refusal WHERE mem = ?1 AND name = ?2 ORDER BY place;

-- name: pending
-- ?2 place.
SELECT place, seq, expires, settled, state FROM pending WHERE mem = ?1 AND place = ?2 ORDER BY seq;

-- name: waiting
-- What is not settled and expires in (?2, ?3].
SELECT place, seq, expires FROM pending
WHERE mem = ?1 AND expires > ?2 AND expires <= ?3 AND settled IS NULL
ORDER BY expires, place, seq;

-- name: waiting_count
-- How many are not settled and expire after ?2; no more than ?3 are counted.
SELECT count(*) FROM (SELECT 1 FROM pending WHERE mem = ?1 AND expires > ?2 AND settled IS NULL LIMIT ?3);

-- name: declarations
-- ?2 n.
SELECT entity_type, attribute, seq, many FROM declaration WHERE mem = ?1 AND seq <= ?2
ORDER BY seq, entity_type, attribute;

-- name: constraints
-- ?2 n.
SELECT name, seq, "unique", dropped FROM rule WHERE mem = ?1 AND seq <= ?2 ORDER BY seq, name;

-- name: claims
-- ?2 the record of the constraint, ?3 hash: where the beliefs that it finds are shown.
SELECT a.vf, a.until, a.bid,
    b.kid, b.bid, b.slot, b.nu, ifnull(b.vf, b.nu), ifnull(b.vt, 9223372036854775807), ifnull(b.source_at, b.nu),
    b.source_ordinal, b.type, b.authority, b.source, b.commitment, b.vhash,
    (SELECT state FROM state WHERE mem = ?1 AND kid = b.kid AND bid = b.bid ORDER BY seq DESC LIMIT 1),
    r.tx, r.at, y.salt, y.data,
    (SELECT suspect FROM suspect WHERE mem = ?1 AND kid = b.kid AND bid = b.bid
        ORDER BY seq DESC LIMIT 1)
FROM claimed AS a
LEFT JOIN belief AS b ON b.mem = ?1 AND b.kid = a.kid AND b.bid = a.bid
LEFT JOIN journal AS r ON r.mem = ?1 AND r.seq = a.bid >> 20
LEFT JOIN body AS y ON y.mem = ?1 AND y.seq = a.bid >> 20 AND y.ord = a.bid & 1048575
WHERE a.mem = ?1 AND a.rule = ?2 AND a.hash = ?3
ORDER BY a.kid, a.vf, a.bid;

-- name: children
-- ?2 places as JSON: what rests on them, by an edge or as its first source.
SELECT parent, child FROM (
    SELECT e.parent, e.child FROM json_each(?2) AS j CROSS JOIN edge AS e ON e.mem = ?1 AND e.parent = j.value
    UNION
    SELECT b.source, b.bid FROM json_each(?2) AS j CROSS JOIN belief AS b ON b.mem = ?1 AND b.source = j.value
        AND b.source <> 0
)
ORDER BY parent, child;

-- name: states
-- ?2 beliefs as JSON [[kid, bid], ...], ?3 n.
SELECT s.kid, s.bid, s.seq, s.state
FROM json_each(?2) AS j
CROSS JOIN state AS s ON s.mem = ?1 AND s.kid = j.value ->> 0 AND s.bid = j.value ->> 1 AND s.seq <= ?3
GROUP BY s.kid, s.bid, s.seq
ORDER BY s.kid, s.bid, s.seq;

-- name: suspects
-- ?2 beliefs as JSON [[kid, bid], ...], ?3 n.
SELECT s.kid, s.bid, s.seq, s.suspect
FROM json_each(?2) AS j
CROSS JOIN suspect AS s ON s.mem = ?1 AND s.kid = j.value ->> 0 AND s.bid = j.value ->> 1 AND s.seq <= ?3
GROUP BY s.kid, s.bid, s.seq
ORDER BY s.kid, s.bid, s.seq;

-- name: spans
-- ?2 beliefs as JSON [[kid, bid], ...]: every step that ever showed them. The steps of their keys are looked through.
SELECT s.kid, s.slot, s.vf, s.s0, ifnull(s.s1, 9223372036854775807), s.bid, s.ver
FROM (SELECT DISTINCT j.value ->> 0 AS wanted FROM json_each(?2) AS j)
CROSS JOIN step AS s ON s.mem = ?1 AND s.kid = wanted
WHERE s.bid IN (SELECT j.value ->> 1 FROM json_each(?2) AS j WHERE j.value ->> 0 = s.kid)
ORDER BY s.kid, s.slot, s.vf, s.s0;

-- name: readers
-- ?2 kid, ?3 first, ?4 last record.
SELECT seq FROM read WHERE mem = ?1 AND kid = ?2 AND seq BETWEEN ?3 AND ?4 ORDER BY seq;

-- name: counts
-- Records, keys, beliefs, retractions, sources, declarations.
SELECT (SELECT count(*) FROM journal WHERE mem = ?1), (SELECT count(*) FROM key WHERE mem = ?1),
    (SELECT count(*) FROM belief WHERE mem = ?1 AND type <> 7),
    (SELECT count(*) FROM belief WHERE mem = ?1 AND type = 7),
    (SELECT count(*) FROM source WHERE mem = ?1), (SELECT count(*) FROM declaration WHERE mem = ?1);

-- name: fold_keys
SELECT kid, name FROM key WHERE mem = ?1 ORDER BY kid;

-- name: fold_beliefs
SELECT kid, bid, slot, nu, ifnull(vf, nu), ifnull(vt, 9223372036854775807), ifnull(source_at, nu), source_ordinal, type,
    authority, source, commitment, vhash
FROM belief WHERE mem = ?1 ORDER BY kid, bid;

-- name: fold_steps
SELECT kid, slot, vf, s0, ifnull(s1, 9223372036854775807), bid, ver FROM step
WHERE mem = ?1 ORDER BY kid, slot, vf, s0;

-- name: fold_states
SELECT kid, bid, seq, state FROM state WHERE mem = ?1 ORDER BY kid, bid, seq;

-- name: fold_edges
SELECT parent, child FROM edge WHERE mem = ?1 ORDER BY parent, child;

-- name: fold_sources
SELECT id, place FROM source WHERE mem = ?1 ORDER BY id;

-- name: fold_refusals
SELECT fingerprint, name, place FROM refusal WHERE mem = ?1 ORDER BY fingerprint;

-- name: fold_declarations
SELECT entity_type, attribute, seq, many FROM declaration WHERE mem = ?1 ORDER BY entity_type, attribute, seq;

-- name: fold_constraints
SELECT name, seq, "unique", dropped FROM rule WHERE mem = ?1 ORDER BY name, seq;

-- name: fold_refiled
SELECT kid, bid, slot, vhash FROM refile WHERE mem = ?1 ORDER BY kid, bid;

-- name: fold_pending
SELECT place, seq, expires FROM pending WHERE mem = ?1 ORDER BY place, seq;

-- name: fold_settled
SELECT place, seq, settled, state FROM pending
WHERE mem = ?1 AND (settled IS NOT NULL OR state IS NOT NULL) ORDER BY place, seq;

-- name: fold_suspects
SELECT kid, bid, seq, suspect FROM suspect WHERE mem = ?1 ORDER BY kid, bid, seq;

-- name: fold_reads
SELECT kid, seq FROM read WHERE mem = ?1 ORDER BY kid, seq;

-- name: fold_erased
-- What was erased, for good: no later record changes it.
SELECT first, last, seq FROM erased WHERE mem = ?1 ORDER BY first, last, seq;

-- name: erased_by
-- ?2 place.
SELECT ifnull(min(seq), 0) FROM erased WHERE mem = ?1 AND first <= ?2 AND last >= ?2;

-- name: fold_claims
SELECT rule, hash, kid, bid FROM claim WHERE mem = ?1 ORDER BY rule, hash, kid, bid;

-- name: texts
SELECT seq, ord, salt, data FROM body WHERE mem = ?1 ORDER BY seq, ord;

-- name: written_keys
SELECT kid, name FROM key WHERE mem = ?1;

-- name: written_steps
-- Steps as they were opened.
SELECT kid, slot, vf, s0, 9223372036854775807, bid, ver FROM step WHERE mem = ?1;

-- name: written_ends
SELECT kid, slot, vf, s0, s1 FROM step WHERE mem = ?1 AND s1 IS NOT NULL;

-- name: written_sources
SELECT iif(typeof(id) = 'blob', lower(hex(id)), id), place FROM source WHERE mem = ?1;

-- name: standing
-- The open steps, each with the commitment of what it shows.
SELECT s.kid, s.slot, s.vf, s.s0, s.bid, iif(s.bid = 0, x'', b.commitment)
FROM step AS s
LEFT JOIN belief AS b ON b.mem = ?1 AND b.kid = s.kid AND b.bid = s.bid
WHERE s.mem = ?1 AND s.s1 IS NULL
ORDER BY s.kid, s.slot, s.vf, s.s0;

-- name: crowded
SELECT kid, slot, vf FROM step WHERE mem = ?1 AND s1 IS NULL GROUP BY kid, slot, vf HAVING count(*) > 1
ORDER BY kid, slot, vf;

-- name: shown
-- ?2 steps as JSON [[kid, slot, vf, s0], ...].
SELECT s.kid, s.slot, s.vf, s.s0, s.bid, iif(s.bid = 0, x'', b.commitment)
FROM json_each(?2) AS j
CROSS JOIN step AS s ON s.mem = ?1 AND s.kid = j.value ->> 0 AND s.slot = j.value ->> 1 AND s.vf = j.value ->> 2
    AND s.s0 = j.value ->> 3
LEFT JOIN belief AS b ON b.mem = ?1 AND b.kid = s.kid AND b.bid = s.bid;

-- name: faults_integrity
-- No parameters. Of the whole file: its trees, the types of its columns, every index against its table.
PRAGMA integrity_check;

-- name: faults_top
-- The steps whose "top" is not what add_step computed: the greatest vf of its key up to its own record.
SELECT kid, slot, vf, s0 FROM (
    SELECT kid, slot, vf, s0, top, max(vf) OVER (PARTITION BY kid ORDER BY s0) AS greatest
    FROM step WHERE mem = ?1
)
WHERE top IS NOT nullif(greatest, vf);

-- name: add_memory
-- A row of mem: ?2 salt, ?3 name, ?4 created.
INSERT INTO mem (mem, salt, name, created) VALUES (?1, ?2, ?3, ?4);

-- name: add_head
INSERT INTO head (mem, seq, at, digest, keys, link, tag, declared, guards)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9);

-- name: add_journal
-- A JournalRow (?2 ... ?8), but only onto the head that it follows: ?9 is the number of keys so far. One
-- that was miscounted would give the number of a key to another one, for ever: each key has had a belief or a step.
-- And only while the database has the key with the fingerprint ?10, for another process may have given it another one.
INSERT INTO journal (mem, seq, at, tx, idem, data, link, tag)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
WHERE EXISTS (SELECT 1 FROM head WHERE mem = ?1 AND seq = ?2 - 1 AND keys = ?9)
  AND ?9 = max(
    (SELECT coalesce(max(kid), 0) FROM belief WHERE mem = ?1),
    (SELECT coalesce(max(kid), 0) FROM step WHERE mem = ?1)
  )
  AND (SELECT tag_key_id FROM meta WHERE one = 1) = ?10;

-- name: add_body
-- ?2 seq, ?3 ord, ?4 salt, ?5 data.
INSERT INTO body (mem, seq, ord, salt, data) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: add_erased
-- An ErasedRow.
INSERT INTO erased (mem, first, last, seq) VALUES (?1, ?2, ?3, ?4);

-- name: erase_bodies
-- Those at the places from ?2 to ?3.
DELETE FROM body
WHERE mem = ?1 AND seq BETWEEN ?2 >> 20 AND ?3 >> 20 AND (seq << 20 | ord) BETWEEN ?2 AND ?3;

-- name: erase_name
-- ?2 the link before the first record, ?3 what stands for the name now.
UPDATE mem SET salt = ?2, name = ?3 WHERE mem = ?1;

-- name: memory_of
-- A MemoryRow by its number.
SELECT mem, salt, name, created FROM mem WHERE mem = ?1;

-- name: scrub
-- No parameters.
SELECT wanted, rewritten, emptied FROM scrub WHERE one = 1;

-- name: want_scrub
INSERT INTO scrub (one, wanted, rewritten, emptied) VALUES (1, 1, 0, 0)
ON CONFLICT DO UPDATE SET wanted = wanted + 1;

-- name: rewritten
-- ?1 how many erasures that covers.
UPDATE scrub SET rewritten = max(rewritten, ?1) WHERE one = 1;

-- name: emptied
-- ?1 how many erasures that covers.
UPDATE scrub SET emptied = max(emptied, ?1) WHERE one = 1;

-- name: vacuum
-- Every page anew, with nothing between its rows.
VACUUM;

-- name: add_source
-- ?2 id as bytes, ?3 place.
INSERT INTO source (mem, id, place) VALUES (?1, ?2, ?3);

-- name: add_key
-- A KeyRow.
INSERT INTO key (mem, kid, name) VALUES (?1, ?2, ?3);

-- name: add_belief
-- A BeliefRow.
INSERT INTO belief (
    mem, kid, bid, slot, nu, vf, vt, source_at, source_ordinal, type, authority, source, commitment, vhash
) VALUES (
    ?1, ?2, ?3, ?4, ?5, nullif(?6, ?5), nullif(?7, 9223372036854775807), nullif(?8, ?5), ?9, ?10, ?11, ?12, ?13, ?14
);

-- name: close_step
-- A CloseRow. The step must stand open.
UPDATE step SET s1 = ?6
WHERE mem = ?1 AND kid = ?2 AND slot = ?3 AND vf = ?4 AND s0 = ?5 AND s1 IS NULL;

-- name: add_step
-- A StepRow; ?9 is the greatest vf among all steps that this record opens in the key.
INSERT INTO step (mem, kid, slot, vf, s0, s1, bid, ver, top)
VALUES (?1, ?2, ?3, ?4, ?5, nullif(?6, 9223372036854775807), ?7, ?8, nullif(max(?9, ifnull((
    SELECT ifnull(top, vf) FROM step WHERE mem = ?1 AND kid = ?2 AND s0 < ?5 ORDER BY s0 DESC, ver DESC LIMIT 1
), ?9)), ?4));

-- name: add_state
-- A StateRow.
INSERT INTO state (mem, kid, bid, seq, state) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: add_edge
-- An EdgeRow.
INSERT INTO edge (mem, parent, child) VALUES (?1, ?2, ?3);

-- name: add_refusal
-- A RefusalRow, come once.
INSERT INTO refusal (mem, fingerprint, name, place, times) VALUES (?1, ?2, ?3, ?4, 1);

-- name: add_declaration
-- A DeclarationRow.
INSERT INTO declaration (mem, entity_type, attribute, seq, many) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: add_constraint
-- A ConstraintRow.
INSERT INTO rule (mem, name, seq, "unique", dropped) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: add_claim
-- A ClaimRow.
INSERT INTO claim (mem, rule, hash, kid, bid) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: add_refile
-- A RefileRow.
INSERT INTO refile (mem, kid, bid, slot, vhash) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: add_pending
-- A PendingRow.
INSERT INTO pending (mem, place, seq, expires) VALUES (?1, ?2, ?3, ?4);

-- name: add_suspect
-- A SuspectRow.
INSERT INTO suspect (mem, kid, bid, seq, suspect) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: add_read
-- A ReadRow.
INSERT INTO read (mem, kid, seq) VALUES (?1, ?2, ?3);

-- name: settle
-- A SettledRow. The proposal must wait.
UPDATE pending SET settled = ?4, state = ?5 WHERE mem = ?1 AND place = ?2 AND seq = ?3 AND settled IS NULL;

-- name: move_head
-- A Head. The compare-and-swap of the memory: it must change one row.
UPDATE head SET seq = ?2, at = ?3, digest = ?4, keys = ?5, link = ?6, tag = ?7, declared = ?8, guards = ?9
WHERE mem = ?1 AND seq = ?2 - 1;

-- name: repeat
-- ?2 fingerprint.
UPDATE refusal SET times = times + 1 WHERE mem = ?1 AND fingerprint = ?2 RETURNING place;

-- name: forget
-- No parameters. The connection gives up the pages that it keeps.
PRAGMA shrink_memory;

-- What follows repairs folds. A row that must go is found by its key, in which damage may have left anything: so IS, not =.

-- name: clear_keys
DELETE FROM key WHERE mem = ?1;

-- name: clear_beliefs
DELETE FROM belief WHERE mem = ?1;

-- name: clear_steps
DELETE FROM step WHERE mem = ?1;

-- name: clear_states
DELETE FROM state WHERE mem = ?1;

-- name: clear_edges
DELETE FROM edge WHERE mem = ?1;

-- name: clear_sources
DELETE FROM source WHERE mem = ?1;

-- name: clear_refusals
DELETE FROM refusal WHERE mem = ?1;

-- name: clear_declarations
DELETE FROM declaration WHERE mem = ?1;

-- name: clear_constraints
DELETE FROM rule WHERE mem = ?1;

-- name: clear_claims
DELETE FROM claim WHERE mem = ?1;

-- name: clear_refiled
DELETE FROM refile WHERE mem = ?1;

-- name: clear_suspects
DELETE FROM suspect WHERE mem = ?1;

-- name: clear_reads
DELETE FROM read WHERE mem = ?1;

-- name: clear_erased
DELETE FROM erased WHERE mem = ?1;

-- name: clear_pending
DELETE FROM pending WHERE mem = ?1;

-- name: remove_key
-- A KeyRow.
DELETE FROM key WHERE mem = ?1 AND kid IS ?2 AND name IS ?3;

-- name: remove_belief
-- ?2 kid, ?3 bid.
DELETE FROM belief WHERE mem = ?1 AND kid IS ?2 AND bid IS ?3;

-- name: remove_step
-- ?2 kid, ?3 slot, ?4 vf, ?5 s0.
DELETE FROM step WHERE mem = ?1 AND kid IS ?2 AND slot IS ?3 AND vf IS ?4 AND s0 IS ?5;

-- name: reopen_step
-- As above. The step ends no longer.
UPDATE step SET s1 = NULL WHERE mem = ?1 AND kid IS ?2 AND slot IS ?3 AND vf IS ?4 AND s0 IS ?5;

-- name: remove_state
-- ?2 kid, ?3 bid, ?4 seq.
DELETE FROM state WHERE mem = ?1 AND kid IS ?2 AND bid IS ?3 AND seq IS ?4;

-- name: remove_edge
-- An EdgeRow.
DELETE FROM edge WHERE mem = ?1 AND parent IS ?2 AND child IS ?3;

-- name: remove_source
-- ?2 id.
DELETE FROM source WHERE mem = ?1 AND id IS ?2;

-- name: remove_refusal
-- ?2 fingerprint.
DELETE FROM refusal WHERE mem = ?1 AND fingerprint IS ?2;

-- name: remove_declaration
-- ?2 entity type, ?3 attribute, ?4 seq.
DELETE FROM declaration WHERE mem = ?1 AND entity_type IS ?2 AND attribute IS ?3 AND seq IS ?4;

-- name: remove_constraint
-- ?2 name, ?3 seq.
DELETE FROM rule WHERE mem = ?1 AND name IS ?2 AND seq IS ?3;

-- name: remove_claim
-- A ClaimRow.
DELETE FROM claim WHERE mem = ?1 AND rule IS ?2 AND hash IS ?3 AND kid IS ?4 AND bid IS ?5;

-- name: remove_suspect
-- ?2 kid, ?3 bid, ?4 seq.
DELETE FROM suspect WHERE mem = ?1 AND kid IS ?2 AND bid IS ?3 AND seq IS ?4;

-- name: remove_erased
-- An ErasedRow.
DELETE FROM erased WHERE mem = ?1 AND first IS ?2 AND last IS ?3 AND seq IS ?4;

-- name: remove_read
-- A ReadRow.
DELETE FROM read WHERE mem = ?1 AND kid IS ?2 AND seq IS ?3;

-- name: remove_refile
-- ?2 kid, ?3 bid.
DELETE FROM refile WHERE mem = ?1 AND kid IS ?2 AND bid IS ?3;

-- name: remove_pending
-- ?2 place, ?3 seq.
DELETE FROM pending WHERE mem = ?1 AND place IS ?2 AND seq IS ?3;

-- name: unsettle
-- As above. The proposal waits again.
UPDATE pending SET settled = NULL, state = NULL WHERE mem = ?1 AND place IS ?2 AND seq IS ?3;

-- name: restore_step
-- ?2 kid, ?3 slot, ?4 vf, ?5 s0, ?6 bid, ?7 ver. One that stands there keeps its end; "top" is set by restore_tops.
INSERT INTO step (mem, kid, slot, vf, s0, bid, ver) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT DO UPDATE SET bid = excluded.bid, ver = excluded.ver;

-- name: restore_end
-- A CloseRow, whatever end stands there.
UPDATE step SET s1 = ?6 WHERE mem = ?1 AND kid = ?2 AND slot = ?3 AND vf = ?4 AND s0 = ?5;

-- name: restore_refusal
-- A RefusalRow. One that stands there keeps its count.
INSERT INTO refusal (mem, fingerprint, name, place, times) VALUES (?1, ?2, ?3, ?4, 1)
ON CONFLICT DO UPDATE SET name = excluded.name, place = excluded.place;

-- name: restore_times
-- Counts that cannot be read begin anew.
UPDATE refusal SET times = 1 WHERE mem = ?1 AND typeof(times) <> 'integer';

-- name: restore_pending
-- A PendingRow. One that stands there keeps what became of it.
INSERT INTO pending (mem, place, seq, expires) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT DO UPDATE SET expires = excluded.expires;

-- name: restore_settled
-- A SettledRow, whatever stands there.
UPDATE pending SET settled = ?4, state = ?5 WHERE mem = ?1 AND place = ?2 AND seq = ?3;

-- name: restore_tops
-- See faults_top.
UPDATE step SET top = wanted.top FROM (
    SELECT kid, slot, vf, s0, top AS found, nullif(max(vf) OVER (PARTITION BY kid ORDER BY s0), vf) AS top
    FROM step WHERE mem = ?1
) AS wanted
WHERE step.mem = ?1 AND step.kid = wanted.kid AND step.slot = wanted.slot AND step.vf = wanted.vf
    AND step.s0 = wanted.s0 AND wanted.found IS NOT wanted.top;

-- name: remove_head
DELETE FROM head WHERE mem = ?1;

-- name: indexes
-- No parameters. The names of all indexes, those of the folds first.
SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
ORDER BY tbl_name IN ('journal', 'body', 'mem'), name;

-- name: reindex
-- No parameters: a name takes the place of "%s".
REINDEX "%s";
