// What the browser keeps of runs has its limits: the oldest make way, and nothing that is under way.
import { instance } from "./contract.mjs";
import { made } from "./database.mjs";
import { landscape } from "./pictures.mjs";
import { contractTest, expect, test } from "./test.mjs";

const LIMIT = 500;
const ENGINE = "http://10.0.0.1:8188";

/** Puts values into a store of the page's database, each under its key. */
async function fill(page, store, entries) {
  await made(page);
  await page.evaluate(
    async ([store, entries]) => {
      const done = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await done(indexedDB.open("flowdeck"));
      const objects = database.transaction(store, "readwrite").objectStore(store);
      for (const [key, { bytes, ...value }] of entries) {
        if (bytes) value.file = new File([new Uint8Array(bytes)], key);
        await done(objects.put(value, key));
      }
      database.close();
    },
    [store, entries],
  );
}

/** The keys of a store of the page's database. */
async function keys(page, store) {
  await made(page);
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

/** So many runs that ended, from `from` on one a millisecond, each with its own word. */
const ended = (contract, count, from) =>
  Array.from({ length: count }, (_, place) => {
    const id = `kept-${place}`;
    const inputs = [{ name: "word", label: "Word", text: `word-${place}.`, files: [], names: [] }];
    const times = { created: from + place, changed: from + place };
    return [
      id,
      {
        id,
        base_url: contract.address.replace(/\/$/, ""),
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

/** The page again, with what is kept. */
async function again(page, playground, contract) {
  await page.reload();
  await playground.open(contract.link);
  await playground.connected();
  await byHand(page, playground);
}

async function byHand(page, playground) {
  await page.getByRole("button", { name: "By hand", exact: true }).click();
  await playground.text("Workflow id").fill("portrait");
}

contractTest("of more than 500 runs the oldest make way", async ({ page, playground, contract }) => {
  // One by the page itself, which makes its database when it first keeps something.
  await byHand(page, playground);
  await playground.start();
  await fill(page, "runs", ended(contract, LIMIT - 1, Date.now() - 1e6));
  await again(page, playground, contract);
  await playground.findRuns.fill("word-0.");
  await expect(playground.row("kept-0")).toBeVisible();
  await playground.findRuns.fill("");
  await playground.start();
  await playground.findRuns.fill("word-0.");
  await expect(playground.row("kept-0")).toHaveCount(0);
  await expect.poll(() => keys(page, "runs")).not.toContain("kept-0");
  await expect.poll(async () => (await keys(page, "runs")).length).toBe(LIMIT);
  expect(await keys(page, "runs")).toContain("kept-1");
});

contractTest("the oldest run stays while it is under way", async ({ page, playground, contract }) => {
  await byHand(page, playground);
  const slow = await playground.start();
  contract.queue = [instance(ENGINE, [slow])];
  await expect(playground.row(slow)).toHaveAttribute("data-state", "running");
  await fill(page, "runs", ended(contract, LIMIT - 1, Date.now() + 1000));
  await again(page, playground, contract);
  await playground.filterRuns.selectOption("Under way");
  await expect(playground.row(slow)).toHaveAttribute("data-state", "running");
  await playground.start();
  await expect.poll(() => keys(page, "runs")).not.toContain("kept-0");
  await expect(playground.row(slow)).toHaveAttribute("data-state", "running");
  await expect.poll(async () => (await keys(page, "runs")).length).toBe(LIMIT);
});

test.describe("of more than 200 MB of files", () => {
  const HALF = 100e6;

  test.beforeEach(async ({ page, playground }) => {
    await playground.choose("Poster");
    await playground.text("Size").fill("64");
    await playground.file("Photo").setInputFiles(await landscape(page));
  });

  /** A run to its end, whose photo is kept beside what is there. */
  async function run(playground) {
    const id = await playground.start();
    await playground.ends(id);
    return id;
  }

  test("the oldest make way", async ({ page, playground }) => {
    await fill(page, "files", [
      ["older", { at: 1, bytes: HALF }],
      ["newer", { at: 2, bytes: HALF }],
    ]);
    await run(playground);
    await expect.poll(() => keys(page, "files")).toEqual([expect.stringContaining("evening.png"), "newer"]);
  });

  test("one that made way is kept anew with the next run that is given it", async ({ page, playground }) => {
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
    await playground.result.getByRole("button", { name: "Run again" }).click();
    await expect.poll(() => keys(page, "files")).toContain(photo);
  });
});
