-- Of what line a database is: eight bytes, zeros in one that was made, others in one that was restored or salvaged. So
-- that nobody takes what comes after a restored record for what once came after it.
ALTER TABLE meta ADD COLUMN epoch BLOB NOT NULL DEFAULT x'0000000000000000';
