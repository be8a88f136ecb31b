// A logarithmic scale of speedups, shared by all rows of a table: x2 and x0.5 are equally far from x1.

const kTicks = [0.125, 0.25, 0.5, 0.667, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.25, 1.5, 2, 4, 8];
const kFarthest = Math.log(8); // beyond, a mark lies on the edge and is an arrow
const kNearest = Math.log(1.05); // noise is not blown up to fill the scale
const kTickGap = 0.13; // of the width, so that labels keep apart

function ratiosOf(comparison) {
  return [comparison.median_speedup, comparison.mean_speedup, ...(comparison.median_speedup_interval ?? []),
    ...(comparison.mean_speedup_interval ?? []), comparison.reported?.speedup].filter((ratio) => ratio > 0);
}

// { place(ratio) -> 0..1, ticks: [{ place, label }] }
export function speedupScale(comparisons) {
  const logs = comparisons.flatMap(ratiosOf).map(Math.log);
  const low = Math.max(-kFarthest, Math.min(-kNearest, ...logs)) * 1.06;
  const high = Math.min(kFarthest, Math.max(kNearest, ...logs)) * 1.06;
  const place = (ratio) => (Math.min(high, Math.max(low, Math.log(ratio))) - low) / (high - low);
  const ticks = [];
  for (const ratio of [1, ...kTicks]) { // x1 is always there
    const at = place(ratio);
    if (at > 0.03 && at < 0.97 && ticks.every((tick) => Math.abs(tick.place - at) >= kTickGap)) {
      ticks.push({ place: at, label: `x${ratio}` });
    }
  }
  return { place, ticks };
}
