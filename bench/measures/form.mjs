// The form of a workflow with many fields: how soon it is there, and what typing into it costs.
import assert from "node:assert/strict";
import { comparison, counted } from "../lib/comparison.mjs";
import { browse } from "../lib/chromium.mjs";
import { deployment } from "../lib/deployment.mjs";
import { digits, median } from "../lib/figures.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { SITE, byHand, filesOf } from "../lib/playground.mjs";
import { openTab, tellFrames, workOf } from "../lib/tab.mjs";
import { listing, title } from "../data/fields.mjs";
import { KEY } from "../data/run.mjs";

export const about = `The form of a workflow with 10, 100 and 1000 fields, text, numbers, sliders, switches, choices and
files in turns: from the press of its name in a page that is there until all its controls are on the
screen. And what the main thread does for a key pressed in a text field of the largest one. The page
by hand makes a label, a hint, a control and a help a field as well, pairs sliders with boxes and
keeps texts over a refresh.`;

const WAYS = ["by hand", "flowdeck"];
const COUNTS = [10, 100, 1000];
const LARGEST = COUNTS.at(-1);
const KEYS = 20;
// One small form first, so that what is measured is a change and no start.
const LISTING = listing([1, ...COUNTS]);
const QUEUE = Buffer.from(JSON.stringify({ status: "success", data: [], errors: null, meta: null }));

export async function* measure() {
  const pages = { "by hand": await page(byHand("page")), flowdeck: await page(SITE) };
  const browser = await browse();
  try {
    for (const count of COUNTS) yield await opened(browser, pages, count);
    yield await typed(browser, pages);
  } finally {
    await browser.close();
    for (const there of Object.values(pages)) there.close();
  }
}

const page = (folder) =>
  deployment({ files: filesOf(folder), queue: QUEUE, answers: { "/api/v1/comfy/workflows": () => LISTING } });

async function opened(browser, pages, count) {
  const found = await interleave(WAYS, rounds(15), async (way) => {
    const tab = await open(browser, pages[way]);
    const took = await workOf(tab, () => choose(tab, count));
    await tab.close();
    return took;
  });
  const samples = of(found, ({ result }) => result);
  const extra = {
    "main thread": column(found, ({ all }) => all),
    "style + layout": column(found, ({ layout }) => layout),
  };
  const budgets = count === LARGEST ? { flowdeck: 1.4 } : undefined;
  return comparison({ title: `Until ${count} fields are there`, samples, reference: WAYS[0], budgets, extra });
}

async function typed(browser, pages) {
  const tabs = {};
  for (const way of WAYS) {
    tabs[way] = await open(browser, pages[way]);
    await choose(tabs[way], LARGEST);
    await tabs[way].page.locator(FIELD).focus();
    await press(tabs[way], KEYS);
  }
  const found = await interleave(WAYS, rounds(15), (way) => workOf(tabs[way], () => press(tabs[way], KEYS)));
  const changes = await changesElsewhere(tabs.flowdeck);
  for (const way of WAYS) await tabs[way].close();
  const perKey = (part) => part / KEYS;
  const samples = of(found, ({ all }) => perKey(all));
  const extra = { "style + layout": column(found, ({ layout }) => perKey(layout)) };
  const note = counted(`While ${KEYS} keys are pressed, flowdeck changes its document outside the field`, changes, 0);
  return comparison({
    title: `A key at ${LARGEST} fields`,
    samples,
    reference: WAYS[0],
    budgets: { flowdeck: 1.1 },
    extra,
    note,
  });
}

const FIELD = '[aria-label="Form"] form [name=input_0]';

const of = (found, figure) => Object.fromEntries(WAYS.map((way) => [way, found[way].map(figure)]));

const column = (found, figure) =>
  Object.fromEntries(Object.entries(of(found, figure)).map(([way, figures]) => [way, digits(median(figures))]));

// A page with the small form on it, which from here on asks for nothing, since nobody looks.
async function open(browser, there) {
  const tab = await openTab(browser, { scripts: [tellFrames] });
  await tab.page.goto(`${there.url}/#key=${KEY}`);
  await tab.page.locator(FIELD).waitFor();
  await tab.page.evaluate(() => Object.defineProperty(document, "hidden", { value: true }));
  await tab.devtools.send("Runtime.enable");
  await tab.devtools.send("Runtime.addBinding", { name: "keyShown" });
  await tab.page.evaluate(() =>
    addEventListener("keyup", async () => globalThis.keyShown(String(await globalThis.painted()))),
  );
  return tab;
}

async function choose({ page }, count) {
  return page.evaluate(
    async ([name, count]) => {
      const region = document.querySelector('[aria-label="Form"]');
      const named = (button) =>
        [button, ...button.querySelectorAll("*")].some(({ textContent }) => textContent === name);
      const button = [...region.querySelectorAll("ul button")].find(named);
      const made = new Promise((resolve) => {
        const look = () => {
          if (region.querySelectorAll("form [name]").length === count) resolve(globalThis.painted());
        };
        new MutationObserver(look).observe(region, { childList: true, subtree: true });
      });
      const start = performance.now();
      button.click();
      return (await made) - start;
    },
    [title(count), count],
  );
}

// Each key waits until what it did is on the screen.
async function press({ page, devtools }, count) {
  for (let key = 0; key < count; key += 1) {
    const shown = new Promise((resolve) => devtools.once("Runtime.bindingCalled", resolve));
    await page.keyboard.press("a");
    await shown;
  }
  assert.ok((await page.locator(FIELD).inputValue()).endsWith("a".repeat(count)), "every key reaches the field");
}

// How often typing changes the document outside the field that is typed into.
async function changesElsewhere(tab) {
  const changes = await tab.page.evaluateHandle((selector) => {
    const control = document.querySelector(selector);
    let field = control;
    while (field.parentElement.querySelectorAll("[name]").length === 1) field = field.parentElement;
    const changes = { count: 0 };
    const look = (records) => (changes.count += records.filter(({ target }) => !field.contains(target)).length);
    const all = { attributes: true, characterData: true, childList: true, subtree: true };
    new MutationObserver(look).observe(control.form, all);
    return changes;
  }, FIELD);
  await press(tab, KEYS);
  return changes.evaluate(({ count }) => count);
}
