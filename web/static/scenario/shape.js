// From the API's scenario to what is drawn: series of points, each with the text that belongs to it.
import { moment } from "../time.js";

export function shapeScenario(document) {
  const { comparison, run } = document;
  return {
    name: comparison.scenario,
    parameters: comparison.text.parameters,
    comparison,
    reported: comparison.text.reported_speedup ? comparison.reported : null,
    run: { ...run, moment: moment(run.started_at), link: `/?run=${encodeURIComponent(run.id)}` },
    place: document.place,
    siblings: document.siblings.map((each) => ({ ...each, current: each.link === comparison.link })),
    unit: comparison.metric.unit,
    launchPairs: document.launch_pairs.map((pair, index) => ({ ...pair, number: index + 1 })),
    batches: shapeBatches(document.batches),
    distributions: document.distributions,
    history: document.history.map((point) => shapeHistoryPoint(point, comparison, run)),
  };
}

// In run order: launch pair 1 fills the place from 0.5 to 1.5, and so on.
function shapeBatches(batches) {
  if (batches === null) return null;
  return { before: points(batches.before), after: points(batches.after) };
}

// Spread over the middle of its launch pair's place.
function points({ launch_pair: pairs, value: values }) {
  const sizes = new Map();
  for (const pair of pairs) sizes.set(pair, (sizes.get(pair) ?? 0) + 1);
  const seen = new Map();
  return values.map((y, index) => {
    const pair = pairs[index];
    const nth = seen.get(pair) ?? 0;
    seen.set(pair, nth + 1);
    return { x: pair + 0.6 + (0.8 * (nth + 0.5)) / sizes.get(pair), y };
  });
}

function shapeHistoryPoint(point, comparison, run) {
  const address = new URL(comparison.link, "http://localhost");
  address.searchParams.set("run", point.run);
  return {
    ...point,
    x: Date.parse(point.started_at),
    moment: moment(point.started_at),
    link: address.pathname + address.search,
    current: point.run === run.id,
  };
}
