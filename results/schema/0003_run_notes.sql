-- How a run was measured, beyond what its comparisons say: which design decides, what was left out and why.
ALTER TABLE run ADD COLUMN notes TEXT NOT NULL DEFAULT '[]';  -- JSON: ["sentence", ...]
