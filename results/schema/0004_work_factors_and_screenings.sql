-- A variant that did so many times the work of the others, recorded as theirs: a slowdown of known size.
ALTER TABLE trial_variant ADD COLUMN work_factor DOUBLE PRECISION NOT NULL DEFAULT 1;

-- trial.purpose may be 'screening' as well: launch pairs that made a suspect of a change, which is judged on those of
-- another trial at the same position. Its own are never judged.
