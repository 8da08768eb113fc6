// Unusual outputs that a deployment might return.
import { fakeOutputs, quickRun } from "./fake-outputs.mjs";
import { expect, test } from "./test.mjs";

const script = "window.ran = true";

test("a script in an SVG does not run, and the image is shown", async ({ page, playground }) => {
  const tag = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" onload="${script}">`;
  const body = `${tag}<script>${script}</script><rect width="40" height="30"/></svg>`;
  await fakeOutputs(page, [{ filename: "a.svg", contentType: "image/svg+xml", body }]);
  await quickRun(playground);
  await expect(playground.images).toHaveJSProperty("naturalWidth", 40);
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
});

test("markup in the name of an output is shown as text", async ({ page, playground }) => {
  const filename = `<img src=x onerror='${script}'>.txt`;
  await fakeOutputs(page, [{ filename, contentType: "text/plain", body: "words" }]);
  await quickRun(playground);
  await expect(playground.output(filename)).toContainText("words");
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
});

test("a long text is truncated", async ({ page, playground }) => {
  await fakeOutputs(page, [{ filename: "long.txt", contentType: "text/plain", body: "0123456789".repeat(1_000_000) }]);
  await quickRun(playground);
  const output = playground.output("long.txt");
  await expect(output).toContainText("Showing the first 64 kB of 10.0 MB.");
  expect((await output.textContent()).length).toBeLessThan(70_000);
  await playground.fitsWidth();
});

test("a text that is not in UTF-8 has every letter that was written", async ({ page, playground }) => {
  const body = Buffer.from("Grüße aus Köln", "latin1");
  await fakeOutputs(page, [{ filename: "greeting.txt", contentType: "text/plain", body }]);
  await quickRun(playground);
  await expect(playground.output("greeting.txt")).toContainText("Grüße aus Köln");
});

for (const [count, rows] of [
  [4, 2],
  [6, 2],
  [9, 3],
]) {
  test(`${count} images form a grid with ${rows} rows`, async ({ page, playground }) => {
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300"/></svg>';
    const image = (place) => ({ filename: `${place}.svg`, contentType: "image/svg+xml", body });
    await fakeOutputs(
      page,
      Array.from({ length: count }, (_, place) => image(place)),
    );
    await quickRun(playground);
    await expect(playground.images).toHaveCount(count);
    const tops = await playground.images.evaluateAll((images) =>
      images.map((image) => image.getBoundingClientRect().top),
    );
    expect(new Set(tops).size).toBe(rows);
  });
}

test("the arrow keys and buttons of an enlarged image show the run's other images", async ({ page, playground }) => {
  const contentType = "image/svg+xml";
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>';
  const names = ["first.svg", "second.svg", "third.svg"];
  await fakeOutputs(
    page,
    names.map((filename) => ({ filename, contentType, body })),
  );
  await quickRun(playground);
  await playground.output("first.svg").getByRole("button", { name: "Zoom" }).click();
  const enlarged = (name) => page.getByRole("dialog", { name: `${name}, enlarged` });
  const step = (name) => page.getByRole("dialog").getByRole("button", { name });
  await expect(enlarged("first.svg")).toBeVisible();
  await expect(step("Previous image")).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(enlarged("second.svg")).toBeVisible();
  await step("Next image").click();
  await expect(enlarged("third.svg")).toBeVisible();
  await expect(step("Next image")).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(enlarged("third.svg")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(enlarged("second.svg")).toBeVisible();
  // The zoom is kept, to compare the same part of both.
  await step("Zoom in").click();
  await step("Zoom in").click();
  const zoomed = await page.getByRole("dialog").getByRole("img").boundingBox();
  await step("Next image").click();
  await expect(enlarged("third.svg")).toBeVisible();
  await expect.poll(() => page.getByRole("dialog").getByRole("img").boundingBox()).toEqual(zoomed);
  await step("Previous image").click();
  await page.keyboard.press("Escape");
  await expect(playground.output("second.svg").getByRole("button", { name: "Zoom" })).toBeFocused();
});

test("an image with an expired link gets a new one", async ({ page, playground }) => {
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>';
  const outputs = [{ filename: "a.svg", contentType: "image/svg+xml", body: "not an image" }];
  await fakeOutputs(page, outputs);
  await quickRun(playground);
  await expect(playground.result).toContainText("the link may have expired");
  outputs[0].body = body;
  await playground.result.getByRole("button", { name: "Get a new link" }).click();
  await expect(playground.images).toHaveJSProperty("naturalWidth", 40);
});
