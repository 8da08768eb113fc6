// The queue view while every tenth of its instances moves on: work, elements, long tasks, memory.
import assert from "node:assert/strict";
import { comparison, counted, verdict } from "../lib/comparison.mjs";
import { browse } from "../lib/chromium.mjs";
import { deployment } from "../lib/deployment.mjs";
import { digits, median, times, whole } from "../lib/figures.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { SITE, byHand, filesOf } from "../lib/playground.mjs";
import { keepWasmMemories, memory, openTab, workOf } from "../lib/tab.mjs";
import { turns } from "../lib/turns.mjs";
import { board } from "../data/board.mjs";
import { KEY } from "../data/run.mjs";

export const about = `The queue view of 20, 200 and 1000 instances with one running task and 50 pending each, of which
every tenth moves on with an update. Pages ask as they always do, but every 300 ms in place of every
second; a figure is what the main thread does for an update, from the answer to the next question,
frames included. The view by hand keeps no more instances in the document than the window shows; so
that the parsing is known as well, one page asks, parses and shows nothing.`;

const WAYS = ["by hand", "parsed alone", "flowdeck"];
const PAGES = { "by hand": byHand("board"), "parsed alone": byHand("board"), flowdeck: SITE };
const COUNTS = [20, 200, 1000];
const UPDATES = 5;
// As long as the page may move something after an update.
const PACE = 300;
// Of three hundred updates each, until memory is looked at again.
const BLOCKS = 33;
const REGION = '[aria-label="Queue"]';

export async function* measure() {
  const browser = await browse();
  try {
    const elements = {};
    for (const count of COUNTS) yield await updated(browser, count, elements);
    yield inDocument(elements);
    yield await held(browser);
  } finally {
    await browser.close();
  }
}

async function updated(browser, count, elements) {
  const views = {};
  for (const way of WAYS) views[way] = await open(browser, way, count, PACE);
  for (const way of WAYS) await views[way].run(UPDATES);
  for (const way of WAYS) await views[way].tab.page.evaluate(watchLongTasks);
  const found = await interleave(WAYS, rounds(15), (way) => workOf(views[way].tab, () => views[way].run(UPDATES)));
  const long = {};
  for (const way of WAYS) long[way] = await views[way].tab.page.evaluate(() => globalThis.longTasks);
  elements[count] = await ends(views);
  const perUpdate = (part) => each((way) => digits(median(found[way].map((took) => took[part] / UPDATES))));
  const samples = each((way) => found[way].map(({ all }) => all / UPDATES));
  const extra = { "style + layout": perUpdate("layout"), "long tasks": each((way) => whole(long[way].length)) };
  const budgets = count === COUNTS.at(-1) ? { flowdeck: 2 } : undefined;
  const note = [viewAlone(samples), ...(count === 200 ? [tasks(long.flowdeck)] : [])].join(" ");
  return comparison({ title: `An update of ${count} instances`, samples, reference: WAYS[0], budgets, extra, note });
}

function viewAlone(samples) {
  const rest = samples["by hand"].map((ms, round) => ms - samples["parsed alone"][round]);
  return `Without asking and parsing, the view by hand takes ${digits(median(rest))} ms.`;
}

const tasks = (long) => counted("Over these updates flowdeck held the page up for 50 ms or more", long.length, 0);

const each = (figure, ways = WAYS) => Object.fromEntries(ways.map((way) => [way, figure(way)]));

// Proves that a view shows the last picture, counts the elements of its region, and closes it.
async function ends(views) {
  const elements = {};
  for (const way of WAYS) {
    const { tab, queue, run, close } = views[way];
    queue.drain();
    await run(1);
    elements[way] = await tab.page.locator(REGION).evaluate((region) => region.getElementsByTagName("*").length);
    if (way !== "parsed alone") await shows(tab.page, queue, queue.pending - 1);
    await close();
  }
  return elements;
}

async function shows(page, { first }, pending) {
  const article = page.locator(`${REGION} article[aria-label*="${first}"]`);
  const seen = [await article.getAttribute("data-running"), await article.getAttribute("data-pending")];
  assert.deepEqual(seen, ["1", String(pending)], "the view shows the picture that came last");
}

function inDocument(elements) {
  const ways = ["by hand", "flowdeck"];
  const rows = ways.map((way) => {
    const counts = COUNTS.map((count) => elements[count][way]);
    return [
      way,
      ...counts.map(whole),
      ...verdict(counts.at(-1), way === "flowdeck" ? counts.at(-2) : undefined, whole),
    ];
  });
  return {
    title: "Elements in the region",
    head: ["", ...COUNTS.map((count) => `${count} instances`), "budget", "holds"],
    rows,
  };
}

// Blocks of updates without a pause between two of them, once the first hundred are over. As many
// whatever the rounds are: what grows slowly is not seen in fewer.
async function held(browser) {
  const rows = [];
  for (const way of ["by hand", "flowdeck"]) {
    const view = await open(browser, way, COUNTS[0], 0);
    await view.run(100);
    const before = await memory(view.tab);
    for (let block = 0; block < BLOCKS; block += 1) await view.run(300);
    const after = await memory(view.tab);
    await view.close();
    rows.push([
      way,
      mib(before),
      mib(after),
      times(after / before),
      ...verdict(after / before, way === "flowdeck" ? 1.1 : undefined),
    ]);
  }
  const head = ["", "MiB after 100", `after ${whole(100 + 300 * BLOCKS)}`, "of the first", "budget", "holds"];
  return { title: `Heap and WebAssembly memory, ${COUNTS[0]} instances`, head, rows };
}

const mib = (bytes) => digits(bytes / 2 ** 20);

// A page on a queue of its own, which has shown the first picture.
async function open(browser, way, count, pace) {
  const queue = board(count);
  const { give, run } = turns(queue.next);
  const empty = Buffer.from(JSON.stringify({ status: "success", data: [], errors: null, meta: null }));
  const answers = { "/api/v1/comfy/queue": give, "/api/v1/comfy/workflows": () => empty };
  const there = await deployment({ files: filesOf(PAGES[way]), answers });
  const tab = await openTab(browser, { scripts: [keepWasmMemories, [hasten, pace]] });
  await tab.page.goto(`${there.url}/${way === "parsed alone" ? "?parse" : ""}#key=${KEY}`);
  await run(1);
  if (way !== "parsed alone") await shows(tab.page, queue, queue.pending);
  const close = async () => {
    await tab.close();
    there.close();
  };
  return { tab, queue, run, close };
}

// In the page: what waits for about a second waits for this long.
function hasten(pace) {
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms, ...given) => later(run, ms >= 900 && ms <= 4000 ? pace : ms, ...given);
}

function watchLongTasks() {
  globalThis.longTasks = [];
  const note = (list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  new PerformanceObserver(note).observe({ entryTypes: ["longtask"] });
}
