// The colours of the style sheet, for the canvas, and the options that all charts share.

const kNames = ["text", "quiet", "line", "surface", "before", "after", "faster", "slower", "same", "undecided", "mixed", "invalid"];

export function palette() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(kNames.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

export function verdictColour(verdict, colours) {
  return { improved: colours.faster, regressed: colours.slower, unchanged: colours.same }[verdict] ?? colours[verdict];
}

// A colour of the palette ("#rrggbb"), partly transparent.
export function faded(colour, alpha) {
  return colour + Math.round(alpha * 255).toString(16).padStart(2, "0");
}

export function scale(colours, title, more = {}) {
  return {
    ...more,
    title: { display: title !== null, text: title ?? "", color: colours.quiet },
    grid: { color: colours.line, drawTicks: false },
    border: { display: false },
    ticks: { color: colours.quiet, padding: 6, maxRotation: 0, ...more.ticks },
  };
}

export function tooltip(colours, callbacks) {
  return {
    backgroundColor: colours.surface, borderColor: colours.line, borderWidth: 1, titleColor: colours.text, bodyColor: colours.text,
    padding: 10, displayColors: false, callbacks,
  };
}

export const kShared = {
  animation: false,
  maintainAspectRatio: false,
  responsive: true,
  normalized: true,
  font: { family: "system-ui, sans-serif" },
};

// The launch pairs, counted from 1, with a tick at whole numbers only.
export function launchPairScale(colours, count) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((each) => count / each <= 10) ?? count;
  return scale(colours, "launch pair", {
    type: "linear", min: 0.5, max: count + 0.5,
    afterBuildTicks: (axis) => {
      axis.ticks = [];
      for (let at = step === 1 ? 1 : step; at <= count; at += step) axis.ticks.push({ value: at });
    },
  });
}

// The two ends of an axis of speedups: what is shown, at least 2.5 % to both sides of x1, so that noise stays small.
export function speedupEnds(ratios) {
  const low = Math.min(0.975, ...ratios);
  const high = Math.max(1.025, ...ratios);
  const margin = (high / low) ** 0.06;
  return { min: low / margin, max: high * margin };
}

// Horizontal marks that every chart of speedups has: nothing gained, and what counts as nothing.
export function speedupMarks(comparison, colours) {
  return {
    one: { type: "line", yMin: 1, yMax: 1, borderColor: colours.quiet, borderWidth: 1, drawTime: "beforeDatasetsDraw" },
    tolerance: { type: "box", yMin: 1 - comparison.tolerance, yMax: 1 + comparison.tolerance, backgroundColor: faded(colours.same, 0.14),
      borderWidth: 0, drawTime: "beforeDatasetsDraw" },
  };
}
