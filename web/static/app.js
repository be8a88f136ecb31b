// From an address to a page: fetch, shape, draw, each in a file of its own below the page's folder.
import { h, replaceContent } from "./dom.js";
import { footer, header } from "./frame.js";
import { kPages } from "./pages.js";

function problem(error) {
  return h("section", { class: "problem", role: "alert" }, h("h1", {}, "This could not be shown"),
    h("p", {}, error.message), h("p", {}, h("a", { href: "/" }, "To the overview")));
}

function nothingHere() {
  return Promise.resolve({
    title: "Nothing here",
    content: [h("section", { class: "problem" }, h("h1", {}, "There is no page at this address"),
      h("p", {}, h("a", { href: "/" }, "To the overview")))],
  });
}

async function show() {
  const page = kPages.find((each) => each.path === location.pathname) ?? { path: "", show: nothingHere };
  const main = h("main", { id: "main", tabindex: "-1" });
  document.body.replaceChildren(h("a", { class: "skip", href: "#main" }, "To the content"), header(page.path), main, footer());
  try {
    const { title, content, drawn } = await page.show(new URLSearchParams(location.search));
    document.title = title === null ? "Tandem" : `${title} · Tandem`;
    replaceContent(main, content);
    await drawn?.();
  } catch (error) {
    main.replaceChildren(problem(error));
  }
  performance.mark("drawn");
  document.documentElement.dataset.drawn = "true";
}

show();
