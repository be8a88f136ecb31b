import { h } from "../dom.js";
import { verdictIcon } from "../verdicts.js";

export function drawRuns(view) {
  if (view.rows.length === 0) {
    return [h("section", { class: "empty" }, h("h1", {}, "No runs yet"), h("p", {}, "The first one takes about three minutes:"),
      h("pre", {}, h("code", {}, "ci/nightly --quick")))];
  }
  return [h("h1", {}, "Runs"), h("div", { class: "scrolls", role: "region", "aria-label": "Runs", tabindex: "0" },
    h("table", { class: "runs" },
      h("thead", {}, h("tr", {}, ["Started", "Age", "Kind", "State", "Took", "Verdicts", "Command"].map((label) =>
        h("th", { scope: "col" }, label)))),
      h("tbody", {}, view.rows.map(drawRow)))),
    view.next && h("p", {}, h("a", { href: view.next, rel: "next" }, "Older runs"))];
}

function drawRow(row) {
  return h("tr", {},
    h("th", { scope: "row" }, h("a", { href: row.link }, row.moment)),
    h("td", { class: "quiet" }, row.age),
    h("td", {}, row.kind, row.preset && h("span", { class: "parameters" }, row.preset)),
    h("td", { class: `state ${row.state}` }, row.state),
    h("td", { class: "quantity" }, row.elapsed),
    h("td", { class: "counts" }, row.counts.map(({ verdict, count }) =>
      h("span", { class: `verdict ${verdict}`, title: verdict }, verdictIcon(verdict), String(count), h("span", { class: "unseen" }, ` ${verdict}`)))),
    h("td", {}, h("code", {}, row.commandLine)));
}
