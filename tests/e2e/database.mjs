// The page's database. The page creates it when it first stores something, and a test may not open it
// before: that would create an empty one.

const NAME = "flowdeck";
const exists = async (own) => (await indexedDB.databases()).some(({ name }) => name === own);

/** Whether the page has created it. */
export const isCreated = (page) => page.evaluate(exists, NAME);

/** Waits until the page has created it. */
export const created = (page) => page.waitForFunction(exists, NAME);

/** The files or runs in a store of it, by name or ID. */
async function all(page, store) {
  if (!(await isCreated(page))) return [];
  return page.evaluate(async (store) => {
    const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await done(indexedDB.open("flowdeck"));
    const stored = await done(database.transaction(store).objectStore(store).getAll());
    database.close();
    return stored.flat().map(({ name, run_id }) => name ?? run_id);
  }, store);
}

/** The names of the stored form files. */
export const storedFiles = (page) => all(page, "forms");

/** The IDs of the stored runs. */
export const storedRuns = (page) => all(page, "runs");

/** Removes the input files of all stored runs, as the page does for space. */
export async function forgetRunFiles(page) {
  await page.evaluate(async () => {
    const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await done(indexedDB.open("flowdeck"));
    await done(database.transaction("files", "readwrite").objectStore("files").clear());
    database.close();
  });
}

/** Adds copies of the only stored run, until there are `count`; the page shows them after a reload. */
export async function copyRun(page, count) {
  await page.evaluate(async (count) => {
    const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await done(indexedDB.open("flowdeck"));
    const runs = database.transaction("runs", "readwrite").objectStore("runs");
    const [run] = await done(runs.getAll());
    for (let index = 1; index < count; index += 1) {
      const id = `copy-${index}`;
      await done(runs.put({ ...run, id, run_id: id, created: run.created - index * 60_000 }, id));
    }
    database.close();
  }, count);
}
