// The browser stores a limited number of runs and files. The oldest are removed first, but never an active run or one
// with a star, and the page says so.

import { created } from "./database.mjs";
import { landscape } from "./images.mjs";
import { instance } from "./minimal-deployment.mjs";
import { expect, minimalTest, test } from "./test.mjs";

const LIMIT = 10_000;
const ENGINE = "http://10.0.0.1:8188";

/** Writes entries into a store of the page's database. They travel as text: Playwright copies objects slowly. */
async function fill(page, store, entries) {
  await created(page);
  await page.evaluate(
    async ([store, text]) => {
      const done = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await done(indexedDB.open("flowdeck"));
      const transaction = database.transaction(store, "readwrite");
      const objects = transaction.objectStore(store);
      for (const [key, { bytes, ...value }] of JSON.parse(text)) {
        if (bytes) value.file = new File([new Uint8Array(bytes)], key);
        objects.put(value, key);
      }
      await new Promise((resolve, reject) => Object.assign(transaction, { oncomplete: resolve, onabort: reject }));
      database.close();
    },
    [store, JSON.stringify(entries)],
  );
}

/** The keys of a store of the page's database. */
async function keys(page, store) {
  await created(page);
  return page.evaluate(
    (store) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("flowdeck");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction(store).objectStore(store).getAllKeys();
          asked.onerror = () => reject(asked.error);
          asked.onsuccess = () => resolve(asked.result);
          opening.result.close();
        };
      }),
    store,
  );
}

/** This many completed runs, one per millisecond from `from` on, each with its own word. */
const ended = (deployment, count, from) =>
  Array.from({ length: count }, (_, place) => {
    const id = `kept-${place}`;
    const inputs = [{ name: "word", label: "Word", text: `word-${place}.`, files: [], names: [] }];
    const times = { created: from + place, changed: from + place };
    return [
      id,
      {
        id,
        base_url: deployment.address.replace(/\/$/, ""),
        run_id: id,
        workflow_id: "portrait",
        workflow: "Portrait",
        state: "completed",
        inputs,
        gone: [],
        ...times,
      },
    ];
  });

/** Reloads the page and opens the manual form again. */
async function reload(playground) {
  await playground.reload();
  await playground.openManualForm("portrait");
}

minimalTest(
  "of more than 10,000 runs the oldest are removed, and the page says so",
  async ({ page, playground, deployment }) => {
    // The page creates its database with the first run.
    await playground.openManualForm("portrait");
    await playground.start();
    await fill(page, "runs", ended(deployment, LIMIT - 1, Date.now() - 1e6));
    await reload(playground);
    await playground.browse();
    await playground.findRuns.fill("word-0.");
    await expect(playground.row("kept-0")).toBeVisible();
    await expect(playground.runs).not.toContainText("Older runs");
    await playground.findRuns.fill("");
    await playground.start();
    await playground.findRuns.fill("word-0.");
    await expect(playground.row("kept-0")).toHaveCount(0);
    await expect.poll(() => keys(page, "runs")).not.toContain("kept-0");
    await expect.poll(async () => (await keys(page, "runs")).length).toBe(LIMIT);
    expect(await keys(page, "runs")).toContain("kept-1");
    const notice = "This browser keeps the last 10,000 runs and those with a star. Older runs were removed from it.";
    await expect(playground.runs).toContainText(notice);
    await reload(playground);
    await playground.browse();
    await expect(playground.runs).toContainText(notice);
  },
);

minimalTest("a run with a star is never removed, nor its batch", async ({ page, playground, deployment }) => {
  await playground.openManualForm("portrait");
  await playground.start();
  const runs = ended(deployment, LIMIT + 3, Date.now() - 1e6);
  const group = (id, index) => ({ id, name: id, index, count: 2, fields: [] });
  const old = [
    { starred: true },
    { group: group("kept batch", 0) },
    { group: group("kept batch", 1), starred: true },
    { group: group("old batch", 0) },
    {},
    { group: group("old batch", 1) },
  ];
  for (const [place, more] of old.entries()) Object.assign(runs[place][1], more);
  await fill(page, "runs", runs);
  await reload(playground);
  await playground.start();
  await expect.poll(async () => (await keys(page, "runs")).length).toBe(LIMIT);
  const stored = await keys(page, "runs");
  for (const kept of ["kept-0", "kept-1", "kept-2"]) expect(stored).toContain(kept);
  for (const gone of ["kept-3", "kept-4", "kept-5", "kept-6", "kept-7"]) expect(stored).not.toContain(gone);
  await playground.browse();
  await playground.runs.getByRole("button", { name: "Starred only" }).click();
  await expect(playground.row("kept-0")).toBeVisible();
});

minimalTest("an active run is kept even if it is the oldest", async ({ page, playground, deployment }) => {
  await playground.openManualForm("portrait");
  const slow = await playground.start();
  deployment.queue = [instance(ENGINE, [slow])];
  await expect(playground.row(slow)).toHaveAttribute("data-state", "running");
  await fill(page, "runs", ended(deployment, LIMIT - 1, Date.now() + 1000));
  await reload(playground);
  await playground.browse();
  await playground.filterRuns.selectOption("In progress");
  await expect(playground.row(slow)).toHaveAttribute("data-state", "running");
  await playground.start();
  await expect.poll(() => keys(page, "runs")).not.toContain("kept-0");
  await expect(playground.row(slow)).toHaveAttribute("data-state", "running");
  await expect.poll(async () => (await keys(page, "runs")).length).toBe(LIMIT);
});

test.describe("with more than 200 MB of files", () => {
  const HALF = 100e6;

  test.beforeEach(async ({ page, playground }) => {
    await playground.choose("Poster");
    await playground.text("Size").fill("64");
    await playground.file("Photo").setInputFiles(await landscape(page));
  });

  /** Completes a run, whose photo is stored too. */
  async function run(playground) {
    const id = await playground.start();
    await playground.waitForRun(id);
    return id;
  }

  test("the oldest are removed", async ({ page, playground }) => {
    await fill(page, "files", [
      ["older", { at: 1, bytes: HALF }],
      ["newer", { at: 2, bytes: HALF }],
    ]);
    await run(playground);
    await expect.poll(() => keys(page, "files")).toEqual([expect.stringContaining("evening.png"), "newer"]);
    await playground.browse();
    await expect(playground.runs).toContainText("Older files were removed from it: choose them again");
  });

  test("a removed file is stored again with the next run that uses it", async ({ page, playground }) => {
    const first = await run(playground);
    const [photo] = await keys(page, "files");
    const newer = (bytes) => [
      ["one", { at: Date.now() + 1e6, bytes }],
      ["two", { at: Date.now() + 2e6, bytes }],
    ];
    await fill(page, "files", newer(HALF));
    await playground.file("Photo").setInputFiles(await landscape(page, "other.png"));
    await run(playground);
    await expect.poll(() => keys(page, "files")).not.toContain(photo);
    await fill(page, "files", newer(1));
    await playground.show(first);
    await playground.act("Run again");
    await expect.poll(() => keys(page, "files")).toContain(photo);
  });
});
