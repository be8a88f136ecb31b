// One speedup with its interval, drawn small: the bar is the median's interval, the dot the median, the ring the mean,
// the tick what was reported. All rows share one scale.
import { s } from "./dom.js";

const kWidth = 220;
const kHeight = 22;
const kMiddle = kHeight / 2;

const x = (scale, ratio) => scale.place(ratio) * kWidth;

export function scaleAxis(scale) {
  return s("svg", { viewBox: `0 0 ${kWidth} ${kHeight}`, class: "axis", role: "img", "aria-label": "Speedup, logarithmic" },
    scale.ticks.map((tick) => s("text", { x: tick.place * kWidth, y: 14, "text-anchor": "middle" }, tick.label)));
}

export function intervalBar(row, scale) {
  const [low, high] = row.median_speedup_interval ?? [row.median_speedup, row.median_speedup];
  const median = x(scale, row.median_speedup);
  return s("svg", { viewBox: `0 0 ${kWidth} ${kHeight}`, class: `interval-bar ${row.verdict}`, role: "img",
    "aria-label": `median speedup ${row.text.median_speedup}, interval ${row.text.median_interval ?? "none"}` },
    scale.ticks.map((tick) => s("line", { class: tick.label === "x1" ? "one" : "grid", x1: tick.place * kWidth, x2: tick.place * kWidth, y1: 0, y2: kHeight })),
    toleranceZone(row, scale),
    row.reported && reportedTick(x(scale, row.reported.speedup)),
    s("line", { class: "stem", x1: x(scale, 1), x2: median, y1: kMiddle, y2: kMiddle }),
    s("rect", { class: "range", x: x(scale, low) - 1.5, width: x(scale, high) - x(scale, low) + 3, y: kMiddle - 4, height: 8, rx: 4 }),
    row.mean_speedup > 0 && s("circle", { class: "mean", cx: x(scale, row.mean_speedup), cy: kMiddle, r: 4.2 }),
    s("circle", { class: "median", cx: median, cy: kMiddle, r: 3 }));
}

function toleranceZone(row, scale) {
  const low = x(scale, 1 - row.tolerance);
  return s("rect", { class: "tolerance", x: low, width: x(scale, 1 + row.tolerance) - low, y: 0, height: kHeight });
}

function reportedTick(at) {
  return s("path", { class: "reported", d: `M${at} ${kMiddle - 7}l3 -3.5h-6zM${at} ${kMiddle - 7}v14` });
}
