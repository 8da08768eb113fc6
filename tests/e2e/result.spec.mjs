// What can be done with a result: looked at closely, compared, copied, downloaded.
import { readFile } from "node:fs/promises";
import { landscape } from "./pictures.mjs";
import { expect, test } from "./test.mjs";

/** A poster of this size. */
async function poster(page, playground, size = "128") {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill(size);
  const id = await playground.start();
  await playground.ends(id);
  return id;
}

test("a picture is enlarged, shown at its own size, and closed by Escape", async ({ page, playground }) => {
  await poster(page, playground, "320");
  const zoom = playground.output(/poster.*\.png/).getByRole("button", { name: "Zoom" });
  await zoom.click();
  const dialog = page.getByRole("dialog");
  const picture = dialog.getByRole("img");
  await dialog.getByRole("button", { name: "100 %" }).click();
  await expect(picture).toHaveJSProperty("clientWidth", 320);
  await page.keyboard.press("+");
  await expect(picture).toHaveJSProperty("clientWidth", 400);
  await picture.hover();
  await page.mouse.wheel(0, 100);
  await expect(picture).toHaveJSProperty("clientWidth", 320);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(zoom).toBeFocused();
});

test("a small picture is shown no larger than it is", async ({ page, playground }) => {
  await poster(page, playground, "64");
  await expect(playground.pictures).toHaveJSProperty("clientWidth", 64);
});

test("two results stand side by side, with what differs marked", async ({ page, playground }) => {
  const first = await poster(page, playground, "64");
  const second = await poster(page, playground, "128");
  await playground.show(first);
  await playground.result.getByRole("button", { name: "Compare" }).click();
  await expect(playground.result).toContainText("Choose another run");
  await playground.show(second);
  const comparison = playground.runs.getByRole("article", { name: "Comparison" });
  await expect(comparison.getByRole("img")).toHaveCount(2);
  const row = (label) => comparison.getByRole("row", { name: label });
  await expect(row(/^Size/)).toContainText("differs");
  await expect(row(/^Size/)).toContainText("64");
  await expect(row(/^Size/)).toContainText("128");
  await expect(row(/^Title Open/)).not.toContainText("differs");
  await comparison.getByRole("button", { name: "End comparison" }).click();
  await expect(playground.result).toBeVisible();
});

test("what is compared is named by its workflow and its time", async ({ page, playground }) => {
  const first = await poster(page, playground, "64");
  const second = await poster(page, playground, "64");
  await playground.show(first);
  await playground.result.getByRole("button", { name: "Compare" }).click();
  await playground.show(second);
  const comparison = playground.runs.getByRole("article", { name: "Comparison" });
  await expect(comparison.getByRole("region", { name: /^Poster, .*\d:\d\d:\d\d/ })).toHaveCount(2);
  await expect(
    comparison.getByRole("columnheader", { name: new RegExp(`^Poster, .* ${second.slice(0, 8)}$`) }),
  ).toBeVisible();
});

test("the list stays in reach while the end of a result is looked at", async ({ page, playground }) => {
  await page.setViewportSize({ width: 1260, height: 640 });
  const id = await poster(page, playground, "320");
  const last = playground.result.getByRole("definition").last();
  await expect(last).not.toBeInViewport();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await expect(playground.row(id)).toBeInViewport();
});

test("a switch is told as it is in the form", async ({ page, playground }) => {
  await poster(page, playground, "64");
  const input = playground.result.locator(".fact").filter({ hasText: "Outline" });
  await expect(input).toContainText(/Outline\s*on/);
  await playground.toggle("Outline").uncheck();
  await playground.ends(await playground.start());
  await expect(input).toContainText(/Outline\s*off/);
});

test("a run that begins ends a comparison that waits for its second run", async ({ page, playground }) => {
  await poster(page, playground, "64");
  await playground.result.getByRole("button", { name: "Compare" }).click();
  await playground.ends(await playground.start());
  await expect(playground.result).toBeVisible();
  await expect(playground.result.getByRole("button", { name: "Compare" })).toHaveAttribute("aria-pressed", "false");
});

test("all outputs are downloaded as one archive with their names", async ({ page, playground }) => {
  const id = await poster(page, playground, "64");
  const outputs = await playground.runs.getByRole("figure").count();
  expect(outputs).toBeGreaterThan(1);
  const download = page.waitForEvent("download");
  await playground.result.getByRole("button", { name: "Download all" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`Poster-${id.slice(0, 8)}.zip`);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.includes("poster")).toBe(true);
});

test("what packs is loaded when it is asked for", async ({ page, playground }) => {
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("zip")).length);
  await poster(page, playground, "64");
  expect(await loaded()).toBe(0);
  const download = page.waitForEvent("download");
  await playground.result.getByRole("button", { name: "Download all" }).click();
  await download;
  await expect.poll(loaded).toBeGreaterThan(0);
});

test("a text and a run's id are copied", async ({ context, page, playground }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const id = await poster(page, playground, "64");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await playground.output(/\.txt/).getByRole("button", { name: "Copy" }).click();
  await expect.poll(copied).toContain("\n");
  await playground.result.getByRole("definition").getByRole("button", { name: "Copy" }).click();
  await expect.poll(copied).toBe(id);
});

test("an upload tells how far it is and how fast, and is stopped by Cancel", async ({ context, page, playground }) => {
  await playground.choose("Poster");
  const photo = await landscape(page);
  // Bytes after a picture's end are no part of it, but of the upload.
  photo.buffer = Buffer.concat([photo.buffer, Buffer.alloc(3_000_000)]);
  await playground.file("Photo").setInputFiles(photo);
  const network = await context.newCDPSession(page);
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  });
  await playground.run.click();
  const row = playground.runs.locator('[data-state="uploading"]');
  await expect(row).toContainText(/\d+ % · .* of 3\.\d MB · .*\/s/);
  await row.getByRole("button", { name: "Cancel" }).click();
  await expect(playground.runs.locator('[data-state="cancelled"]')).toContainText("cancelled");
});
