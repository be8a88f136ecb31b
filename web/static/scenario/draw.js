import { h } from "../dom.js";
import { verdictBadge, verdictIcon } from "../verdicts.js";

const kKey = [h("span", { class: "key before" }, "before"), h("span", { class: "key after" }, "after")];

// Returns the content and the canvases that charts.js draws on, by name.
export function drawScenario(view) {
  const canvases = {};
  const figure = (name, title, label, note) => {
    canvases[name] = h("canvas", { role: "img", "aria-label": label });
    return h("figure", { class: name }, h("figcaption", {}, h("h2", {}, title), note && h("p", { class: "quiet" }, note)),
      h("div", { class: "plot" }, canvases[name]));
  };
  const { comparison } = view;
  const content = [drawTitle(view), drawVerdict(view), drawSiblings(view)];
  if (view.history.length > 0) {
    content.push(figure("history", "Speedup over runs", `Median speedup of ${view.name} over ${view.history.length} runs, with its interval; the table below has the figures`,
      "The median with its interval. Drag to zoom, click a point to open its run."));
  }
  if (view.launchPairs.length > 0) {
    content.push(h("div", { class: "figures" },
      figure("pairs", "Each launch pair's speedup", `Speedup of each of ${comparison.launch_pairs} launch pairs in run order; the table below has the figures`,
        "In run order. Band: the median's interval."),
      view.batches && figure("batches", "Every batch, in run order", `Every batch of before and after in run order, in ${view.unit}`,
        [kKey, " A slope is drift; a launch that stands apart is a launch, not noise."]),
      view.distributions && figure("distributions", "Launch pairs, side by side", `Distribution over launch pairs of before and after, in ${view.unit}`,
        "One point is one launch pair's median.")));
    content.push(drawLaunchPairs(view));
  }
  if (view.history.length > 0) content.push(drawHistory(view));
  return { content, canvases };
}

function drawTitle(view) {
  return h("section", { class: "title" },
    h("h1", {}, view.name),
    view.parameters && h("p", { class: "parameters" }, view.parameters),
    h("p", { class: "variants" }, h("span", { class: "before" }, view.comparison.before.variant), " ",
      h("span", { class: "after" }, view.comparison.after.variant,
        view.comparison.after.role !== "after" && h("span", { class: "role" }, view.comparison.after.role))));
}

function drawVerdict(view) {
  const { comparison, run } = view;
  const { text } = comparison;
  return h("section", { class: "judgement" },
    h("p", { class: "sentence" }, verdictBadge(comparison.verdict), " ", text.reason),
    comparison.failure?.stderr_tail && h("pre", { class: "stderr", tabindex: "0", "aria-label": "The last lines the worker wrote" }, comparison.failure.stderr_tail),
    h("dl", {},
      speedupEntry("Median speedup", "median", text),
      speedupEntry("Mean speedup", "mean", text),
      view.reported && entry("Reported", h("b", {}, text.reported_speedup), ` ${view.reported.metric}, ${view.reported.source}`),
      text.before_median && entry("Median before → after", h("b", {}, `${text.before_median} → ${text.after_median}`)),
      entry("Decided by", `${comparison.metric.name}, ${comparison.launch_pairs} launch pairs, tolerance ${text.tolerance}`,
        text.noise_floor && `, noise floor ${text.noise_floor}`),
      entry("Run", h("a", { href: run.link }, run.moment), ` ${view.place}`)),
    comparison.warnings.map((warning) => h("p", { class: "warning" }, warning)));
}

function entry(term, ...description) {
  return h("div", {}, h("dt", {}, term), h("dd", {}, description));
}

function speedupEntry(term, name, text) {
  if (!text[`${name}_speedup`]) return null;
  return entry(term, h("b", {}, text[`${name}_speedup`]), " ", h("span", { class: "change" }, text[`${name}_change`]), " ",
    h("span", { class: "interval" }, text[`${name}_interval`] ?? "no interval"));
}

function drawSiblings(view) {
  if (view.siblings.length < 2) return null;
  return h("nav", { class: "siblings", "aria-label": "Other comparisons of this scenario" }, view.siblings.map((each) =>
    h("a", { href: each.link, "aria-current": each.current ? "page" : null }, verdictIcon(each.verdict),
      [each.parameters, each.after].filter((part) => part !== "").join(" · "), h("span", { class: "unseen" }, ` ${each.verdict}`))));
}

function table(name, heads, rows) {
  return h("details", { class: "table" }, h("summary", {}, name),
    h("div", { class: "scrolls", role: "region", "aria-label": name, tabindex: "0" },
      h("table", {}, h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, rows))));
}

function drawLaunchPairs(view) {
  return table("Launch pairs as a table", ["Launch pair", "Median before", "Median after", "Speedup"], view.launchPairs.map((pair) =>
    h("tr", {}, h("th", { scope: "row" }, String(pair.number)), h("td", {}, pair.text.before_median),
      h("td", {}, pair.text.after_median), h("td", {}, pair.text.speedup))));
}

function drawHistory(view) {
  return table("History as a table", ["Run", "Verdict", "Median speedup", "Change", "Interval", "Mean speedup", "Revision"],
    [...view.history].reverse().map((point) =>
      h("tr", { class: point.current ? "current" : null }, h("th", { scope: "row" }, h("a", { href: point.link }, point.moment)),
        h("td", {}, verdictBadge(point.verdict)), h("td", {}, point.text.median_speedup ?? "–"), h("td", {}, point.text.median_change ?? "–"),
        h("td", {}, point.text.median_interval ?? "–"), h("td", {}, point.text.mean_speedup ?? "–"), h("td", {}, h("code", {}, point.revision)))));
}
