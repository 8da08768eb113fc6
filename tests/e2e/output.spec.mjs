// Outputs that nobody meant well, as a deployment might name and send them.
import { gives, quickRun } from "./outputs.mjs";
import { expect, test } from "./test.mjs";

const script = "window.ran = true";

test("a script in an SVG does not run, and the picture is shown", async ({ page, playground }) => {
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" onload="${script}"><script>${script}</script><rect width="40" height="30"/></svg>`;
  await gives(page, [{ filename: "a.svg", contentType: "image/svg+xml", body }]);
  await quickRun(playground);
  await expect(playground.pictures).toHaveJSProperty("naturalWidth", 40);
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
});

test("markup in an output's name is shown as it is written", async ({ page, playground }) => {
  const filename = `<img src=x onerror='${script}'>.txt`;
  await gives(page, [{ filename, contentType: "text/plain", body: "words" }]);
  await quickRun(playground);
  await expect(playground.output(filename)).toContainText("words");
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
});

test("of a text of 10 MB the start is shown, and the rest is in the download", async ({ page, playground }) => {
  await gives(page, [{ filename: "long.txt", contentType: "text/plain", body: "0123456789".repeat(1_000_000) }]);
  await quickRun(playground);
  const output = playground.output("long.txt");
  await expect(output).toContainText("The first 64 kB of 10.0 MB.");
  expect((await output.textContent()).length).toBeLessThan(70_000);
  await playground.fitsWidth();
});

test("many pictures stand in a grid", async ({ page, playground }) => {
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300"/></svg>';
  await gives(
    page,
    Array.from({ length: 9 }, (_, place) => ({ filename: `${place}.svg`, contentType: "image/svg+xml", body })),
  );
  await quickRun(playground);
  await expect(playground.pictures).toHaveCount(9);
  const tops = await playground.pictures.evaluateAll((images) =>
    images.map((image) => image.getBoundingClientRect().top),
  );
  expect(new Set(tops).size).toBeLessThan(9);
});

test("a picture whose address ended is asked for anew", async ({ page, playground }) => {
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>';
  const outputs = [{ filename: "a.svg", contentType: "image/svg+xml", body: "no picture" }];
  await gives(page, outputs);
  await quickRun(playground);
  await expect(playground.runs).toContainText("its address may have ended");
  outputs[0].body = body;
  await playground.runs.getByRole("button", { name: "Ask for a new address" }).click();
  await expect(playground.pictures).toHaveJSProperty("naturalWidth", 40);
});
