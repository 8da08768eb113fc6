// On a phone, 360 px wide.
import { fixtures } from "./service.mjs";
import { expect, test } from "./test.mjs";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test("every region is reached by its tab and fits the width", async ({ playground }) => {
  for (const name of ["Queue", "Runs", "Form"]) {
    await playground.tab(name).click();
    await expect(playground.page.getByRole("region", { name, exact: true })).toBeVisible();
    await playground.fitsWidth();
  }
});

test("one region is shown at a time", async ({ playground }) => {
  await playground.tab("Queue").click();
  await expect(playground.queue).toBeVisible();
  await expect(playground.form).toBeHidden();
  await expect(playground.runs).toBeHidden();
});

test("Run stays in reach while the form scrolls", async ({ playground }) => {
  await playground.choose("Poster");
  await expect(playground.run).toBeInViewport({ ratio: 1 });
  await playground.toggle("Outline").scrollIntoViewIfNeeded();
  await expect(playground.run).toBeInViewport({ ratio: 1 });
  await playground.fitsWidth();
});

test("a run is started and its result looked at", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.run.click();
  await playground.tab("Runs").click();
  await expect(playground.rows("completed")).toHaveCount(1);
  await expect(playground.pictures).toBeVisible();
  await expect(playground.pictures).toHaveJSProperty("naturalWidth", 256);
  await playground.fitsWidth();
});

test.describe("with texts that nobody meant well", () => {
  test.use({ workflows: fixtures });

  test("nothing is wider than the screen", async ({ playground }) => {
    await playground.choose("Hostile");
    await playground.fitsWidth();
    await playground.run.click();
    await playground.tab("Runs").click();
    await expect(playground.rows("completed")).toHaveCount(1);
    await playground.fitsWidth();
  });
});

test("language and theme are chosen where the connection is", async ({ page, playground }) => {
  await page.getByRole("button", { name: "Connection" }).click();
  const panel = page.getByRole("region", { name: "Connection" });
  await panel.getByRole("button", { name: "Dark theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await panel.getByRole("combobox", { name: "Language" }).selectOption("de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await playground.fitsWidth();
});
