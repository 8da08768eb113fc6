// What a person can do with a result: zoom, compare, copy, download.
import { readFile } from "node:fs/promises";
import { landscape } from "./images.mjs";
import { expect, test } from "./test.mjs";

/** Completes a poster of this size. */
async function poster(page, playground, size = "128") {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill(size);
  const id = await playground.start();
  await playground.waitForRun(id);
  return id;
}

test("an image is enlarged, zoomed by key and wheel, and closed by Escape", async ({ page, playground }) => {
  await poster(page, playground, "320");
  const zoom = playground.output(/poster.*\.png/).getByRole("button", { name: "Zoom" });
  await zoom.click();
  const dialog = page.getByRole("dialog");
  const image = dialog.getByRole("img");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("1");
  await expect(image).toHaveJSProperty("clientWidth", 320);
  await page.keyboard.press("+");
  await expect(image).toHaveJSProperty("clientWidth", 400);
  await image.hover();
  await page.mouse.wheel(0, 100);
  await expect(image).toHaveJSProperty("clientWidth", 320);
  // The center of the picture stays in the center, also when it is larger than its place.
  for (let press = 0; press < 8; press += 1) await page.keyboard.press("+");
  await expect.poll(() => image.evaluate((element) => element.clientWidth)).toBeGreaterThan(1800);
  const center = async (locator) => {
    const { x, y, width, height } = await locator.boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const pane = dialog.getByRole("group");
  const [shown, place] = [await center(image), await center(pane)];
  for (const axis of [0, 1]) expect(Math.abs(shown[axis] - place[axis])).toBeLessThan(9);
  await page.keyboard.press("0");
  await expect(image).toHaveJSProperty("clientWidth", await pane.evaluate((element) => element.clientWidth));
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(zoom).toBeFocused();
});

test("an enlarged image is copied with its own pixels, and two fingers zoom it", async ({
  context,
  page,
  playground,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await poster(page, playground, "320");
  await playground
    .output(/poster.*\.png/)
    .getByRole("button", { name: "Zoom" })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Copy image" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  const width = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await createImageBitmap(await item.getType("image/png"))).width;
  });
  expect(width).toBe(320);
  await page.keyboard.press("1");
  const image = dialog.getByRole("img");
  await expect(image).toHaveJSProperty("clientWidth", 320);
  await image.evaluate((image) => {
    const touch = (identifier, clientX) => new Touch({ identifier, target: image, clientX, clientY: 300 });
    const two = (distance) => [touch(1, 600 - distance / 2), touch(2, 600 + distance / 2)];
    const send = (type, touches) =>
      image.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }));
    send("touchstart", two(100));
    send("touchmove", two(200));
    send("touchend", []);
  });
  await expect(image).toHaveJSProperty("clientWidth", 640);
});

test("two results are compared side by side, with differences marked", async ({ page, playground }) => {
  const first = await poster(page, playground, "64");
  // It fills the stage; its own pixels are a press away.
  await expect(playground.images).toHaveCSS("object-fit", "contain");
  const second = await poster(page, playground, "128");
  await playground.show(first);
  await playground.act("Compare");
  await expect(playground.runs).toContainText("Pick a second run");
  await playground.show(second);
  const comparison = playground.comparison;
  await expect(comparison.getByRole("img")).toHaveCount(2);
  const row = (label) => comparison.getByRole("row", { name: label });
  await expect(row(/^Size differs/)).toHaveCount(1);
  await expect(row(/^Size/)).toContainText("64");
  await expect(row(/^Size/)).toContainText("128");
  await expect(row(/^Title Open/)).not.toContainText("differs");
  // Each result is named by what differs.
  await expect(comparison.getByRole("region", { name: "Size: 64", exact: true })).toBeVisible();
  await expect(comparison.getByRole("region", { name: "Size: 128", exact: true })).toBeVisible();
  await expect(comparison.getByRole("columnheader", { name: `Size: 128 ${second.slice(0, 8)}` })).toBeVisible();
  await expect(comparison.getByRole("row").nth(1)).toContainText("Size");

  const mode = (name) => comparison.getByRole("button", { name, exact: true });
  await mode("Slider").click();
  await comparison.getByRole("button", { name: "Close comparison" }).click();
  await expect(comparison).toHaveCount(0);
  // The run from which the comparison was started is shown again.
  await expect(playground.row(first).getByRole("button").first()).toHaveAttribute("aria-pressed", "true");
  await playground.act("Compare");
  await playground.show(second);
  await expect(mode("Slider")).toHaveAttribute("aria-pressed", "true");
});

