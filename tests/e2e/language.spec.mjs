// English and German: words, numbers, and nothing lost when the language changes.
import { expect, test } from "./test.mjs";

async function german(page) {
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await expect(page.getByRole("button", { name: "Ausführen", exact: true })).toBeVisible();
}

test("the whole page changes its language and keeps what was typed", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.text("Title").fill("half a thought");
  await german(page);
  await expect(page.getByRole("region", { name: "Formular" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Läufe" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Warteschlange" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("status")).toHaveText("verbunden");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("half a thought");
});

test("the language is kept over a refresh", async ({ page, service }) => {
  await page.goto(service.address);
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Sprache" })).toHaveValue("de");
});

test("what is wrong with a field is said in German", async ({ page, playground }) => {
  await playground.choose("Poster");
  await german(page);
  const size = page.getByLabel("Size", { exact: true });
  await size.fill("big");
  await size.blur();
  await expect(size).toHaveAccessibleDescription(/ganze Zahl/);
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("the page speaks German, with a comma in decimals", async ({ page, service }) => {
    await page.goto(service.link);
    await expect(page.getByRole("banner").getByRole("status")).toHaveText("verbunden");
    await page.getByRole("list", { name: "Workflows" }).getByRole("button").filter({ hasText: "Slow blur" }).click();
    await page.getByLabel("Size", { exact: true }).and(page.getByRole("textbox")).fill("256");
    await page.getByRole("button", { name: "Ausführen", exact: true }).click();
    const row = page.locator("[data-run-id]").first();
    await expect(row).toHaveAttribute("data-state", "completed", { timeout: 45_000 });
    await expect(row).toContainText(/\d,\d s/);
    await expect(row).toContainText("fertig");
  });
});

test.describe("in a German row of the list of runs", () => {
  test.use({ engines: 1, viewport: { width: 1260, height: 670 } });

  test("nothing is cut, and the columns stand below each other", async ({ page, playground }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("256");
    const first = await playground.start();
    await playground.ends(first);
    await playground.text("Size").fill("2048");
    await playground.start();
    const waiting = await playground.start();
    await expect(playground.row(waiting)).toContainText("in line");
    await german(page);
    const rows = page.locator("[data-run-id]");
    const place = rows.locator(".run-place").filter({ hasText: "an 1. Stelle" });
    await expect(place).toBeVisible();
    expect(await place.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    const ends = await rows.locator("time").evaluateAll((times) => times.map((time) => Math.round(time.getBoundingClientRect().right)));
    expect(new Set(ends).size, String(ends)).toBe(1);
  });
});
