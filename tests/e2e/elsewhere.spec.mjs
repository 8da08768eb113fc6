// Outputs that lie on another origin than the deployment, such as a store of objects: what a page may
// read is downloaded, what it may not is named, with the way to it.
import { readFile } from "node:fs/promises";
import { gives, quickRun } from "./outputs.mjs";
import { server } from "./server.mjs";
import { expect, test } from "./test.mjs";

const FILES = { "first.xyz": "the first points", "second.xyz": "the second points" };

/** A store of objects that lets pages of other origins read the files that `open` says. */
async function store(open) {
  return server((request, response) => {
    const name = request.url.slice(1);
    const cors = open(name) ? { "Access-Control-Allow-Origin": "*" } : {};
    response.writeHead(200, { "Content-Type": "text/plain", ...cors }).end(FILES[name]);
  });
}

const downloads = (page) => {
  const seen = [];
  page.on("download", (download) => seen.push(download.suggestedFilename()));
  return seen;
};

/** A run whose outputs are in that store. */
async function runInto(page, playground, { address }) {
  await gives(
    page,
    Object.keys(FILES).map((filename) => ({ filename, url: address + filename })),
  );
  await quickRun(playground);
  await expect(playground.runs.getByRole("figure")).toHaveCount(2);
}

const link = (playground, name) => playground.output(name).getByRole("link", { name: "Download" });

test.describe("that pages may read", () => {
  test("all are downloaded as one archive", async ({ page, playground }) => {
    const away = await store(() => true);
    await runInto(page, playground, away);
    const download = page.waitForEvent("download");
    await playground.result.getByRole("button", { name: "Download all" }).click();
    const archive = await readFile(await (await download).path());
    for (const part of Object.entries(FILES).flat()) expect(archive.includes(part), part).toBe(true);
    await away.stop();
  });

  test("one is downloaded under its name", async ({ page, playground }) => {
    const away = await store(() => true);
    await runInto(page, playground, away);
    const download = page.waitForEvent("download");
    await link(playground, "first.xyz").click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("first.xyz");
    expect(await readFile(await file.path(), "utf8")).toBe(FILES["first.xyz"]);
    await away.stop();
  });
});

test.describe("that pages may not read", () => {
  test.use({ expectedErrors: /blocked by CORS|ERR_FAILED/ });

  test("there is no archive with a part of them, and the file is named", async ({ page, playground }) => {
    const away = await store((name) => name === "first.xyz");
    await runInto(page, playground, away);
    const seen = downloads(page);
    await playground.result.getByRole("button", { name: "Download all" }).click();
    const said = playground.result.getByRole("status").filter({ hasText: "Not packed" });
    await expect(said).toContainText("second.xyz");
    await expect(said).not.toContainText("first.xyz");
    await expect(said).toContainText("opened in a tab");
    expect(seen).toEqual([]);
    await away.stop();
  });

  test("one is opened in a tab, which is said", async ({ context, page, playground }) => {
    const away = await store(() => false);
    await runInto(page, playground, away);
    for (const press of ["first", "second"]) {
      const opened = context.waitForEvent("page");
      await link(playground, "second.xyz").click();
      const tab = await opened;
      await expect(tab.locator("body"), `the ${press} press`).toHaveText(FILES["second.xyz"]);
      expect(await tab.evaluate(() => opener)).toBeNull();
      await tab.close();
    }
    await expect(playground.output("second.xyz").getByRole("status")).toContainText("could not read");
    await away.stop();
  });
});
