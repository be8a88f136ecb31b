// When, for people.

const kUnits = [
  ["year", 31557600],
  ["month", 2629800],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

// "3 hours ago", from RFC 3339 text.
export function age(startedAt, now) {
  const seconds = (Date.parse(startedAt) - now) / 1000;
  const [unit, length] = kUnits.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat("en", { numeric: "always" }).format(Math.trunc(seconds / length), unit);
}

// "30 Nov 2026, 02:00 UTC"
export function moment(startedAt) {
  const date = new Date(startedAt);
  const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return `${day}, ${startedAt.slice(11, 16)} UTC`;
}

// "30 Nov"
export function day(milliseconds) {
  return new Date(milliseconds).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
}
