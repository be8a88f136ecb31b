-- Results that others measured, as their files give them. They are no trials: no launch pair stands behind them.

CREATE TABLE recording (
  id INTEGER PRIMARY KEY,
  run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,   -- of the file among those of its run
  source TEXT NOT NULL,       -- the file as it was named
  format TEXT NOT NULL,
  recorded_at TEXT NOT NULL,  -- as the file says it, in whatever form
  extent TEXT NOT NULL,       -- 'whole' or 'cut_off'
  details TEXT NOT NULL       -- JSON of what is not searched: context, metrics, left_out, notices
);
CREATE INDEX recording_of_run ON recording (run, position);

-- `series` is JSON: [{"metric": index into details.metrics, "statistic": ..., "n": ..., "values": [...], ...}, ...]
CREATE TABLE recorded_scenario (
  recording BIGINT NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  scenario_index BIGINT NOT NULL,
  scenario BIGINT NOT NULL REFERENCES scenario (id),
  side TEXT NOT NULL,  -- 'alone', 'before' or 'after'
  label TEXT NOT NULL,
  series TEXT NOT NULL,
  PRIMARY KEY (recording, scenario_index)
);
