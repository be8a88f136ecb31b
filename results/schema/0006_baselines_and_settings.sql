-- Revisions that later ones are compared with, by name. Every setting of one is kept; the newest counts.
CREATE TABLE baseline (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  revision TEXT NOT NULL,  -- the whole commit hash
  subject TEXT NOT NULL,   -- first line of its message
  why TEXT NOT NULL,
  set_at TEXT NOT NULL
);
CREATE INDEX baseline_by_name ON baseline (name, id);

-- What was in force when a run began: every setting of its project as TOML, each with where it came from.
ALTER TABLE run ADD COLUMN settings TEXT NOT NULL DEFAULT '';
