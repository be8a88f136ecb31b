// From the API's list of runs to rows.
import { age, moment } from "../time.js";
import { kVerdicts } from "../verdicts.js";

export function shapeRuns(document, now) {
  return {
    rows: document.runs.map((run) => ({
      id: run.id,
      link: `/?run=${encodeURIComponent(run.id)}`,
      moment: moment(run.started_at),
      age: age(run.started_at, now),
      kind: run.kind,
      state: run.state,
      preset: run.preset,
      elapsed: run.text.elapsed,
      commandLine: run.command_line,
      counts: kVerdicts.map((verdict) => ({ verdict, count: run.counts[verdict] })).filter((each) => each.count > 0),
    })),
    next: document.next === null ? null : document.next.replace("/api/v1", ""),
  };
}
