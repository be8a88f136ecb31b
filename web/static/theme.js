// Runs before the first paint: a reader who chose a theme sees no flash of the other one.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is off: the system's preference holds.
}
