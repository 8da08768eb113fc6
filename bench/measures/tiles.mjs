// The page of all runs with 500 tiles: long tasks while it scrolls, and memory.
import { launchBrowser } from "../lib/chromium-arena.mjs";
import { SITE, serve } from "../lib/playground.mjs";
import { formatInteger } from "../lib/statistics.mjs";
import { memory, openTab, recordWasmMemories } from "../lib/tab.mjs";

export const about = `\
The page of all runs with 500 completed runs, each with a thumbnail, in a browser that kept them from an
earlier visit. It is scrolled to its end, one wheel step of 240 pixels per frame. Memory is that of
JavaScript's heap and of WebAssembly after garbage collection, less that of the same page with one run.`;

const COUNT = 500;
const STEP = 240;
const MAX_TASK = 50;
const MAX_MEMORY = 60 * 2 ** 20;

export async function* measure() {
  const service = await serve(SITE);
  const browser = await launchBrowser();
  try {
    const tab = await openTab(browser, { scripts: [recordWasmMemories] });
    await completeRun(tab, service.link);
    const before = await openRuns(tab, 1);
    await tab.page.evaluate(copyRun, COUNT);
    await openRuns(tab, COUNT);
    const { frames, tasks } = await scroll(tab);
    const after = await memory(tab);
    yield table({ frames, tasks, more: after - before });
  } finally {
    await browser.close();
    await service.close();
  }
}

const region = (page) => page.getByRole("region", { name: "Runs", exact: true });

async function completeRun({ page }, link) {
  await page.goto(link);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator(".tile[data-state=completed] img").waitFor();
}

// Opens the page of all runs in a new visit, and returns the memory in use.
async function openRuns(tab, count) {
  await tab.page.reload();
  await region(tab.page)
    .getByRole("button", { name: `All runs ${count}` })
    .click();
  await tab.page.locator(".tile img").first().waitFor();
  return memory(tab);
}

// Runs in the page: stores copies of the only run and its thumbnail, until there are this many.
async function copyRun(count) {
  const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
  const database = await done(indexedDB.open("flowdeck"));
  const stores = ["runs", "thumbnails"];
  const [[run], [thumbnail]] = await Promise.all(
    stores.map((store) => done(database.transaction(store).objectStore(store).getAll())),
  );
  const change = database.transaction(stores, "readwrite");
  for (let index = 1; index < count; index += 1) {
    const [id, created] = [`copy-${index}`, run.created - index * 60_000];
    const inputs = run.inputs.map((input) => (input.name === "title" ? { ...input, text: `Title ${index}` } : input));
    change.objectStore("runs").put({ ...run, id, run_id: id, created, inputs }, id);
    change.objectStore("thumbnails").put(thumbnail, id);
  }
  await new Promise((resolve) => (change.oncomplete = resolve));
  database.close();
}

// Scrolls to the end of all tiles, and returns the number of frames and the durations of long tasks.
async function scroll({ page }) {
  return page.evaluate(
    async ([step, count]) => {
      const list = document.querySelector(".run-list-panel");
      const tasks = [];
      const observer = new PerformanceObserver((entries) =>
        tasks.push(...entries.getEntries().map(({ duration }) => duration)),
      );
      observer.observe({ entryTypes: ["longtask"] });
      const frame = () => new Promise(requestAnimationFrame);
      let frames = 0;
      const isAtEnd = () => list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
      while (!isAtEnd() || list.querySelectorAll(".tile").length < count) {
        list.scrollBy(0, step);
        await frame();
        frames += 1;
        if (frames > 2000) throw new Error("scrolling does not end");
      }
      // The observer reports a task after its end.
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { frames, tasks };
    },
    [STEP, COUNT],
  );
}

function table({ frames, tasks, more }) {
  const longest = Math.max(0, ...tasks);
  return {
    title: `${COUNT} tiles, ${frames} frames`,
    head: ["", "measured", "budget", "met"],
    rows: [
      ["tasks of 50 ms or more", formatInteger(tasks.length), "0", tasks.length ? "no" : "yes"],
      ["the longest of them, ms", formatInteger(Math.round(longest)), `< ${MAX_TASK}`, longest ? "no" : "yes"],
      [
        "more memory than with one run, MiB",
        (more / 2 ** 20).toFixed(1),
        `≤ ${MAX_MEMORY / 2 ** 20}`,
        more <= MAX_MEMORY ? "yes" : "no",
      ],
    ],
  };
}
