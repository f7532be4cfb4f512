-- The fifth format: guards that are open, eight bytes for each (core/guards.py). Empty in all memories but a few.
ALTER TABLE head ADD COLUMN guards BLOB NOT NULL DEFAULT x'';
