// The page's own database, which it makes when it first keeps something. A test that opened it before
// the page did would make an empty one in its place.

const NAME = "flowdeck";
const there = async (own) => (await indexedDB.databases()).some(({ name }) => name === own);

/** Whether the page has made it. */
export const isMade = (page) => page.evaluate(there, NAME);

/** Waits until the page has made it. */
export const made = (page) => page.waitForFunction(there, NAME);

/** The names of the files that forms hold, as the browser keeps them. */
export async function keptFiles(page) {
  if (!(await isMade(page))) return [];
  return page.evaluate(async () => {
    const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await done(indexedDB.open("flowdeck"));
    const kept = await done(database.transaction("forms").objectStore("forms").getAll());
    database.close();
    return kept.flat().map((file) => file.name);
  });
}
