// Each launch pair's speedup in run order, about the median and its interval.
import { ratio, speedupTicks } from "./history.js";
import { faded, kShared, launchPairScale, scale, speedupEnds, speedupMarks, tooltip, verdictColour } from "./palette.js";

export function pairsChart(view, colours) {
  const { comparison, launchPairs } = view;
  return {
    type: "scatter",
    data: { datasets: [{ data: launchPairs.map((pair) => ({ x: pair.number, y: pair.speedup })), pointRadius: 4,
      pointBackgroundColor: colours.after, pointBorderColor: colours.surface }] },
    options: {
      ...kShared,
      scales: {
        x: launchPairScale(colours, launchPairs.length),
        y: scale(colours, null, { type: "logarithmic", ...shown(view), afterBuildTicks: speedupTicks, ticks: { callback: ratio } }),
      },
      plugins: {
        tooltip: tooltip(colours, { label: (item) => lines(launchPairs[item.dataIndex]) }),
        annotation: { annotations: { ...speedupMarks(comparison, colours), ...medianMarks(comparison, colours) } },
      },
    },
  };
}

function lines({ number, text }) {
  return [`launch pair ${number}: ${text.speedup}`, `${text.before_median} → ${text.after_median}`];
}

function shown({ comparison, launchPairs }) {
  return speedupEnds([...launchPairs.map((pair) => pair.speedup), ...(comparison.median_speedup_interval ?? [])]);
}

function medianMarks(comparison, colours) {
  if (comparison.median_speedup === null) return {};
  const colour = verdictColour(comparison.verdict, colours);
  const marks = { median: { type: "line", yMin: comparison.median_speedup, yMax: comparison.median_speedup, borderColor: colour, borderWidth: 1.5 } };
  if (comparison.median_speedup_interval !== null) {
    const [low, high] = comparison.median_speedup_interval;
    marks.interval = { type: "box", yMin: low, yMax: high, backgroundColor: faded(colour, 0.18), borderWidth: 0, drawTime: "beforeDatasetsDraw" };
  }
  return marks;
}
