// The charts, a bundle of its own: only pages that draw on a canvas load it.
import { BoxAndWiskers, BoxPlotController } from "@sgratzl/chartjs-chart-boxplot";
import { CategoryScale, Chart, Filler, LinearScale, LineController, LineElement, LogarithmicScale, PointElement, ScatterController, Tooltip } from "chart.js";
import { LineWithErrorBarsController, PointWithErrorBar } from "chartjs-chart-error-bars";
import annotation from "chartjs-plugin-annotation";
import zoom from "chartjs-plugin-zoom";

import { batchesChart } from "./charts/batches.js";
import { distributionsChart } from "./charts/distributions.js";
import { historyChart } from "./charts/history.js";
import { pairsChart } from "./charts/pairs.js";
import { palette } from "./charts/palette.js";

Chart.register(annotation, BoxAndWiskers, BoxPlotController, CategoryScale, Filler, LinearScale, LineController, LineElement,
  LineWithErrorBarsController, LogarithmicScale, PointElement, PointWithErrorBar, ScatterController, Tooltip, zoom);

const kCharts = { history: historyChart, pairs: pairsChart, batches: batchesChart, distributions: distributionsChart };

// Draws on each canvas the chart of its name, and again in other colours whenever the theme changes.
export function drawCharts(canvases, view) {
  let charts = [];
  const draw = () => {
    for (const chart of charts) chart.destroy();
    const colours = palette();
    charts = Object.entries(canvases).map(([name, canvas]) => new Chart(canvas, kCharts[name](view, colours)));
  };
  draw();
  addEventListener("themechange", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}
