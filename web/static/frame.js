// What surrounds every page: the bar on top with the theme switch, and the line at the bottom.
import { h, s } from "./dom.js";
import { kPages } from "./pages.js";

function logo() {
  return s("svg", { viewBox: "0 0 32 32", class: "logo", "aria-hidden": "true" },
    s("path", { class: "before", d: "M5 11h22" }), s("path", { class: "after", d: "M5 21h14" }));
}

function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function switchTheme(event) {
  const theme = dark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  event.currentTarget.setAttribute("aria-pressed", String(theme === "dark"));
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Storage is off: the choice holds for this page.
  }
  dispatchEvent(new Event("themechange"));
}

function themeSwitch() {
  return h("button", { class: "theme", type: "button", "aria-pressed": dark(), "aria-label": "Dark theme", title: "Dark theme",
    onclick: switchTheme },
    s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" },
      s("path", { "fill-rule": "evenodd", d: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zm0 1.6v9.8a4.9 4.9 0 0 0 0-9.8z" })));
}

export function header(path) {
  const links = kPages.filter((page) => page.label !== null).map((page) =>
    h("a", { href: page.path, "aria-current": page.path === path ? "page" : null }, page.label));
  return h("header", {}, h("a", { class: "home", href: "/", "aria-label": "Tandem, overview" }, logo(), "Tandem"),
    h("nav", { "aria-label": "Pages" }, links), themeSwitch());
}

export function footer() {
  return h("footer", {}, h("p", {}, "x1.25 means 1.25 times as fast. Every speedup comes with its interval; a percentage is the change of what was measured."),
    h("p", {}, h("a", { href: `/api/v1${apiPath()}` }, "This page's figures as JSON")));
}

// The same address below /api/v1 gives a page's figures.
function apiPath() {
  const path = location.pathname === "/" ? "/overview" : location.pathname;
  return path + location.search;
}
