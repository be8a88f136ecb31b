// Every page in a real browser: it draws, it stays quiet, it can be read by everybody.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { launch, serve, Visit } from "./browser.js";

const kAxe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const kHostile = "<img src=x onerror=alert(1)>";
const kPaths = {
  overview: "/",
  scenario: "/scenario?name=client%2Fin_flight_set",
  "scenario with few launch pairs": "/scenario?name=log%2Fblocking_queue&parameters=writers%3D2+readers%3D1",
  "invalid scenario": "/scenario?name=log%2Fwal_append",
  "hostile scenario": `/scenario?name=${encodeURIComponent(kHostile)}`,
  runs: "/runs",
};

let browser;
let server;

before(async () => {
  [browser, server] = await Promise.all([launch(), serve(30)]);
});

after(async () => {
  await browser?.close();
  await server?.end();
});

async function visiting(path, options, look) {
  const visit = await Visit.to(browser, server, path, options);
  try {
    await look(visit.page, visit);
    assert.deepEqual(visit.trouble, []);
  } finally {
    await visit.end();
  }
}

const texts = (page, selector) => page.locator(selector).allInnerTexts();

for (const [name, path] of Object.entries(kPaths)) {
  for (const [width, theme] of [[1440, "light"], [375, "dark"]]) {
    test(`${name}, ${width} wide, ${theme}: fits, draws and is accessible`, () => visiting(path, { width, theme }, async (page) => {
      assert.equal(await page.locator(".problem").count(), 0);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
      const { violations } = await page.evaluate(`${kAxe}; axe.run(document, { resultTypes: ["violations"] })`);
      assert.deepEqual(violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`), []);
    }));
  }
}

test("the overview says in one sentence how the last run went", () => visiting("/", {}, async (page) => {
  const headline = (await page.innerText("h1")).replace(/\s+/g, " ");
  assert.match(headline, /^Last run, .* ago on AMD EPYC 7B13, 2 cores: 1 invalid, 2 regressed, 4 improved, 1 undecided, 3 unchanged of 11\.$/u);
  assert.equal(await page.locator("tbody tr").count(), 11);
  assert.deepEqual((await texts(page, "tbody td.verdict")).slice(0, 4).map((text) => text.trim()), ["invalid", "regressed", "regressed", "improved"]);
  assert.equal(await page.locator("tbody svg.interval-bar").count(), 10);
  assert.match((await texts(page, ".trouble"))[0], /log\/wal_append.*the worker ended with signal 11/);
}));

test("what the page shows is what the API says", () => visiting("/", {}, async (page) => {
  const overview = await (await fetch(new URL("/api/v1/overview", server.url))).json();
  const rows = await page.locator("tbody tr").all();
  for (const [index, comparison] of overview.comparisons.entries()) {
    const text = await rows[index].innerText();
    for (const figure of [comparison.scenario, comparison.text.parameters, comparison.before.variant, comparison.after.variant,
      comparison.text.median_speedup, comparison.text.median_change, comparison.text.median_interval, comparison.text.mean_speedup,
      comparison.text.before_median, comparison.text.after_median, comparison.text.reported_speedup]) {
      if (figure) assert.ok(text.includes(figure), `${figure} is missing in row ${index}: ${text}`);
    }
  }
}));

test("verdicts and words filter the overview", () => visiting("/", {}, async (page) => {
  await page.click("button.regressed");
  assert.equal(await page.locator("tbody tr:visible").count(), 2);
  assert.equal(await page.getAttribute("button.regressed", "aria-pressed"), "true");
  await page.click("button.improved");
  assert.equal(await page.locator("tbody tr:visible").count(), 6);
  await page.fill("input[type=search]", "absl in_flight");
  assert.equal(await page.locator("tbody tr:visible").count(), 1);
  await page.fill("input[type=search]", "nothing like this");
  assert.equal(await page.locator(".nothing:visible").count(), 1);
  await page.fill("input[type=search]", "");
  await page.click("button.regressed");
  await page.click("button.improved");
  assert.equal(await page.locator("tbody tr:visible").count(), 11);
}));

test("columns sort, and say so", () => visiting("/", {}, async (page) => {
  await page.click("th.median button");
  assert.equal(await page.getAttribute("th.median", "aria-sort"), "descending");
  const speedups = (await texts(page, "tbody td.median .speedup")).map((text) => Number(text.slice(1)));
  assert.deepEqual(speedups, [...speedups].sort((a, b) => b - a));
  assert.match((await texts(page, "tbody tr:last-child"))[0], /invalid/);
  await page.click("th.median button");
  assert.equal(await page.getAttribute("th.median", "aria-sort"), "ascending");
}));

test("a row leads to its scenario, and back", () => visiting("/", {}, async (page, visit) => {
  await page.click("th.scenario a:text('loadgen/insert')");
  await page.waitForURL(/\/scenario/);
  await visit.drawn();
  assert.deepEqual(await texts(page, "h1"), ["loadgen/insert"]);
  await page.goBack();
  await visit.drawn();
  assert.equal(await page.locator("tbody tr").count(), 11);
}));

test("names that are markup are text everywhere", async () => {
  for (const path of ["/", kPaths["hostile scenario"]]) {
    await visiting(path, {}, async (page) => {
      assert.ok((await page.innerText("main")).includes(kHostile));
      assert.ok((await page.innerText("main")).includes("<svg onload=alert(3)>"));
      assert.equal(await page.locator("img, script:not([src])").count(), 0);
    });
  }
});

// How much of a canvas is painted, from 0 to 1, and whether in more than one colour.
const painted = (canvas) => canvas.evaluate((element) => {
  const { data } = element.getContext("2d").getImageData(0, 0, element.width, element.height);
  const colours = new Set();
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    ++count;
    colours.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
  }
  return { share: (4 * count) / data.length, colours: colours.size };
});

test("a scenario's charts are painted, named, and told in tables too", () => visiting(kPaths.scenario, {}, async (page) => {
  const canvases = await page.locator("canvas").all();
  assert.equal(canvases.length, 4);
  for (const canvas of canvases) {
    const { share, colours } = await painted(canvas);
    assert.ok(share > 0.02 && colours > 3, `share ${share}, colours ${colours}`);
    assert.equal(await canvas.getAttribute("role"), "img");
    assert.ok((await canvas.getAttribute("aria-label")).length > 20);
  }
  assert.equal(await page.locator("details:has-text('Launch pairs') tbody tr").count(), 16);
  assert.equal(await page.locator("details:has-text('History') tbody tr").count(), 30);
  await page.click("summary:text('Launch pairs as a table')");
  assert.match((await texts(page, "details:has-text('Launch pairs') tbody tr"))[0], /^1\s+\S+ ns\/op\s+\S+ ns\/op\s+x\d/);
}));

test("a scenario shows its figures, its reason and its siblings", () => visiting(kPaths.scenario, {}, async (page) => {
  const text = await page.innerText(".judgement");
  assert.match(text, /improved\s+After is faster/);
  assert.match(text, /x1\.2\d+ -2\d\.\d % \[1\.2\d+, 1\.2\d+\]/u);
  assert.match(text, /16 launch pairs/);
  await page.click(".siblings a:not([aria-current])");
  await page.waitForURL(/absl/);
}));

test("an earlier run's scenario is one click on the history", () => visiting(kPaths.scenario, {}, async (page, visit) => {
  await page.click("summary:text('History as a table')");
  await page.click("details:has-text('History') a:text('15 Nov 2026')");
  await page.waitForURL(/run=20261115/);
  await visit.drawn();
  assert.match(await page.innerText(".judgement"), /15 Nov 2026/);
}));

test("the theme can be chosen and is remembered", () => visiting(kPaths.scenario, {}, async (page, visit) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const chart = () => page.evaluate(() => document.querySelector("canvas").toDataURL());
  const [light, lightChart] = [await background(), await chart()];
  await page.click("button.theme");
  const dark = await background();
  assert.notEqual(dark, light);
  assert.notEqual(await chart(), lightChart);
  assert.equal(await page.getAttribute("button.theme", "aria-pressed"), "true");
  await page.reload();
  await visit.drawn();
  assert.equal(await background(), dark);
}));

test("runs lead to their overview", () => visiting("/runs", {}, async (page, visit) => {
  assert.equal(await page.locator("tbody tr").count(), 30);
  await page.click("a:text('20 Nov 2026, 02:00 UTC')");
  await page.waitForURL(/run=20261120/);
  await visit.drawn();
  assert.match(await page.innerText(".headline"), /20 Nov 2026/);
}));

test("the keyboard reaches everything, and one sees where it is", () => visiting("/", {}, async (page) => {
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "To the content");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, "solid");
}));

test("what the API refuses is said in its words", async () => {
  const visit = await Visit.to(browser, server, "/scenario?name=nothing%20of%20this%20name");
  assert.match(await visit.page.innerText(".problem"), /no recent run measured 'nothing of this name'/);
  assert.equal(visit.trouble.filter((each) => !each.includes("404")).length, 0);
  await visit.open("/nothing");
  assert.match(await visit.page.innerText(".problem"), /There is no page at this address/);
  await visit.end();
});

test("an empty store says what to type", async () => {
  const empty = await serve(0);
  const visit = await Visit.to(browser, empty, "/");
  assert.match(await visit.page.innerText("main"), /Nothing has been measured yet.*ci\/nightly --quick/s);
  await visit.open("/runs");
  assert.match(await visit.page.innerText("main"), /ci\/nightly --quick/);
  assert.deepEqual(visit.trouble, []);
  await visit.end();
  await empty.end();
});
