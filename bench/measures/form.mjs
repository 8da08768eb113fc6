// The form of a workflow with many fields: the time until it is shown, and the cost of typing.
import assert from "node:assert/strict";
import { listing, title } from "../data/fields.mjs";
import { KEY } from "../data/run.mjs";
import { launchBrowser } from "../lib/chromium-arena.mjs";
import { comparison, countSentence } from "../lib/comparison.mjs";
import { startDeployment } from "../lib/deployment.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { handWritten, SITE, siteFiles } from "../lib/playground.mjs";
import { formatFigure, median } from "../lib/statistics.mjs";
import { exposePainted, openTab, workDuring } from "../lib/tab.mjs";

export const about = `The form of a workflow with 10, 100 and 1000 fields: text, numbers, sliders, switches, choices and
files in turn. The time runs from the click on the workflow, in a loaded page at rest, until all
controls are on the screen. The last table shows the main thread's work for a key pressed in a text field of the
largest form. The hand-written page also renders a label, hint, control and help text per field, pairs
sliders with number boxes and keeps text across a refresh.`;

const WAYS = ["hand-written", "flowdeck"];
const COUNTS = [10, 100, 1000];
const LARGEST = COUNTS.at(-1);
// A small form is shown in one frame. When that frame begins is chance, which more rounds even out.
const ROUNDS = { 10: 45 };
const KEYS = 20;
// A small form comes first, so that a change of form is measured, not the start of the page.
const LISTING = listing([1, ...COUNTS]);
const QUEUE = Buffer.from(JSON.stringify({ status: "success", data: [], errors: null, meta: null }));

export async function* measure() {
  const pages = { "hand-written": await page(handWritten("page")), flowdeck: await page(SITE) };
  const browser = await launchBrowser();
  try {
    for (const count of COUNTS) yield await formTable(browser, pages, count);
    yield await typingTable(browser, pages);
  } finally {
    await browser.close();
    for (const server of Object.values(pages)) server.close();
  }
}

const page = (folder) =>
  startDeployment({ files: siteFiles(folder), queue: QUEUE, answers: { "/api/v1/comfy/workflows": () => LISTING } });

async function formTable(browser, pages, count) {
  const results = await interleave(WAYS, rounds(ROUNDS[count] ?? 15), async (way) => {
    const tab = await open(browser, pages[way]);
    const result = await workDuring(tab, () => selectWorkflow(tab, count));
    await tab.close();
    return result;
  });
  const samples = samplesOf(results, ({ result }) => result);
  const extra = {
    "main thread": medians(results, ({ total }) => total),
    "style + layout": medians(results, ({ layout }) => layout),
  };
  const title = `Until ${count} fields are shown`;
  return comparison({ title, samples, reference: WAYS[0], budgets: { flowdeck: 1.4 }, extra });
}

async function typingTable(browser, pages) {
  const tabs = {};
  for (const way of WAYS) {
    tabs[way] = await open(browser, pages[way]);
    await selectWorkflow(tabs[way], LARGEST);
    await tabs[way].page.locator(FIELD).focus();
    await press(tabs[way], KEYS);
  }
  const results = await interleave(WAYS, rounds(15), (way) => workDuring(tabs[way], () => press(tabs[way], KEYS)));
  const changes = await changesElsewhere(tabs.flowdeck);
  for (const way of WAYS) await tabs[way].close();
  const perKey = (work) => work / KEYS;
  const samples = samplesOf(results, ({ total }) => perKey(total));
  const extra = { "style + layout": medians(results, ({ layout }) => perKey(layout)) };
  const note = countSentence(`For ${KEYS} keys, flowdeck changes the document outside the field`, changes, 0);
  return comparison({
    title: `A key press with ${LARGEST} fields`,
    samples,
    reference: WAYS[0],
    budgets: { flowdeck: 1.1 },
    extra,
    note,
  });
}

const FIELD = '[aria-label="Form"] form [name=input_0]';

const samplesOf = (results, figure) => Object.fromEntries(WAYS.map((way) => [way, results[way].map(figure)]));

const medians = (results, figure) =>
  Object.fromEntries(
    Object.entries(samplesOf(results, figure)).map(([way, figures]) => [way, formatFigure(median(figures))]),
  );

// Opens a page with the small form, and waits until it has loaded everything. It counts as hidden, so that it stops
// polling.
async function open(browser, server) {
  const tab = await openTab(browser, { scripts: [exposePainted] });
  await tab.page.goto(`${server.url}/#key=${KEY}`);
  await tab.page.locator(FIELD).waitFor();
  await tab.page.waitForLoadState("networkidle");
  await tab.page.evaluate(() => Object.defineProperty(document, "hidden", { value: true }));
  await tab.devtools.send("Runtime.enable");
  await tab.devtools.send("Runtime.addBinding", { name: "keyShown" });
  await tab.page.evaluate(() =>
    addEventListener("keyup", async () => globalThis.keyShown(String(await globalThis.painted()))),
  );
  return tab;
}

async function selectWorkflow({ page }, count) {
  return page.evaluate(
    async ([name, count]) => {
      const region = document.querySelector('[aria-label="Form"]');
      const isNamed = (button) =>
        [button, ...button.querySelectorAll("*")].some(({ textContent }) => textContent === name);
      const find = () =>
        [.../** @type {NodeListOf<HTMLElement>} */ (region.querySelectorAll("ul button"))].find(isNamed);
      // flowdeck's list opens first, which is not part of the time. The screen takes a frame every 16.7 ms: the one
      // that shows the list would delay the measured one.
      if (!find()) /** @type {HTMLElement} */ (region.querySelector("h2 button")).click();
      while (!find()) await globalThis.painted();
      await new Promise((resolve) => setTimeout(resolve, 300));
      await new Promise((resolve) => requestIdleCallback(resolve));
      const button = find();
      const shown = new Promise((resolve) => {
        const check = () => {
          if (region.querySelectorAll("form [name]").length === count) resolve(globalThis.painted());
        };
        new MutationObserver(check).observe(region, { childList: true, subtree: true });
      });
      const start = performance.now();
      button.click();
      return (await shown) - start;
    },
    [title(count), count],
  );
}

// Presses a key and waits until its effect is on the screen, one key at a time.
async function press({ page, devtools }, count) {
  for (let key = 0; key < count; key += 1) {
    const shown = new Promise((resolve) => devtools.once("Runtime.bindingCalled", resolve));
    await page.keyboard.press("a");
    await shown;
  }
  assert.ok((await page.locator(FIELD).inputValue()).endsWith("a".repeat(count)), "every key reaches the field");
}

// How often typing changes the document outside the field.
async function changesElsewhere(tab) {
  const changes = await tab.page.evaluateHandle((selector) => {
    const control = document.querySelector(selector);
    let field = control;
    while (field.parentElement.querySelectorAll("[name]").length === 1) field = field.parentElement;
    const changes = { count: 0 };
    const count = (records) => {
      changes.count += records.filter(({ target }) => !field.contains(target)).length;
    };
    const all = { attributes: true, characterData: true, childList: true, subtree: true };
    new MutationObserver(count).observe(control.form, all);
    return changes;
  }, FIELD);
  await press(tab, KEYS);
  return changes.evaluate(({ count }) => count);
}
