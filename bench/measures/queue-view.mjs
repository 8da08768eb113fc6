// The queue view while a tenth of its instances change: work, elements, long tasks, memory.
import assert from "node:assert/strict";
import { queueInMotion } from "../data/queue-in-motion.mjs";
import { KEY } from "../data/run.mjs";
import { launchBrowser } from "../lib/chromium-arena.mjs";
import { budgetCells, comparison, countSentence } from "../lib/comparison.mjs";
import { startDeployment } from "../lib/deployment.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { pacedAnswers } from "../lib/paced-answers.mjs";
import { handWritten, SITE, siteFiles } from "../lib/playground.mjs";
import { formatFigure, formatInteger, formatRatio, median } from "../lib/statistics.mjs";
import { memory, openTab, recordWasmMemories, workDuring } from "../lib/tab.mjs";

export const about = `\
The queue view of 20, 200 and 1000 instances with one running and 50 pending tasks each. Every tenth
instance advances by one task per update. Pages poll as usual, but every 300 ms instead of every
second. A figure is the main thread's work for one update, from the response to the next request,
frames included. The hand-written view keeps only the visible instances in the document. To show the
cost of parsing, one page polls, parses and displays nothing.`;

const WAYS = ["hand-written", "parse only", "flowdeck"];
const PAGES = { "hand-written": handWritten("queue-view"), "parse only": handWritten("queue-view"), flowdeck: SITE };
const COUNTS = [20, 200, 1000];
const UPDATES = 5;
// The page may animate this long after an update, in ms.
const POLL_INTERVAL = 300;
// Blocks of 300 updates before memory is measured again.
const BLOCKS = 33;
const REGION = '[aria-label="Queue"]';

export async function* measure() {
  const browser = await launchBrowser();
  try {
    const elements = {};
    for (const count of COUNTS) yield await updateTable(browser, count, elements);
    yield elementTable(elements);
    yield await memoryTable(browser);
  } finally {
    await browser.close();
  }
}

async function updateTable(browser, count, elements) {
  const views = {};
  for (const way of WAYS) views[way] = await open(browser, way, count, POLL_INTERVAL);
  for (const way of WAYS) await views[way].release(UPDATES);
  for (const way of WAYS) await views[way].tab.page.evaluate(watchLongTasks);
  const results = await interleave(WAYS, rounds(15), (way) =>
    workDuring(views[way].tab, () => views[way].release(UPDATES)),
  );
  const longTasks = {};
  for (const way of WAYS) longTasks[way] = await views[way].tab.page.evaluate(() => globalThis.longTasks);
  elements[count] = await closeViews(views);
  const perUpdate = (part) => each((way) => formatFigure(median(results[way].map((work) => work[part] / UPDATES))));
  const samples = each((way) => results[way].map(({ total }) => total / UPDATES));
  const extra = {
    "style + layout": perUpdate("layout"),
    "long tasks": each((way) => formatInteger(longTasks[way].length)),
  };
  const budgets = { flowdeck: 1.5 };
  const note = [viewWithoutParsing(samples), ...(count === 200 ? [longTaskSentence(longTasks.flowdeck)] : [])].join(
    " ",
  );
  return comparison({ title: `An update of ${count} instances`, samples, reference: WAYS[0], budgets, extra, note });
}

function viewWithoutParsing(samples) {
  const rest = samples["hand-written"].map((ms, round) => ms - samples["parse only"][round]);
  return `Without polling and parsing, the hand-written view takes ${formatFigure(median(rest))} ms.`;
}

const longTaskSentence = (longTasks) =>
  countSentence("During these updates flowdeck blocked the page for 50 ms or more", longTasks.length, 0);

const each = (figure, ways = WAYS) => Object.fromEntries(ways.map((way) => [way, figure(way)]));

// Asserts that each view shows the last snapshot, counts its elements and closes it.
async function closeViews(views) {
  const elements = {};
  for (const way of WAYS) {
    const { tab, queue, release, close } = views[way];
    queue.drain();
    await release(1);
    elements[way] = await tab.page.locator(REGION).evaluate((region) => region.getElementsByTagName("*").length);
    if (way !== "parse only") await assertShown(tab.page, queue, queue.pending - 1);
    await close();
  }
  return elements;
}

async function assertShown(page, { first }, pending) {
  const article = page.locator(`${REGION} article[aria-label*="${first}"]`);
  const shown = [await article.getAttribute("data-running"), await article.getAttribute("data-pending")];
  assert.deepEqual(shown, ["1", String(pending)], "the view shows the last snapshot");
}

function elementTable(elements) {
  const ways = ["hand-written", "flowdeck"];
  const rows = ways.map((way) => {
    const counts = COUNTS.map((count) => elements[count][way]);
    return [
      way,
      ...counts.map(formatInteger),
      ...budgetCells(counts.at(-1), way === "flowdeck" ? counts.at(-2) : undefined, formatInteger),
    ];
  });
  return {
    title: "Elements in the region",
    head: ["", ...COUNTS.map((count) => `${count} instances`), "budget", "met"],
    rows,
  };
}

// Measures memory after 100 updates and again after many more, without pauses. ROUNDS does not reduce
// them, because fewer updates would not reveal slow growth.
async function memoryTable(browser) {
  const rows = [];
  for (const way of ["hand-written", "flowdeck"]) {
    const view = await open(browser, way, COUNTS[0], 0);
    await view.release(100);
    const before = await memory(view.tab);
    for (let block = 0; block < BLOCKS; block += 1) await view.release(300);
    const after = await memory(view.tab);
    await view.close();
    rows.push([
      way,
      mib(before),
      mib(after),
      formatRatio(after / before),
      ...budgetCells(after / before, way === "flowdeck" ? 1.1 : undefined),
    ]);
  }
  const head = ["", "MiB after 100", `after ${formatInteger(100 + 300 * BLOCKS)}`, "ratio", "budget", "met"];
  return { title: `Heap and WebAssembly memory, ${COUNTS[0]} instances`, head, rows };
}

const mib = (bytes) => formatFigure(bytes / 2 ** 20);

// Opens a page with its own queue and waits until it shows the first snapshot.
async function open(browser, way, count, pollInterval) {
  const queue = queueInMotion(count);
  const { answer, release } = pacedAnswers(queue.next);
  const empty = Buffer.from(JSON.stringify({ status: "success", data: [], errors: null, meta: null }));
  const answers = { "/api/v1/comfy/queue": answer, "/api/v1/comfy/workflows": () => empty };
  const server = await startDeployment({ files: siteFiles(PAGES[way]), answers });
  const tab = await openTab(browser, { scripts: [recordWasmMemories, [setPollInterval, pollInterval]] });
  await tab.page.goto(`${server.url}/${way === "parse only" ? "?parse" : ""}#key=${KEY}`);
  await release(1);
  if (way !== "parse only") await assertShown(tab.page, queue, queue.pending);
  const close = async () => {
    await tab.close();
    server.close();
  };
  return { tab, queue, release, close };
}

// Runs in the page: replaces timeouts of about a second with this interval.
function setPollInterval(interval) {
  const { setTimeout } = globalThis;
  const faster = (run, ms, ...args) => setTimeout(run, ms >= 900 && ms <= 4000 ? interval : ms, ...args);
  Object.assign(globalThis, { setTimeout: faster });
}

function watchLongTasks() {
  globalThis.longTasks = [];
  const record = (list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  new PerformanceObserver(record).observe({ entryTypes: ["longtask"] });
}
