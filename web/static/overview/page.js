// The page that people open every morning: how the last run went.
import { fetchDocument } from "../api.js";
import { drawEmpty, drawOverview } from "./draw.js";
import { shapeOverview } from "./shape.js";

export async function overviewPage(query) {
  const overview = await fetchDocument("/overview", { run: query.get("run") });
  if (overview.run === null) return { title: null, content: drawEmpty() };
  return { title: null, content: drawOverview(shapeOverview(overview, Date.now())) };
}
