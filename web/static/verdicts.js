// The verdicts in the order that pages list them, each with a shape of its own: colour is never the only sign.
import { h, s } from "./dom.js";

export const kVerdicts = ["invalid", "regressed", "mixed", "improved", "undecided", "unchanged"];

// Outlines on a grid of 16 by 16.
const kShapes = {
  improved: "M8 2.5 14 13H2z",
  regressed: "M8 13.5 2 3h12z",
  unchanged: "M2.5 5h11v2.2h-11zM2.5 9h11v2.2h-11z",
  undecided: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zm0 1.8a4.7 4.7 0 1 0 0 9.4 4.7 4.7 0 0 0 0-9.4z",
  mixed: "M8 1.5 14.5 8 8 14.5 1.5 8zM8 4v8l4-4z",
  invalid: "M3.6 2 8 6.4 12.4 2 14 3.6 9.6 8l4.4 4.4-1.6 1.6L8 9.6 3.6 14 2 12.4 6.4 8 2 3.6z",
};

export function verdictIcon(verdict) {
  return s("svg", { viewBox: "0 0 16 16", class: `icon ${verdict}`, "aria-hidden": "true" },
    s("path", { d: kShapes[verdict], "fill-rule": "evenodd" }));
}

// Symbol and word.
export function verdictBadge(verdict) {
  return h("span", { class: `verdict ${verdict}` }, verdictIcon(verdict), verdict);
}
