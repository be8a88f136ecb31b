-- What is known about a machine: the change that its A/A pairs stay within. And trials that check the measurement.

-- Every calibration is kept; the newest counts. `machine` is a fingerprint: a floor outlives an update of the kernel.
CREATE TABLE noise_floor (
  machine TEXT NOT NULL,
  scenario BIGINT NOT NULL REFERENCES scenario (id),
  made_at TEXT NOT NULL,
  value DOUBLE PRECISION NOT NULL,  -- fraction
  runs BIGINT NOT NULL,             -- how many A/A pairs it was learned from
  PRIMARY KEY (machine, scenario, made_at)
);

-- 'change' or 'canary': a canary's comparisons stand beside the run's, not among them.
ALTER TABLE trial ADD COLUMN purpose TEXT NOT NULL DEFAULT 'change';

-- The list of runs counts from these two alone, without a look at the tables.
DROP INDEX trial_of_run;
CREATE INDEX trial_of_run ON trial (run, purpose);
DROP INDEX comparison_of_run;
CREATE INDEX comparison_of_run ON comparison (run, verdict, trial);
