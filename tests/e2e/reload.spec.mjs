// Typed text, files and runs survive a reload.
import { truncate, writeFile } from "node:fs/promises";
import { created, isCreated, storedFiles } from "./database.mjs";
import { landscape } from "./images.mjs";
import { expect, test } from "./test.mjs";

test("a draft survives another workflow and a reload", async ({ playground }) => {
  await playground.choose("Poster");
  await playground.text("Title").fill("half a thought");
  await playground.text("Softness").fill("3.3");
  await playground.choice("Title at").selectOption("top");
  await playground.toggle("Outline").uncheck();
  await playground.choose("Slow blur");
  await expect(playground.text("Word")).toBeVisible();
  await playground.choose("Poster");
  await expect(playground.text("Title")).toHaveValue("half a thought");
  await playground.reload();
  await playground.choose("Poster");
  await expect(playground.text("Title")).toHaveValue("half a thought");
  await expect(playground.text("Softness")).toHaveValue("3.3");
  await expect(playground.choice("Title at")).toHaveValue("top");
  await expect(playground.toggle("Outline")).not.toBeChecked();
});

test("active runs are marked as not connected until the key is entered, and inputs are kept after a run", async ({
  page,
  playground,
  service,
}) => {
  await notRemembered(page, playground);
  await playground.choose("Slow blur");
  await playground.text("Word").fill("again");
  const run = await playground.start();
  await expect(playground.text("Word")).toHaveValue("again");
  await page.reload();
  const cancel = playground.row(run).getByRole("button", { name: "Cancel" });
  await expect(playground.result).toContainText("Not connected.");
  await expect(cancel).toBeDisabled();
  await playground.key.fill(service.key);
  await playground.connect.click();
  await playground.connected();
  await expect(playground.runs).not.toContainText("Not connected.");
  await playground.waitForRun(run);
  await expect(playground.text("Word")).toHaveValue("again");
});

test("a run that is repeated without a connection fills in its own form once connected", async ({
  page,
  playground,
  service,
}) => {
  await notRemembered(page, playground);
  await playground.choose("Slow blur");
  await playground.text("Word").fill("once more");
  const run = await playground.start();
  await playground.waitForRun(run);
  await playground.text("Word").fill("something else");
  await page.reload();
  const sent = playground.submissions();
  await playground.show(run);
  await playground.act("Run again");
  await expect(playground.key).toBeVisible();
  await expect(playground.form).not.toContainText("don’t match any field");
  await playground.key.fill(service.key);
  await playground.connect.click();
  await playground.connected();
  await expect(playground.text("Word")).toHaveValue("once more");
  expect(sent).toHaveLength(0);
});

test("a run survives a reload that happens before the database opens", async ({ page, playground }) => {
  // During the first visit the database never opens.
  await page.addInitScript(() => {
    if (sessionStorage.visited) return;
    sessionStorage.visited = true;
    IDBFactory.prototype.open = () => /** @type {IDBOpenDBRequest} */ (new EventTarget());
  });
  await playground.reload();
  await playground.choose("Slow blur");
  await playground.text("Word").fill("in a hurry");
  const run = await playground.start();
  expect(await isCreated(page)).toBe(false);
  await page.reload();
  await expect(playground.row(run)).toBeVisible();
  await created(page);
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("run "))))
    .toEqual([]);
  await playground.show(run);
  await expect(playground.result).toContainText("in a hurry");
});

test("Escape closes the connection panel", async ({ page, playground }) => {
  await page.getByRole("button", { name: "Connection" }).click();
  await expect(playground.key).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(playground.key).toBeHidden();
  await page.getByRole("button", { name: "Connection" }).click();
  await playground.key.press("Escape");
  await expect(playground.key).toBeHidden();
});

test("an older run that is shown is still shown after a reload", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  const runs = [];
  for (const word of ["older", "newer"]) {
    await playground.text("Word").fill(word);
    runs.push(await playground.start());
    await playground.waitForRun(runs.at(-1));
  }
  await playground.show(runs[0]);
  await expect(playground.result).toContainText("older");
  await playground.reload();
  await expect(playground.showButton(runs[0])).toHaveAttribute("aria-pressed", "true");
  await expect(playground.result).toContainText("older");
});

test("a chosen file survives a reload until it is removed", async ({ page, playground }) => {
  const reload = async () => {
    await playground.reload();
    await playground.choose("Poster");
  };
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page, "kept.png"));
  await expect.poll(() => storedFiles(page)).toEqual(["kept.png"]);
  await reload();
  await expect(playground.form.getByText("kept.png")).toBeVisible();
  await playground.form.getByRole("button", { name: "Remove kept.png" }).click();
  await expect.poll(() => storedFiles(page)).toEqual([]);
  await reload();
  await expect(playground.form.getByText("kept.png")).toBeHidden();
});

test("a file that is too large to keep is named after a reload", async ({ page, playground }, testInfo) => {
  const path = testInfo.outputPath("huge.png");
  await writeFile(path, "");
  await truncate(path, 257e6);
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(path);
  await expect.poll(() => storedFiles(page)).toHaveLength(1);
  await playground.reload();
  await playground.choose("Poster");
  const note = playground.form.getByText("“huge.png” was too large to keep while the page was reloaded.");
  await expect(note).toBeVisible();
  await playground.file("Photo").setInputFiles(await landscape(page, "small.png"));
  await expect(note).toBeHidden();
});

/** Lets the page forget the key on the next reload. */
async function notRemembered(page, playground) {
  await page.getByRole("button", { name: "Connection" }).click();
  await playground.rememberKey("page");
  await playground.key.press("Escape");
}
