// From the API's overview to what is drawn. Only order, words and places on a scale are made here, no figures.
import { speedupScale } from "../scale.js";
import { age, moment } from "../time.js";
import { kVerdicts } from "../verdicts.js";

const kStates = {
  running: "A run that is still going on, started",
  done: "Last run,",
  interrupted: "Last run, interrupted,",
  failed: "Last run, failed,",
};

export function shapeOverview(overview, now) {
  const { run, comparisons, counts } = overview;
  return {
    state: kStates[run.state],
    age: age(run.started_at, now),
    moment: moment(run.started_at),
    place: overview.place,
    runId: run.id,
    kind: run.kind,
    elapsed: run.text.elapsed,
    notes: overview.machine.notes,
    counts: kVerdicts.map((verdict) => ({ verdict, count: counts[verdict] })).filter((each) => each.count > 0),
    all: counts.all,
    rows: comparisons.map(shapeRow),
    scale: speedupScale(comparisons),
  };
}

function shapeRow(comparison) {
  return {
    ...comparison,
    words: [comparison.scenario, comparison.text.parameters, comparison.before.variant, comparison.after.variant, comparison.verdict]
      .join(" ").toLowerCase(),
    parameters: comparison.text.parameters,
    reported: comparison.text.reported_speedup ? comparison.reported : null, // only after is held against what was reported
    role: comparison.after.role === "after" ? null : comparison.after.role,
  };
}
