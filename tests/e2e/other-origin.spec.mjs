// Outputs on another origin, such as an object store: readable files are downloaded, blocked files are
// named and open in a new tab.
import { readFile } from "node:fs/promises";
import { fakeOutputs, quickRun } from "./fake-outputs.mjs";
import { server } from "./loopback-server.mjs";
import { expect, test } from "./test.mjs";

const FILES = { "first.xyz": "the first points", "second.xyz": "the second points" };

/** An object store. Pages of other origins can read the files for which `readable` is true. */
async function objectStore(readable) {
  return server((request, response) => {
    const name = request.url.slice(1);
    const cors = readable(name) ? { "Access-Control-Allow-Origin": "*" } : {};
    response.writeHead(200, { "Content-Type": "text/plain", ...cors }).end(FILES[name]);
  });
}

const downloads = (page) => {
  const seen = [];
  page.on("download", (download) => seen.push(download.suggestedFilename()));
  return seen;
};

/** Completes a run whose outputs are in the store. */
async function runInto(page, playground, { address }) {
  await fakeOutputs(
    page,
    Object.keys(FILES).map((filename) => ({ filename, url: address + filename })),
  );
  await quickRun(playground);
  await expect(playground.result.getByRole("figure")).toHaveCount(2);
}

const link = (playground, name) => playground.output(name).getByRole("link", { name: "Download" });

test.describe("with readable files", () => {
  test("one is downloaded under its name, and all as one archive", async ({ page, playground }) => {
    const store = await objectStore(() => true);
    await runInto(page, playground, store);
    const single = page.waitForEvent("download");
    await link(playground, "first.xyz").click();
    const file = await single;
    expect(file.suggestedFilename()).toMatch(/^first-[0-9a-f]{8}\.xyz$/);
    expect(await readFile(await file.path(), "utf8")).toBe(FILES["first.xyz"]);

    const download = page.waitForEvent("download");
    await playground.act("Download all");
    const archive = await readFile(await (await download).path());
    for (const part of Object.entries(FILES).flat()) expect(archive.includes(part), part).toBe(true);
    await store.stop();
  });
});

test.describe("with blocked files", () => {
  test.use({ expectedErrors: /blocked by CORS|ERR_FAILED/ });

  test("no incomplete archive is created, and the blocked file is named", async ({ page, playground }) => {
    const store = await objectStore((name) => name === "first.xyz");
    await runInto(page, playground, store);
    const seen = downloads(page);
    await playground.act("Download all");
    const message = playground.result.getByRole("status").filter({ hasText: "Couldn’t create the archive" });
    await expect(message).toContainText("second.xyz");
    await expect(message).not.toContainText("first.xyz");
    await expect(message).toContainText("open in a new tab");
    expect(seen).toEqual([]);
    await store.stop();
  });

  test("a blocked file opens in a new tab, and the page says so", async ({ context, page, playground }) => {
    const store = await objectStore(() => false);
    await runInto(page, playground, store);
    for (const click of ["first", "second"]) {
      const opened = context.waitForEvent("page");
      await link(playground, "second.xyz").click();
      const tab = await opened;
      await expect(tab.locator("body"), `the ${click} click`).toHaveText(FILES["second.xyz"]);
      expect(await tab.evaluate(() => opener)).toBeNull();
      await tab.close();
    }
    await expect(playground.output("second.xyz").getByRole("status")).toContainText("can’t be read from here");
    await store.stop();
  });
});
