// The median speedup over runs, with its interval as a band.
import { day } from "../time.js";
import { faded, kShared, scale, speedupEnds, speedupMarks, tooltip, verdictColour } from "./palette.js";

const kFewestForABand = 5; // a band through fewer runs is hardly seen: each then has a bar of its own
const kDay = 86_400_000;
const kShapes = { improved: "triangle", regressed: "triangle", unchanged: "circle", undecided: "circle", mixed: "rectRot", invalid: "crossRot" };

export function historyChart(view, colours) {
  const points = view.history;
  const band = (end) => points.map((point) => ({ x: point.x, y: point.median_speedup_interval?.[end] ?? null }));
  const { min, max } = shown(view);
  const broken = points.map((point) => ({ x: point.x, y: point.verdict === "invalid" ? min : null }));
  const edge = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0, spanGaps: false };
  return {
    type: "line",
    data: {
      datasets: [
        points.length < kFewestForABand ? withBars(medianLine(points, colours), points, colours) : medianLine(points, colours),
        { ...edge, label: "low", data: band(0) },
        { ...edge, label: "high", data: band(1), fill: "-1", backgroundColor: faded(colours.after, 0.2) },
        // A run that gave no figure leaves a gap, and a cross at the foot of it.
        { label: "invalid", data: broken, showLine: false, pointStyle: "crossRot", pointRadius: 6, pointHoverRadius: 8, borderWidth: 2.5,
          pointBorderColor: colours.invalid, clip: false },
      ],
    },
    options: {
      ...kShared,
      interaction: { mode: "nearest", axis: "x", intersect: false },
      onClick: (event, found) => { if (found.length > 0) location.assign(points[found[0].index].link); },
      scales: {
        x: scale(colours, null, { type: "linear", ...ends(points), afterBuildTicks: ticksAtMidnight, ticks: { callback: day } }),
        y: scale(colours, "median speedup", { type: "logarithmic", min, max, afterBuildTicks: speedupTicks, ticks: { callback: ratio } }),
      },
      plugins: {
        tooltip: { ...tooltip(colours, { title: ([item]) => points[item.dataIndex].moment, label: (item) => lines(points[item.dataIndex]) }),
          filter: (item) => item.dataset.label === "median" || item.dataset.label === "invalid" },
        annotation: { annotations: { ...speedupMarks(view.comparison, colours), ...reportedMark(view, colours), ...hereMark(points, colours) } },
        zoom: { zoom: { drag: { enabled: true, backgroundColor: faded(colours.after, 0.15) }, mode: "x" }, limits: { x: { minRange: kDay } } },
      },
    },
  };
}

function medianLine(points, colours) {
  return {
    label: "median",
    data: points.map((point) => ({ x: point.x, y: point.median_speedup })),
    borderColor: colours.after,
    borderWidth: 1.5,
    spanGaps: false,
    pointRadius: points.length > 200 ? 0 : points.map((point) => (point.current ? 6 : 4)),
    pointStyle: points.map((point) => kShapes[point.verdict]),
    pointRotation: points.map((point) => (point.verdict === "regressed" ? 180 : 0)),
    pointBackgroundColor: points.map((point) => (point.verdict === "undecided" ? colours.surface : verdictColour(point.verdict, colours))),
    pointBorderColor: points.map((point) => verdictColour(point.verdict, colours)),
    pointHoverRadius: 7,
  };
}

function withBars(line, points, colours) {
  const barColours = points.map((point) => verdictColour(point.verdict, colours));
  return {
    ...line,
    type: "lineWithErrorBars",
    data: points.map((point) => ({ x: point.x, y: point.median_speedup, yMin: point.median_speedup_interval?.[0], yMax: point.median_speedup_interval?.[1] })),
    errorBarColor: barColours,
    errorBarWhiskerColor: barColours,
    errorBarLineWidth: 1.5,
    errorBarWhiskerLineWidth: 1.5,
    errorBarWhiskerSize: 12,
  };
}

function lines(point) {
  const { text } = point;
  if (point.verdict === "invalid") return ["invalid: no figure"];
  return [`${point.verdict}: ${text.median_speedup} (${text.median_change})`, text.median_interval ?? "no interval",
    `mean ${text.mean_speedup}`, point.revision && `revision ${point.revision}`].filter(Boolean);
}

function ends(points) {
  const margin = Math.max(kDay / 2, (points.at(-1).x - points[0].x) * 0.02);
  return { min: points[0].x - margin, max: points.at(-1).x + margin };
}

function shown(view) {
  return speedupEnds([...view.history.flatMap((point) => [point.median_speedup, ...(point.median_speedup_interval ?? [])]), view.reported?.speedup]
    .filter((ratio) => ratio > 0));
}

// Whole days, at most about eight of them.
function ticksAtMidnight(axis) {
  const days = Math.max(1, Math.ceil((axis.max - axis.min) / kDay / 8));
  axis.ticks = [];
  for (let at = Math.ceil(axis.min / kDay) * kDay; at <= axis.max; at += days * kDay) axis.ticks.push({ value: at });
}

function reportedMark(view, colours) {
  const { reported } = view;
  if (!reported) return {};
  const highest = view.history.every((point) => !(point.median_speedup_interval?.[1] > reported.speedup));
  return { reported: { type: "line", yMin: reported.speedup, yMax: reported.speedup, borderColor: colours.mixed, borderWidth: 1, borderDash: [5, 4],
    label: { display: true, content: "reported", position: "end", color: colours.mixed, backgroundColor: faded(colours.surface, 0.8), padding: 2,
      font: { size: 11, weight: "normal" }, yAdjust: highest ? 11 : -11 } } };
}

function hereMark(points, colours) {
  const here = points.find((point) => point.current);
  if (!here || here === points.at(-1)) return {};
  return { here: { type: "line", xMin: here.x, xMax: here.x, borderColor: colours.quiet, borderWidth: 1, borderDash: [2, 3] } };
}

export const ratio = (value) => `x${Number(value.toPrecision(4))}`;

// About six round ratios between the ends.
export function speedupTicks(axis) {
  const span = axis.max - axis.min;
  const step = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10].find((each) => span / each <= 7) ?? span / 6;
  axis.ticks = [];
  for (let at = Math.ceil(axis.min / step) * step; at <= axis.max; at += step) axis.ticks.push({ value: Number(at.toPrecision(6)) });
}
