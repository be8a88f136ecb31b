// Every batch of both variants in run order: what drifts, what warms up, which launch stands apart.
import { faded, kShared, launchPairScale, scale, tooltip } from "./palette.js";

export function batchesChart(view, colours) {
  const series = (name) => ({ label: name, data: view.batches[name], pointRadius: 1.8, pointBackgroundColor: faded(colours[name], 0.75), pointBorderWidth: 0,
    pointStyle: name === "before" ? "circle" : "rectRot" });
  return {
    type: "scatter",
    data: { datasets: [series("before"), series("after")] },
    options: {
      ...kShared,
      parsing: false,
      scales: {
        x: launchPairScale(colours, view.launchPairs.length),
        y: scale(colours, view.unit, { grace: "5%" }),
      },
      plugins: {
        tooltip: tooltip(colours, { label: (item) => `${item.dataset.label}, launch pair ${Math.round(item.parsed.x)}` }),
      },
    },
  };
}
