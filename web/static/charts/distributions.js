// The two distributions over launch pairs side by side: a box from ten points on, the bare points below that.
import { faded, kShared, scale, tooltip } from "./palette.js";

const kFewestForABox = 10; // the quartiles of fewer points are guesses

export function distributionsChart(view, colours) {
  const names = ["before", "after"];
  const pairs = view.launchPairs.length;
  return {
    type: pairs >= kFewestForABox ? "boxplot" : "scatter",
    data: { labels: names, datasets: pairs >= kFewestForABox ? [boxes(view, names, colours)] : names.map((name, at) => strip(view, name, at, colours)) },
    options: {
      ...kShared,
      scales: {
        x: pairs >= kFewestForABox ? scale(colours, null) : scale(colours, null, { type: "linear", min: -0.5, max: 1.5,
          afterBuildTicks: (axis) => { axis.ticks = [{ value: 0 }, { value: 1 }]; }, ticks: { callback: (at) => names[at] } }),
        y: scale(colours, view.unit, { beginAtZero: false, ...ends(view), ticks: { includeBounds: false } }),
      },
      plugins: { tooltip: tooltip(colours, { title: () => "", label: (item) => lines(view, names[item.dataset.side ?? item.dataIndex]) }) },
    },
  };
}

function ends({ distributions: { before, after } }) {
  const low = Math.min(before.min, after.min);
  const high = Math.max(before.max, after.max);
  return { min: low - (high - low) * 0.1, max: high + (high - low) * 0.1 };
}

function boxes(view, names, colours) {
  return {
    data: names.map((name) => view.distributions[name]),
    backgroundColor: names.map((name) => faded(colours[name], 0.25)),
    borderColor: names.map((name) => colours[name]),
    borderWidth: 1.5,
    itemRadius: 2.5,
    itemStyle: "circle",
    itemBackgroundColor: names.map((name) => faded(colours[name], 0.8)),
    itemBorderWidth: 0,
    outlierRadius: 0,
    meanRadius: 0,
    maxBarThickness: 70,
  };
}

function strip(view, name, at, colours) {
  return { side: at, data: view.distributions[name].items.map((y) => ({ x: at, y })), pointRadius: 4, pointBackgroundColor: faded(colours[name], 0.75) };
}

function lines(view, name) {
  const { text } = view.distributions[name];
  return [name, `median ${text.median}`, `quartiles ${text.q1} to ${text.q3}`, `range ${text.min} to ${text.max}`];
}
