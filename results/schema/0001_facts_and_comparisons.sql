-- The facts of a run, and the comparisons that were judged from them. results/README.md explains every table.
--
-- Runs unchanged on SQLite and on PostgreSQL, but for "INTEGER PRIMARY KEY": the database numbers such a column itself,
-- and a PostgreSQL Db declares it as an identity. Integers are BIGINT, unsigned 64-bit values keep their bits, times are
-- RFC 3339 text in UTC, enumerations are the words of harness/model. Indexes of lists end in _index and start at 0.

CREATE TABLE machine (
  id INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  cpu_model TEXT NOT NULL,
  cores BIGINT NOT NULL,
  memory_bytes BIGINT NOT NULL,
  kernel TEXT NOT NULL,
  hypervisor TEXT NOT NULL,
  clock_source TEXT NOT NULL,
  governor TEXT NOT NULL,
  UNIQUE (fingerprint, cpu_model, cores, memory_bytes, kernel, hypervisor, clock_source, governor)
);

CREATE TABLE build (
  id INTEGER PRIMARY KEY,
  program TEXT NOT NULL,
  revision TEXT NOT NULL,
  compiler TEXT NOT NULL,
  flags TEXT NOT NULL,
  allocator TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  UNIQUE (program, revision, compiler, flags, allocator, sha256)
);

-- `process` says which process measures, so that a run left behind by a killed one can be told from a living one.
CREATE TABLE run (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT NOT NULL,
  seed BIGINT NOT NULL,
  preset TEXT NOT NULL,
  harness_version TEXT NOT NULL,
  command_line TEXT NOT NULL,
  rule TEXT NOT NULL,  -- declared before the first launch pair: a run that was killed is judged by it all the same
  batch_seconds DOUBLE PRECISION NOT NULL,
  elapsed_seconds DOUBLE PRECISION NOT NULL,
  machine BIGINT NOT NULL REFERENCES machine (id),
  machine_notes TEXT NOT NULL,  -- JSON: ["sentence", ...]
  process TEXT NOT NULL
);

-- A scenario at one parameter point. `parameters` is the label "ops=33289 order=sorted" by which it is looked up,
-- `parameter_values` the exact values as JSON: [["ops", 33289], ["order", "sorted"]].
CREATE TABLE scenario (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  parameters TEXT NOT NULL,
  parameter_values TEXT NOT NULL,
  UNIQUE (name, parameter_values)
);
CREATE INDEX scenario_by_label ON scenario (name, parameters);

CREATE TABLE trial (
  id INTEGER PRIMARY KEY,
  run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,  -- in the run's plan, which is the order of its report; trials begin in a random order
  scenario BIGINT NOT NULL REFERENCES scenario (id),
  unit_of_work TEXT NOT NULL,
  threads BIGINT NOT NULL,
  metric TEXT NOT NULL,
  metrics TEXT NOT NULL,  -- JSON: [["wall_time", "ns", "lower_is_better"], ...], the value columns of its batches
  iterations BIGINT NOT NULL,
  reported TEXT           -- JSON: {"source": ..., "metric": ..., "speedup": ..., "note": ...}
);
CREATE INDEX trial_of_run ON trial (run);

CREATE TABLE trial_variant (
  trial BIGINT NOT NULL REFERENCES trial (id) ON DELETE CASCADE,
  variant_index BIGINT NOT NULL,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  build BIGINT NOT NULL REFERENCES build (id),
  PRIMARY KEY (trial, variant_index)
);

-- `batches` is a table of little-endian IEEE 754 doubles, one row a batch, in the order they ran. Its columns are
--   variant, round, slot, started_ns, iterations, items, then one per entry of trial.metrics (NaN: none was given).
CREATE TABLE launch_pair (
  trial BIGINT NOT NULL REFERENCES trial (id) ON DELETE CASCADE,
  pair_index BIGINT NOT NULL,
  seed BIGINT NOT NULL,
  elapsed_ns DOUBLE PRECISION NOT NULL,
  batches BYTEA NOT NULL,
  PRIMARY KEY (trial, pair_index)
);

CREATE TABLE failure (
  trial BIGINT PRIMARY KEY REFERENCES trial (id) ON DELETE CASCADE,
  stage TEXT NOT NULL,
  variant TEXT NOT NULL,
  message TEXT NOT NULL,
  stderr_tail TEXT NOT NULL
);

-- As judged, with the rule that judged. Absent figures are NULL. `run` and the names of the variants repeat what the
-- trial says, so that a list or a history reads one index.
CREATE TABLE comparison (
  trial BIGINT NOT NULL REFERENCES trial (id) ON DELETE CASCADE,
  comparison_index BIGINT NOT NULL,
  run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  scenario BIGINT NOT NULL REFERENCES scenario (id),
  before_variant TEXT NOT NULL,
  before_role TEXT NOT NULL,
  before_build BIGINT NOT NULL REFERENCES build (id),
  after_variant TEXT NOT NULL,
  after_role TEXT NOT NULL,
  after_build BIGINT NOT NULL REFERENCES build (id),
  verdict TEXT NOT NULL,
  rule TEXT NOT NULL,
  unit_of_work TEXT NOT NULL,
  metric_name TEXT NOT NULL,
  metric_unit TEXT NOT NULL,
  metric_direction TEXT NOT NULL,
  launch_pairs BIGINT NOT NULL,
  before_median DOUBLE PRECISION,
  after_median DOUBLE PRECISION,
  before_mean DOUBLE PRECISION,
  after_mean DOUBLE PRECISION,
  median_speedup DOUBLE PRECISION,
  median_speedup_low DOUBLE PRECISION,
  median_speedup_high DOUBLE PRECISION,
  mean_speedup DOUBLE PRECISION,
  mean_speedup_low DOUBLE PRECISION,
  mean_speedup_high DOUBLE PRECISION,
  decision_speedup DOUBLE PRECISION,
  decision_speedup_low DOUBLE PRECISION,
  decision_speedup_high DOUBLE PRECISION,
  confidence DOUBLE PRECISION NOT NULL,
  tolerance DOUBLE PRECISION NOT NULL,
  noise_floor DOUBLE PRECISION,
  minimum_detectable_effect DOUBLE PRECISION,
  launch_pairs_needed BIGINT,
  details TEXT NOT NULL,     -- JSON of what is neither searched nor listed: other_metric, reported, failure, warnings
  estimates BYTEA NOT NULL,  -- doubles as above, one row a launch pair: before_median, after_median, before_mean,
                             -- after_mean, log_speedup
  PRIMARY KEY (trial, comparison_index)
);
CREATE INDEX comparison_of_run ON comparison (run, verdict);
CREATE INDEX comparison_history ON comparison (scenario, before_variant, after_variant, run);
