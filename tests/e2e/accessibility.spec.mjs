// The main views meet WCAG 2.2 AA, each in the light and in the dark theme.
import { expectAccessible } from "./axe.mjs";
import { landscape } from "./images.mjs";
import { Playground } from "./playground.mjs";
import { expect, test } from "./test.mjs";

// Each analysis takes a second or more.
test.slow();

test("the connection panel that asks for a key", async ({ page, service }) => {
  const playground = new Playground(page);
  await playground.open(service.address);
  await expect(playground.key).toBeVisible();
  await expectAccessible(page);
});

test("a form with errors, then with every fold open, then a manual form", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.text("Size").fill("big");
  await playground.run.click();
  await playground.showsError(playground.text("Size"), /whole number/);
  await expectAccessible(page);

  for (const fold of ["Values and presets", "Runs from a table", "Add a field"]) {
    await playground.form.getByText(fold, { exact: true }).click();
  }
  await playground.vary("Size");
  await page.getByRole("button", { name: "Connection" }).click();
  await page.getByLabel("Save as").fill("Studio");
  await playground.connect.click();
  await playground.connected();
  await page.getByRole("button", { name: "Connection" }).click();
  // At the end of the form, Run does not cover any field.
  await playground.form.evaluate((region) => region.scrollTo(0, region.scrollHeight));
  await expectAccessible(page);

  await page.keyboard.press("Escape");
  await playground.openManualForm();
  await playground.form.evaluate((region) => region.scrollTo(0, region.scrollHeight));
  await expectAccessible(page);
});

test("a result, then active runs and a busy queue", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill("128");
  const poster = await playground.start();
  await playground.waitForRun(poster);
  await playground.choose("Slow blur");
  await playground.text("Size").fill("2048");
  for (let run = 0; run < 3; run += 1) await playground.start();
  await expect(playground.rows("pending")).toHaveCount(1);
  await playground.show(poster);
  await expectAccessible(page);
});

test("an enlarged image, a comparison, and a batch", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill("128");
  const first = await playground.start();
  await playground.waitForRun(first);
  await playground
    .output(/poster.*\.png/)
    .getByRole("button", { name: "Zoom" })
    .click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  const second = await playground.start();
  await playground.waitForRun(second);
  await playground.act("Compare");
  await expectAccessible(page);
  await playground.show(first);
  await expect(playground.comparison).toBeVisible();
  await playground.vary("Title");
  await playground.values("Title").fill("one\ntwo");
  await playground.form.getByRole("button", { name: "Run 2" }).click();
  await expect(playground.result.locator('[data-state="completed"]')).toHaveCount(2);
  await expectAccessible(page);
});

test("the panel for developers", async ({ page, playground }) => {
  await playground.choose("Poster");
  await page.getByRole("button", { name: "Code", exact: true }).click();
  const region = page.getByRole("region", { name: "Developers" });
  for (const name of ["Recent calls", "Schema", "Code"]) {
    await region.getByRole("tab", { name, exact: true }).click();
    await expectAccessible(page);
  }
});

test("the page on a phone, and in German", async ({ page, playground }) => {
  const { width, height } = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await playground.queueButton.click();
  await expectAccessible(page);
  await playground.queueButton.click();

  await page.setViewportSize({ width, height });
  await playground.language("de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("button", { name: "Ausführen", exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("the theme follows the system until one is chosen", async ({ page, playground }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).not.toBe(light);
  await playground.theme("Light");
  await expect.poll(background).toBe(light);
});

test("with more contrast, lines and texts are stronger", async ({ page, playground }) => {
  await playground.choose("Poster");
  const border = () => playground.text("Title").evaluate((input) => getComputedStyle(input).borderColor);
  const before = await border();
  await page.emulateMedia({ contrast: "more" });
  expect(await border()).not.toBe(before);
  await expectAccessible(page);
});

test("the headings of regions are larger than their text, also at 1024 px", async ({ page, playground }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await playground.choose("Poster");
  await expect(playground.queue).toBeVisible();
  const size = (element) => element.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  const text = await size(page.locator("body"));
  for (const name of ["Poster", "Queue"]) {
    const heading = page.getByRole("heading", { name, exact: true, level: 2 });
    expect(await size(heading), name).toBeGreaterThan(text);
    const { height } = await heading.boundingBox();
    expect(height, `${name} is on one line`).toBeLessThan(2.5 * (await size(heading)));
  }
});
