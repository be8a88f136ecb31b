import { h } from "../dom.js";
import { verdictBadge, verdictIcon } from "../verdicts.js";
import { intervalBar, scaleAxis } from "../interval_bar.js";

export function drawEmpty() {
  return [h("section", { class: "empty" },
    h("h1", {}, "Nothing has been measured yet"),
    h("p", {}, "Measure every scenario, before against after, side by side, in about three minutes:"),
    h("pre", {}, h("code", {}, "ci/nightly --quick")),
    h("p", {}, "or one scenario in a few seconds:"),
    h("pre", {}, h("code", {}, "build/tandem run client/in_flight_set")),
    h("p", { class: "quiet" }, "Then reload this page."))];
}

export function drawOverview(view) {
  const rows = view.rows.map((row) => ({ row, element: drawRow(row, view.scale) }));
  const filter = new Filter(rows);
  return [drawHeadline(view, filter), drawTrouble(view.rows), filter.searchField(), drawTable(view, rows, filter)];
}

function drawHeadline(view, filter) {
  const counts = view.counts.flatMap((each, index) => [index > 0 ? ", " : null, filter.verdictSwitch(each)]);
  return h("section", { class: "headline" },
    h("h1", {}, `${view.state} `, h("a", { href: `/?run=${encodeURIComponent(view.runId)}`, title: view.moment }, view.age),
      ` ${view.place}: `, counts.length > 0 ? counts : "nothing was compared", counts.length > 0 ? ` of ${view.all}.` : "."),
    h("p", { class: "quiet" }, `${view.moment} · ${view.kind} · took ${view.elapsed}`, view.notes.map((note) => ` · ${note}`)));
}

function drawTrouble(rows) {
  const broken = rows.filter((row) => row.failure);
  if (broken.length === 0) return null;
  return h("section", { class: "trouble", "aria-label": "Broken measurements" },
    broken.map((row) => h("p", {}, verdictIcon("invalid"), h("a", { href: row.link }, row.scenario), " ",
      h("span", { class: "parameters" }, row.parameters), ` ${row.failure.message}`)));
}

// A header cell. The narrow ones sort: their button tells so, and aria-sort says which does.
const kColumns = [
  { label: "Verdict", name: "verdict" },
  { label: "Scenario", name: "scenario", key: (row) => row.scenario },
  { label: "Before → after", name: "variants" },
  { label: null, name: "bar" },
  { label: "Median speedup", name: "median", key: (row) => row.median_speedup },
  { label: "Mean speedup", name: "mean", key: (row) => row.mean_speedup },
  { label: "Before", name: "quantity", key: null },
  { label: "After", name: "quantity", key: null },
  { label: "Reported", name: "reported", key: (row) => row.reported?.speedup },
];

function drawTable(view, rows, filter) {
  const body = h("tbody", {}, rows.map(({ element }) => element));
  const heads = kColumns.map((column) => drawHead(column, view.scale, rows, body));
  return h("div", { class: "scrolls", role: "region", "aria-label": "Comparisons", tabindex: "0" },
    h("table", { class: "comparisons" },
      h("caption", { class: "unseen" }, "Comparisons of the run, trouble first"),
      h("thead", {}, h("tr", {}, heads)), body), filter.nothingLeft);
}

function drawHead(column, scale, rows, body) {
  if (column.label === null) return h("th", { scope: "col", class: column.name }, scaleAxis(scale));
  if (!column.key) return h("th", { scope: "col", class: column.name }, column.label);
  const head = h("th", { scope: "col", class: column.name });
  head.append(h("button", { type: "button", onclick: () => sortBy(column, head, rows, body) }, column.label));
  return head;
}

function sortBy(column, head, rows, body) {
  const ascending = head.getAttribute("aria-sort") === "descending";
  for (const each of head.parentElement.children) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  const sign = ascending ? 1 : -1;
  const compare = (a, b) => {
    const [x, y] = [column.key(a.row), column.key(b.row)];
    if (x == null || y == null) return (x == null) - (y == null); // what has no figure stands last
    return sign * (typeof x === "string" ? x.localeCompare(y) : x - y);
  };
  body.append(...[...rows].sort(compare).map(({ element }) => element));
}

function drawRow(row, scale) {
  return h("tr", {},
    h("td", { class: "verdict" }, verdictBadge(row.verdict)),
    h("th", { scope: "row", class: "scenario" }, h("a", { href: row.link }, row.scenario),
      row.parameters && h("span", { class: "parameters" }, row.parameters)),
    h("td", { class: "variants" }, h("span", { class: "before" }, row.before.variant), " ",
      h("span", { class: "after" }, row.after.variant, row.role && h("span", { class: "role" }, row.role))),
    h("td", { class: "bar" }, row.median_speedup !== null && intervalBar(row, scale)),
    speedupCell("median", row),
    speedupCell("mean", row),
    h("td", { class: "quantity" }, row.text.before_median ?? "–"),
    h("td", { class: "quantity" }, row.text.after_median ?? "–"),
    h("td", { class: "reported" }, row.text.reported_speedup
      ? h("span", { title: `${row.reported.source}: ${row.reported.metric}` }, row.text.reported_speedup) : "–"));
}

function speedupCell(name, row) {
  const speedup = row.text[`${name}_speedup`];
  if (!speedup) return h("td", { class: name }, "–");
  return h("td", { class: name }, h("span", { class: "speedup" }, speedup), " ",
    h("span", { class: "change" }, row.text[`${name}_change`]), " ",
    h("span", { class: "interval" }, row.text[`${name}_interval`] ?? "no interval"));
}

// Which rows are shown: those whose verdict is switched on and that hold every word searched for.
class Filter {
  #rows;
  #verdicts = new Set();
  #words = [];

  constructor(rows) {
    this.#rows = rows;
    this.nothingLeft = h("p", { class: "quiet nothing", hidden: true }, "No comparison fits the filter.");
  }

  verdictSwitch({ verdict, count }) {
    return h("button", { type: "button", class: `verdict ${verdict}`, "aria-pressed": "false", title: `Show only ${verdict}`,
      onclick: (event) => this.#toggle(verdict, event.currentTarget) }, verdictIcon(verdict), `${count} ${verdict}`);
  }

  searchField() {
    return h("search", {}, h("input", { type: "search", placeholder: "Filter by scenario, parameter, variant", "aria-label": "Filter",
      "aria-keyshortcuts": "/", oninput: (event) => this.#search(event.currentTarget.value) }));
  }

  #toggle(verdict, button) {
    const on = !this.#verdicts.delete(verdict);
    if (on) this.#verdicts.add(verdict);
    button.setAttribute("aria-pressed", String(on));
    this.#apply();
  }

  #search(text) {
    this.#words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
    this.#apply();
  }

  #apply() {
    for (const { row, element } of this.#rows) element.hidden = !this.#fits(row);
    this.nothingLeft.hidden = this.#rows.some(({ element }) => !element.hidden);
  }

  #fits(row) {
    return (this.#verdicts.size === 0 || this.#verdicts.has(row.verdict)) && this.#words.every((word) => row.words.includes(word));
  }
}
