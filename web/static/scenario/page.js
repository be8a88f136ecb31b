// One comparison in depth: its launch pairs in run order, the two distributions, its history over runs.
import { fetchDocument } from "../api.js";
import { drawScenario } from "./draw.js";
import { shapeScenario } from "./shape.js";

const kParameters = ["name", "parameters", "before", "after", "run"];

export async function scenarioPage(query) {
  const charts = import("/charts.js"); // arrives while the figures are fetched
  const asked = Object.fromEntries(kParameters.map((name) => [name, query.get(name)]));
  const view = shapeScenario(await fetchDocument("/scenario", asked));
  const { content, canvases } = drawScenario(view);
  return {
    title: view.name,
    content,
    drawn: async () => (await charts).drawCharts(canvases, view),
  };
}
