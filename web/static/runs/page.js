// The runs in the store, newest first.
import { fetchDocument } from "../api.js";
import { drawRuns } from "./draw.js";
import { shapeRuns } from "./shape.js";

export async function runsPage(query) {
  const runs = await fetchDocument("/runs", { limit: query.get("limit"), before: query.get("before") });
  return { title: "Runs", content: drawRuns(shapeRuns(runs, Date.now())) };
}
