// Every page of the dashboard: one row, one folder. The server answers the same paths (web/server/dispatcher.cc).
import { overviewPage } from "./overview/page.js";
import { runsPage } from "./runs/page.js";
import { scenarioPage } from "./scenario/page.js";

// `show` gets the query of the address and returns, as a promise, the page's title and content.
export const kPages = [
  { path: "/", label: "Overview", show: overviewPage },
  { path: "/runs", label: "Runs", show: runsPage },
  { path: "/scenario", label: null, show: scenarioPage }, // reached from the others
];