test("the heading of a comparison says how many differences it does not name", async ({ page, playground }) => {
  const first = await poster(page, playground, "64");
  await playground.choice("Title at").selectOption("top");
  await playground.toggle("Outline").click();
  const second = await poster(page, playground, "128");
  await playground.show(first);
  await playground.act("Compare");
  await playground.show(second);
  const heading = playground.comparison.getByRole("heading", { level: 3 });
  await expect(heading).toContainText(" · and ");
  await expect(heading).toHaveAttribute("title", /Title at .* · .*Outline |Outline .* · .*Title at /);
});

test("runs with different titles are compared by their titles", async ({ page, playground }) => {
  const first = await poster(page, playground, "64");
  await playground.text("Title").fill("Another");
  const second = await poster(page, playground, "128");
  await playground.show(first);
  await playground.act("Compare");
  await playground.show(second);
  const heading = playground.comparison.getByRole("heading", { level: 3 });
  await expect(heading).toHaveText(/^(Another ↔ .+|.+ ↔ Another)$/);
  await expect(heading).toHaveAttribute("title", /Title .*Another/);
  await expect(playground.comparison.getByRole("button", { name: "Show only this: Another" })).toBeVisible();
});

test("the list stays visible at the end of a long result", async ({ page, playground }) => {
  await page.setViewportSize({ width: 1260, height: 640 });
  const id = await poster(page, playground, "320");
  await playground.result.getByText("Run info", { exact: true }).click();
  const last = playground.result.getByRole("definition").last();
  await expect(last).not.toBeInViewport();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await expect(playground.row(id)).toBeInViewport();
});

test("the info of the next run is open if that of the last one was", async ({ page, playground }) => {
  const engine = playground.result.getByRole("term").filter({ hasText: "Engine" });
  const info = playground.result.getByText("Run info", { exact: true });
  await poster(page, playground, "64");
  await expect(engine).toBeHidden();
  await info.click();
  await expect(engine).toBeVisible();
  await poster(page, playground, "65");
  await expect(engine).toBeVisible();
  await info.click();
  await poster(page, playground, "66");
  await expect(engine).toBeHidden();
});

test("a switch is shown as in the form, and a new run ends a pending comparison", async ({ page, playground }) => {
  await poster(page, playground, "64");
  const input = playground.result.locator(".metadata-entry").filter({ hasText: "Outline" });
  await expect(input).toContainText(/Outline\s*on/);
  await playground.act("Compare");
  await playground.toggle("Outline").uncheck();
  await playground.waitForRun(await playground.start());
  await expect(playground.result).toBeVisible();
  await expect(playground.result.getByRole("button", { name: "Compare", includeHidden: true })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await expect(input).toContainText(/Outline\s*off/);
});

test("outputs are copied, downloaded, and packed into one archive on demand", async ({ context, page, playground }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("zip")).length);
  const id = await poster(page, playground, "64");

  await test.step("the text and the run ID are copied", async () => {
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await playground.output(/\.txt/).getByRole("button", { name: "Copy" }).click();
    await expect.poll(copied).toContain("\n");
    await playground.result.getByText("Run info", { exact: true }).click();
    await playground.result.getByRole("definition").getByRole("button", { name: "Copy" }).click();
    await expect.poll(copied).toBe(id);
  });

  await test.step("one output is downloaded", async () => {
    const download = page.waitForEvent("download");
    await playground
      .output(/poster.*\.png/)
      .getByRole("link", { name: "Download" })
      .click();
    expect((await download).suggestedFilename()).toMatch(/poster.*\.png$/);
  });

  await test.step("all outputs are in one archive", async () => {
    expect(await loaded()).toBe(0);
    const outputs = await playground.result.getByRole("figure").count();
    expect(outputs).toBeGreaterThan(1);
    const download = page.waitForEvent("download");
    await playground.act("Download all");
    const file = await download;
    expect(file.suggestedFilename()).toBe(`Poster-${id.slice(0, 8)}.zip`);
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
    expect(bytes.includes("poster")).toBe(true);
    await expect.poll(loaded).toBeGreaterThan(0);
  });
});

test("an upload shows its progress and speed, and Cancel stops it", async ({ context, page, playground }) => {
  await playground.choose("Poster");
  const photo = await landscape(page);
  // Bytes after the end of an image are uploaded but not decoded.
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
  await expect(row).toContainText(/\d+% · .* of 3\.\d MB · .*\/s/);
  const cancel = await row.getByRole("button", { name: "Cancel" }).elementHandle();
  await expect(row).not.toHaveText(await row.textContent());
  const stays = await cancel.evaluate((button) => button.isConnected);
  expect(stays, "the button stays while the progress changes").toBe(true);
  await cancel.click();
  await expect(playground.runs.locator('[data-state="cancelled"]')).toContainText("cancelled");
});
