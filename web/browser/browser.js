// What the browser tests share: one Chromium, one server of made-up nights, and pages that notice what must not happen.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { chromium } from "playwright-core";

const kFlags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

// A server of so many made-up nights, from the program named on the command line. { url, end() }
export async function serve(nights) {
  const child = spawn(process.argv[2], [String(nights)], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const [url] = await once(lines, "line");
  return {
    url,
    async end() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}

export async function launch() {
  return chromium.launch({ executablePath: "/usr/bin/chromium", headless: true, args: kFlags, timeout: 120_000 });
}

// A page of its own, drawn, together with everything that should not have happened on it: console errors, exceptions,
// violations of the content security policy, dialogs, and requests that left this machine's server.
export class Visit {
  static async to(browser, server, path, { width = 1440, height = 900, theme = "light" } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
    const visit = new Visit(await context.newPage(), server);
    await visit.watch();
    await visit.open(path);
    return visit;
  }

  constructor(page, server) {
    this.page = page;
    this.server = server;
    this.trouble = [];
  }

  async watch() {
    const { page, trouble } = this;
    page.setDefaultTimeout(60_000);
    page.on("console", (message) => { if (message.type() === "error") trouble.push(`console: ${message.text()}`); });
    page.on("pageerror", (error) => trouble.push(`exception: ${error.message}`));
    page.on("dialog", (dialog) => { trouble.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
    page.on("request", (request) => { if (!request.url().startsWith(this.server.url)) trouble.push(`request to ${request.url()}`); });
    await page.exposeFunction("tellTrouble", (text) => trouble.push(text));
    await page.addInitScript(() => addEventListener("securitypolicyviolation", (event) =>
      window.tellTrouble(`policy: ${event.violatedDirective} ${event.blockedURI}`)));
  }

  async open(path) {
    await this.page.goto(new URL(path, this.server.url).href);
    await this.drawn();
  }

  async drawn() {
    await this.page.waitForSelector("html[data-drawn]");
  }

  async end() {
    await this.page.context().close();
  }
}
